import BigInt
import Rules

extension Prize {
  /// The maximum number of rolls that are followed for one prize.
  private static let mostFollowed = 1 << 21

  /// Returns the law of the rolls for one prize; `nil` when there are too many to follow.
  func stepLaw(longest: Int64) -> StepLaw? {
    var ends = [0.0]
    var left = 1.0
    let base = rate.approximation
    var roll: Int64 = 1
    while roll <= longest, left > 1e-20 {
      // Exact rates need not be computed for each of up to a million rolls.
      let steps = softStart.map { max(0, roll - $0 + 1) } ?? 0
      let raised = min(1, base + Double(steps) * softStep.approximation)
      let rate = roll == longest ? 1 : raised
      if ends.count > Self.mostFollowed { return nil }
      ends.append(left * rate)
      left *= 1 - rate
      roll += 1
    }
    return StepLaw(ends: ends, chance: 1)
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
