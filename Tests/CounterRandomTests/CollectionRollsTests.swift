import CounterRandom
import Testing

struct `Collections roll by roll` {
  /// A table and a goal.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var weights: [UInt64]
    var denominator: UInt64
    var goal: CollectionGoal
    var cap: UInt32 = .max - 1

    init(
      _ name: String, _ weights: [UInt64], _ denominator: UInt64, _ goal: CollectionGoal,
      cap: UInt32 = .max - 1
    ) {
      testDescription = name
      self.weights = weights
      self.denominator = denominator
      self.goal = goal
      self.cap = cap
    }
  }

  static let cards = IgnitionCards.weights
  static let cases = [
    Case("all of ignition", cards, 1000, .all(of: cards.indices)),
    Case("forty of ignition", cards, 1000, CollectionGoal(40, of: cards.indices)),
    Case("a legendary of ignition", cards, 1000, .first(of: [29, 39, 49])),
    Case("one legendary", cards, 1000, .all(of: [29])),
    Case("two of three legendaries", cards, 1000, CollectionGoal(2, of: [29, 39, 49])),
    Case("four commons and an epic", cards, 1000, .all(of: [0, 1, 2, 3, 8])),
    Case("all of ignition, capped", cards, 1000, .all(of: cards.indices), cap: 400),
    Case("all of ignition, capped between blocks", cards, 1000, .all(of: cards.indices), cap: 131),
    Case("nothing most of the time", [1, 2, 3], 100, .all(of: 0..<3)),
    Case("nothing hardly ever", [50, 49], 100, .all(of: 0..<2)),
    // One word in 2³¹ + 1 of every two is rejected.
    Case(
      "every other word rejected", [1 << 30, 1 << 29, 1 << 29 + 1], 1 << 31 + 1, .all(of: 0..<3)),
    Case(
      "every other word rejected, with much missing",
      [UInt64](repeating: 1 << 25, count: 60), 1 << 31 + 1, .all(of: 0..<60)),
    // One word of 256: some batches have one, others none.
    Case(
      "some words rejected", [1 << 31, 1 << 30, 1 << 22, 1 << 22], 1 << 32 - 1 << 24,
      .all(of: 0..<4)),
    Case("no word rejected", [UInt64](repeating: 1, count: 32), 32, .all(of: 0..<32)),
    Case("a certain outcome", [7], 7, .all(of: [0])),
    Case("a certain outcome in all words", [1 << 32], 1 << 32, .all(of: [0])),
    Case("outcomes without a weight", [0, 5, 0, 0, 3, 0, 2, 0], 10, .all(of: [1, 4, 6])),
    // 62 outcomes, "nothing" and rejected words are as many as fit a set of 64 bits.
    Case("sixty-two and nothing", [UInt64](repeating: 1, count: 62), 63, .all(of: 0..<62)),
    Case("sixty-three and nothing", [UInt64](repeating: 1, count: 63), 65, .all(of: 0..<63)),
    Case("sixty-four", [UInt64](repeating: 1, count: 64), 64, .all(of: 0..<64)),
    Case(
      "three hundred", [UInt64](repeating: 3, count: 300), 1000, CollectionGoal(200, of: 0..<300)),
    // Several outcomes start within the words with the same 12 upper bits.
    Case("crowded", [1, 1, 1, 1, 100_000, 1, 1, 1], 100_007, .all(of: [4])),
    Case("crowded, one of the rare", [30, 30, 30, 99_910], 100_000, .first(of: 0..<3)),
  ]

  @Test(arguments: cases, DrawLevel.available)
  func `take the same number of rolls as one by one`(of: Case, level: DrawLevel) throws {
    let collection = try #require(
      CollectionRolls(weights: of.weights, denominator: of.denominator, goal: of.goal))
    for (first, count) in [(0, 7), (UInt32.max - 1, 3)] as [(UInt32, Int)] {
      var rolls = [UInt32](repeating: 0, count: count)
      var span = rolls.mutableSpan
      collection.write(from: first, key: 11, cap: of.cap, into: &span, level: level)
      let expected = (0..<UInt32(count)).map {
        collection.rolls(of: first &+ $0, key: 11, cap: of.cap)
      }
      #expect(rolls == expected)
    }
  }

  /// The reference itself, by hand: the rolls of known words.
  @Test func `read a word a roll, in the order of the stream`() throws {
    // Two outcomes of equal chance and nothing rejected: a word's top bit is the outcome.
    let both = try #require(
      CollectionRolls(weights: [1, 1], denominator: 2, goal: .all(of: 0..<2)))
    for player in 0..<40 as Range<UInt32> {
      var stream = CounterStream(key: 3, identity: UInt64(player) << 32, purpose: 0x726F_6C6C)
      let first = stream.next32() >> 31
      var rolls: UInt32 = 2
      while stream.next32() >> 31 == first { rolls += 1 }
      #expect(both.rolls(of: player, key: 3) == rolls)
    }
  }

  /// Each of a player's first words is once the last of an outcome and once the first of the next:
  /// with a goal of that outcome alone, with one of several outcomes, and where the next ones are
  /// rejected.
  @Test(arguments: DrawLevel.available, [0, 1, 2, 3, 30, 61])
  func `start an outcome at exactly its first word`(level: DrawLevel, index: Int) throws {
    let whole: UInt64 = 1 << 32
    for player in 0..<4 as Range<UInt32> {
      var stream = CounterStream(
        key: 4, identity: UInt64(player) << 32, purpose: CollectionRolls.purpose)
      for _ in 0..<index { _ = stream.next32() }
      let word = UInt64(stream.next32())
      for bound in [word, word + 1] {
        var cases: [([UInt64], UInt64, CollectionGoal)] = [
          ([bound, whole - bound], whole, .all(of: [0])),
          ([bound, whole - bound], whole, .all(of: [1])),
          ([bound, whole - bound - 1, 1], whole, .first(of: [0, 2])),
          ([1, bound - 1, whole - bound], whole, .first(of: [0, 2])),
        ]
        // Few enough words that hardly another is among the first, and enough for an entry.
        let few: UInt64 = 1 << 21
        if bound > few {
          cases.append(([bound - few, few, whole - bound], whole, .all(of: [1])))
        }
        if bound > whole / 2 {
          cases.append(([bound - 1_000_000, 1_000_000], bound, .all(of: 0..<2)))
        }
        for (weights, denominator, goal) in cases {
          let collection = try #require(
            CollectionRolls(weights: weights, denominator: denominator, goal: goal))
          var rolls: [UInt32] = [0]
          var span = rolls.mutableSpan
          collection.write(from: player, key: 4, cap: 300, into: &span, level: level)
          #expect(rolls == [collection.rolls(of: player, key: 4, cap: 300)])
        }
        if index == 0 {
          let first = try #require(
            CollectionRolls(
              weights: [bound, whole - bound], denominator: whole, goal: .all(of: [0])))
          // The word is drawn for the first outcome only if it is below the bound.
          #expect((first.rolls(of: player, key: 4) == 1) == (bound == word + 1))
        }
      }
    }
  }

  @Test(arguments: DrawLevel.available)
  func `stop at the cap, and not before`(level: DrawLevel) throws {
    let collection = try #require(
      CollectionRolls(weights: Self.cards, denominator: 1000, goal: .all(of: Self.cards.indices)))
    let rolls = collection.rolls(of: 5, key: 1)
    for (cap, expected) in [(rolls, rolls), (rolls - 1, CollectionRolls.capped)] {
      var written: [UInt32] = [0]
      var span = written.mutableSpan
      collection.write(from: 5, key: 1, cap: cap, into: &span, level: level)
      #expect(written == [expected])
      #expect(collection.rolls(of: 5, key: 1, cap: cap) == expected)
    }
    var none: [UInt32] = [0]
    var span = none.mutableSpan
    collection.write(from: 5, key: 1, cap: 0, into: &span, level: level)
    #expect(none == [CollectionRolls.capped])
  }

  @Test func `are distributed as computed`() throws {
    let collection = try #require(
      CollectionRolls(weights: Self.cards, denominator: 1000, goal: .all(of: Self.cards.indices)))
    var rolls = [UInt32](repeating: 0, count: 20_000)
    var span = rolls.mutableSpan
    collection.write(from: 0, key: 2026, into: &span)
    #expect(IgnitionCards.fit(rolls))
  }

  /// 1000/12 rolls; standard deviation √(988) · 1000/12/√1000.
  @Test func `reach a first outcome after 1 / chance rolls on average`() throws {
    let collection = try #require(
      CollectionRolls(weights: Self.cards, denominator: 1000, goal: .first(of: [29, 39, 49])))
    var rolls = [UInt32](repeating: 0, count: 10_000)
    var span = rolls.mutableSpan
    collection.write(from: 0, key: 2026, into: &span)
    let mean = rolls.reduce(0.0) { $0 + Double($1) } / 10_000
    #expect(abs(mean - 83.333) < 4 * 82.83 / 100)
  }

  @Test func `need weights within a denominator of at most 2³², and a goal within reach`() {
    func isSound(_ weights: [UInt64], _ denominator: UInt64, _ goal: CollectionGoal) -> Bool {
      CollectionRolls(weights: weights, denominator: denominator, goal: goal) != nil
    }
    #expect(isSound([1, 2], 3, .all(of: 0..<2)))
    #expect(!isSound([1, 2], 2, .all(of: 0..<2)))
    #expect(!isSound([.max, 2], 3, .all(of: 0..<2)))
    #expect(!isSound([1, 2], 0, .all(of: 0..<2)))
    #expect(!isSound([1], 1 << 32 + 1, .all(of: [0])))
    #expect(!isSound([1, 2], 3, .all(of: [])))
    #expect(!isSound([1, 2], 3, .all(of: [2])))
    #expect(!isSound([1, 2], 3, .all(of: [-1])))
    #expect(!isSound([1, 0], 3, .all(of: 0..<2)))
    #expect(isSound([1, 0], 3, .first(of: 0..<2)))
    #expect(!isSound([1, 2], 3, CollectionGoal(3, of: [0, 1, 1])))
  }
}
