package import FlintCalendar

/// Statistics of tasks over a range of civil days.
package struct TaskAnalytics: Hashable, Sendable {
  /// An exact mean over a number of days.
  package struct Mean: Hashable, Sendable {
    package let sum: Int64
    /// The number of days; not 0.
    package let days: Int64

    /// The mean in millionths, truncated.
    package var millionths: Int64 {
      // The whole part is computed separately, so that only the result can overflow.
      let (whole, rest) = sum.quotientAndRemainder(dividingBy: days)
      let (scaled, isWhole) = whole.multipliedReportingOverflow(by: 1_000_000)
      let (mean, isSum) = scaled.addingReportingOverflow(rest * 1_000_000 / days)
      return isWhole || isSum ? (sum < 0 ? .min : .max) : mean
    }
  }

  package struct Day: Hashable, Sendable {
    package let day: CivilDay
    /// The number of tasks completed on the day and not reopened.
    package let completed: Int64
    /// The score of these tasks.
    package let score: Int64
    /// The mean daily score of the 7 days that end with this one.
    package let week: Mean
    /// The mean daily score of the 30 days that end with this one.
    package let month: Mean
  }

  package struct Ratio: Hashable, Sendable {
    package let completed: Int64
    package let all: Int64

    /// The proportion in millionths, truncated; `nil` when there are no tasks.
    package var millionths: Int64? { all == 0 ? nil : completed * 1_000_000 / all }
  }

  /// Counts of the tasks of a project or a priority.
  package struct Tally: Hashable, Sendable {
    /// The number of tasks completed in the range and not reopened.
    package internal(set) var completed: Int64 = 0
    /// The score of these tasks.
    package internal(set) var score: Int64 = 0
    /// The number of tasks that are open now, regardless of the range.
    package internal(set) var open: Int64 = 0
  }

  package struct ProjectTally: Hashable, Sendable {
    package let project: Project
    package let tally: Tally
  }

  package struct PriorityTally: Hashable, Sendable {
    package let priority: TaskPriority
    package let tally: Tally
  }

  /// Runs of consecutive civil days with a score above 0, in days.
  package struct Streak: Hashable, Sendable {
    /// The length of the run that ends today, or yesterday if today has none yet; otherwise 0.
    package let current: Int
    /// The length of the longest run in the whole history.
    package let longest: Int
  }

  /// All days of the range, including those without completed tasks.
  package let days: [Day]
  /// Of the tasks that were open at any time in the range, the proportion completed in it.
  package let completion: Ratio
  /// All existing projects, Inbox first. Tasks count in their current project.
  package let projects: [ProjectTally]
  /// All priorities, P0 first. Completed tasks count by their priority at completion, open ones by
  /// their current priority.
  package let priorities: [PriorityTally]
  /// The streak as of today, regardless of the range.
  package let streak: Streak
}
