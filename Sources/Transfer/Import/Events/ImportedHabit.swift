package import FlintCalendar
package import FlintRules
package import FlintSchema
package import Sessions

/// A habit as a file of another app describes it: a tracker with a schedule and a goal, and whether
/// the app no longer shows it.
///
/// The entries of the tracker and its skipped days are events of the file's records; this is what
/// else the file states.
package struct ImportedHabit: Sendable {
  package var tracker: ImportedTracker
  /// How often the habit is due; `nil` if the file does not state it.
  package var schedule: ImportedSchedule?
  /// The amount that makes a period done, or the limit; `nil` if one entry makes a day done.
  package var goal: ImportedGoal?
  /// The first day on which the habit was due; `nil` if the file does not state it.
  package var start: CivilDay?
  /// The last day on which the habit is due; `nil` if it has none.
  package var end: CivilDay?
  package var isArchived = false

  package init(tracker: ImportedTracker, schedule: ImportedSchedule? = nil) {
    self.tracker = tracker
    self.schedule = schedule
  }

  /// The plan that the habit has in Flint; `nil` without a schedule, or when Flint has none like it.
  package var plan: HabitPlan? {
    guard let schedule else { return nil }
    let goal = goal.flatMap { goal in
      try? HabitGoal(
        goal.isLimit ? .atMost : schedule.isDaily ? .atLeastOnDay : .atLeastOverPeriod,
        goal.amount, of: .number)
    }
    guard let due = schedule.inFlint(withTimes: !(goal?.isOverPeriod ?? false)) else { return nil }
    return try? HabitPlan(due, goal: goal)
  }
}

/// How often a habit is due.
package enum ImportedSchedule: Hashable, Sendable {
  /// A number of times in every period of days, both at least 1.
  case times(Int, days: Int)
  /// A number of times in every calendar week.
  case timesPerWeek(Int)
  /// A number of times in every calendar month.
  case timesPerMonth(Int)
  /// On some days of the week, from 1 for Monday to 7 for Sunday; at least one.
  case weekdays([Int])

  /// The schedule as a text, such as `every day`, `3 times every 7 days` or `on Mon, Fri`.
  package var description: String {
    switch self {
    case .times(let times, let days):
      let span = days == 1 ? "every day" : "every \(days) days"
      return times == 1 ? span : "\(times) times \(span)"
    case .timesPerWeek(let times): return times == 1 ? "every week" : "\(times) times every week"
    case .timesPerMonth(let times): return times == 1 ? "every month" : "\(times) times every month"
    case .weekdays(let days):
      let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
      return "on "
        + days.filter { (1...7).contains($0) }.sorted().map { names[$0 - 1] }.joined(
          separator: ", ")
    }
  }

  /// Whether the period is the day.
  fileprivate var isDaily: Bool {
    switch self {
    case .times(let times, let days): times >= days
    case .weekdays: true
    case .timesPerWeek, .timesPerMonth: false
    }
  }

  /// Returns the schedule in Flint's terms; `nil` when it has none like it.
  ///
  /// - Parameter withTimes: whether a number of days has to be done, rather than the period's goal.
  fileprivate func inFlint(withTimes: Bool) -> HabitSchedule? {
    switch self {
    case .times where isDaily: return try? HabitSchedule(.day)
    case .times(let times, let days):
      return try? HabitSchedule(.days(days), times: withTimes ? times : nil)
    case .timesPerWeek(let times):
      return try? HabitSchedule(.week, times: withTimes ? min(times, 7) : nil)
    case .timesPerMonth(let times):
      // A month has at least 28 days; more often is a schedule of days.
      if withTimes, times > 28 { return try? HabitSchedule(.days(30), times: min(times, 30)) }
      return try? HabitSchedule(.month, times: withTimes ? times : nil)
    case .weekdays(let days):
      let weekdays = days.filter { (1...7).contains($0) }.map { Weekdays(rawValue: 1 << ($0 - 1)) }
      return try? HabitSchedule(.weekdays(Weekdays(weekdays)))
    }
  }
}

/// The amount that the entries of a habit's period have to reach, or must not exceed.
package struct ImportedGoal: Hashable, Sendable {
  package var amount: DecimalNumber
  package var isLimit: Bool
}

/// An event about a habit, such as its schedule or a skipped day. Its tracker may have to be created.
package struct ImportedHabitAction: Sendable {
  package var tracker: ImportedTracker
  /// The action; the tracker in it is replaced by the one that is found or created.
  package var action: HabitAction
  /// The time at which it is recorded first. An event of the same key and content is the same at
  /// any time.
  package var at: EventTime
  package var key: String
  /// Whether the event of the key moves to the time, instead of being recorded.
  var isMoving = false

  package init(tracker: ImportedTracker, _ action: HabitAction, at: EventTime, key: String) {
    self.tracker = tracker
    self.action = action
    self.at = at
    self.key = key
  }

  /// - Throws: `RowProblem` when the note cannot be stored.
  init(
    skipping day: CivilDay, of tracker: ImportedTracker, note: String?,
    _ context: borrowing ReadingContext
  ) throws(RowProblem) {
    let skip = try RowProblem.checking { () throws(FieldError) in
      try HabitSkip(tracker: EventID(high: 0, low: 0), day: day, note: note)
    }
    self.init(
      tracker: tracker, .skip(skip), at: context.noon(day),
      key: SourceKey.make(under: tracker.identity, "skip/\(day)"))
  }
}
