/// What tasks came to over a range of civil days.
public struct TaskAnalytics: Hashable, Sendable {
  /// A mean over whole days, exact.
  public struct Mean: Hashable, Sendable {
    /// The sum over the days.
    public let sum: Int64
    /// How many days; not 0.
    public let days: Int64

    /// The mean in millionths, truncated.
    public var millionths: Int64 {
      // The whole part apart, so that the product overflows only where the result does.
      let (whole, rest) = sum.quotientAndRemainder(dividingBy: days)
      let (scaled, isWhole) = whole.multipliedReportingOverflow(by: 1_000_000)
      let (mean, isSum) = scaled.addingReportingOverflow(rest * 1_000_000 / days)
      return isWhole || isSum ? (sum < 0 ? .min : .max) : mean
    }
  }

  /// One civil day.
  public struct Day: Hashable, Sendable {
    /// The day.
    public let day: CivilDay
    /// How many tasks were completed on it and not opened again.
    public let completed: Int64
    /// What they scored.
    public let score: Int64
    /// The mean score of the 7 days that end with this one.
    public let week: Mean
    /// The mean score of the 30 days that end with this one.
    public let month: Mean
  }

  /// How many of some tasks were completed.
  public struct Ratio: Hashable, Sendable {
    /// Those completed.
    public let completed: Int64
    /// All of them.
    public let all: Int64

    /// The share in millionths, truncated; `nil` when there are no tasks.
    public var millionths: Int64? { all == 0 ? nil : completed * 1_000_000 / all }
  }

  /// Tasks of a project or a priority.
  public struct Tally: Hashable, Sendable {
    /// How many were completed in the range and not opened again.
    public internal(set) var completed: Int64 = 0
    /// What they scored.
    public internal(set) var score: Int64 = 0
    /// How many are open now, whatever the range.
    public internal(set) var open: Int64 = 0
  }

  /// The tasks of a project.
  public struct ProjectTally: Hashable, Sendable {
    /// The project.
    public let project: Project
    /// Its tasks.
    public let tally: Tally
  }

  /// The tasks of a priority.
  public struct PriorityTally: Hashable, Sendable {
    /// The priority.
    public let priority: TaskPriority
    /// Its tasks.
    public let tally: Tally
  }

  /// Runs of consecutive civil days with a score above 0, in days.
  public struct Streak: Hashable, Sendable {
    /// The run that ends today, or yesterday if today has none yet; otherwise 0.
    public let current: Int
    /// The longest of all history.
    public let longest: Int
  }

  /// Every day of the range, those without a task included.
  public let days: [Day]
  /// Of the tasks that were open at some time in the range, those completed in it.
  public let completion: Ratio
  /// Every project that there is, Inbox first. Tasks count where they are now.
  public let projects: [ProjectTally]
  /// Every priority, P0 first. Completed tasks count by the priority they had then, open ones by
  /// the one they have.
  public let priorities: [PriorityTally]
  /// The streak as of today, whatever the range.
  public let streak: Streak
}
