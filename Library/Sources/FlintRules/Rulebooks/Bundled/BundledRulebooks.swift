extension RulebookDefinition {
  /// The rulebook that pays for sparks alone, which the other bundled ones extend.
  public static let ignition = RulebookDefinition(
    id: "ignition",
    points: PointRules(
      base: [10, 15, 8, 20, 25],
      multipliers: [.tenths(10), .tenths(15), .tenths(20), .tenths(25)],
      duplicates: [10, 25, 50, 100]),
    cards: BundledCards.ignition,
    drops: DropDefinition(
      rates: [.percent(60), .percent(30), .percent(8), .percent(2)]),
    levels: levels(thresholds: [0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000]),
    fuelCapacity: 1000,
    tokens: TokenRules(initial: 1, perOverload: 1),
    missions: BundledMissions.all,
    ladders: BundledLadders.all)

  /// The rules of the original app as shipped, with fewer drops and levels further apart.
  package static let ignitionShipped: RulebookDefinition = {
    var shipped = ignition
    shipped.id = "ignition-shipped"
    shipped.cards = BundledCards.shipped
    shipped.drops.chance = .percent(40)
    shipped.drops.emptyCell = .none
    shipped.levels = levels(
      thresholds: [0, 500, 1400, 2900, 5600, 10500, 19300, 35100, 63500, 114800])
    return shipped
  }()

  /// The rulebook of profiles that are created without naming one.
  package static let newProfileDefault = everyday

  /// The rulebooks that come with Flint.
  package static let bundled = [ignition, ignitionShipped, everyday]

  /// Returns levels with the titles of `ignition` and further ones.
  static func levels(thresholds: [Int64]) -> [LevelDefinition] {
    let titles = [
      "Novice Igniter", "Apprentice Igniter", "Practitioner Igniter", "Adept Igniter",
      "Expert Igniter", "Master Igniter", "Grand Master", "Legendary Igniter",
      "Titan of Ignition", "Mythical Flame", "Keeper of the Coals", "Hearth Builder",
      "Lamplighter", "Bellfounder", "Glassblower", "Night Baker", "Signal Keeper",
      "Charcoal Burner", "Potter of the Slow Fire", "Beacon Warden", "Steady Hand",
      "Winter Stoker", "Smith of Small Things", "Star Counter", "Comet Watcher",
      "Keeper of the Calendar", "Old Friend of Fire", "Maker of Mornings",
      "Cartographer of Days", "Gardener of Sparks", "Librarian of Light", "Tender of the Tides",
      "Captain of the Calm", "Elder of the Hearth", "Patient Star", "Harbour Light",
      "Northern Light", "The Unhurried Sun",
    ]
    return zip(titles, thresholds).map { LevelDefinition(title: $0, threshold: $1) }
  }
}
