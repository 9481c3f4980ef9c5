/// What a roll can bring on a day, with exact weights: the drop table as it is read by who works
/// out chances instead of drawing.
public struct RollLaw: Sendable {
  /// How a rarity's rate rises, over the common denominator of the table.
  public struct Pity: Hashable, Sendable {
    /// The number of cards since the last of the rarity or better from which on the rate does not
    /// change any more, because it is 1.
    public var settled: Int64
  }

  /// The cards that one category gives, by rarity.
  public struct Given: Hashable, Sendable {
    /// The weight of each rarity of the card given, commonest first. What is missing to `total` is
    /// the weight of no card.
    public var weights: [UInt64]
    /// What the weights are parts of, at least 1.
    public var total: UInt64
  }

  private let drops: DropTable
  private let era: Int

  /// The chance that a roll brings anything at all.
  public let chance: Fraction
  /// How rates rise, one per rarity, commonest first; `nil` where they do not.
  public let pity: [Pity?]

  init(_ drops: DropTable, chance: Fraction, era: Int) {
    self.drops = drops
    self.chance = chance
    self.era = era
    let (denominator, weights) = (drops.denominator, drops.weights)
    pity = zip(drops.pity, weights).map { rule, weight in
      rule.map { rule in
        var certain = rule.hard
        if rule.softStep > 0 {
          let steps = (denominator - weight + rule.softStep - 1) / rule.softStep
          certain = min(certain, rule.softStart - 1 + Int64(max(1, steps)))
        }
        return Pity(settled: certain - 1)
      }
    }
  }

  /// Whether any rate rises.
  public var hasPity: Bool { drops.hasPity }

  /// The positions of the cards of a category and a rarity that can be drawn.
  public func cards(_ category: Category, _ rarity: Rarity) -> [Int] {
    drops.cards(category, rarity, era: era)
  }

  /// What a category gives when a card drops.
  ///
  /// - Parameter since: how many cards were given since the last of each rarity or better,
  ///   commonest first; looked at where a rarity has pity.
  public func given(_ category: Category, since: [Int64] = [0, 0, 0, 0]) -> Given {
    let clamped = since.map { Int32(clamping: $0) }
    let given = drops.given(
      category, era: era, since: (clamped[0], clamped[1], clamped[2], clamped[3]))
    return Given(weights: given.weights, total: given.total)
  }
}

extension Rulebook {
  /// What a roll can bring, exactly.
  ///
  /// - Parameter day: the day of the roll; the time before every season unless given.
  public func rollLaw(on day: CivilDay? = nil) -> RollLaw {
    RollLaw(
      drops, chance: definition.drops.chance, era: day.map { eras.era(of: $0) } ?? 0)
  }
}
