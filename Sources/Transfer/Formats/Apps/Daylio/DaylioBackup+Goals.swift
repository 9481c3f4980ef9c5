import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema

extension DaylioBackup {
  /// Returns the goals, with the trackers of the days on which they were reached.
  ///
  /// - Throws: `RowProblem` when a goal has an impossible name.
  func goals(in zone: CivilZone) throws(RowProblem) -> [Int64: ImportedHabit] {
    var goals: [Int64: ImportedHabit] = [:]
    // The names of goals that have not ended.
    var names: Set<String> = []
    let found = root["goals"].elements.compactMap { goal in
      goal["goal_id"].integer.map { ($0, goal) }
    }
    for (id, goal) in found.sorted(by: { $0.0 < $1.0 }) {
      let own = goal["name"].text?.trimmedWhitespace ?? ""
      let activity = goal["id_tag"].integer.flatMap { activities[$0] }?.trimmedWhitespace
      let title = own.isEmpty ? activity ?? "Goal \(id)" : own
      let isArchived = (goal["state"].integer ?? 0) != 0 || (goal["end_date"].integer ?? -1) > 0
      // A goal that has ended is continued by a later one of its name; goals that last are two.
      let name = title.unique { !names.contains($0.lowercased()) }
      if !isArchived { names.insert(name.lowercased()) }
      let schedule = DaylioBackup.schedule(of: goal)
      let content = try inColumn("goals") { () throws(FieldError) in
        try TrackerContent(
          appName: name, description: "A goal of Daylio's.", goal: schedule?.description)
      }
      var habit = ImportedHabit(
        tracker: ImportedTracker(content, key: SourceKey.make("daylio", "goal", String(id))),
        schedule: schedule)
      habit.isArchived = isArchived
      habit.start = goal["created_at"].integer.map { zone.day(of: DaylioBackup.instant($0)) }
      goals[id] = habit
    }
    return goals
  }

  /// Returns how often a goal is due: type 1 is on days of the week, type 2 a number of times a week.
  ///
  /// The value of type 1 has a bit for each day of the week, 127 for all. Which bit is which day is
  /// not known, so goals for some of the days have no schedule.
  private static func schedule(of goal: JSONValue) -> ImportedSchedule? {
    switch (goal["repeat_type"].integer, goal["repeat_value"].integer) {
    case (1, nil), (1, 127): .times(1, days: 1)
    case (2, let times?) where (1...7).contains(times): .timesPerWeek(Int(times))
    default: nil
    }
  }

  /// The note about goals of which the schedule is not known; `nil` if there are none.
  static func note(about goals: [Int64: ImportedHabit]) -> String? {
    let names = goals.sorted { $0.key < $1.key }.map(\.value).filter { $0.schedule == nil }
      .map(\.tracker.content.name)
    if names.isEmpty { return nil }
    return "Goals for some days of the week, or with a repetition that Flint does not know, are "
      + "trackers without a schedule: \(names.joined(separator: ", "))."
  }

  /// Returns the units of the days on which goals were reached.
  ///
  /// - Parameter file: the index of the file.
  func units(
    of goals: [Int64: ImportedHabit], file: Int, _ context: borrowing ReadingContext
  ) -> [ImportUnit] {
    var seen: Set<String> = []
    return root["goalEntries"].elements.enumerated().map { index, entry in
      let original = OriginalRecord(file: file, line: index + 1, fields: [])
      guard let id = entry["goalId"].integer, let habit = goals[id] else {
        return ImportUnit([original], .skipped("a day of a goal that the backup does not define"))
      }
      guard let (day, time) = DaylioBackup.day(of: entry, context.zone) else {
        return ImportUnit([original], .skipped("a day of a goal without a readable date"))
      }
      let key = SourceKey.make("daylio", "goal", String(id), day.description)
      guard seen.insert(key).inserted else {
        return ImportUnit([original], .skipped("a second time on one day that a goal was reached"))
      }
      let imported = ImportedEntry(
        tracker: habit.tracker, kind: .checklist(true),
        at: context.moment(day, time, order: 0), key: key)
      return ImportUnit([original], .events([.entry(imported)]))
    }
  }

  /// Returns the day and the time of day of a goal's entry.
  ///
  /// Some releases count its months from 0 and others from 1. The one nearer to the time of
  /// recording is right, unless it is later: a goal is not reached in advance. Without that time
  /// months count from 1, as in recent releases.
  private static func day(
    of entry: JSONValue, _ zone: CivilZone
  ) -> (day: CivilDay, time: Int32)? {
    guard let year = entry["year"].integer, let month = entry["month"].integer,
      let day = entry["day"].integer, (1970...9999).contains(year), (0...12).contains(month),
      (1...31).contains(day)
    else { return nil }
    let found = [month, month + 1].compactMap { month in
      CivilDay(year: Int(year), month: Int(month), day: Int(day))
    }
    let recorded = entry["createdAt"].integer.map { zone.day(of: instant($0)) }
    /// The days from a day to that of recording; a day in another zone may seem to be one later.
    func distance(_ day: CivilDay) -> Int {
      guard let recorded else { return 0 }
      let days = recorded - day
      return days < -1 ? .max : abs(days)
    }
    guard let best = found.min(by: { distance($0) < distance($1) }) else { return nil }
    let (hour, minute) = (entry["hour"].integer ?? 12, entry["minute"].integer ?? 0)
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    return (best, Int32(hour * 3_600_000 + minute * 60_000))
  }

  private static func instant(_ milliseconds: Int64) -> Instant {
    Instant(milliseconds: max(0, min(milliseconds, 253_370_764_800_000)))
  }
}
