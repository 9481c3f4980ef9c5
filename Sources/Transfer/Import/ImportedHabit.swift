public import Calendar
public import Schema

/// A habit as a file of another app describes it: a tracker with a schedule and a goal, the days
/// that were skipped, and whether the app no longer shows it.
///
/// The entries of the tracker are events of the file's records; this is what else the file states.
public struct ImportedHabit: Sendable {
  /// The tracker of its entries.
  public var tracker: ImportedTracker
  /// How often the habit is due; `nil` if the file does not state it.
  public var schedule: ImportedSchedule?
  /// The amount that makes a period done, or the limit; `nil` if one entry makes a day done.
  public var goal: ImportedGoal?
  /// The first day on which the habit was due; `nil` if the file does not state it.
  public var start: CivilDay?
  /// Whether the habit was archived in the app.
  public var isArchived = false
  /// The days on which the habit was skipped, in any order.
  public var skippedDays: [CivilDay] = []

  /// Creates a habit.
  public init(tracker: ImportedTracker, schedule: ImportedSchedule? = nil) {
    self.tracker = tracker
    self.schedule = schedule
  }
}

/// How often a habit is due.
public enum ImportedSchedule: Hashable, Sendable {
  /// A number of times in every period of days, both at least 1.
  case times(Int, days: Int)
  /// A number of times in every calendar week.
  case timesPerWeek(Int)
  /// A number of times in every calendar month.
  case timesPerMonth(Int)
  /// On some days of the week, from 1 for Monday to 7 for Sunday; at least one.
  case weekdays([Int])

  /// The schedule as a text, such as `every day`, `3 times every 7 days` or `on Mon, Fri`.
  public var description: String {
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
}

/// The amount that the entries of a habit's period have to reach, or must not exceed.
public struct ImportedGoal: Hashable, Sendable {
  /// The amount.
  public var amount: DecimalNumber
  /// Whether the amount is a limit.
  public var isLimit: Bool
  /// The unit of the amount, such as `km`; `nil` if the file does not state it.
  public var unit: String?

  /// Creates a goal.
  public init(amount: DecimalNumber, isLimit: Bool, unit: String? = nil) {
    self.amount = amount
    self.isLimit = isLimit
    self.unit = unit
  }
}
