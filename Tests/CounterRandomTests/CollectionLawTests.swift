import CounterRandom
import Testing

struct `Collections by their law` {
  static let cards = IgnitionCards.weights

  @Test(arguments: DrawLevel.available)
  func `are the same at every level`(level: DrawLevel) throws {
    // All in one group, each in its own, more than are multiplied at once, few (a small mean, drawn by
    // another method), and one that is certain (a mean of 0).
    let cases: [([UInt64], UInt64)] = [
      (Self.cards, 1000), ([UInt64](repeating: 1, count: 50), 50), (Array(1...40), 1000),
      ([UInt64](repeating: 1, count: 100) + Array(1...100), 10_000), ([3, 2, 1], 6), ([1, 1], 2),
      ([5], 5), ([1], 4), ([1, 1 << 31], 1 << 32), ([UInt64](repeating: 7, count: 30), 210),
      ([UInt64](repeating: 7, count: 31), 300),
    ]
    for (weights, denominator) in cases {
      let law = try #require(
        CollectionLaw(weights: weights, denominator: denominator, all: weights.indices))
      for (first, count) in [(0, 100), (UInt32.max - 2, 13), (7, 1)] as [(UInt32, Int)] {
        var rolls = [UInt32](repeating: 0, count: count)
        var span = rolls.mutableSpan
        law.write(from: first, key: 77, into: &span, level: level)
        #expect(rolls == (0..<UInt32(count)).map { law.rolls(of: first &+ $0, key: 77) })
      }
    }
  }

  @Test func `are distributed as computed`() throws {
    let law = try #require(
      CollectionLaw(weights: Self.cards, denominator: 1000, all: Self.cards.indices))
    var rolls = [UInt32](repeating: 0, count: 20_000)
    var span = rolls.mutableSpan
    law.write(from: 0, key: 2026, into: &span)
    #expect(IgnitionCards.fit(rolls))
  }

  /// 2 coins: the second side comes at roll 1 + a geometric number of mean 2, with chance 2^(1−n).
  @Test func `have exact probabilities where few outcomes are collected`() throws {
    let law = try #require(CollectionLaw(weights: [1, 1], denominator: 2, all: 0..<2))
    let players = 40_000
    var rolls = [UInt32](repeating: 0, count: players)
    var span = rolls.mutableSpan
    law.write(from: 0, key: 1, into: &span)
    var chiSquare = 0.0
    for number in 2...9 as ClosedRange<UInt32> {
      let expected = Double(players) / Double(1 << (number - 1))
      let count = Double(rolls.count { $0 == number })
      chiSquare += (count - expected) * (count - expected) / expected
    }
    // Eight of nine cells, nearly eight degrees of freedom: above 26.1 once in a thousand times.
    #expect(chiSquare < 26.1)
  }

  /// Geometric with mean 4; some of the outcomes, others in between.
  @Test func `count rolls of outcomes outside the goal`() throws {
    let law = try #require(CollectionLaw(weights: [1, 2], denominator: 4, all: [0]))
    var rolls = [UInt32](repeating: 0, count: 40_000)
    var span = rolls.mutableSpan
    law.write(from: 0, key: 1, into: &span)
    let mean = rolls.reduce(0.0) { $0 + Double($1) } / 40_000
    // Standard deviation √12.
    #expect(abs(mean - 4) < 4 * 3.4642 / 200)
  }

  @Test func `mark numbers that do not fit`() throws {
    // 2³² rolls on average: more than fit with a chance of e⁻¹.
    let law = try #require(CollectionLaw(weights: [1], denominator: 1 << 32, all: [0]))
    var rolls = [UInt32](repeating: 0, count: 200)
    var span = rolls.mutableSpan
    law.write(from: 0, key: 1, into: &span)
    let capped = rolls.count { $0 == CollectionLaw.capped }
    // e⁻¹ of 200 is 73.6, standard deviation 6.8.
    #expect((46...101).contains(capped))
  }

  @Test func `need wanted outcomes that have a weight`() {
    #expect(CollectionLaw(weights: [1, 2], denominator: 3, all: 0..<2) != nil)
    #expect(CollectionLaw(weights: [1, 0], denominator: 3, all: 0..<2) == nil)
    #expect(CollectionLaw(weights: [1, 2], denominator: 3, all: []) == nil)
    #expect(CollectionLaw(weights: [1, 2], denominator: 3, all: [2]) == nil)
    #expect(CollectionLaw(weights: [1, 2], denominator: 2, all: [0]) == nil)
  }
}
