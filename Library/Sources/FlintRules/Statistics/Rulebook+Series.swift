import FlintCalendar
import FlintSchema

extension Rulebook {
  /// Returns the values of a metric over a range of days.
  ///
  /// - Parameters:
  ///   - state: the state of the profile, folded under this rulebook.
  ///   - sparks: a function that calls its second argument with each spark that matches a query, in
  ///     any order. It is called only when the state does not contain the metric.
  package func series<Failure: Error>(
    _ query: SeriesQuery, in state: ProfileState,
    sparks: (SparkQuery, (SparkFact) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> Series {
    var tally = SeriesTally(query)
    let readsSparks =
      query.metric.needsSparks || (query.metric.countsSparks && !query.filter.isEmpty)
    if readsSparks {
      // The days counted so far, for metrics that count days.
      var days: Set<CivilDay> = []
      try sparks(query.filter.sparkQuery(in: query.range, dayStart)) { spark in
        if !lists(spark.category, spark.intensity) { return }
        let day = dayStart.day(of: spark.at, offset: spark.offset)
        switch query.metric {
        case .sparks: tally.add(1, on: day)
        case .sparkPoints: tally.add(points(for: spark.category, spark.intensity), on: day)
        case .minutes: tally.add(Int64(spark.minutes ?? 0), on: day)
        case .meanIntensity: tally.add(Int64(intensities[spark.intensity] + 1), on: day)
        default: if days.insert(day).inserted { tally.add(1, on: day) }
        }
      }
    } else {
      state.add(to: &tally, query)
    }
    return tally.series()
  }
}

extension ProfileState {
  fileprivate func add(to tally: inout SeriesTally, _ query: SeriesQuery) {
    let (range, filter) = (query.range, query.filter)
    switch query.metric {
    case .moods, .moodMean:
      for rating in moods.ratings.elements(from: range.since, before: range.before) {
        tally.add(query.metric == .moods ? 1 : Int64(rating.mood.rawValue), on: rating.day)
      }
    case .achievements:
      for unlock in journey.unlocks { tally.add(1, on: unlock.day) }
    case .tasks where !filter.isEmpty, .taskScore where !filter.isEmpty:
      for completion in tasks.completions(filter) {
        tally.add(query.metric == .tasks ? 1 : completion.score, on: completion.day)
      }
    case .habits:
      let tracker = filter.tracker.flatMap { trackers.tracker(reference: $0) }
      for habit in tracker.map({ [$0] }) ?? trackers.trackers where habit.habit != nil {
        for day in habit.days(from: range.since, before: range.before) where day.isHabitDone {
          tally.add(1, on: day.day)
        }
      }
    case .entries where filter.tracker != nil:
      let tracker = filter.tracker.flatMap { trackers.tracker(reference: $0) }
      for day in tracker?.days(from: range.since, before: range.before) ?? [] {
        tally.add(day.entries, on: day.day)
      }
    case .activities where filter.activity != nil:
      if let kind = filter.activity { addActivities(kind, to: &tally, range) }
    default:
      for totals in history.totals(from: range.since, before: range.before) {
        tally.add(query.metric.value(of: totals) ?? 0, on: totals.day)
      }
    }
  }

  private func addActivities(
    _ kind: ActivityKind, to tally: inout SeriesTally, _ range: DayRange
  ) {
    var before = ActivityLog.Counts()
    for entry in journey.log.entries {
      let (counts, earlier) = (entry.counts, before)
      before = counts
      guard range.contains(entry.day) else { continue }
      let journals = counts.journals - earlier.journals
      let (sos, selfCare) = (counts.sos - earlier.sos, counts.selfCare - earlier.selfCare)
      switch kind {
      case .journal: tally.add(journals, on: entry.day)
      case .sos: tally.add(sos, on: entry.day)
      case .selfCare: tally.add(selfCare, on: entry.day)
      case .open:
        // The log counts all other kinds, so the remaining activities are of this one.
        let all = history.totals(on: entry.day)?.subjects.activities ?? 0
        tally.add(all - journals - sos - selfCare, on: entry.day)
      }
    }
  }
}

extension TasksState {
  /// Returns the completions of a filter, by current project and priority and tags at completion.
  fileprivate func completions(_ filter: StatisticsFilter) -> [TaskState.Completion] {
    let slot = filter.project.map { slotsByKey[ProjectName.key(of: $0)] }
    let tag = filter.tag?.trimmedWhitespace.lowercased()
    return tasks.filter { task in slot.map { $0 == self.slot(of: task) } ?? true }
      .flatMap(\.completions).filter { completion in
        filter.priority ?? completion.priority == completion.priority
          && tag.map(completion.tags.contains) ?? true
      }
  }
}
