/// The counts of some outcomes in very many draws, without making them: the first is a binomial draw of
/// all, the second one of the rest, and so on.
public struct MultinomialSplit: Sendable {
  /// The maximum number of draws: numbers up to this one are whole in a `Double`.
  public static let mostDraws: UInt64 = 1 << 53

  private let weights: [UInt64]
  private let sum: UInt64

  /// Compiles weights.
  ///
  /// - Returns: `nil` unless the weights' sum is from 1 to 2⁵³.
  public init?(weights: [UInt64]) {
    var sum: UInt64 = 0
    for weight in weights {
      guard weight <= Self.mostDraws - sum else { return nil }
      sum += weight
    }
    guard sum > 0 else { return nil }
    self.weights = weights
    self.sum = sum
  }

  /// Returns the counts of a number of draws, from one stream; their sum is the number of draws.
  ///
  /// - Returns: `nil` for more than ``mostDraws``.
  public func counts(
    of draws: UInt64, key: UInt64, identity: UInt64, purpose: UInt32
  ) -> [UInt64]? {
    guard draws <= Self.mostDraws else { return nil }
    var stream = CounterStream(key: key, identity: identity, purpose: purpose)
    var left = draws
    var weightLeft = sum
    return weights.map { weight in
      let count: UInt64
      if weight == weightLeft {
        count = left
      } else {
        let draw = BinomialDraw(
          trials: Double(left), chance: Double(weight) / Double(weightLeft))
        count = min(left, UInt64(draw.draw(from: &stream)))
      }
      left -= count
      weightLeft -= weight
      return count
    }
  }
}
