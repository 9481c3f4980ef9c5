public import Rules

/// How often sparks are of each category: whole weights, not all 0.
public struct CategoryMix: Hashable, Sendable {
  /// One weight a category, in the order of `Category.allCases`.
  public let weights: [UInt64]

  /// The most that the weights may sum to, so that probabilities stay small fractions.
  public static let mostTotal: UInt64 = 1_000_000_000_000

  /// All categories equally often.
  public static let uniform = CategoryMix(unchecked: [1, 1, 1, 1, 1])

  private init(unchecked weights: [UInt64]) { self.weights = weights }

  /// Makes a mix of weights in the order of `Category.allCases`.
  ///
  /// - Throws: `OddsError` of code `invalid` when there are not five, or all are 0, or their sum
  ///   passes `mostTotal`.
  public init(weights: [UInt64]) throws(OddsError) {
    guard weights.count == Category.allCases.count else {
      throw .invalid(
        "mix", "expected \(Category.allCases.count) weights, got \(weights.count)")
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
  }

  /// Makes a mix of exact weights; categories that are not named have none.
  ///
  /// - Throws: `OddsError` of code `invalid`.
  public init(_ weights: [Category: Fraction]) throws(OddsError) {
    let fractions = Category.allCases.map { weights[$0] ?? .zero }
    guard let common = Fraction.overCommonDenominator(fractions, most: Self.mostTotal) else {
      throw .invalid("mix", "the weights have too many digits; round them")
    }
    try self.init(weights: common.numerators)
  }

  /// Reads `uniform`, or weights such as `decision=3,idea=1`; categories that are not named have
  /// none. Weights are whole numbers, decimals, percentages or fractions.
  ///
  /// - Throws: `OddsError` of code `invalid`.
  public init(parsing text: String) throws(OddsError) {
    if text == "uniform" {
      self = .uniform
      return
    }
    var weights: [Category: Fraction] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard sides.count == 2 else {
        throw .invalid(
          "mix",
          "expected uniform, or weights such as decision=3,idea=1, got \"\(part)\"")
      }
      guard let category = Category(name: sides[0]) else {
        throw Self.unknown(sides[0])
      }
      guard weights[category] == nil else {
        throw .invalid("mix", "\(category.name) stands there twice")
      }
      weights[category] = try Self.weight(sides[1], of: category)
    }
    try self.init(weights)
  }

  /// Reads the weight of a category.
  ///
  /// - Throws: `OddsError` of code `invalid`.
  public static func weight(_ text: String, of category: Category) throws(OddsError) -> Fraction {
    guard let weight = Fraction(text) else {
      throw .invalid(
        "mix",
        "expected a weight from 0 up for \(category.name), such as 3, 0.25 or 1/3, got \"\(text)\"")
    }
    return weight
  }

  /// A name of no category.
  public static func unknown(_ name: String) -> OddsError {
    .invalid(
      "mix",
      "unknown category \"\(name)\"\(NearestName.hint(for: name, among: Category.names)); expected "
        + "decision, energy, idea, experiment or challenge")
  }

  /// The sum of the weights.
  public var total: UInt64 { weights.reduce(0, +) }

  /// How often sparks are of a category, exactly.
  public func share(of category: Category) -> Fraction {
    Fraction(weights[category.index], over: total) ?? .zero
  }
}

extension CategoryMix: CustomStringConvertible {
  /// The mix as `init(parsing:)` reads it.
  public var description: String {
    if self == .uniform { return "uniform" }
    return zip(Category.allCases, weights).filter { $1 > 0 }
      .map { "\($0.name)=\($1)" }.joined(separator: ",")
  }
}
