import Chance
import FlintJSON
import FlintRules
import Testing

/// Distributions of cards with weights, of a rulebook with six rarities.
///
/// The expected values are from a Python program with exact fractions, by inclusion and exclusion over
/// the sets of missing cards, and by the equations of the states of a counter.
struct `Odds of weighted cards` {
  private func rulebook(_ change: (inout RulebookDefinition) -> Void = { _ in }) throws -> Rulebook
  {
    var definition = RulebookDefinition.ignition
    definition.id = "six"
    definition.missions = []
    definition.rarities = try ["common", "uncommon", "rare", "epic", "legendary", "mythic"].map {
      try #require(CardRarity(declaring: $0))
    }
    definition.drops.rates = try ["50%", "25%", "15%", "7%", "2%", "1%"].map {
      try #require(Fraction($0))
    }
    definition.drops.pity = [nil, nil, nil, nil, nil, nil]
    definition.points.duplicates = [1, 2, 3, 4, 5, 6]
    let ideas: [(String, Int, Int64)] = [
      ("a", 0, 1), ("b", 0, 3), ("c", 1, 9), ("d", 2, 2), ("e", 2, 2), ("f", 3, 1), ("g", 5, 5),
      ("h", 5, 1),
    ]
    definition.cards = ideas.map { id, rarity, weight in
      CardDefinition(
        id: id, name: id, category: .idea, rarity: definition.rarities[rarity], weight: weight)
    }
    for category in [SparkCategory.decision, .energy, .experiment, .challenge] {
      definition.cards.append(
        CardDefinition(
          id: category.name, name: category.name, category: category, rarity: .common))
    }
    change(&definition)
    return try Rulebook(definition)
  }

  private func distribution(_ goal: String, _ rulebook: Rulebook) throws -> Distribution {
    // Only ideas, of which all other cards are out of the mix.
    try Odds.distribution(
      of: Goal(parsing: goal), rulebook: rulebook, mix: CategoryMix(parsing: "idea=1"), copies: 1,
      day: nil)
  }

  @Test func `are exact`() throws {
    let rulebook = try rulebook()
    #expect(try distribution("first:mythic", rulebook).meanFraction == "100")
    #expect(try distribution("card:h", rulebook).meanFraction == "600")
    #expect(try distribution("all:mythic", rulebook).meanFraction == "620")
    #expect(try distribution("all:rare", rulebook).meanFraction == "20")
    let complete = try distribution("category:idea", rulebook)
    #expect(abs(complete.mean - 620.1316097860346) < 1e-9)
  }

  @Test func `under pity follow its counter`() throws {
    let rulebook = try rulebook { $0.drops.pity[5] = PityDefinition(hard: 3) }
    let mean = try distribution("first:mythic", rulebook).mean
    #expect(abs(mean - 2.9701) < 1e-11, "\(mean)")
    #expect(abs(try distribution("card:h", rulebook).mean - 17.8206) < 1e-11)
  }
}
