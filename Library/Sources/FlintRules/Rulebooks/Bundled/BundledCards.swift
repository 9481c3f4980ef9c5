/// The cards of the bundled rulebooks: in each category five common, three rare, and two more.
enum BundledCards {
  /// The names in order: five common, three rare, and the two rarer ones.
  private static let names: KeyValuePairs<SparkCategory, [String]> = [
    .decision: [
      "Fork in the Path", "Coin Toss", "First Yes", "Clean Cut", "Weighing Stone",
      "Compass Rose", "Closed Door", "Burned Boat", "Judge of Embers", "Crown of Choices",
    ],
    .energy: [
      "Warm Start", "Quick Match", "Second Breath", "Morning Run", "Loose Spring",
      "Rolling Thunder", "Solar Wind", "Tidal Pulse", "Storm Engine", "Heart of the Furnace",
    ],
    .idea: [
      "Napkin Sketch", "Stray Thought", "Shower Spark", "Margin Note", "Odd Question",
      "Paper Lantern", "Hidden Door", "Borrowed Light", "Cathedral of Glass",
      "The Unwritten Page",
    ],
    .experiment: [
      "Test Strip", "Beaker", "Loose Wire", "Trial Run", "Control Group",
      "Odd Result", "Patient Zero Point", "Double Blind", "Garden of Prototypes",
      "The Lucky Mistake",
    ],
    .challenge: [
      "Pebble in the Shoe", "Steep Stair", "Cold Plunge", "Long Queue", "Heavy Door",
      "Ridge Line", "Iron Hour", "Unlit Tunnel", "The Mountain Answers", "Last One Standing",
    ],
  ]

  /// Returns the rarities in the order of the names; the last two are epic and the given rarity.
  private static func rarities(_ last: CardRarity) -> [CardRarity] {
    Array(repeating: .common, count: 5) + Array(repeating: .rare, count: 3) + [.epic, last]
  }

  /// Returns the rarity of a category's last card in `ignition`.
  private static func lastRarity(_ category: SparkCategory) -> CardRarity {
    switch category {
    case .decision, .energy: .epic
    default: .legendary
    }
  }

  static let ignition = cards { lastRarity($0) }

  /// The cards of `ignition-shipped`, where the last card of each category is legendary. A card
  /// whose rarity differs from that in `ignition` has a different id, so that a profile can switch
  /// between the rulebooks.
  static let shipped = cards { _ in .legendary }

  private static func cards(_ last: (SparkCategory) -> CardRarity) -> [CardDefinition] {
    names.flatMap { category, names in
      zip(names, zip(rarities(last(category)), rarities(lastRarity(category)))).map {
        name, rarity in
        let words = [category.name] + name.lowercased().split(separator: " ").map(String.init)
        let suffix = rarity.0 == rarity.1 ? [] : [rarity.0.name]
        return CardDefinition(
          id: (words + suffix).joined(separator: "-"), name: name, category: category,
          rarity: rarity.0)
      }
    }
  }
}
