/// A pity rule over the denominator of the rates: the weight of its rarity by the number of the coming card.
package struct PityWeight: Sendable {
  /// The first card count at which the weight is raised; `Int64.max` if it never is.
  package let softStart: Int64
  /// The gain with each card from then on.
  package let softStep: UInt64
  /// The card count at which the rarity is certain; `Int64.max` if it never is.
  package let hard: Int64
  /// The card count at which the rarity is certain as long as none has come; `Int64.max` if there is none.
  package let first: Int64
  /// The weights from `softStart` on where they are not of one ramp.
  package let curve: PityCurve?
  /// The number of rolls in which the weight stays as it is at the first of them; 1 where each has its own.
  package let round: Int32
  /// Whether only a card of the rarity itself resets the counter.
  package let isExact: Bool

  /// - Parameters:
  ///   - rule: the rule as written; `nil` where only the first card is certain.
  ///   - softStep: its gain over the denominator.
  ///   - curve: its rates over the denominator, where it has them.
  package init(
    _ rule: PityDefinition?, softStep: UInt64, first: Int64? = nil, curve: PityCurve? = nil
  ) {
    let certain = rule?.rates.first { $0.rate == .one }?.from
    softStart = curve?.onset ?? rule?.softStart ?? .max
    self.softStep = softStep
    hard = rule?.hard ?? certain ?? .max
    self.first = first ?? .max
    self.curve = curve
    round = Int32(clamping: rule?.round ?? 1)
    isExact = rule?.reset == .exact
  }

  /// Compiles a rule, of which the numerators of its fractions are the first of a list, and removes these.
  init(
    _ rule: PityDefinition, _ numerators: inout ArraySlice<UInt64>, of denominator: UInt64
  ) {
    let own = Array(numerators.prefix(rule.fractions.count))
    numerators = numerators.dropFirst(own.count)
    self.init(
      rule, softStep: own.first ?? 0, first: rule.first,
      curve: rule.rates.isEmpty
        ? nil : PityCurve(rule.rates, weights: Array(own.dropFirst()), of: denominator))
  }

  /// The lowest card count at which the rule changes a rate.
  var onset: Int64 { min(softStart, hard) }

  /// Returns the card count from which on the rarity is certain, whatever came before; `Int64.max` if it never is.
  ///
  /// - Parameter base: the weight before any pity.
  package func full(from base: UInt64, of denominator: UInt64) -> Int64 {
    if let curve { return min(hard, curve.full(from: base)) }
    guard softStart < .max, softStep > 0 else { return hard }
    let missing = denominator > base ? denominator - base : 0
    let steps = max(1, (missing + softStep - 1) / softStep)
    let (full, overflow) = softStart.addingReportingOverflow(Int64(clamping: steps) - 1)
    return overflow ? hard : min(hard, full)
  }

  /// Returns the card count from which on the weight stays the same; 0 where it never changes.
  ///
  /// - Parameter base: the weight before any pity.
  package func constant(from base: UInt64, of denominator: UInt64) -> Int64 {
    let full = full(from: base, of: denominator)
    return full == .max ? curve?.last ?? 0 : full
  }

  /// Returns the card count at which the rarity is certain.
  ///
  /// - Parameter hasHad: whether the rarity or a better one has come at all.
  @inlinable
  package func certain(hasHad: Bool) -> Int64 { hasHad ? hard : min(first, hard) }

  /// - Parameters:
  ///   - base: the weight before any pity.
  ///   - coming: the number of the coming card since the last one of the rarity or better.
  ///   - hasHad: whether the rarity or a better one has come at all.
  ///   - canBeCertain: whether the rule can make the card certain: of a pack only the last card that can be of
  ///     the rarity.
  @inlinable
  package func raised(
    _ base: UInt64, coming: Int64, hasHad: Bool = true, denominator: UInt64,
    canBeCertain: Bool = true
  ) -> UInt64 {
    if canBeCertain, coming >= certain(hasHad: hasHad) { return denominator }
    guard coming >= softStart else { return base }
    if let curve { return curve.weight(base, at: coming) }
    let steps = UInt64(coming - softStart + 1)
    let (gain, overflow) = softStep.multipliedReportingOverflow(by: steps)
    return overflow ? denominator : min(denominator, base + min(gain, denominator))
  }
}
