package import FlintSchema

/// A number of a rulebook, found by its path: `pools.banner.pity.five.soft_step`.
package struct RulebookNumber: Hashable, Sendable {
  /// The whole path, in which the entries of lists are named by their ids, or counted from 1 where they have none.
  package let name: String
  /// The path in the complete JSON of the rulebook.
  package let path: TablePath
  package let kind: Kind
  /// The value in the rulebook; `nil` where it is not given.
  package let value: Fraction?

  /// Throws an error for the first of some values that is not whole where the number is.
  package func check(_ values: [Fraction]) throws(RulebookNumberError) {
    guard kind == .whole, let value = values.first(where: { $0.denominator != 1 }) else { return }
    var problem = "\(name) is a whole number, got \(value)"
    if let first = values.first, let last = values.last, first.denominator == 1,
      last.denominator == 1, values.count > 2,
      abs(2 * values[1].approximation - values[0].approximation - values[2].approximation) < 1e-9
    {
      let (low, high) = (min(first.numerator, last.numerator), max(first.numerator, last.numerator))
      problem +=
        "; \(first)..\(last)/\(values.count) are \(values.count) values, \(first)..\(last)/\((high - low).addingReportingOverflow(1).partialValue) "
        + "have steps of 1"
    }
    throw RulebookNumberError(problem)
  }

  package enum Kind: Hashable, Sendable {
    case whole
    /// An exact number, such as a rate.
    case exact
    /// A number with a few decimals, which may be negative.
    case decimal
  }
}

/// The error of a path that is no number of a rulebook, or of a value that it cannot have.
package struct RulebookNumberError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem: what was found, what is expected, and what to do.
  package var description: String
  /// Whether the number itself cannot have the value, whatever the others are.
  package var isOutOfRange = false

  package init(_ description: String, isOutOfRange: Bool = false) {
    (self.description, self.isOutOfRange) = (description, isOutOfRange)
  }
}
