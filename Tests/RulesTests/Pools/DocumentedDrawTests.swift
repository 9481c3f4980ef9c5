import FlintCalendar
import FlintJSON
import FlintRules
import Testing

/// Draws recomputed from docs/file-format.md and docs/pools.md alone, with a generator of their own: whoever
/// has a profile's file can recompute its cards.
struct `The documented draws of pools` {
  /// A draw of the page: Philox4x32-10 (Salmon et al. 2011), and numbers below a bound.
  private struct Draw {
    let seed: UInt64
    let identity: UInt64
    let purpose: UInt32
    private var next = 0

    init(seed: UInt64, identity: UInt64, purpose: UInt32) {
      self.seed = seed
      self.identity = identity
      self.purpose = purpose
    }

    private func block(_ number: UInt32) -> [UInt32] {
      func halves(_ word: UInt64) -> (low: UInt32, high: UInt32) {
        (UInt32(word & 0xFFFF_FFFF), UInt32(word >> 32))
      }
      let (identity, key) = (halves(identity), halves(seed))
      var counter = [number, purpose, identity.low, identity.high]
      for round in UInt32(0)..<10 {
        let first = halves(UInt64(counter[0]) * 0xD251_1F53)
        let second = halves(UInt64(counter[2]) * 0xCD9E_8D57)
        counter = [
          second.high ^ counter[1] ^ (key.low &+ round &* 0x9E37_79B9), second.low,
          first.high ^ counter[3] ^ (key.high &+ round &* 0xBB67_AE85), first.low,
        ]
      }
      return counter
    }

    private mutating func word() -> UInt64 {
      defer { next += 1 }
      return UInt64(block(UInt32(next / 4))[next % 4])
    }

    mutating func below(_ bound: UInt64) -> UInt64 {
      let range: UInt64 = 1 << 32
      var product = word() * bound
      while product % range < (range - bound) % bound { product = word() * bound }
      return product / range
    }
  }

  private let seed: UInt64 = 0x0123_4567_89AB_CDEF

  /// The identity of an event: the first eight bytes of its id.
  private func identity(_ event: Int) -> UInt64 { 0xFEDC_BA98_7654_3210 &+ UInt64(event) << 31 }

  /// The number below a bound for the card `number` of an event, by the table of purposes.
  private func below(_ bound: UInt64, _ event: Int, _ number: Int, _ kind: UInt32) -> Int {
    var draw = Draw(
      seed: seed, identity: identity(event), purpose: 0x1000 + 8 * UInt32(number) + kind)
    return Int(draw.below(bound))
  }

  /// Returns the entry that a number selects by cumulative weight.
  private func select<Entry>(_ entries: [(Entry, Int)], _ number: Int) throws -> Entry {
    var rest = number
    for (entry, weight) in entries {
      if rest < weight { return entry }
      rest -= weight
    }
    throw Failure.outOfRange
  }

  private enum Failure: Error { case outOfRange }

  private func world(_ pool: String) throws -> PlayedProfile {
    let cards = [
      ("wood", "common", 3), ("stone", "common", 1), ("iron", "rare", 1), ("gold", "epic", 1),
      ("sun", "legendary", 1), ("moon", "legendary", 2), ("star", "legendary", 1),
    ].map { id, rarity, weight in
      """
      {"id": "\(id)", "name": "\(id)", "category": "idea", "rarity": "\(rarity)",
       "weight": \(weight), "exclusive": true}
      """
    }
    var profile = try PlayedProfile(
      readRulebook(
        """
        {"id": "world", "extends": "ignition", "cards": [\(cards.joined(separator: ", "))],
         "currencies": {"gems": {"start": 1000000}}, "pools": [\(pool)]}
        """))
    profile.seed = seed
    return profile
  }

  /// Returns the ids of the cards of an event.
  private func cards(_ profile: inout PlayedProfile, _ event: Int, _ count: Int64) throws
    -> [String]
  {
    let outcome = profile.apply(
      .pool(.roll(try PoolRoll(pool: "p", count: count))), on: CivilDay(number: 20_000),
      draw: identity(event))
    return outcome.draws.map { draw in
      draw.card.map { profile.rulebook.definition.cards[$0].id } ?? "-"
    }
  }

  @Test func `give the cards of a banner with pity and a guarantee`() throws {
    var profile = try world(
      """
      {"id": "p", "price": {"gems": 1},
       "cards": ["wood", "stone", "iron", "gold", "sun", "moon", "star"],
       "rates": {"common": "0.6", "rare": "0.3", "epic": "0.08", "legendary": "0.02"},
       "pity": {"epic": {"hard": 6}, "legendary": {"soft_start": 12, "soft_step": "1/10", "hard": 18}},
       "featured": {"cards": ["sun"], "share": "1/3", "guarantee": true}}
      """)
    // Over 50, the least common denominator of 3/5, 3/10, 2/25, 1/50 and 1/10.
    let names = ["common", "rare", "epic", "legendary"]
    var since = [0, 0, 0, 0]
    var isGuaranteed = false
    var seen: Set<String> = []
    for event in 0..<60 {
      let count = 1 + event % 7
      var expected: [String] = []
      for number in 0..<count {
        let coming = since.map { $0 + 1 }
        var weights = [30, 15, 4, 1]
        let legendary = coming[3] >= 18 ? 50 : min(50, 1 + 5 * max(0, coming[3] - 12 + 1))
        // What it gains, the commonest loses first.
        var gain = legendary - weights[3]
        for donor in 0..<3 {
          let lost = min(gain, weights[donor])
          weights[donor] -= lost
          gain -= lost
        }
        weights[3] = legendary
        if coming[2] >= 6 { weights = [0, 0, 50 - legendary, legendary] }
        let entries = weights.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
        let rarity = try select(entries, below(50, event, number, 0))
        for index in 0..<4 { since[index] = index <= rarity ? 0 : since[index] + 1 }
        seen.insert(names[rarity])
        switch rarity {
        case 0:
          expected.append(try select([("wood", 3), ("stone", 1)], below(4, event, number, 2)))
        case 1: expected.append("iron")
        case 2: expected.append("gold")
        default:
          let isFeatured = isGuaranteed || below(3, event, number, 1) < 1
          isGuaranteed = !isFeatured
          expected.append(
            isFeatured
              ? "sun" : try select([("moon", 2), ("star", 1)], below(3, event, number, 2)))
        }
        seen.insert(expected.last ?? "")
      }
      #expect(try cards(&profile, event, Int64(count)) == expected, "event \(event)")
    }
    // The cases all came up.
    #expect(seen.count == names.count + 7)
  }

  @Test func `give the cards of packs, numbered through an event`() throws {
    var profile = try world(
      """
      {"id": "p", "price": {"gems": 1}, "cards": ["wood", "stone", "iron", "gold"], "pity": {},
       "packs": [
         {"rate": "3/4", "slots": [{"count": 2, "rates": {"common": 1}},
           {"rates": {"rare": "0.9", "epic": "0.1"}}]},
         {"rate": "1/4", "slots": [{"rates": {"rare": "2/3", "epic": "1/3"}}]}]}
      """)
    var variants: Set<Int> = []
    for event in 0..<40 {
      var (expected, number): ([String], Int) = ([], 0)
      for _ in 0..<3 {
        let variant = try select([(0, 3), (1, 1)], below(4, event, number, 3))
        variants.insert(variant)
        // All slots over 30, the least common denominator of 1, 9/10, 1/10, 2/3 and 1/3.
        let rare = variant == 0 ? 27 : 20
        for slot in 0..<(variant == 0 ? 3 : 1) {
          if variant == 0 && slot < 2 {
            expected.append(try select([("wood", 3), ("stone", 1)], below(4, event, number, 2)))
          } else {
            expected.append(
              try select([("iron", rare), ("gold", 30 - rare)], below(30, event, number, 0)))
          }
          number += 1
        }
      }
      #expect(try cards(&profile, event, 3) == expected, "event \(event)")
    }
    #expect(variants == [0, 1])
  }

  /// Of three different cards, a rarity whose only card has come has no weight any more.
  @Test func `give different cards of a slot, below what it has left`() throws {
    var profile = try world(
      """
      {"id": "p", "price": {"gems": 1}, "cards": ["wood", "stone", "iron", "gold"], "pity": {},
       "packs": [{"slots": [{"count": 3, "distinct": true,
         "rates": {"common": "0.6", "rare": "0.3", "epic": "0.1"}}, {"rates": {"common": 1}}]}]}
      """)
    for event in 0..<40 {
      var (expected, number): ([String], Int) = ([], 0)
      for _ in 0..<2 {
        var left: [[(String, Int)]] = [
          [("wood", 3), ("stone", 1)], [("iron", 1)], [("gold", 1)],
        ]
        for _ in 0..<3 {
          let rates: [(Int, Int)] = [(0, 6), (1, 3), (2, 1)]
          let weights = rates.filter { !left[$0.0].isEmpty }
          let total = weights.map(\.1).reduce(0, +)
          let rarity = try select(weights, below(UInt64(total), event, number, 0))
          let sum = left[rarity].map(\.1).reduce(0, +)
          let card = try select(left[rarity], below(UInt64(sum), event, number, 2))
          left[rarity].removeAll { $0.0 == card }
          expected.append(card)
          number += 1
        }
        expected.append(try select([("wood", 3), ("stone", 1)], below(4, event, number, 2)))
        number += 1
      }
      #expect(try cards(&profile, event, 2) == expected, "event \(event)")
    }
  }

  @Test func `give the cards of a box, below what is left in it`() throws {
    var profile = try world(
      """
      {"id": "p", "price": {"gems": 1},
       "box": {"counts": {"wood": 5, "iron": 3, "sun": 1}}}
      """)
    var left: [String: Int] = [:]
    for event in 0..<12 {
      var expected: [String] = []
      for number in 0..<4 {
        if left.values.reduce(0, +) == 0 { left = ["wood": 5, "iron": 3, "sun": 1] }
        let total = left.values.reduce(0, +)
        // In the order of the ids.
        let entries = ["iron", "sun", "wood"].map { ($0, left[$0] ?? 0) }
        let card = try select(entries, below(UInt64(total), event, number, 2))
        left[card, default: 0] -= 1
        expected.append(card)
      }
      #expect(try cards(&profile, event, 4) == expected, "event \(event)")
    }
  }
}
