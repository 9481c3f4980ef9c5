public import Calendar

/// Statistics of tasks over a range of civil days.
public struct TaskAnalytics: Hashable, Sendable {
  /// An exact mean over a number of days.
  public struct Mean: Hashable, Sendable {
    /// The sum over the days.
    public let sum: Int64
    /// The number of days; not 0.
    public let days: Int64

    /// The mean in millionths, truncated.
    public var millionths: Int64 {
      // The whole part is computed separately, so that only the result can overflow.
      let (whole, rest) = sum.quotientAndRemainder(dividingBy: days)
      let (scaled, isWhole) = whole.multipliedReportingOverflow(by: 1_000_000)
      let (mean, isSum) = scaled.addingReportingOverflow(rest * 1_000_000 / days)
      return isWhole || isSum ? (sum < 0 ? .min : .max) : mean
    }
  }

  /// The statistics of one civil day.
  public struct Day: Hashable, Sendable {
    /// The day.
    public let day: CivilDay
    /// The number of tasks completed on the day and not reopened.
    public let completed: Int64
    /// The score of these tasks.
    public let score: Int64
    /// The mean daily score of the 7 days that end with this one.
    public let week: Mean
    /// The mean daily score of the 30 days that end with this one.
    public let month: Mean
  }

  /// The proportion of completed tasks.
  public struct Ratio: Hashable, Sendable {
    /// The number of completed tasks.
    public let completed: Int64
    /// The number of all tasks.
    public let all: Int64

    /// The proportion in millionths, truncated; `nil` when there are no tasks.
    public var millionths: Int64? { all == 0 ? nil : completed * 1_000_000 / all }
  }

  /// Counts of the tasks of a project or a priority.
  public struct Tally: Hashable, Sendable {
    /// The number of tasks completed in the range and not reopened.
    public internal(set) var completed: Int64 = 0
    /// The score of these tasks.
    public internal(set) var score: Int64 = 0
    /// The number of tasks that are open now, regardless of the range.
    public internal(set) var open: Int64 = 0
  }

  /// The counts of a project's tasks.
  public struct ProjectTally: Hashable, Sendable {
    /// The project.
    public let project: Project
    /// The counts.
    public let tally: Tally
  }

  /// The counts of the tasks of a priority.
  public struct PriorityTally: Hashable, Sendable {
    /// The priority.
    public let priority: TaskPriority
    /// The counts.
    public let tally: Tally
  }

  /// Runs of consecutive civil days with a score above 0, in days.
  public struct Streak: Hashable, Sendable {
    /// The length of the run that ends today, or yesterday if today has none yet; otherwise 0.
    public let current: Int
    /// The length of the longest run in the whole history.
    public let longest: Int
  }

  /// All days of the range, including those without completed tasks.
  public let days: [Day]
  /// Of the tasks that were open at any time in the range, the proportion completed in it.
  public let completion: Ratio
  /// All existing projects, Inbox first. Tasks count in their current project.
  public let projects: [ProjectTally]
  /// All priorities, P0 first. Completed tasks count by their priority at completion, open ones by
  /// their current priority.
  public let priorities: [PriorityTally]
  /// The streak as of today, regardless of the range.
  public let streak: Streak
}
