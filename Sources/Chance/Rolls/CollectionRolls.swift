package import FlintRandom

/// The number of rolls that players take to a number of different outcomes, rolled one by one: a roll is
/// the next word of the player's stream that is not rejected.
///
/// Outcomes have whole weights over a denominator *d* of at most 2³². With *q* the whole quotient of 2³²
/// / *d*, an outcome is drawn by the *q*·weight words after those of the outcomes before it; then come
/// the words for a roll without an outcome, and words from *q*·*d* on are rejected, so that the chance of
/// every outcome is exactly its weight.
package struct CollectionRolls: Sendable {
  /// The first word past each outcome that can be drawn, and past the rolls without an outcome.
  private let ends: [UInt64]
  /// Whether each of these outcomes counts.
  private let counts: [Bool]
  /// For each value of a word's upper 12 bits, the index of the first end past the least such word.
  private let starts: [Int32]
  private let needed: Int

  /// - Parameters:
  ///   - weights: the weight of each outcome, over the denominator; the rest of the denominator is the
  ///     weight of rolls without an outcome.
  ///   - denominator: the denominator.
  ///   - marked: the outcomes that count; one that is named twice counts once.
  ///   - needed: the number of different ones that are required; all of them where `nil`.
  /// - Returns: `nil` unless the denominator is from 1 to 2³², the sum of the weights is at most that,
  ///   and the goal can be reached: it requires at least one outcome, and no more than have a weight.
  package init?(
    weights: [UInt64], denominator: UInt64, marked: some Sequence<Int>, needed: Int? = nil
  ) {
    guard (1...1 << 32).contains(denominator) else { return nil }
    let marked = Set(marked)
    let words = (1 << 32) / denominator
    var (sum, ends, counts): (UInt64, [UInt64], [Bool]) = (0, [], [])
    for (outcome, weight) in weights.enumerated() where weight > 0 {
      guard weight <= denominator - sum else { return nil }
      sum += weight
      ends.append(words * sum)
      counts.append(marked.contains(outcome))
    }
    let needed = needed ?? marked.count
    guard needed >= 1, needed <= counts.count(where: { $0 }) else { return nil }
    ends.append(words * denominator)
    counts.append(false)
    (self.ends, self.counts, self.needed) = (ends, counts, needed)
    starts = (0..<4096 as Range<UInt64>).map { upper in
      Int32(ends.firstIndex { $0 > upper << 20 } ?? ends.count)
    }
  }

  /// Returns the number of the roll that reaches the goal; `nil` where that is past a maximum.
  package func rolls(from stream: inout some WordSource, most: UInt32) -> UInt32? {
    var isMissing = counts
    var missing = needed
    var rolls: UInt32 = 0
    while rolls < most {
      let word = stream.next32()
      var outcome = Int(starts[Int(word >> 20)])
      while outcome < ends.count && UInt64(word) >= ends[outcome] { outcome += 1 }
      if outcome == ends.count { continue }
      rolls += 1
      if isMissing[outcome] {
        isMissing[outcome] = false
        missing -= 1
        if missing == 0 { return rolls }
      }
    }
    return nil
  }
}
