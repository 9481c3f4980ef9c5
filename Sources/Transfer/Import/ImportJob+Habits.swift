import FlintCalendar
import FlintRules
import Sessions

/// The schedules of habits, which are no records of a file.
///
/// The first import of a habit records its schedule on its first day, and an import that has another
/// one records a change at the time of the import. The keys of these events are numbered.
extension ImportJob {
  /// Returns the units, without records, that record the schedules of habits as far as the profile
  /// does not have them.
  ///
  /// - Parameters:
  ///   - habits: the habits that files describe.
  ///   - units: the units of the records of the files.
  func habitUnits(
    _ habits: [ImportedHabit], _ units: [ImportUnit]
  ) throws -> [ImportUnit] {
    let found = Set(habits.map(\.tracker))
    var others: [ImportedTracker] = []
    var spans: [ImportedTracker: ClosedRange<Instant>] = [:]
    var unplanned: Set<ImportedTracker> = []
    for case .events(let events) in units.lazy.map(\.outcome) {
      for event in events {
        let at = recorder.instant(of: event)
        guard let (tracker, _) = recorder.expectedEntry(of: event, at: at),
          !unplanned.contains(tracker)
        else { continue }
        let known = spans[tracker]
        if known == nil {
          if try tracker.plan == nil && !found.contains(tracker) && versions(of: tracker).isEmpty {
            unplanned.insert(tracker)
            continue
          }
          others.append(tracker)
        }
        let span = known ?? at...at
        spans[tracker] = min(span.lowerBound, at)...max(span.upperBound, at)
      }
    }
    var seen: Set<String> = []
    return try (habits + others.map { ImportedHabit(tracker: $0) }).compactMap { habit in
      guard seen.insert(habit.tracker.identity).inserted else { return nil }
      let span = spans[habit.tracker]
      guard let plan = habit.plan ?? habit.tracker.plan else {
        if habit.schedule != nil || habit.isArchived { self.habits.without(habit) }
        return try move(habit, span).map { ImportUnit([], .events([$0])) }
      }
      return try unit(of: habit, plan, span)
    }
  }

  /// Whether a tracker is not known as a habit, neither by a mapping nor by an import.
  func isUnplanned(_ tracker: ImportedTracker) throws -> Bool {
    if unplannedTrackers.contains(tracker) { return true }
    guard try tracker.plan == nil && versions(of: tracker).isEmpty else { return false }
    unplannedTrackers.insert(tracker)
    return true
  }

  /// A version of the plan of a habit in the profile: an event that an import recorded.
  private struct Version {
    var number: Int
    /// The plan; `nil` where the habit stops.
    var plan: HabitPlan?
    var at: Instant
    var day: CivilDay
    var isRemoved: Bool
  }

  /// Returns the unit that records a habit's schedule; one without events if the profile has it.
  ///
  /// - Parameter span: the first and the last entry or skip; `nil` without any.
  private func unit(
    of habit: ImportedHabit, _ plan: HabitPlan, _ span: ClosedRange<Instant>?
  ) throws -> ImportUnit? {
    let stored = try versions(of: habit.tracker)
    let kept = stored.filter { !$0.isRemoved }
    let today = session.today
    let isOver = habit.isArchived || habit.end.map { $0 < today } ?? false
    if isOver && span == nil && kept.isEmpty {
      self.habits.idle(habit)
      return nil
    }
    if !isOver, let end = habit.end { self.habits.endsLater(habit, end) }
    let wanted: HabitPlan? = isOver ? nil : plan
    // Apps keep less history than the habit is old, and days without any would be missed.
    let begin = span?.lowerBound ?? noon(of: min(habit.start ?? today, today))
    let last = span.map { session.zone.day(of: $0.upperBound) }
    let end = min((habit.end ?? last ?? today) + 1, today)
    var changes: [(plan: HabitPlan?, at: Instant)] = []
    if let latest = kept.last {
      // An older export has an earlier plan.
      let isOld =
        kept.contains { $0.plan == wanted } && (last.map { $0 <= latest.day } ?? true)
      if latest.plan != wanted && !isOld {
        let stop = noon(of: max(end, latest.day), after: latest.at)
        changes = [(wanted, wanted == nil ? stop : session.now)]
      }
    } else {
      changes = [(plan, begin)]
      if isOver { changes.append((nil, noon(of: end, after: begin))) }
    }
    var taken: Set<Int> = []
    let events = changes.map { plan, at in
      // An event that was removed is restored, if it is the same.
      let known = stored.first { $0.isRemoved && $0.plan == plan && !taken.contains($0.number) }
      let number = known?.number ?? max(stored.last?.number ?? 0, taken.max() ?? 0) + 1
      taken.insert(number)
      return ImportedEvent.habit(
        ImportedHabitAction(
          tracker: habit.tracker,
          .plan(HabitContent(tracker: EventID(high: 0, low: 0), plan: plan)), at: .instant(at),
          key: ImportJob.key(of: habit.tracker, number)))
    }
    let moved = try kept.isEmpty ? nil : move(habit, span)
    if events.isEmpty && moved == nil {
      self.habits.unchanged += 1
      return nil
    }
    return ImportUnit([], .events((moved.map { [$0] } ?? []) + events))
  }

  /// Returns the event that moves the beginning of a habit to its first day, if the profile has a
  /// later one: rows that were rejected, or that only this file has, may be earlier.
  private func move(
    _ habit: ImportedHabit, _ span: ClosedRange<Instant>?
  ) throws -> ImportedEvent? {
    let stored = try versions(of: habit.tracker).first
    guard let stored, !stored.isRemoved, let plan = stored.plan, let span,
      span.lowerBound < stored.at
    else { return nil }
    var action = ImportedHabitAction(
      tracker: habit.tracker,
      .plan(HabitContent(tracker: EventID(high: 0, low: 0), plan: plan)),
      at: .instant(span.lowerBound),
      key: ImportJob.key(of: habit.tracker, stored.number))
    action.isMoving = true
    return .habit(action)
  }

  /// Returns the instant of an event about a day, but at least a millisecond after another one about the
  /// same habit: at one instant, either could come first.
  private func noon(of day: CivilDay, after other: Instant? = nil) -> Instant {
    let noon = session.zone.resolveEvent(Timestamp(day: day)).instant
    return other.map { max(noon, Instant(milliseconds: $0.milliseconds + 1)) } ?? noon
  }

  private static func key(of tracker: ImportedTracker, _ number: Int) -> String {
    SourceKey.make(under: tracker.identity, number == 1 ? "habit" : "habit/\(number)")
  }

  /// Returns the versions of a habit's plan that imports have recorded, with their original plans.
  private func versions(of tracker: ImportedTracker) throws -> [Version] {
    var versions: [Version] = []
    while true {
      let number = versions.count + 1
      let id = session.id(ofKind: .habit, key: ImportJob.key(of: tracker, number))
      guard let records = try session.history.records(of: id),
        case .event(var at, _, .habit(.plan(let content))) = records.original
      else { return versions }
      if case .event(let moved, _, _)? = records.current { at = moved }
      versions.append(
        Version(
          number: number, plan: content.plan, at: at, day: session.zone.day(of: at),
          isRemoved: records.current == nil))
    }
  }
}

struct HabitResults {
  /// The numbers of schedules that were recorded, and that the profile had already.
  var (recorded, unchanged) = (0, 0)
  /// The reasons why schedules could not be recorded.
  private var problems: [String] = []
  /// The names of habits of which the schedule or the archived state is not recorded.
  private var omitted: [String] = []
  /// The names of archived habits that were never done.
  private var idle: [String] = []
  /// The names of habits whose last day is not over, with that day.
  private var lasting: [String] = []

  mutating func count(_ result: RowResult, _ unit: ImportUnit) {
    var name = ""
    if case .events(let events) = unit.outcome {
      name = events.first?.tracker?.content.name ?? ""
    }
    switch result {
    case .unchanged: unchanged += 1
    case .changed(let problem), .repeated(let problem), .rejected(let problem):
      problems.append("The schedule of \"\(name)\" is not recorded: \(problem).")
    case .added, .restored, .completed, .updated, .ratedByHand: recorded += 1
    }
  }

  /// Registers a habit of which Flint cannot record the schedule or the archived state.
  mutating func without(_ habit: ImportedHabit) { omitted.append(habit.tracker.content.name) }

  /// Registers an archived habit that was never done.
  mutating func idle(_ habit: ImportedHabit) { idle.append(habit.tracker.content.name) }

  /// Registers a habit whose last day is not over.
  mutating func endsLater(_ habit: ImportedHabit, _ end: CivilDay) {
    lasting.append("\(habit.tracker.content.name) (\(end))")
  }

  var notes: [String] {
    var notes: [String] = []
    let counts = [(recorded, "recorded"), (unchanged, "unchanged")].filter { $0.0 > 0 }
    if !counts.isEmpty {
      notes.append(
        "Schedules of habits: " + counts.map { "\($0) \($1)" }.joined(separator: ", ") + ".")
    }
    if !omitted.isEmpty {
      notes.append(
        "Schedules and archived states without a counterpart in Flint are not recorded: "
          + omitted.joined(separator: ", ") + ".")
    }
    if !idle.isEmpty {
      notes.append(
        "Archived or ended habits that were never done are not recorded: "
          + "\(idle.joined(separator: ", ")).")
    }
    if !lasting.isEmpty {
      notes.append(
        "The end of a habit is recorded when the files are imported after its last day: "
          + "\(lasting.joined(separator: ", ")).")
    }
    return notes + problems
  }
}
