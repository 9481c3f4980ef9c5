/// What one roll can give, and with which chance, at its place in the fold: the effective rates with
/// whatever pity has raised them by then.
public struct DrawLaw: Hashable, Sendable {
  /// How many of `total` equal parts give a card of each rarity, commonest first, once a card drops;
  /// what is missing gives none.
  public var weights: [UInt64]
  /// The parts.
  public var total: UInt64
  /// The chance that a card drops.
  public var chance: Fraction

  /// The chances of a card of each rarity, commonest first, and of no card: exactly 0 where it
  /// cannot be.
  public var chances: [Double] {
    let parts = Double(total)
    let given = weights.map { Double($0) / parts * chance.approximation }
    let rest = total - weights.reduce(0, +)
    let lost = Double(chance.denominator - chance.numerator) / Double(chance.denominator)
    return given + [lost + chance.approximation * (Double(rest) / parts)]
  }
}

extension Rulebook {
  /// Whether rates depend on what was given before.
  public var hasPity: Bool { drops.hasPity }

  /// What a roll for a category would give on a day, with what precedes it in a state.
  ///
  /// - Parameter isPaid: whether a token is spent on it: then a card drops for certain.
  public func drawLaw(
    for category: Category, on day: CivilDay, in state: ProfileState, isPaid: Bool = false
  ) -> DrawLaw {
    let given = drops.given(category, era: eras.era(of: day), since: state.since)
    return DrawLaw(
      weights: given.weights, total: given.total,
      chance: isPaid ? .one : definition.drops.chance)
  }

  /// The cards among which a roll on a day chooses once category and rarity are settled, each as
  /// likely as the others: positions in the rulebook.
  public func drawableCards(_ category: Category, _ rarity: Rarity, on day: CivilDay) -> [Int] {
    drops.cards(category, rarity, era: eras.era(of: day))
  }
}
