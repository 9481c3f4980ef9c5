import FlintSchema

/// A sequence of achievements that unlock one after the other, at most one per civil day.
package struct LadderDefinition: Hashable, Sendable {
  package var id: String
  package var title: String
  /// The rungs of the ladder, lowest first.
  package var rungs: [RungDefinition]

  package init(id: String, title: String, rungs: [RungDefinition]) {
    self.id = id
    self.title = title
    self.rungs = rungs
  }
}

package struct RungDefinition: Hashable, Sendable {
  /// The id of the achievement, unique in the rulebook.
  package var id: String
  package var title: String
  /// The conditions, all of which must be met.
  package var conditions: [LadderCondition]

  package init(id: String, title: String, conditions: [LadderCondition]) {
    self.id = id
    self.title = title
    self.conditions = conditions
  }
}

/// A minimum value of a metric.
package struct LadderCondition: Hashable, Sendable {
  package var metric: LadderMetric
  /// The minimum value: a count, or millionths of a score.
  package var atLeast: Int64

  package init(_ metric: LadderMetric, atLeast: Int64) {
    self.metric = metric
    self.atLeast = atLeast
  }
}

package enum LadderMetric: UInt8, NamedChoice, Comparable {
  /// Whole civil days since the journey's start.
  case days = 0
  /// Consecutive active days, ending today or yesterday.
  case activityStreak = 1
  /// Journal entries, over the whole history.
  case journals = 2
  /// Sos sessions, over the whole history.
  case sosSessions = 3
  /// Active days, over the whole history.
  case activeDays = 4
  /// The consistency score, in millionths.
  case consistency = 5
  /// The self-care score, in millionths.
  case selfCare = 6
  /// The stability score, in millionths.
  case stability = 7

  /// The name in rulebook files.
  package var name: String { LadderMetric.names[Int(rawValue)] }
  package static let names = [
    "days", "activity_streak", "journals", "sos_sessions", "active_days", "consistency",
    "self_care", "stability",
  ]

  /// Whether the metric is a score, in millionths.
  package var isScore: Bool { self >= .consistency }

  /// Whether the metric has a value only after a journey was started.
  package var needsJourney: Bool { self == .days || isScore }
}
