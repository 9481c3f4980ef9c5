internal import BigInt
public import Rules

/// Expected rates that sum to 1 exactly.
public struct AuditRates: Equatable, Sendable {
  /// The rates, in the order of the cells.
  public let rates: [Fraction]

  /// Creates rates from proportions that sum to 1, or from percentages that sum to 100.
  ///
  /// - Throws: `AuditError` about `rates` when there are fewer than two, or they have another sum: then
  ///   one is missing or incorrect, and a guess would hide that.
  public init(_ rates: [Fraction]) throws(AuditError) {
    guard rates.count >= 2 else {
      throw AuditError(.rates, expected: "at least two", found: "\(rates.count)")
    }
    guard rates.count <= Audit.mostCells else {
      throw AuditError(.rates, expected: "at most \(Audit.mostCells)", found: "\(rates.count)")
    }
    let (numerator, denominator) = AuditRates.sum(rates)
    if numerator == denominator {
      self.rates = rates
      return
    }
    guard numerator == denominator * 100 else {
      throw AuditError(
        .rates, expected: "a sum of exactly 1, or of 100 for percentages",
        found: AuditRates.text(numerator, denominator))
    }
    var shares: [Fraction] = []
    for rate in rates {
      // Reduced first, so that only unreasonably long decimals overflow.
      guard let hundredth = Fraction(rate.numerator, over: 100),
        case let (denominator, isTooLarge) = rate.denominator.multipliedReportingOverflow(
          by: hundredth.denominator), !isTooLarge,
        let share = Fraction(hundredth.numerator, over: denominator)
      else {
        throw AuditError(.rates, expected: "percentages with fewer digits", found: "\(rate)")
      }
      shares.append(share)
    }
    self.rates = shares
  }

  private static func sum(_ rates: [Fraction]) -> (numerator: BigUInt, denominator: BigUInt) {
    var numerator: BigUInt = 0
    var denominator: BigUInt = 1
    for rate in rates {
      numerator = numerator * BigUInt(rate.denominator) + BigUInt(rate.numerator) * denominator
      denominator *= BigUInt(rate.denominator)
      let divisor = max(1, numerator.greatestCommonDivisor(with: denominator))
      numerator /= divisor
      denominator /= divisor
    }
    return (numerator, denominator)
  }

  /// Returns a sum as a short exact decimal, or as a ratio with the nearest decimal.
  private static func text(_ numerator: BigUInt, _ denominator: BigUInt) -> String {
    if let top = UInt64(exactly: numerator), let bottom = UInt64(exactly: denominator),
      let fraction = Fraction(top, over: bottom)
    {
      let text = fraction.description
      return text.contains("/") ? "\(text), about \(fraction.approximation)" : text
    }
    // Nine decimals suffice for a message.
    let billionths = UInt64(clamping: numerator * 1_000_000_000 / denominator)
    return "about \(Double(billionths) / 1e9)"
  }
}
