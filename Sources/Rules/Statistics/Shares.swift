/// How often something occurs among others of its sort.
public struct Share<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What occurs.
  public let value: Value
  /// How often.
  public let count: Int64
  /// The share of all, in millionths.
  public let millionths: Int64

  /// The shares of values. They sum to exactly 1,000,000 (unless there is nothing at all, then each
  /// is 0), by the method of the largest remainder: each is truncated, and what is missing goes, one
  /// millionth each, to those that lost the most, of equals to the first.
  static func shares(of values: [Value], _ counts: [Int64]) -> [Share] {
    let sum = counts.reduce(0, +)
    guard sum > 0 else {
      return values.map { Share(value: $0, count: 0, millionths: 0) }
    }
    let parts = counts.map { ($0 * 1_000_000).quotientAndRemainder(dividingBy: sum) }
    var millionths = parts.map(\.quotient)
    let missing = Int(1_000_000 - millionths.reduce(0, +))
    let losers = parts.indices.sorted {
      (parts[$1].remainder, $0) < (parts[$0].remainder, $1)
    }
    for index in losers.prefix(missing) { millionths[index] += 1 }
    return zip(values, zip(counts, millionths)).map {
      Share(value: $0, count: $1.0, millionths: $1.1)
    }
  }
}
