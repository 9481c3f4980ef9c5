import Chance
import FlintRules
import Testing

/// Returns whether two numbers agree to a relative 1e-9, the promised error of exact odds.
func agrees(_ value: Double, _ expected: Double) -> Bool {
  abs(value - expected) <= 1e-9 * abs(expected)
}

func fractions(_ texts: String...) throws -> [Fraction] {
  try texts.map { try #require(Fraction($0)) }
}

extension Distribution {
  /// Median, p90, p95 and p99.
  var quantiles: [Int64] { [0.5, 0.9, 0.95, 0.99].map(quantile) }
}

extension RulebookDefinition {
  /// The cards and rates of ignition with pity.
  static func pitied(
    epic: PityDefinition? = nil, legendary: PityDefinition? = nil, chance: Fraction = .one,
    emptyCell: EmptyCell = .demote
  ) -> RulebookDefinition {
    var definition = RulebookDefinition.ignition
    definition.id = "pitied"
    definition.drops.pity = [nil, nil, epic, legendary]
    definition.drops.chance = chance
    definition.drops.emptyCell = emptyCell
    return definition
  }
}

extension PityDefinition {
  /// From the 74th card on 6 % more, certain at the 90th.
  static let softLegendary = PityDefinition(softStart: 74, softStep: .percent(6), hard: 90)
}
