public import Calendar

/// A rarity's nominal rate and its effective rate in a category.
public struct RarityRate: Sendable {
  /// The rarity.
  public var rarity: Rarity
  /// The rate in the drop table, among cards that drop.
  public var nominal: Fraction
  /// The probability that a roll without pity yields a card of this rarity.
  public var effective: Fraction
}

extension Rulebook {
  /// Returns the nominal and effective rates of a category, commonest first. The difference between
  /// 1 and the sum of the effective rates is the probability of no card.
  ///
  /// - Parameter day: the day of the draw; `nil` for the time before every season.
  public func rates(for category: Category, on day: CivilDay? = nil) -> [RarityRate] {
    let era = day.map { eras.era(of: $0) } ?? 0
    let given = drops.law(category, era: era, since: nil)
    return Rarity.allCases.map { rarity in
      RarityRate(
        rarity: rarity, nominal: definition.drops.rates[rarity.index],
        effective: Fraction.product(
          given.weights[rarity.index], over: given.total, times: definition.drops.chance))
    }
  }
}

extension Fraction {
  /// Returns numerator/denominator × factor, reduced before the multiplication.
  static func product(
    _ numerator: UInt64, over denominator: UInt64, times factor: Fraction
  ) -> Fraction {
    guard let left = Fraction(numerator, over: denominator),
      let first = Fraction(left.numerator, over: factor.denominator),
      let second = Fraction(factor.numerator, over: left.denominator)
    else { return .zero }
    let top = first.numerator.multipliedReportingOverflow(by: second.numerator)
    let bottom = first.denominator.multipliedReportingOverflow(by: second.denominator)
    // Beyond 64 bits an exact ratio is of no use to a reader; the nearest multiple of 2⁻⁴⁸ is
    // shown.
    if top.overflow || bottom.overflow {
      let scale = 0x1p48
      return Fraction(UInt64(left.approximation * factor.approximation * scale), over: 1 << 48)
        ?? .zero
    }
    return Fraction(top.partialValue, over: bottom.partialValue) ?? .zero
  }
}
