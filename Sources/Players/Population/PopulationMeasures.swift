import FlintCalendar
package import FlintRules

/// What is measured of each player of a population under a rulebook: totals, as plans measure them.
package struct PopulationMeasures: Sendable {
  package let rulebook: Rulebook
  /// The names of the totals, in order.
  package let names: [String]
  let readings: Readings

  /// - Parameter names: the names, such as `points` or `cards.legendary`; `nil` for those that concern
  ///   every rulebook, and the balances of this one's currencies.
  /// - Throws: `PlanProblem` when a name is no total, or the rulebook lacks what it names.
  package init(_ rulebook: Rulebook, names: [String]? = nil) throws(PlanProblem) {
    self.rulebook = rulebook
    self.names = names ?? Self.usual(rulebook)
    var measures: [Measure] = []
    for name in self.names {
      let measure = try Measure(parsing: name)
      switch measure.kind {
      case .total, .totalOnDay: measures.append(measure)
      case .until, .scripted:
        throw PlanProblem("\"\(name)\" is no total; expected one such as points or cards.legendary")
      }
    }
    readings = try Readings(measures, rulebook)
  }

  private static let usual = [
    "points", "points.spark", "points.duplicate", "points.mission", "points.task", "points.earned",
    "level", "sparks", "cards", "duplicates", "missions", "achievements", "streak", "overloads",
    "fuel", "tokens", "task_score", "moods", "active_days",
  ]

  /// Returns the names of the totals that concern a rulebook.
  ///
  /// - Parameter other: the rulebook that it is compared with, which they concern as well.
  package static func usual(_ rulebook: Rulebook, and other: Rulebook? = nil) -> [String] {
    let definition = rulebook.definition
    let own =
      usual + (definition.pools.isEmpty ? [] : ["rolls", "featured"])
      + definition.currencies.map { "currency.\($0.id)" }
    guard let other else { return own }
    let others = Set(usual(other))
    return own.filter(others.contains)
  }
}
