package import FlintCalendar
import FlintSchema

/// A goal: a metric that counts within a window, and the reward for reaching the target.
package struct MissionDefinition: Hashable, Sendable {
  /// The id of the mission.
  package var id: String
  /// The title of the mission. Titles may repeat; ids may not.
  package var title: String
  /// The period within which the mission counts, and in which it completes at most once; a lifetime
  /// where `span` is another period.
  package var window: Window
  /// The period of a mission with a general metric, if it is none of the windows.
  package var span: MissionPeriod?
  /// The metric that the mission counts.
  package var metric: Metric
  /// The value of the metric at which the mission completes.
  package var target: Int64
  /// The points that the mission pays.
  package var reward: Int64
  /// The intended difficulty.
  package var difficulty: Difficulty
  /// The period in which the mission is active; the season of a lifetime mission is its window.
  package var season: Season
  /// The ids of the missions that have to be completed before this one can be.
  package var requires: [String]
  package var grants: [CurrencyAmount] = []

  /// Creates a mission.
  package init(
    id: String, title: String, window: Window, metric: Metric, target: Int64, reward: Int64,
    difficulty: Difficulty, season: Season = .always, requires: [String] = []
  ) {
    self.id = id
    self.title = title
    self.window = window
    self.metric = metric
    self.target = target
    self.reward = reward
    self.difficulty = difficulty
    self.season = season
    self.requires = requires
  }
}

/// The period within which a mission counts.
package enum Window: UInt8, BitwiseCopyable, NamedChoice {
  case day = 0
  /// A civil week, Monday to Sunday.
  case week = 1
  /// A lifetime: a window that never closes.
  case life = 2

  /// The name in Lua, CSV and the command line.
  package var name: String { Window.names[Int(rawValue)] }
  package static let names = ["day", "week", "life"]

  /// Returns the first day of the window that contains a day; `nil` for a lifetime.
  package func start(containing day: CivilDay) -> CivilDay? {
    switch self {
    case .day: day
    case .week: day.week.monday
    case .life: nil
    }
  }

  /// Returns the first day after the window that contains a day; `nil` for a lifetime.
  package func end(containing day: CivilDay) -> CivilDay? {
    switch self {
    case .day: day + 1
    case .week: day.week.monday + 7
    case .life: nil
    }
  }
}

/// The intended difficulty of a mission.
package enum Difficulty: UInt8, NamedChoice, Comparable {
  /// The easiest.
  case easy = 0
  /// Above easy.
  case medium = 1
  /// Above medium.
  case hard = 2
  /// The hardest.
  case expert = 3

  /// The name in Lua, CSV and the command line.
  package var name: String { Difficulty.names[Int(rawValue)] }
  /// The names of all difficulties, easiest first.
  package static let names = ["easy", "medium", "hard", "expert"]

  /// Returns whether the left value is easier.
  package static func < (left: Difficulty, right: Difficulty) -> Bool {
    left.rawValue < right.rawValue
  }
}
