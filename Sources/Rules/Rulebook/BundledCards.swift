/// The cards of the bundled rulebooks: per category five common, three rare, and two more.
enum BundledCards {
  /// Names in order: five common, three rare, and the two above rare.
  private static let names: [(Category, [String])] = [
    (
      .decision,
      [
        "Fork in the Path", "Coin Toss", "First Yes", "Clean Cut", "Weighing Stone",
        "Compass Rose", "Closed Door", "Burned Boat", "Judge of Embers", "Crown of Choices",
      ]
    ),
    (
      .energy,
      [
        "Warm Start", "Quick Match", "Second Breath", "Morning Run", "Loose Spring",
        "Rolling Thunder", "Solar Wind", "Tidal Pulse", "Storm Engine", "Heart of the Furnace",
      ]
    ),
    (
      .idea,
      [
        "Napkin Sketch", "Stray Thought", "Shower Spark", "Margin Note", "Odd Question",
        "Paper Lantern", "Hidden Door", "Borrowed Light", "Cathedral of Glass",
        "The Unwritten Page",
      ]
    ),
    (
      .experiment,
      [
        "Test Strip", "Beaker", "Loose Wire", "Trial Run", "Control Group",
        "Odd Result", "Patient Zero Point", "Double Blind", "Garden of Prototypes",
        "The Lucky Mistake",
      ]
    ),
    (
      .challenge,
      [
        "Pebble in the Shoe", "Steep Stair", "Cold Plunge", "Long Queue", "Heavy Door",
        "Ridge Line", "Iron Hour", "Unlit Tunnel", "The Mountain Answers", "Last One Standing",
      ]
    ),
  ]

  /// The cards, given the rarity of the two cards above rare in each category.
  static func cards(topRarities: (Category) -> (Rarity, Rarity)) -> [CardDefinition] {
    names.flatMap { category, names in
      let (ninth, tenth) = topRarities(category)
      let rarities: [Rarity] =
        Array(repeating: .common, count: 5) + Array(repeating: .rare, count: 3) + [ninth, tenth]
      return zip(names, rarities).map { name, rarity in
        CardDefinition(
          id: category.name + "-"
            + name.lowercased().split(separator: " ").joined(separator: "-"),
          name: name, category: category, rarity: rarity)
      }
    }
  }
}
