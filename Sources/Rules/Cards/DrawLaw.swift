public import Calendar

/// The probabilities of one roll in the fold: the effective rates, raised by the pity up to then.
public struct DrawLaw: Hashable, Sendable {
  /// The weight of each rarity among `total`, commonest first, once a card drops; the difference
  /// from `total` is the weight of no card.
  public var weights: [UInt64]
  /// The denominator of the weights.
  public var total: UInt64
  /// The probability that a card drops.
  public var chance: Fraction

  /// The probability of a card of each rarity, commonest first, followed by that of no card;
  /// exactly 0 for impossible outcomes.
  public var chances: [Double] {
    let divisor = Double(total)
    let given = weights.map { Double($0) / divisor * chance.approximation }
    let rest = total - weights.reduce(0, +)
    let lost = Double(chance.denominator - chance.numerator) / Double(chance.denominator)
    return given + [lost + chance.approximation * (Double(rest) / divisor)]
  }
}

extension Rulebook {
  /// Whether the rates depend on the cards received before.
  public var hasPity: Bool { drops.hasPity }

  /// Returns the probabilities of a roll for a category on a day, given a state.
  ///
  /// - Parameter isPaid: whether a token is spent on the roll, so that a card certainly drops.
  public func drawLaw(
    for category: Category, on day: CivilDay, in state: ProfileState, isPaid: Bool = false
  ) -> DrawLaw {
    drops.law(category, era: eras.era(of: day), since: state.since, isPaid: isPaid)
  }

  /// Returns the rulebook positions of the cards that a roll on a day selects from, with equal
  /// probability, once its category and rarity are determined.
  public func drawableCards(_ category: Category, _ rarity: Rarity, on day: CivilDay) -> [Int] {
    drops.cards(category, rarity, era: eras.era(of: day))
  }
}
