/// Ladders compiled into flat arrays for the fold.
struct LadderPlan: Equatable, Sendable {
  struct Ladder: Equatable, Sendable {
    /// The position of its lowest rung in `rungs`.
    var firstRung: Int32
    var rungCount: Int32
    /// Whether it is examined only after a journey was started.
    var needsJourney: Bool
  }

  struct Rung: Equatable, Sendable {
    /// The position of its first condition in `conditions`.
    var firstCondition: Int32
    /// The position after its last condition.
    var endCondition: Int32
    var needsScores: Bool
    /// The minimum number of days; -1 when no condition depends on days.
    var days: Int64
  }

  /// The ladders, in the order of examination.
  let ladders: [Ladder]
  let rungs: [Rung]
  let conditions: [LadderCondition]

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
  /// Whether the ladder is examined only in a journey, as a condition has no value without one.
  package var needsJourney: Bool {
    rungs.contains { $0.conditions.contains(where: \.metric.needsJourney) }
  }
}
