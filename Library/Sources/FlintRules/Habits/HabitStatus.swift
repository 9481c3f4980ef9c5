public import FlintSchema

/// The status of a day of a habit.
public enum HabitDayStatus: String, NamedChoice {
  /// The sum reaches the goal; of a limit, the day is over and its period is within the limit.
  case done
  /// The day has a sum, below the goal.
  case partial
  /// The day is over, or has an entry, and nothing of it counts; or the limit is exceeded.
  case notDone = "not_done"
  /// Today, without any entry.
  case unknown
  /// The day was declared neutral.
  case skipped
  /// The day belongs to a pause.
  case paused
  /// The schedule leaves the day out.
  case notDue = "not_due"

  /// The name in Lua, JSON and the command line.
  public var name: String { rawValue }
  /// Whether the day neither counts for the habit nor against it.
  package var isNeutral: Bool { self == .skipped || self == .paused }
}

package enum HabitPeriodStatus: String, NamedChoice {
  /// Enough days are done, or the goal is reached; of a limit, the period closed within it.
  case done
  /// The period is over and too little was done, or the limit is exceeded.
  case missed
  /// The period lasts.
  case open
  /// So many days are neutral that none has to be done.
  case skipped

  package var name: String { rawValue }
}
