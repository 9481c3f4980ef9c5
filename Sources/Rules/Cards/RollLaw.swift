public import Calendar

/// The exact weights of a roll on a day: the drop table for computing probabilities instead of
/// drawing.
public struct RollLaw: Sendable {
  /// The pity of a rarity, over the common denominator of the table.
  public struct Pity: Hashable, Sendable {
    /// The number of cards since the last of the rarity or better from which the rate is constant,
    /// because it is 1.
    public var saturation: Int64
  }

  /// The weights of the cards that one category yields, by rarity.
  public struct Given: Hashable, Sendable {
    /// The weight of each rarity of the card received, commonest first. The difference from `total`
    /// is the weight of no card.
    public var weights: [UInt64]
    /// The denominator of the weights, at least 1.
    public var total: UInt64
  }

  private let drops: DropTable
  private let era: Int

  /// The probability that a card drops.
  public let chance: Fraction
  /// The pity of each rarity, commonest first; `nil` where its rate does not rise.
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
        return Pity(saturation: certain - 1)
      }
    }
  }

  /// Whether any rate rises.
  public var hasPity: Bool { drops.hasPity }

  /// Returns the positions of the cards of a category and a rarity that can be drawn.
  public func cards(_ category: Category, _ rarity: Rarity) -> [Int] {
    drops.cards(category, rarity, era: era)
  }

  /// Returns the weights of the cards that a category yields when a card drops.
  ///
  /// - Parameter since: the number of cards received since the last of each rarity or better,
  ///   commonest first; used only for rarities with pity.
  public func given(_ category: Category, since: [Int64] = [0, 0, 0, 0]) -> Given {
    let clamped = since.map { Int32(clamping: $0) }
    let given = drops.given(
      category, era: era, since: (clamped[0], clamped[1], clamped[2], clamped[3]))
    return Given(weights: given.weights, total: given.total)
  }
}

extension Rulebook {
  /// Returns the exact weights of a roll.
  ///
  /// - Parameter day: the day of the roll; `nil` for the time before every season.
  public func rollLaw(on day: CivilDay? = nil) -> RollLaw {
    RollLaw(
      drops, chance: definition.drops.chance, era: day.map { eras.era(of: $0) } ?? 0)
  }
}
