/// Achievements that are reached one after the other, at most one a civil day.
public struct LadderDefinition: Hashable, Sendable {
  /// What the ladder is known by.
  public var id: String
  /// What it is called.
  public var title: String
  /// Its achievements, the lowest first.
  public var rungs: [RungDefinition]

  /// Makes a ladder.
  public init(id: String, title: String, rungs: [RungDefinition]) {
    self.id = id
    self.title = title
    self.rungs = rungs
  }
}

/// One achievement of a ladder.
public struct RungDefinition: Hashable, Sendable {
  /// What the achievement is known by, among all of the rulebook.
  public var id: String
  /// What it is called.
  public var title: String
  /// What must hold, all of it.
  public var conditions: [LadderCondition]

  /// Makes a rung.
  public init(id: String, title: String, conditions: [LadderCondition]) {
    self.id = id
    self.title = title
    self.conditions = conditions
  }
}

/// Something that must have come to at least so much.
public struct LadderCondition: Hashable, Sendable {
  /// What is looked at.
  public var metric: LadderMetric
  /// The least it must be: a count, or millionths of a score.
  public var atLeast: Int64

  /// Makes a condition.
  public init(_ metric: LadderMetric, atLeast: Int64) {
    self.metric = metric
    self.atLeast = atLeast
  }
}

/// What a ladder can look at.
public enum LadderMetric: UInt8, Sendable, CaseIterable {
  /// Whole civil days since the journey's start.
  case days = 0
  /// Consecutive active days, ending today or yesterday.
  case activityStreak = 1
  /// Journal entries, over all of history.
  case journals = 2
  /// Sos sessions, over all of history.
  case sosSessions = 3
  /// Active days, over all of history.
  case activeDays = 4
  /// The consistency score, in millionths.
  case consistency = 5
  /// The self-care score, in millionths.
  case selfCare = 6
  /// The stability score, in millionths.
  case stability = 7

  /// The name in rulebook files.
  public var name: String { LadderMetric.names[Int(rawValue)] }
  /// The names of all metrics.
  public static let names = [
    "days", "activity_streak", "journals", "sos_sessions", "active_days", "consistency",
    "self_care", "stability",
  ]

  /// Reads a name; `nil` when it is none.
  public init?(name: some StringProtocol) {
    guard let index = LadderMetric.names.firstIndex(where: { $0 == name }) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// Whether it is a score, in millionths.
  public var isScore: Bool { self >= .consistency }

  /// Whether it has a value only once a journey was started.
  public var needsJourney: Bool { self == .days || isScore }
}

extension LadderMetric: Comparable {
  /// The order in which they are declared.
  public static func < (left: LadderMetric, right: LadderMetric) -> Bool {
    left.rawValue < right.rawValue
  }
}
