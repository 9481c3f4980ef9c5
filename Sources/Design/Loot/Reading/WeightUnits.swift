import FlintRules

/// The units in which the weights of a table are written: 30% is 0.3 beside weights such as 60.
struct WeightUnits {
  private var percentage: String?
  private var number: String?

  /// Adds a weight as it is written.
  mutating func add(_ text: String, _ weight: Fraction) {
    if text.hasSuffix("%") {
      percentage = percentage ?? text
    } else if weight.numerator > weight.denominator {
      number = number ?? text
    }
  }

  /// Why the weights have no common unit; `nil` where they have one.
  var problem: String? {
    guard let percentage, let number else { return nil }
    return
      "\(percentage) is a share of 1, and \(number) is more than 1; write all weights of the table in one unit"
  }
}
