/// Ladders compiled into flat arrays, as the fold climbs them.
struct LadderPlan: Equatable, Sendable {
  /// A ladder.
  struct Ladder: Equatable, Sendable {
    /// The position of its lowest rung in `rungs`.
    var firstRung: Int32
    /// How many rungs it has.
    var rungCount: Int32
    /// Whether it is looked at only once a journey was started.
    var needsJourney: Bool
  }

  /// A rung.
  struct Rung: Equatable, Sendable {
    /// The position of its first condition in `conditions`.
    var firstCondition: Int32
    /// The position after its last condition.
    var endCondition: Int32
    /// Whether a score is asked for.
    var needsScores: Bool
    /// The days asked for; -1 when none are.
    var days: Int64
  }

  /// The ladders, in the order they are examined.
  let ladders: [Ladder]
  /// The rungs of all ladders.
  let rungs: [Rung]
  /// The conditions of all rungs.
  let conditions: [LadderCondition]

  /// Compiles ladders.
  init(_ definitions: [LadderDefinition]) {
    var ladders: [Ladder] = []
    var rungs: [Rung] = []
    var conditions: [LadderCondition] = []
    for definition in definitions {
      ladders.append(
        Ladder(
          firstRung: Int32(rungs.count), rungCount: Int32(definition.rungs.count),
          needsJourney: definition.needsJourney))
      for rung in definition.rungs {
        let first = conditions.count
        conditions += rung.conditions
        rungs.append(
          Rung(
            firstCondition: Int32(first), endCondition: Int32(conditions.count),
            needsScores: rung.conditions.contains(where: \.metric.isScore),
            days: rung.conditions.lazy.filter { $0.metric == .days }.map(\.atLeast).max() ?? -1))
      }
    }
    self.ladders = ladders
    self.rungs = rungs
    self.conditions = conditions
  }
}

extension LadderDefinition {
  /// Whether it is looked at only once a journey was started: one of its rungs asks for something
  /// that has no value without.
  public var needsJourney: Bool {
    rungs.contains { $0.conditions.contains(where: \.metric.needsJourney) }
  }
}
