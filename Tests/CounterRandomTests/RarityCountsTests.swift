import CounterRandom
import Testing

struct `Counted rarities` {
  private static func counts(_ weights: [UInt64]) throws -> RarityCounts {
    try #require(
      RarityCounts(weights: weights, denominator: weights.reduce(0, +)))
  }

  /// Weights whose denominators reject no word, hardly any, a quarter, and every other.
  static let tables: [[UInt64]] = [
    [60, 30, 8, 2], [1, 1, 1, 1], [0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [5, 0, 7, 0],
    [1 << 32, 0, 0, 0], [0, 0, 0, 1 << 32], [1 << 31, 1 << 30, 1 << 29, 1 << 29],
    [1 << 31, 1, 0, 0], [1, 1 << 30, 1 << 29, 1 << 29], [3 << 30, 0, 0, 1],
  ]

  @Test(arguments: DrawLevel.available)
  func `equal the counts drawn one by one`(level: DrawLevel) throws {
    var random = CounterStream(key: 1, identity: 1, purpose: 1)
    for weights in Self.tables {
      let counts = try Self.counts(weights)
      for draws in [0, 1, 2, 3, 4, 5, 127, 128, 129, 515, 2000] as [UInt64] {
        let key = random.next64()
        let identity = random.next64()
        let purpose = random.next32()
        let tally = counts.tally(
          of: draws, key: key, identity: identity, purpose: purpose, level: level)
        #expect(tally?.counts.reduce(0, +) == draws)
        #expect(
          tally == counts.tallyOneByOne(of: draws, key: key, identity: identity, purpose: purpose))
      }
    }
  }

  /// Streams that have a word from 2³² − 6000 on among the first 600, found with Philox in numpy:
  /// rare enough to be searched for before they are counted.
  @Test(arguments: DrawLevel.available, rareIdentities)
  func `include every word that is hardly ever rejected`(level: DrawLevel, identity: UInt64) throws
  {
    let counts = try Self.counts([1 << 31, 1 << 30, 1 << 29, 1 << 29 - 6000])
    let tally = counts.tally(of: 700, key: 2026, identity: identity, purpose: 2, level: level)
    #expect(tally?.words == 701)
    #expect(
      tally == counts.tallyOneByOne(of: 700, key: 2026, identity: identity, purpose: 2))
  }

  static let rareIdentities: [UInt64] = [421, 2021, 2034, 2656, 3209, 3939]

  /// A word is drawn on either side of a bound that it is itself, in a vector and after the last.
  @Test(arguments: DrawLevel.available, [0, 1, 2, 3, 77, 150, 600, 602])
  func `start an outcome at exactly its first word`(level: DrawLevel, index: Int) throws {
    var words = [UInt32](repeating: 0, count: 603)
    var span = words.mutableSpan
    StreamWords(key: 8, identity: 9, purpose: 2).write(into: &span, level: .scalar)
    let word = UInt64(words[index])
    for bound in [word, word + 1] {
      let counts = try Self.counts([bound, 0, 1 << 32 - bound, 0])
      let tally = try #require(
        counts.tally(of: 603, key: 8, identity: 9, purpose: 2, level: level))
      let below = UInt64(words.count { UInt64($0) < bound })
      #expect(tally.counts == [below, 0, 603 - below, 0])
      // Where the word is the first that is rejected, or the last that is not.
      guard bound > 1 << 31 else { continue }
      let short = try Self.counts([1, bound - 2, 0, 1])
      #expect(
        short.tally(of: 300, key: 8, identity: 9, purpose: 2, level: level)
          == short.tallyOneByOne(of: 300, key: 8, identity: 9, purpose: 2))
    }
  }

  /// 65536 blocks are counted in four batches.
  @Test(arguments: DrawLevel.available)
  func `agree with their weights`(level: DrawLevel) throws {
    let counts = try Self.counts([60, 30, 8, 2])
    let draws: UInt64 = 262_147
    let tally = try #require(
      counts.tally(of: draws, key: 42, identity: 7, purpose: 2, level: level))
    let chiSquare = zip(tally.counts, [0.6, 0.3, 0.08, 0.02]).reduce(0.0) {
      let expected = $1.1 * Double(draws)
      return $0 + (Double($1.0) - expected) * (Double($1.0) - expected) / expected
    }
    // Three degrees of freedom: above 16.27 once in a thousand times, were the seed not fixed.
    #expect(chiSquare < 16.27)
    let scalar = counts.tally(of: draws, key: 42, identity: 7, purpose: 2, level: .scalar)
    #expect(tally == scalar)
  }

  @Test func `are nil where a stream has too few words`() throws {
    let counts = try Self.counts([1, 1, 1, 1])
    #expect(counts.tally(of: 1 << 34 + 1, key: 1, identity: 1, purpose: 1) == nil)
  }

  @Test func `need four weights that sum to a denominator of at most 2³²`() {
    #expect(RarityCounts(weights: [60, 30, 8, 2], denominator: 100) != nil)
    #expect(RarityCounts(weights: [60, 30, 8, 2], denominator: 101) == nil)
    #expect(RarityCounts(weights: [60, 30, 8, 2], denominator: 99) == nil)
    #expect(RarityCounts(weights: [60, 30, 10], denominator: 100) == nil)
    #expect(RarityCounts(weights: [0, 0, 0, 0], denominator: 0) == nil)
    #expect(RarityCounts(weights: [1 << 32, 1, 0, 0], denominator: 1 << 32 + 1) == nil)
    #expect(RarityCounts(weights: [.max, 2, 0, 0], denominator: 1) == nil)
  }
}
