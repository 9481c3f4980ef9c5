package import FlintRules
import FlintSchema

/// The frequencies of the spark categories: whole weights, not all 0.
package struct CategoryMix: Hashable, Sendable, CustomStringConvertible {
  /// The categories, in the order of a rulebook.
  package let categories: [SparkCategory]
  package let weights: [UInt64]

  /// The maximum sum of the weights, so that probabilities stay small fractions.
  package static let mostTotal: UInt64 = 1_000_000_000_000

  /// The mix in which all categories of `ignition` are equally frequent.
  package static let uniform = CategoryMix(uniform: SparkCategory.ignition)

  /// Creates the mix in which all of some categories are equally frequent.
  package init(uniform categories: [SparkCategory]) {
    self.categories = categories
    weights = categories.map { _ in 1 }
  }

  /// - Parameter categories: those of the rulebook, in its order.
  /// - Throws: `OddsError` of code `invalid` when there are not as many weights, or all are 0, or their
  ///   sum exceeds `mostTotal`.
  package init(
    weights: [UInt64], of categories: [SparkCategory] = SparkCategory.ignition
  ) throws(OddsError) {
    guard weights.count == categories.count else {
      throw .invalid("mix", "expected \(categories.count) weights, got \(weights.count)")
    }
    var total: UInt64 = 0
    for weight in weights {
      let (sum, overflow) = total.addingReportingOverflow(weight)
      guard !overflow, sum <= Self.mostTotal else {
        throw .invalid("mix", "the weights sum to more than \(Self.mostTotal); give smaller ones")
      }
      total = sum
    }
    guard total > 0 else {
      throw .invalid("mix", "all weights are 0; at least one category must have sparks")
    }
    // In lowest terms: as shares over their least common denominator.
    let shares = weights.map { Fraction($0, over: total) ?? .zero }
    self.weights = Fraction.overCommonDenominator(shares, most: total)?.numerators ?? weights
    self.categories = categories
  }

  /// Creates a mix from exact weights; categories without a weight get 0.
  ///
  /// - Throws: `OddsError` of code `invalid`.
  package init(
    _ weights: [SparkCategory: Fraction], of categories: [SparkCategory] = SparkCategory.ignition
  ) throws(OddsError) {
    let fractions = categories.map { weights[$0] ?? .zero }
    guard let common = Fraction.overCommonDenominator(fractions, most: Self.mostTotal) else {
      throw .invalid("mix", "the weights have too many digits; round them")
    }
    try self.init(weights: common.numerators, of: categories)
  }

  /// Parses `uniform`, or weights such as `decision=3,idea=1`; categories that are not named get 0.
  /// Weights are whole numbers, decimals, percentages or fractions.
  ///
  /// - Throws: `OddsError` of code `invalid`.
  package init(
    parsing text: String, of categories: [SparkCategory] = SparkCategory.ignition
  ) throws(OddsError) {
    if text == "uniform" {
      self.init(uniform: categories)
      return
    }
    var weights: [SparkCategory: Fraction] = [:]
    for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard sides.count == 2 else {
        throw .invalid(
          "mix",
          "expected uniform, or weights such as decision=3,idea=1, got \"\(entry)\"")
      }
      guard let category = categories.named(sides[0]) else {
        throw Self.unknown(sides[0], categories)
      }
      guard weights[category] == nil else {
        throw .invalid("mix", "\(category.name) is given twice")
      }
      weights[category] = try Self.weight(sides[1], of: category)
    }
    try self.init(weights, of: categories)
  }

  /// - Throws: `OddsError` of code `invalid`.
  package static func weight(_ text: String, of category: SparkCategory) throws(OddsError)
    -> Fraction
  {
    guard let weight = Fraction(text) else {
      throw .invalid(
        "mix",
        "expected a weight from 0 up for \(category.name), such as 3, 0.25 or 1/3, got \"\(text)\"")
    }
    return weight
  }

  package static func unknown(_ name: String, _ categories: [SparkCategory]) -> OddsError {
    .invalid(
      "mix",
      "unknown category \"\(name)\"\(NearestName.hint(for: name, among: categories.names)); expected "
        + categories.names.alternatives)
  }

  package var total: UInt64 { weights.reduce(0, +) }

  /// Returns the exact share of the sparks that have a category.
  package func share(of category: SparkCategory) -> Fraction {
    categories.position(of: category).flatMap { Fraction(weights[$0], over: total) } ?? .zero
  }

  /// Returns the exact share of the sparks that have the category at a position.
  package func share(at position: Int) -> Fraction {
    weights.indices.contains(position) ? Fraction(weights[position], over: total) ?? .zero : .zero
  }

  /// The mix in the syntax of `init(parsing:)`.
  package var description: String {
    if weights.allSatisfy({ $0 == weights[0] }) { return "uniform" }
    return zip(categories, weights).filter { $1 > 0 }
      .map { "\($0.name)=\($1)" }.joined(separator: ",")
  }
}
