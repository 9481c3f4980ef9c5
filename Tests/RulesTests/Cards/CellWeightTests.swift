import FlintJSON
import FlintRules
import Testing

/// Cards of unequal weights in categories some of whose rarities have no card.
struct `Weights of cards` {
  /// A rulebook whose categories lack a rarity each, before and after cells with unequal weights.
  private static func definition(emptyCell: EmptyCell) throws -> RulebookDefinition {
    try RulebookDefinition(
      reading: try JSONValue(
        parsing: """
          {"id": "gaps", "categories": [{"id": "fire", "points": 1}, {"id": "water", "points": 1}],
            "rarities": [{"id": "r", "rate": "1/2", "duplicate": 0}, {"id": "s", "rate": "1/2", "duplicate": 0}],
            "multipliers": {"low": 1, "medium": 1, "high": 1, "extreme": 1},
            "drops": {"chance": 1, "empty_cell": "\(emptyCell.rawValue)"}, "fuel": {"capacity": 1},
            "tokens": {"initial": 0, "per_overload": 0}, "levels": [{"title": "L", "threshold": 0}],
            "missions": [], "ladders": [],
            "tasks": {"scores": {"P0": 0, "P1": 0, "P2": 0, "P3": 0}, "credit_points": false},
            "cards": [
              {"id": "a", "name": "A", "category": "fire", "rarity": "s", "weight": 3},
              {"id": "b", "name": "B", "category": "fire", "rarity": "s"},
              {"id": "c", "name": "C", "category": "water", "rarity": "r", "weight": 2},
              {"id": "d", "name": "D", "category": "water", "rarity": "r"}]}
          """), bundled: [])
  }

  @Test(arguments: [EmptyCell.none, .reroll])
  func `a cell without cards before one with unequal weights compiles`(emptyCell: EmptyCell) throws
  {
    let rulebook = try Rulebook(Self.definition(emptyCell: emptyCell))
    let rates = rulebook.rates(for: rulebook.definition.categories[0]).map(\.effective.description)
    #expect(rates == (emptyCell == .none ? ["0", "0.5"] : ["0", "1"]))
  }
}
