import FlintCalendar
import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

extension RulebookDefinition {
  /// Six rarities, and cards of unequal weights: ideas have cards of all rarities but the fifth.
  static let sixRarities = """
    {"id": "six", "extends": "ignition", \(sections)}
    """

  private static let sections = """
    "rarities": [
      {"id": "common", "rate": "50%", "duplicate": 1}, {"id": "uncommon", "rate": "25%", "duplicate": 2},
      {"id": "rare", "rate": "15%", "duplicate": 3}, {"id": "epic", "rate": "7%", "duplicate": 4},
      {"id": "legendary", "rate": "2%", "duplicate": 5}, {"id": "mythic", "rate": "1%", "duplicate": 6}
    ],
    "change_cards": {\(removed)}, "change_missions": {\(removedMissions)}, "cards": [
      {"id": "a", "name": "A", "category": "idea", "rarity": "common"},
      {"id": "b", "name": "B", "category": "idea", "rarity": "common", "weight": 3},
      {"id": "c", "name": "C", "category": "idea", "rarity": "uncommon", "weight": 9},
      {"id": "d", "name": "D", "category": "idea", "rarity": "rare", "weight": 2},
      {"id": "e", "name": "E", "category": "idea", "rarity": "rare", "weight": 2},
      {"id": "f", "name": "F", "category": "idea", "rarity": "epic"},
      {"id": "g", "name": "G", "category": "idea", "rarity": "mythic", "weight": 5},
      {"id": "h", "name": "H", "category": "idea", "rarity": "mythic"},
      {"id": "i", "name": "I", "category": "decision", "rarity": "common"},
      {"id": "j", "name": "J", "category": "energy", "rarity": "common"},
      {"id": "k", "name": "K", "category": "experiment", "rarity": "common"},
      {"id": "l", "name": "L", "category": "challenge", "rarity": "common"}
    ]
    """

  private static var removed: String {
    RulebookDefinition.ignition.cards.map { "\"\($0.id)\": false" }.joined(separator: ", ")
  }

  private static var removedMissions: String {
    RulebookDefinition.ignition.missions.filter {
      if case .cards = $0.metric { true } else { false }
    }
    .map { "\"\($0.id)\": false" }.joined(separator: ", ")
  }
}

struct `A rulebook with rarities of its own` {
  private func definition(_ more: String = "") throws -> RulebookDefinition {
    try readRulebook(
      RulebookDefinition.sixRarities.replacing("\"extends\"", with: more + "\"extends\""))
  }

  private func faults(_ text: String) -> [String] {
    do {
      _ = try readRulebook(text)
      return []
    } catch let error as RulebookError {
      return error.faults.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func `is read back from its JSON, which lists them`() throws {
    let definition = try definition()
    #expect(
      definition.rarities.names == ["common", "uncommon", "rare", "epic", "legendary", "mythic"])
    #expect(definition.points.duplicates == [1, 2, 3, 4, 5, 6])
    #expect(
      definition.drops.rates.map(\.description) == ["0.5", "0.25", "0.15", "0.07", "0.02", "0.01"])
    #expect(try readRulebook(definition.json.text()) == definition)
    #expect(definition.json["duplicates"] == nil)
  }

  @Test func `lists rarities in either form`() throws {
    let tables = try readRulebook(
      """
      {"id": "two", "extends": "ignition", "rarities": [{"id": "common"}, {"id": "rare"}],
        "drops": {"rates": {"common": "3/4", "rare": "1/4"}, "pity": {"rare": {"hard": 5}}},
        "duplicates": {"rare": 7}, "change_missions": {\(removal(of: RulebookDefinition.ignition.missions.map(\.id)))},
        "change_cards": {\(removal(of: RulebookDefinition.ignition.cards.filter { $0.rarity != .common && $0.rarity != .rare }.map(\.id)))}}
      """)
    #expect(tables.drops.rates.map(\.description) == ["0.75", "0.25"])
    #expect(tables.points.duplicates == [10, 7])
    #expect(tables.drops.pity == [nil, PityDefinition(hard: 5)])
    #expect(try readRulebook(tables.json.text()) == tables)
  }

  private func removal(of ids: [String]) -> String {
    ids.map { "\"\($0)\": false" }.joined(separator: ", ")
  }

  /// A rarity that is listed twice is known where cards, pools and missions name it.
  @Test func `reports a rarity that is listed twice once`() {
    #expect(
      faults(
        """
        {"id": "x", "extends": "ignition", "drops": {"empty_cell": "none"}, "change_cards": {\(removal(of: RulebookDefinition.ignition.cards.map(\.id)))},
          "change_missions": {\(removal(of: RulebookDefinition.ignition.missions.map(\.id)))},
          "rarities": [{"id": "three", "rate": "90%", "duplicate": 1},
            {"id": "four", "rate": "8%", "duplicate": 2}, {"id": "four", "rate": "2%", "duplicate": 3}],
          "cards": [{"id": "a", "name": "A", "category": "idea", "rarity": "three"},
            {"id": "b", "name": "B", "category": "idea", "rarity": "four"}],
          "pools": [{"id": "p", "rates": {"three": "50%", "four": "50%"}}]}
        """) == ["rarities[3].id: \"four\" is already the id of rarities[2]"])
  }

  /// 50 cards and 4 missions of `ignition` name rarities that are not listed.
  @Test func `reports a few of the inherited entries that name other rarities`() {
    let faults = faults(
      """
      {"id": "x", "extends": "ignition", "drops": {"empty_cell": "none"},
        "rarities": [{"id": "r", "rate": 1, "duplicate": 1}]}
      """)
    #expect(faults.count == 3 + 1 + 3 + 1)
    #expect(
      faults.contains(
        "cards: further inherited entries with such an error: 47; change or remove them, or leave out extends"
      ))
    #expect(
      faults.contains(
        "missions: further inherited entries with such an error: 1; change or remove them, or leave out extends"
      ))
  }

  @Test func `reports every error of its rarities at once`() throws {
    #expect(
      faults(
        """
        {"id": "x", "extends": "ignition", "rarities": [{"id": "common", "rate": 1}, {"id": "common"}],
          "drops": {"rates": {"common": 1}}}
        """
      ).contains { $0.contains("rarities[2].id: \"common\" is already the id of rarities[1]") })
    let twice = faults(
      RulebookDefinition.sixRarities.replacing(
        "\"change_cards\"", with: "\"duplicates\": {\"common\": 1}, \"change_cards\""))
    #expect(
      twice == ["duplicates: given twice: it is given with the entries of rarities, too"])
    let unknown = faults(
      RulebookDefinition.sixRarities.replacing(
        "\"rarity\": \"uncommon\"", with: "\"rarity\": \"uncommen\""))
    #expect(
      unknown.first
        == "cards[3].rarity: expected common, uncommon, rare, epic, legendary or mythic, got "
        + "\"uncommen\" (did you mean \"uncommon\"?)")
    let missing = faults(
      #"{"id": "x", "extends": "ignition", "rarities": [{"id": "common"}, {"id": "odd"}]}"#)
    #expect(missing.contains { $0.hasPrefix("rarities[2].rate: missing") })
    #expect(missing.contains { $0.hasPrefix("rarities[2].duplicate: missing") })
    #expect(missing.contains { $0.contains("expected common or odd, got \"rare\"") })
    let many = (1...17).map { "{\"id\": \"r\($0)\"}" }.joined(separator: ", ")
    #expect(
      faults(#"{"id": "x", "extends": "ignition", "rarities": [\#(many)]}"#).contains(
        "rarities: expected 1 to 16 rarities, got 17"))
  }

  @Test func `hashes its rarities and weights`() throws {
    let definition = try definition()
    let hash = try Rulebook(definition).hash
    var other = definition
    other.cards[0].weight = 2
    #expect(try Rulebook(other).hash != hash)
    other = definition
    other.rarities[5] = try #require(CardRarity(declaring: "fabled"))
    for index in other.cards.indices where other.cards[index].rarity.name == "mythic" {
      other.cards[index].rarity = other.rarities[5]
    }
    #expect(try Rulebook(other).hash != hash)
  }

  @Test func `draws cards by their weights`() throws {
    let rulebook = try Rulebook(definition())
    let sparks = 200_000
    var state = rulebook.initialState()
    for number in 0..<sparks {
      let identity = UInt64(number) &* 0x9e37_79b9_7f4a_7c15
      rulebook.play(
        2, 0, at: Instant(milliseconds: Int64(number)), identity: identity, in: &state,
        seed: 3,
        words: RollWords(seed: 3, identity: identity))
    }
    // By hand: 50 % · 1/4, 50 % · 3/4, 25 %, 15 %/2 twice, 7 % + 2 % demoted, 1 % · 5/6 and 1 % · 1/6.
    let chances: [Double] = [1 / 8.0, 3 / 8, 1 / 4, 0.075, 0.075, 0.09, 1 / 120, 1 / 600]
    let copies = state.holdings.prefix(8).map { Double($0.copies) }
    #expect(copies.reduce(0, +) == Double(sparks))
    let chiSquare = zip(copies, chances).reduce(0.0) { sum, pair in
      let expected = pair.1 * Double(sparks)
      return sum + (pair.0 - expected) * (pair.0 - expected) / expected
    }
    // The 99.99 % quantile of 7 degrees of freedom.
    #expect(chiSquare < 29.9)
    #expect(ProfileState(encoded: state.encoded, rulebook: rulebook) == state)
  }

  @Test func `draws cards of equal weights as if they had none`() throws {
    var equal = RulebookDefinition.ignition
    for index in equal.cards.indices { equal.cards[index].weight = 7 }
    let (plain, weighted) = (try Rulebook.ignition(), try Rulebook(equal))
    var (first, second) = (plain.initialState(), weighted.initialState())
    for identity in 0..<2000 as Range<UInt64> {
      let words = RollWords(seed: 9, identity: identity)
      let at = Instant(milliseconds: Int64(identity) * 1_000_000)
      let card = plain.play(
        2, 2, at: at, identity: identity, in: &first, seed: 9, words: words)
      #expect(
        card
          == weighted.play(
            2, 2, at: at, identity: identity, in: &second, seed: 9, words: words))
    }
    #expect(first == second)
  }

  @Test func `counts cards since each rarity for its pity`() throws {
    var definition = try definition()
    definition.drops.pity[5] = PityDefinition(hard: 3)
    let rulebook = try Rulebook(definition)
    var state = rulebook.initialState()
    var since = 0
    for number in 0..<500 as Range<UInt64> {
      let card = rulebook.play(
        2, 0, at: Instant(milliseconds: Int64(number)), identity: number, in: &state,
        seed: 5,
        words: RollWords(seed: 5, identity: number))
      let isMythic = rulebook.definition.cards[Int(card.position)].rarity.name == "mythic"
      if since == 2 { #expect(isMythic) }
      since = isMythic ? 0 : since + 1
    }
    #expect(ProfileState(encoded: state.encoded, rulebook: rulebook) == state)
  }
}
