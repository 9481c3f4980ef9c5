private import CDraws

/// The counts of four outcomes (rarities) with whole weights over a denominator *d*.
///
/// A draw takes the next word of a stream that is below *q*·*d*, where *q* is the whole quotient of 2³² /
/// *d*; words from there on are rejected, so that the chance of every outcome is exactly its weight.
/// Outcome *i* is drawn by a word from *q*·(weights before *i*) up to *q*·(those and its own).
public struct RarityCounts: Sendable {
  /// The number of words of a stream, after which it repeats.
  public static let wordsInStream: UInt64 = 1 << 34

  /// The counts of a series of draws.
  public struct Tally: Equatable, Sendable {
    /// The number of times each outcome was drawn.
    public var counts: [UInt64]
    /// The number of words used, rejected ones included.
    public var words: UInt64
  }

  /// The first word past each outcome, and at the end the first rejected one: q · cumulative weights. The
  /// last two are equal.
  let ends: [UInt64]

  /// Compiles weights.
  ///
  /// - Returns: `nil` unless there are four weights, which sum to the denominator, from 1 to 2³².
  public init?(weights: [UInt64], denominator: UInt64) {
    guard weights.count == 4, (1...1 << 32).contains(denominator) else { return nil }
    var sum: UInt64 = 0
    var ends: [UInt64] = []
    for weight in weights {
      guard weight <= denominator - sum else { return nil }
      sum += weight
      ends.append((1 << 32) / denominator * sum)
    }
    guard sum == denominator else { return nil }
    self.ends = ends
  }

  /// Returns the counts of the outcomes of a stream's first draws.
  ///
  /// - Parameters:
  ///   - draws: the number of draws.
  ///   - key: the seed.
  ///   - identity: the identity of the stream.
  ///   - purpose: the purpose of the stream.
  ///   - level: the instruction set; one that the processor lacks is replaced by the best that it has.
  /// - Returns: the counts; `nil` when the stream has too few words (2³⁴, some of them rejected). Use
  ///   further streams for so many draws.
  public func tally(
    of draws: UInt64, key: UInt64, identity: UInt64, purpose: UInt32, level: DrawLevel = .best
  ) -> Tally? {
    var below: [UInt64] = [0, 0, 0, 0]
    var words: UInt64 = 0
    // The words read are never more than the draws that are missing.
    while below[3] < draws {
      let wanting = draws - below[3]
      guard wanting <= Self.wordsInStream - words else { return nil }
      let above = above(level, key, identity, purpose, words, wanting)
      for index in 0..<4 { below[index] += wanting - above[index] }
      words += wanting
    }
    let counts = [below[0], below[1] - below[0], below[2] - below[1], below[3] - below[2]]
    return Tally(counts: counts, words: words)
  }

  /// Returns the number of words of a range of a stream that are not below each of the ends.
  private func above(
    _ level: DrawLevel, _ key: UInt64, _ identity: UInt64, _ purpose: UInt32, _ first: UInt64,
    _ count: UInt64
  ) -> [UInt64] {
    // C compares with "above": 32 bits can represent the bounds of all ends but 0.
    let bounds = ends.map { UInt32($0 == 0 ? 0 : $0 - 1) }
    var above: [UInt64] = [0, 0, 0, 0]
    // C reads four bounds and adds to four counts.
    bounds.withUnsafeBufferPointer { bounds in
      above.withUnsafeMutableBufferPointer { above in
        guard let bounds = bounds.baseAddress, let above = above.baseAddress else { return }
        cdraws_count_above(
          level.rawValue, key, identity, purpose, first, count, bounds, above)
      }
    }
    for index in 0..<4 where ends[index] == 0 { above[index] = count }
    return above
  }

  /// Returns the same as ``tally(of:key:identity:purpose:level:)``, one draw after another: its
  /// definition.
  public func tallyOneByOne(
    of draws: UInt64, key: UInt64, identity: UInt64, purpose: UInt32
  ) -> Tally? {
    var stream = CounterStream(key: key, identity: identity, purpose: purpose)
    var tally = Tally(counts: [0, 0, 0, 0], words: 0)
    var drawn: UInt64 = 0
    while drawn < draws {
      guard tally.words < Self.wordsInStream else { return nil }
      let word = UInt64(stream.next32())
      tally.words += 1
      guard let outcome = ends.firstIndex(where: { word < $0 }) else { continue }
      tally.counts[outcome] += 1
      drawn += 1
    }
    return tally
  }
}
