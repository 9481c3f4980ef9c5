/// A goal: a metric that counts within a window, and what reaching the target pays.
public struct MissionDefinition: Hashable, Sendable {
  /// What the mission is known by.
  public var id: String
  /// What it is called. Titles may repeat; ids may not.
  public var title: String
  /// The stretch of time within which it counts, and once per which it completes.
  public var window: Window
  /// What it counts.
  public var metric: Metric
  /// The count at which it completes.
  public var target: Int64
  /// The points it pays.
  public var reward: Int64
  /// How hard it is meant to be.
  public var difficulty: Difficulty
  /// When it counts; a lifetime mission's window is its season.
  public var season: Season

  /// Makes a mission.
  public init(
    id: String, title: String, window: Window, metric: Metric, target: Int64, reward: Int64,
    difficulty: Difficulty, season: Season = .always
  ) {
    self.id = id
    self.title = title
    self.window = window
    self.metric = metric
    self.target = target
    self.reward = reward
    self.difficulty = difficulty
    self.season = season
  }
}

/// The stretch of time within which a mission counts.
public enum Window: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// A civil day.
  case day = 0
  /// A civil week, Monday to Sunday.
  case week = 1
  /// A lifetime: the window that never closes.
  case life = 2

  /// The name in Lua, CSV and the command line.
  public var name: String { Window.names[Int(rawValue)] }
  /// The names of all windows.
  public static let names = ["day", "week", "life"]

  /// Reads a name; `nil` when it is none.
  public init?(name: some StringProtocol) {
    guard let index = Window.names.firstIndex(where: { $0 == name }) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// The first day of the window that contains a day; `nil` for a lifetime.
  public func start(containing day: CivilDay) -> CivilDay? {
    switch self {
    case .day: day
    case .week: day.week.monday
    case .life: nil
    }
  }

  /// The first day after the window that contains a day; `nil` for a lifetime.
  public func end(containing day: CivilDay) -> CivilDay? {
    switch self {
    case .day: day + 1
    case .week: day.week.monday + 7
    case .life: nil
    }
  }
}

/// How hard a mission is meant to be.
public enum Difficulty: UInt8, Sendable, CaseIterable, Comparable {
  /// The easiest.
  case easy = 0
  /// Above easy.
  case medium = 1
  /// Above medium.
  case hard = 2
  /// The hardest.
  case expert = 3

  /// The name in Lua, CSV and the command line.
  public var name: String { Difficulty.names[Int(rawValue)] }
  /// The names of all difficulties, easiest first.
  public static let names = ["easy", "medium", "hard", "expert"]

  /// Reads a name; `nil` when it is none.
  public init?(name: some StringProtocol) {
    guard let index = Difficulty.names.firstIndex(where: { $0 == name }) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// Whether the left difficulty is the easier one.
  public static func < (left: Difficulty, right: Difficulty) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What a mission counts.
///
/// Within a day or a week the sums count what events of that window's days brought. `streak` and
/// `level` are not sums: they are what they are at the event.
public enum Metric: Hashable, Sendable {
  /// Sparks that pass the filters; `beforeHour` compares the local hour.
  case sparks(category: Category?, minIntensity: Intensity?, beforeHour: Int?)
  /// Civil days with a spark.
  case sparkDays
  /// Different categories among sparks.
  case distinctCategories
  /// Points from sparks and duplicates.
  case earnedPoints
  /// Completions of missions, repetitions counted; only those of one window when given.
  case missionsCompleted(window: Window?)
  /// Distinct cards that came to be owned.
  case cards(category: Category?, rarity: Rarity?)
  /// Points from all sources.
  case totalPoints
  /// The spark streak at the event.
  case streak
  /// Overloads.
  case overloads
  /// The level at the event.
  case level
  /// Tasks completed, less those reopened.
  case tasks
  /// What tasks completed scored, less what reopening took back.
  case taskScore
  /// Days that came to be rated with a mood.
  case moods
  /// Activities recorded.
  case activities
  /// Quest nodes completed, less those taken back.
  case questSteps
  /// Tracker entries.
  case entries

  /// The name in rulebook files and `flint rules show`.
  public var name: String {
    switch self {
    case .sparks: "sparks"
    case .sparkDays: "spark_days"
    case .distinctCategories: "distinct_categories"
    case .earnedPoints: "earned_points"
    case .missionsCompleted: "missions_completed"
    case .cards: "cards"
    case .totalPoints: "total_points"
    case .streak: "streak"
    case .overloads: "overloads"
    case .level: "level"
    case .tasks: "tasks"
    case .taskScore: "task_score"
    case .moods: "moods"
    case .activities: "activities"
    case .questSteps: "quest_steps"
    case .entries: "entries"
    }
  }

  /// The filters that are set, by name, in a fixed order.
  public var filters: [(name: String, value: String)] {
    switch self {
    case .sparks(let category, let minIntensity, let beforeHour):
      [
        category.map { ("category", $0.name) }, minIntensity.map { ("min_intensity", $0.name) },
        beforeHour.map { ("before_hour", String($0)) },
      ].compactMap(\.self)
    case .cards(let category, let rarity):
      [category.map { ("category", $0.name) }, rarity.map { ("rarity", $0.name) }]
        .compactMap(\.self)
    case .missionsCompleted(let window):
      window.map { [("window", $0.name)] } ?? []
    default: []
    }
  }
}
