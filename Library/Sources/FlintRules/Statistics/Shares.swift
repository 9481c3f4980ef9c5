package struct Share<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let count: Int64
  /// The share of all occurrences, in millionths.
  package let millionths: Int64

  /// Returns the shares of values. They sum to exactly 1,000,000, or are all 0 when there are no
  /// occurrences. By the largest remainder method, each share is truncated, and the missing
  /// millionths are given to the shares with the largest remainders, the first of equals.
  static func shares(of values: [Value], _ counts: [Int64]) -> [Share] {
    let sum = counts.reduce(0, +)
    guard sum > 0 else {
      return values.map { Share(value: $0, count: 0, millionths: 0) }
    }
    let quotients = counts.map { ($0 * 1_000_000).quotientAndRemainder(dividingBy: sum) }
    var millionths = quotients.map(\.quotient)
    let missing = Int(1_000_000 - millionths.reduce(0, +))
    let byRemainder = quotients.indices.sorted {
      (quotients[$1].remainder, $0) < (quotients[$0].remainder, $1)
    }
    for index in byRemainder.prefix(missing) { millionths[index] += 1 }
    return zip(values, zip(counts, millionths)).map {
      Share(value: $0, count: $1.0, millionths: $1.1)
    }
  }
}
