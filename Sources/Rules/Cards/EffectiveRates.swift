/// A rarity's rate as written, and as it comes out in a category.
public struct RarityRate: Sendable {
  /// The rarity.
  public var rarity: Rarity
  /// The rate as the drop table says it, of cards that drop.
  public var nominal: Fraction
  /// The chance that a roll gives a card of this rarity, with the drop chance and the rule for
  /// empty cells taken in, before any pity.
  public var effective: Fraction
}

extension Rulebook {
  /// Nominal beside effective rates of a category, commonest first. What is missing from a sum of
  /// 1 among the effective ones is the chance of no card.
  ///
  /// - Parameters:
  ///   - category: the category.
  ///   - day: the day on which a card would be drawn; the time before every season unless given.
  public func rates(for category: Category, on day: CivilDay? = nil) -> [RarityRate] {
    let era = day.map { eras.era(of: $0) } ?? 0
    let given = drops.given(category, era: era, since: nil)
    return Rarity.allCases.map { rarity in
      RarityRate(
        rarity: rarity, nominal: definition.drops.rates[rarity.index],
        effective: Fraction.product(
          given.weights[rarity.index], over: given.total, times: definition.drops.chance))
    }
  }
}

extension Fraction {
  /// numerator/denominator × factor, reduced before it is multiplied.
  static func product(
    _ numerator: UInt64, over denominator: UInt64, times factor: Fraction
  ) -> Fraction {
    guard let left = Fraction(numerator, over: denominator),
      let first = Fraction(left.numerator, over: factor.denominator),
      let second = Fraction(factor.numerator, over: left.denominator)
    else { return .zero }
    let top = first.numerator.multipliedReportingOverflow(by: second.numerator)
    let bottom = first.denominator.multipliedReportingOverflow(by: second.denominator)
    // Past 64 bits the exact ratio has no use for a reader; the nearest in 2⁻⁴⁸ is shown.
    if top.overflow || bottom.overflow {
      let scale = 0x1p48
      return Fraction(UInt64(left.approximation * factor.approximation * scale), over: 1 << 48)
        ?? .zero
    }
    return Fraction(top.partialValue, over: bottom.partialValue) ?? .zero
  }
}
