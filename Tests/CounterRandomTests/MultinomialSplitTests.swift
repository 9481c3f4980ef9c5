import CounterRandom
import Testing

struct `Counts of very many draws` {
  private static func counts(
    _ weights: [UInt64], _ draws: UInt64, identity: UInt64
  ) throws -> [UInt64] {
    let split = try #require(MultinomialSplit(weights: weights))
    return try #require(split.counts(of: draws, key: 2026, identity: identity, purpose: 9))
  }

  @Test(arguments: [0, 1, 2, 1000, 1_000_000_000_000, 1 << 53] as [UInt64])
  func `sum to the draws, and are reproducible`(draws: UInt64) throws {
    for weights in [IgnitionCards.weights, [5], [0, 3, 0], [1, 1 << 52], [1 << 52, 0, 1]] {
      let counts = try Self.counts(weights, draws, identity: 4)
      #expect(counts.reduce(0, +) == draws)
      #expect(counts.count == weights.count)
      #expect(zip(counts, weights).allSatisfy { $1 > 0 || $0 == 0 })
      #expect(try Self.counts(weights, draws, identity: 4) == counts)
    }
  }

  /// Mean n·p and variance n·p·(1 − p) of the first of two counts: by gaps, by rejection around where
  /// that begins, and with so many draws that single ones are below the precision of the mean.
  /// Third moments show the skew of a wrong acceptance.
  @Test(
    arguments: [
      (20, 1, 10), (100, 1, 11), (100, 1, 9), (1000, 1, 2), (1000, 9, 10), (60, 1, 2), (40, 1, 2),
      (1_000_000, 3, 1_000_000), (1_000_000, 1, 3), (1_000_000_000_000, 1, 3),
      (1_000_000_000_000, 1, 1000), (1_000_000_000_000, 3, 1_000_000_000_000), (1 << 53, 1, 2),
    ] as [(UInt64, UInt64, UInt64)])
  func `have a binomial's moments`(draws: UInt64, weight: UInt64, of: UInt64) throws {
    let split = try #require(MultinomialSplit(weights: [weight, of - weight]))
    let samples = 4000
    let chance = Double(weight) / Double(of)
    let mean = Double(draws) * chance
    let deviation = (mean * (1 - chance)).squareRoot()
    var moments = (0.0, 0.0, 0.0)
    for identity in 0..<UInt64(samples) {
      let counts = try #require(
        split.counts(of: draws, key: 5, identity: identity, purpose: 1))
      let z = (Double(counts[0]) - mean) / deviation
      moments = (moments.0 + z, moments.1 + z * z, moments.2 + z * z * z)
    }
    let count = Double(samples)
    let error = 1 / count.squareRoot()
    // Of z the mean is 0, of z² 1, of z³ the skew (1 − 2p)/σ. Their own variances: 1; kurtosis − 1, at
    // most 2 + 1/σ²; and about 15 where nearly normal, more with a skew.
    let skew = (1 - 2 * chance) / deviation
    #expect(abs(moments.0 / count) < 4 * error)
    #expect(abs(moments.1 / count - 1) < 4 * error * (2 + 1 / (deviation * deviation)).squareRoot())
    #expect(abs(moments.2 / count - skew) < 4 * error * (15 + 60 * abs(skew)).squareRoot())
  }

  /// Binomial(60, ½) by rejection, Binomial(18, ½) by gaps: each count's chance by Pascal's triangle.
  @Test(arguments: [18, 60])
  func `have the probabilities of a binomial law`(draws: Int) throws {
    let split = try #require(MultinomialSplit(weights: [1, 1]))
    var row = [1.0]
    for _ in 0..<draws { row = zip([0] + row, row + [0]).map { ($0 + $1) / 2 } }
    let samples = 20_000
    var seen = [Double](repeating: 0, count: draws + 1)
    for identity in 0..<UInt64(samples) {
      let counts = try #require(
        split.counts(of: UInt64(draws), key: 6, identity: identity, purpose: 1))
      seen[Int(counts[0])] += 1
    }
    var chiSquare = 0.0
    var cells = 0.0
    for (count, chance) in zip(seen, row) where chance * Double(samples) >= 5 {
      let expected = chance * Double(samples)
      chiSquare += (count - expected) * (count - expected) / expected
      cells += 1
    }
    // Within 4 standard deviations √(2 · cells) of the mean, and a little for the skew.
    #expect(cells > 10)
    #expect(chiSquare < cells + 4 * (2 * cells).squareRoot() + 4)
  }

  @Test func `of several outcomes agree with their weights`() throws {
    var chiSquare = 0.0
    let draws = 1_000_000_000_000.0
    let counts = try Self.counts(IgnitionCards.weights, UInt64(draws), identity: 1)
    for (count, weight) in zip(counts, IgnitionCards.weights) {
      let expected = draws * Double(weight) / 1000
      chiSquare += (Double(count) - expected) * (Double(count) - expected) / expected
    }
    // 49 degrees of freedom: from 23.98 to 85.35 but for a thousandth on either side.
    #expect(chiSquare > 23.98 && chiSquare < 85.35)
  }

  @Test func `need weights that sum to at most 2⁵³, and no more draws`() {
    #expect(MultinomialSplit(weights: []) == nil)
    #expect(MultinomialSplit(weights: [0]) == nil)
    #expect(MultinomialSplit(weights: [1 << 53, 1]) == nil)
    #expect(MultinomialSplit(weights: [1 << 53]) != nil)
    let split = MultinomialSplit(weights: [1])
    #expect(split?.counts(of: 1 << 53 + 1, key: 1, identity: 1, purpose: 1) == nil)
  }
}
