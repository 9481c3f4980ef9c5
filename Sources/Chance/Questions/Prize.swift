import BigInt
package import FlintRules

/// A single prize that a roll wins at a rate, which may rise from roll to roll until it is won.
package struct Prize: Hashable, Sendable {
  /// The rate of a roll before any increase.
  package let rate: Fraction
  /// The rule by which it rises.
  private let pity: PityDefinition
  /// The first roll since the last prize whose rate is raised; `nil` if none is.
  package var softStart: Int64? { pity.softStart }
  /// The increase of the rate from one roll to the next.
  package var softStep: Fraction { pity.softStep }
  /// The roll that is certain to win; `nil` if none is.
  package var hard: Int64? { pity.hard }

  /// The maximum number of rolls that pity may wait for.
  package static let mostRolls: Int64 = 1_000_000

  /// Creates a prize.
  ///
  /// The rate rises with the rolls since the last prize as that of a rarity with pity does (`PityDefinition`).
  ///
  /// - Throws: `OddsError` of code `invalid` when a rate is not from 0 to 1, or pity can never take
  ///   effect; of code `unreachable` when the prize can never be won.
  package init(
    rate: Fraction, softStart: Int64? = nil, softStep: Fraction? = nil, hard: Int64? = nil
  ) throws(OddsError) {
    func check(_ name: String, _ rolls: Int64?) throws(OddsError) {
      if let rolls, !(1...Self.mostRolls).contains(rolls) {
        throw .invalid(name, "expected 1 to \(Self.mostRolls), got \(rolls)")
      }
    }
    try Self.check("rate", rate)
    try check("hard", hard)
    try check("soft_start", softStart)
    if let softStep { try Self.check("soft_step", softStep) }
    if let softStart, let hard, softStart > hard {
      throw .invalid(
        "soft_start",
        "pity that can never fire: roll \(softStart) is never reached, since roll "
          + "\(hard) is certain (hard)")
    }
    if softStart != nil && (softStep ?? .zero) == .zero {
      throw .invalid(
        "soft_start", "pity that can never fire: the rate does not rise; give soft_step above 0")
    }
    if let softStep, softStart == nil {
      throw .invalid(
        "soft_step",
        "pity that can never fire: \(softStep) is added from no roll on; give "
          + "soft_start")
    }
    if rate == .zero && softStart == nil && hard == nil {
      throw OddsError(
        .unreachable, field: "rate", "a prize of rate 0 is never won; give a rate above 0, or pity")
    }
    self.rate = rate
    pity = PityDefinition(softStart: softStart, softStep: softStep ?? .zero, hard: hard)
  }

  private static func check(_ name: String, _ rate: Fraction) throws(OddsError) {
    if rate.numerator > rate.denominator {
      throw .invalid(name, "expected 0 to 1, got \(rate)")
    }
  }

  /// Whether the prize has pity: a rate that rises, or a roll that is certain to win.
  package var hasPity: Bool { softStart != nil || hard != nil }

  /// What is odd about the rate beside the pity.
  package var remarks: [String] { pity.remarks(on: rate, of: "the rate") }

  /// The roll by which the prize is certain; `nil` without pity.
  package var longest: Int64? {
    hasPity ? min(hard ?? .max, pity.fullRoll(from: rate) ?? .max) : nil
  }

  /// Returns the exact rate of the k-th roll since the last prize.
  func rate(at roll: Int64) -> Ratio {
    guard let steps = pity.steps(at: roll) else { return .one }
    let raised = Ratio(rate) + Ratio(softStep) * Ratio(BigUInt(steps), over: 1)
    return raised.numerator > raised.denominator ? .one : raised
  }

  /// The maximum number of rolls that are followed for one prize.
  private static let mostFollowed = 1 << 21

  /// Returns the distribution of the rolls for one prize; `nil` when there are too many to follow.
  func stepDistribution(longest: Int64) -> StepDistribution? {
    var ends = [0.0]
    var left = 1.0
    let (base, step) = (rate.approximation, softStep.approximation)
    var roll: Int64 = 1
    while roll <= longest, left > 1e-20 {
      // Exact rates need not be computed for each of up to a million rolls.
      let steps = roll == longest ? nil : pity.steps(at: roll)
      let rate = steps.map { min(1, base + Double($0) * step) } ?? 1
      if ends.count > Self.mostFollowed { return nil }
      ends.append(left * rate)
      left *= 1 - rate
      roll += 1
    }
    return StepDistribution(ends: ends)
  }

  /// Returns the expected number of rolls as a fraction, where it is short enough to read.
  func exactMean(longest: Int64, wins: Int) -> Ratio? {
    // Each roll multiplies the denominator; beyond this limit the result has too many digits.
    guard longest <= 100 else { return nil }
    var (left, sum) = (Ratio.one, Ratio.zero)
    for roll in 1...longest {
      sum = sum + left
      guard sum.denominator.bitWidth <= 400 else { return nil }
      left = left * (.one - rate(at: roll))
    }
    let mean = sum * Ratio(BigUInt(wins), over: 1)
    return mean.isModest ? mean : nil
  }
}
