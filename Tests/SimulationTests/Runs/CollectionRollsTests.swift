import FlintRandom
import TestSupport
import Testing
@testable import Players
@testable import Chance
@testable import Design

struct `Collections roll by roll` {
  /// A table and a goal.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var weights: [UInt64]
    var denominator: UInt64
    var marked: [Int]
    var needed: Int
    var most: UInt32

    init(
      _ name: String, _ weights: [UInt64], _ denominator: UInt64,
      _ marked: some Sequence<Int>, needed: Int? = nil, most: UInt32 = .max - 1
    ) {
      testDescription = name
      self.weights = weights
      self.denominator = denominator
      self.marked = Array(marked)
      self.needed = needed ?? self.marked.count
      self.most = most
    }

    /// Returns what `CollectionRolls` returns, by its definition: each word is searched for among the
    /// outcomes, from the first on.
    func expected(player: UInt32, key: UInt64) -> UInt32? {
      var stream = stream(player, key: key)
      let words = (1 << 32) / denominator
      var owned: Set<Int> = []
      var rolls: UInt32 = 0
      while rolls < most {
        let word = UInt64(stream.next32())
        if word >= words * denominator { continue }
        rolls += 1
        var end: UInt64 = 0
        let outcome = weights.firstIndex { weight in
          end += words * weight
          return word < end
        }
        if let outcome, marked.contains(outcome) { owned.insert(outcome) }
        if owned.count >= needed { return rolls }
      }
      return nil
    }

    func rolls(player: UInt32, key: UInt64) throws -> UInt32? {
      let rolls = try #require(
        CollectionRolls(
          weights: weights, denominator: denominator, marked: marked, needed: needed))
      var stream = stream(player, key: key)
      return rolls.rolls(from: &stream, most: most)
    }

    private func stream(_ player: UInt32, key: UInt64) -> CounterStream {
      CounterStream(key: key, identity: UInt64(player) << 32, purpose: RollPlayers.purpose)
    }
  }

  static let cards = IgnitionCards.weights
  static let cases = [
    Case("all of ignition", cards, 1000, cards.indices),
    Case("forty of ignition", cards, 1000, cards.indices, needed: 40),
    Case("a legendary of ignition", cards, 1000, [29, 39, 49], needed: 1),
    Case("one legendary", cards, 1000, [29]),
    Case("two of three legendaries", cards, 1000, [29, 39, 49], needed: 2),
    Case("four commons and an epic", cards, 1000, [0, 1, 2, 3, 8]),
    Case("all of ignition, capped", cards, 1000, cards.indices, most: 400),
    Case("all of ignition, capped between blocks", cards, 1000, cards.indices, most: 131),
    Case("nothing most of the time", [1, 2, 3], 100, 0..<3),
    Case("nothing hardly ever", [50, 49], 100, 0..<2),
    // One word in 2³¹ + 1 of every two is rejected.
    Case(
      "every other word rejected", [1 << 30, 1 << 29, 1 << 29 + 1], 1 << 31 + 1, 0..<3),
    Case(
      "every other word rejected, with much missing",
      [UInt64](repeating: 1 << 25, count: 60), 1 << 31 + 1, 0..<60),
    // One word of 256: some batches have one, others none.
    Case(
      "some words rejected", [1 << 31, 1 << 30, 1 << 22, 1 << 22], 1 << 32 - 1 << 24,
      0..<4),
    Case("no word rejected", [UInt64](repeating: 1, count: 32), 32, 0..<32),
    Case("a certain outcome", [7], 7, [0]),
    Case("a certain outcome in all words", [1 << 32], 1 << 32, [0]),
    Case("outcomes without a weight", [0, 5, 0, 0, 3, 0, 2, 0], 10, [1, 4, 6]),
    // 62 outcomes, "nothing" and rejected words are as many as fit a set of 64 bits.
    Case("sixty-two and nothing", [UInt64](repeating: 1, count: 62), 63, 0..<62),
    Case("sixty-three and nothing", [UInt64](repeating: 1, count: 63), 65, 0..<63),
    Case("sixty-four", [UInt64](repeating: 1, count: 64), 64, 0..<64),
    Case(
      "three hundred", [UInt64](repeating: 3, count: 300), 1000, 0..<300, needed: 200),
    // Several outcomes start within the words with the same 12 upper bits.
    Case("crowded", [1, 1, 1, 1, 100_000, 1, 1, 1], 100_007, [4]),
    Case("crowded, one of the rare", [30, 30, 30, 99_910], 100_000, 0..<3, needed: 1),
  ]

  @Test(arguments: cases)
  func `take the same number of rolls as by a search from the first outcome on`(of: Case) throws {
    for player in [0, 1, 2, 3, 4, 5, 6, .max - 1, .max] as [UInt32] {
      #expect(
        try of.rolls(player: player, key: 11) == of.expected(player: player, key: 11))
    }
  }

  /// The reference itself, by hand: the rolls of known words.
  @Test func `read a word a roll, in the order of the stream`() throws {
    // Two outcomes of equal chance and nothing rejected: a word's top bit is the outcome.
    let both = Case("", [1, 1], 2, 0..<2)
    for player in 0..<40 as Range<UInt32> {
      var stream = CounterStream(key: 3, identity: UInt64(player) << 32, purpose: 0x726F_6C6C)
      let first = stream.next32() >> 31
      var rolls: UInt32 = 2
      while stream.next32() >> 31 == first { rolls += 1 }
      #expect(try both.rolls(player: player, key: 3) == rolls)
      #expect(both.expected(player: player, key: 3) == rolls)
    }
  }

  /// Each of a player's first words is once the last of an outcome and once the first of the next:
  /// with a goal of that outcome alone, with one of several outcomes, and where the next ones are
  /// rejected.
  @Test(arguments: [0, 1, 2, 3, 30, 61])
  func `start an outcome at exactly its first word`(index: Int) throws {
    let whole: UInt64 = 1 << 32
    for player in 0..<4 as Range<UInt32> {
      var stream = CounterStream(
        key: 4, identity: UInt64(player) << 32, purpose: RollPlayers.purpose)
      for _ in 0..<index { _ = stream.next32() }
      let word = UInt64(stream.next32())
      for bound in [word, word + 1] {
        var cases = [
          Case("", [bound, whole - bound], whole, [0], most: 300),
          Case("", [bound, whole - bound], whole, [1], most: 300),
          Case("", [bound, whole - bound - 1, 1], whole, [0, 2], needed: 1, most: 300),
          Case("", [1, bound - 1, whole - bound], whole, [0, 2], needed: 1, most: 300),
        ]
        // Few enough words that hardly another is among the first.
        let few: UInt64 = 1 << 21
        if bound > few {
          cases.append(Case("", [bound - few, few, whole - bound], whole, [1], most: 300))
        }
        if bound > whole / 2 {
          cases.append(Case("", [bound - 1_000_000, 1_000_000], bound, 0..<2, most: 300))
        }
        for each in cases {
          #expect(
            try each.rolls(player: player, key: 4) == each.expected(player: player, key: 4))
        }
        if index == 0 {
          // The word is drawn for the first outcome only if it is below the bound.
          #expect((try cases[0].rolls(player: player, key: 4) == 1) == (bound == word + 1))
        }
      }
    }
  }

  @Test func `stop at the maximum, and not before`() throws {
    var all = Case("", Self.cards, 1000, Self.cards.indices)
    let rolls = try #require(try all.rolls(player: 5, key: 1))
    for (most, expected) in [(rolls, rolls), (rolls - 1, nil), (0, nil)] as [(UInt32, UInt32?)] {
      all.most = most
      #expect(try all.rolls(player: 5, key: 1) == expected)
      #expect(all.expected(player: 5, key: 1) == expected)
    }
  }

  private static func played(_ goal: Case, players: UInt32) throws -> [UInt32] {
    try (0..<players).map { try #require(try goal.rolls(player: $0, key: 2026)) }
  }

  @Test(.slow) func `are distributed as computed`() throws {
    let all = Case("", Self.cards, 1000, Self.cards.indices)
    #expect(IgnitionCards.fit(try Self.played(all, players: 20_000)))
  }

  /// 1000/12 rolls; standard deviation √(988) · 1000/12/√1000.
  @Test func `reach a first outcome after 1 / chance rolls on average`() throws {
    let legendary = Case("", Self.cards, 1000, [29, 39, 49], needed: 1)
    let rolls = try Self.played(legendary, players: 10_000)
    let mean = rolls.reduce(0.0) { $0 + Double($1) } / 10_000
    #expect(abs(mean - 83.333) < 4 * 82.83 / 100)
  }

  @Test func `need weights within a denominator of at most 2³², and a goal within reach`() {
    func isSound(
      _ weights: [UInt64], _ denominator: UInt64, _ marked: some Sequence<Int>,
      needed: Int? = nil
    ) -> Bool {
      CollectionRolls(
        weights: weights, denominator: denominator, marked: marked, needed: needed) != nil
    }
    #expect(isSound([1, 2], 3, 0..<2))
    #expect(!isSound([1, 2], 2, 0..<2))
    #expect(!isSound([.max, 2], 3, 0..<2))
    #expect(!isSound([1, 2], 0, 0..<2))
    #expect(!isSound([1], 1 << 32 + 1, [0]))
    #expect(!isSound([1, 2], 3, []))
    #expect(!isSound([1, 2], 3, [2]))
    #expect(!isSound([1, 2], 3, [-1]))
    #expect(!isSound([1, 0], 3, 0..<2))
    #expect(isSound([1, 0], 3, 0..<2, needed: 1))
    #expect(!isSound([1, 2], 3, [0, 1, 1], needed: 3))
  }
}
