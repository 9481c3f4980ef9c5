import FlintCalendar
import FlintRandom
import Testing

@testable import FlintRules

struct `Random words drawn in advance` {
  /// Rulebooks whose drops cover every code path: the bundled and random ones, redrawing, and weights
  /// over denominators that reject many words (3,000,000,019 about 30 % of them) or that no single
  /// word can draw from.
  private static func definitions() -> [RulebookDefinition] {
    var definitions = RandomHistory.definitions
    definitions += (0..<40).map { RandomRulebook.rulebook($0) }
    for (index, denominator) in [3_000_000_019, 4_294_967_296, 5_000_000_029, 1].enumerated() {
      var definition = RulebookDefinition.ignition
      definition.id = "wide-\(index)"
      let quarter = UInt64(denominator / 4)
      definition.drops.rates = [
        Fraction(UInt64(denominator) - 3 * quarter, over: UInt64(denominator)),
        Fraction(quarter, over: UInt64(denominator)), Fraction(quarter, over: UInt64(denominator)),
        Fraction(quarter, over: UInt64(denominator)),
      ].map { $0 ?? .zero }
      definitions.append(definition)
      definition.id = "again-\(index)"
      definition.drops.emptyCell = .reroll
      definition.missions = []
      definition.cards.removeAll { $0.rarity == .common && $0.category != .idea }
      definition.drops.pity[2] = PityDefinition(softStart: 3, softStep: .percent(20), hard: 7)
      definitions.append(definition)
    }
    for index in definitions[0].cards.indices where index % 3 == 0 {
      definitions[0].cards[index].season = Season(from: CivilDay(number: 20_600 + Int32(index)))
    }
    return definitions
  }

  @Test func `are the first of their streams`() {
    for identity in [0, 1, .max, 0x0123_4567_89ab_cdef] as [UInt64] {
      for seed in [0, 7, .max] as [UInt64] {
        var rarity = CounterStream(key: seed, identity: identity, purpose: 2)
        var card = CounterStream(key: seed, identity: identity, purpose: 3)
        #expect(
          RollWords(seed: seed, identity: identity)
            == RollWords(rarity: rarity.next32(), card: card.next32()))
      }
    }
  }

  @Test func `yield the same outcome as without them, under any rulebook`() throws {
    var cards = 0
    for definition in Self.definitions() {
      let rulebook = try Rulebook(definition)
      for seed in 1...4 as ClosedRange<UInt64> {
        var (one, other) = (rulebook.initialState(), rulebook.initialState())
        for event in RandomHistory.events(seed: seed, count: 60) {
          let words = RollWords(seed: seed, identity: event.id.high)
          let outcome = rulebook.apply(event, to: &one, seed: seed)
          #expect(rulebook.apply(event, to: &other, seed: seed, words: words) == outcome)
          if outcome.draw.card != nil { cards += 1 }
        }
        #expect(one == other)
        #expect(one.encoded == other.encoded)
      }
    }
    #expect(cards > 1000)
  }

  /// A reference implementation of the draw, using only `bounded` on whole streams.
  @Test func `are read again where a word is rejected`() throws {
    for definition in Self.definitions() where definition.id.hasPrefix("wide") {
      let rulebook = try Rulebook(definition)
      let drops = rulebook.drops
      for identity in 0..<2000 as Range<UInt64> {
        let category = SparkCategory.ignition[Int(identity % 5)]
        var rarity = CounterStream(key: 5, identity: identity, purpose: 2)
        var card = CounterStream(key: 5, identity: identity, purpose: 3)
        let number = rarity.bounded(drops.denominator)
        var drawn = 3
        var bound = drops.denominator
        while drawn > 0 {
          bound -= drops.weights[drawn]
          if number >= bound { break }
          drawn -= 1
        }
        var given = drawn
        let inCell = { (rarity: Int) in
          definition.cards.indices.filter {
            definition.cards[$0].category == category
              && Int(definition.cards[$0].rarity.code) == rarity
          }
        }
        while given > 0 && inCell(given).isEmpty { given -= 1 }
        let cell = inCell(given)
        let answer = drops.draw(
          seed: 5, identity: identity, category: Int(category.number), since: CardsSince(), era: 0)
        #expect(answer.rarity == drawn)
        #expect(answer.card == cell[Int(card.bounded(UInt64(cell.count)))])
      }
    }
  }
}
