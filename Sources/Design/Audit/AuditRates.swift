internal import BigInt
import Chance
package import FlintRules

/// Expected rates that sum to 1 exactly.
package struct AuditRates: Equatable, Sendable {
  /// The rates, in the order of the cells.
  package let rates: [Fraction]

  /// Creates rates from proportions that sum to 1, or from percentages that sum to 100.
  ///
  /// - Throws: `AuditError` about `rates` when there are fewer than two, or they have another sum: then
  ///   one is missing or incorrect, and a guess would hide that.
  package init(_ rates: [Fraction]) throws(AuditError) {
    guard rates.count >= 2 else {
      throw AuditError(.rates, expected: "at least two", found: "\(rates.count)")
    }
    guard rates.count <= Audit.mostCells else {
      throw AuditError(.rates, expected: "at most \(Audit.mostCells)", found: "\(rates.count)")
    }
    let sum = rates.reduce(Ratio.zero) { $0 + Ratio($1) }
    if sum == .one {
      self.rates = rates
      return
    }
    guard sum == Ratio(100, over: 1) else {
      throw AuditError(
        .rates, expected: "a sum of exactly 1, or of 100 for percentages",
        found: AuditRates.text(sum))
    }
    self.rates = try rates.map { rate throws(AuditError) in
      // Only unreasonably long decimals overflow.
      guard let share = Fraction(Ratio(rate) * Ratio(1, over: 100)) else {
        throw AuditError(.rates, expected: "percentages with fewer digits", found: "\(rate)")
      }
      return share
    }
  }

  /// Returns a sum as a short exact decimal, or as a ratio with the nearest decimal.
  private static func text(_ sum: Ratio) -> String {
    if let fraction = Fraction(sum) {
      let text = fraction.description
      return text.contains("/") ? "\(text), about \(fraction.approximation)" : text
    }
    // Nine decimals suffice for a message.
    let billionths = UInt64(clamping: sum.numerator * 1_000_000_000 / sum.denominator)
    return "about \(Double(billionths) / 1e9)"
  }
}
