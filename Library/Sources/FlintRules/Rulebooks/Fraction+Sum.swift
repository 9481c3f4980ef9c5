extension Fraction {
  /// Returns what is wrong with rates whose sum is not 1: the sum, what it lacks, and the rate that may be a percentage
  /// without its sign.
  static func sumProblem(of rates: [Fraction], sum: UInt64, over denominator: UInt64) -> String {
    let isLess = sum < denominator
    let gap = Fraction(isLess ? denominator - sum : sum - denominator, over: denominator)
    let got = Fraction(sum, over: denominator)
    let problem =
      "rates must sum to 1, got \(got?.description ?? "?"); \(gap?.description ?? "?") is "
      + (isLess ? "missing" : "too much")
    // A hundredth of the rate would make the sum 1.
    let slip = rates.first { rate in
      let (excess, isTooLarge) = rate.numerator.multipliedReportingOverflow(by: 99)
      let (hundredths, isTooFine) = rate.denominator.multipliedReportingOverflow(by: 100)
      return !isLess && !isTooLarge && !isTooFine && Fraction(excess, over: hundredths) == gap
    }
    return problem + (slip.map { percentHint("\($0)") } ?? "")
  }
}
