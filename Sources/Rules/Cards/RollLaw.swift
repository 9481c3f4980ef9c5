public import Calendar

/// The exact weights of a roll on a day, for computing probabilities instead of drawing.
public struct RollLaw: Sendable {
  private let drops: DropTable
  private let era: Int

  /// The number of cards since the last of each rarity or better, commonest first, from which its rate
  /// is constant, because it is 1; `nil` where the rate does not rise.
  public let saturations: [Int64?]

  init(_ drops: DropTable, era: Int) {
    self.drops = drops
    self.era = era
    let denominator = drops.denominator
    saturations = zip(drops.pity, drops.weights).map { rule, weight in
      rule.map { rule in
        var certain = rule.hard
        if rule.softStep > 0 {
          let steps = (denominator - weight + rule.softStep - 1) / rule.softStep
          certain = min(certain, rule.softStart - 1 + Int64(max(1, steps)))
        }
        return certain - 1
      }
    }
  }

  /// The probability that a card drops.
  public var chance: Fraction { drops.chance }

  /// Whether any rate rises.
  public var hasPity: Bool { drops.hasPity }

  /// Returns the positions of the cards of a category and a rarity that can be drawn.
  public func cards(_ category: Category, _ rarity: Rarity) -> [Int] {
    drops.cards(category, rarity, era: era)
  }

  /// Returns the probabilities of a roll for a category.
  ///
  /// - Parameter since: the number of cards received since the last of each rarity or better,
  ///   commonest first; used only for rarities with pity.
  public func given(_ category: Category, since: [Int64] = [0, 0, 0, 0]) -> DrawLaw {
    let clamped = since.map { Int32(clamping: $0) }
    return drops.law(
      category, era: era, since: (clamped[0], clamped[1], clamped[2], clamped[3]))
  }
}

extension Rulebook {
  /// Returns the exact weights of a roll.
  ///
  /// - Parameter day: the day of the roll; `nil` for the time before every season.
  public func rollLaw(on day: CivilDay? = nil) -> RollLaw {
    RollLaw(drops, era: day.map { eras.era(of: $0) } ?? 0)
  }
}
