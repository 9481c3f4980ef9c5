import FlintCalendar
import FlintJSON
import FlintRules
import Testing

/// Two sets of cards of one category, of which one has a season, and embers for duplicates.
private func world(_ more: String = "") throws -> PlayedProfile {
  let cards = [("a", "common", "one"), ("b", "rare", "one"), ("c", "common", "two")].map {
    #"{"id": "\#($0)", "name": "\#($0)", "category": "care", "rarity": "\#($1)", "set": "\#($2)", "#
      + #""text": "About \#($0)." \#($2 == "two" ? #", "from": "06-01", "before": "09-01", "every": "year""# : "")}"#
  }
  return try PlayedProfile(
    readRulebook(
      """
      {"id": "world", "extends": "ignition",
       "categories": [{"id": "decision", "points": 10}, {"id": "energy", "points": 15},
         {"id": "idea", "points": 8}, {"id": "experiment", "points": 20},
         {"id": "challenge", "points": 25}, {"id": "care", "points": 5}],
       "cards": [\(cards.joined(separator: ", "))],
       "sets": [{"id": "one", "title": "One"}, {"id": "two", "title": "Two"}],
       "currencies": {"embers": {"start": 10}},
       "duplicate_grants": {"common": {"embers": 1}, "rare": {"embers": 3}},
       "card_prices": {"common": {"embers": 4}, "rare": {"embers": 8}},
       "missions": [
         {"id": "one", "title": "One", "window": "life", "metric": "cards", "set": "one", "target": 2,
          "reward": 1},
         {"id": "two", "title": "Two", "window": "life", "metric": "cards", "set": "two", "target": 1,
          "reward": 1},
         {"id": "first-set", "title": "A Set", "window": "life", "metric": "sets", "target": 1,
          "reward": 1},
         {"id": "both-sets", "title": "Both", "window": "life", "metric": "sets", "target": 2,
          "reward": 1}] \(more)}
      """))
}

extension PlayedProfile {
  fileprivate mutating func buy(_ card: String, on text: String) throws -> Outcome {
    apply(.pool(.buy(try CardPurchase(card: card))), on: day(text))
  }

  fileprivate var embers: Int64 { rulebook.balances(in: state)[0].balance }
}

struct `A missing card of choice` {
  @Test func `is bought for its price, and completes sets and missions`() throws {
    var profile = try world()
    let first = try profile.buy("b", on: "2026-03-01")
    #expect(first.void == nil && first.draws.map(\.isNew) == [true])
    #expect(profile.embers == 2)
    #expect(try profile.buy("a", on: "2026-03-01").void == .notCovered)
    #expect(profile.completions(of: "one") == 0 && profile.completions(of: "first-set") == 0)
    profile.apply(
      .currency(.grant(try CurrencyGrant(currency: "embers", amount: 20))), on: day("2026-03-02"))
    let second = try profile.buy("a", on: "2026-03-02")
    #expect(profile.missions(of: second) == ["one", "first-set"])
    #expect(profile.embers == 18)
    let sets = profile.rulebook.sets(in: profile.state, today: day("2026-03-02"))
    #expect(sets.map(\.owned) == [2, 0] && sets.map(\.total) == [2, 1])
    #expect(sets.map(\.isInSeason) == [true, false])
    #expect(sets[1].before == day("2026-09-01"))
    // A mission about a set whose cards cannot be drawn is not open.
    for (today, isOpen) in [("2026-05-31", false), ("2026-06-01", true), ("2026-09-01", false)] {
      let missions = profile.rulebook.missions(in: profile.state, today: day(today))
      #expect(missions.first { $0.definition.id == "two" }?.isOpen == isOpen, "\(today)")
    }
    #expect(
      profile.state == ProfileState(encoded: profile.state.encoded, rulebook: profile.rulebook))
  }

  @Test func `is refused if it is owned, out of season, without a price or unknown`() throws {
    var profile = try world()
    #expect(try profile.buy("c", on: "2026-05-31").void == .outOfSeason)
    #expect(try profile.buy("c", on: "2026-06-01").void == nil)
    #expect(profile.completions(of: "two") == 1)
    #expect(try profile.buy("c", on: "2026-06-01").void == .cardOwned)
    #expect(try profile.buy("nothing", on: "2026-06-01").void == .unknownCard)
    // Epic cards have no price.
    #expect(try profile.buy("idea-cathedral-of-glass", on: "2026-06-01").void == .notForSale)
    #expect(profile.embers == 6)
    var plain = try PlayedProfile()
    #expect(try plain.buy("idea-napkin-sketch", on: "2026-06-01").void == .notForSale)
  }

  /// The embers of a duplicate that is removed no longer suffice.
  @Test func `is void where embers no longer suffice`() throws {
    let seed: UInt64 = 5
    let rulebook = try world(
      #", "drops": {"rates": {"common": 1, "rare": 0, "epic": 0, "legendary": 0}}"#
    )
    .rulebook
    func event(_ number: UInt64, _ action: ProfileEvent.Action) -> ProfileEvent {
      ProfileEvent(
        id: EventID(high: number, low: 0), at: Instant(milliseconds: Int64(number) * 1000),
        offset: .zero, action: action)
    }
    let care = try #require(rulebook.definition.categories.last)
    // Outside its season, the only common card of care is a: one new copy and two duplicates.
    let sparks = (1...3).map { event($0, .spark(care, .low)) }
    let purchases = [
      event(10, .pool(.buy(try CardPurchase(card: "b")))),
      event(11, .pool(.buy(try CardPurchase(card: "decision-coin-toss")))),
    ]
    func voids(_ events: [ProfileEvent]) -> [VoidReason] {
      var state = rulebook.initialState()
      for event in events { rulebook.apply(event, to: &state, seed: seed) }
      return state.events.voids.map(\.reason)
    }
    // 10 + 2 duplicates = 12 embers: 8 and 4.
    #expect(voids(sparks + purchases) == [])
    #expect(voids(Array(sparks.dropLast()) + purchases) == [.notCovered])
  }
}

struct `A limit of draws a day` {
  private static func rulebook() throws -> Rulebook {
    var definition = RulebookDefinition.ignition
    definition.drops.perDay = 2
    return try Rulebook(definition)
  }

  @Test func `lets further sparks of the day earn points alone`() throws {
    var profile = PlayedProfile(try Self.rulebook())
    let outcomes = (0..<4).map { profile.spark(on: day("2026-03-01"), minute: 600 + $0) }
    #expect(outcomes.map { $0.draw.card != nil } == [true, true, false, false])
    #expect(outcomes.map(\.draw.isBeyondLimit) == [false, false, true, true])
    #expect(outcomes.allSatisfy { $0.basePoints == 10 })
    #expect(profile.spark(on: day("2026-03-02")).draw.card != nil)
    // A token's roll does not count.
    #expect(profile.roll(on: day("2026-03-02")).draw.card != nil)
    #expect(profile.spark(on: day("2026-03-02")).draw.card != nil)
    #expect(profile.spark(on: day("2026-03-02")).draw.isBeyondLimit)
  }

  /// A removed spark leaves its place to the next one of the day.
  @Test func `depends on the sparks that are left`() throws {
    let rulebook = try Self.rulebook()
    func cards(_ numbers: [UInt64]) -> [Int?] {
      var state = rulebook.initialState()
      return numbers.map { number in
        let event = ProfileEvent(
          id: EventID(high: number, low: 0), at: Instant(milliseconds: Int64(number) * 1000),
          offset: .zero, action: .spark(.idea, .low))
        #expect(rulebook.certainDraw(of: event, seed: 9) == nil)
        return rulebook.apply(event, to: &state, seed: 9).draw.card
      }
    }
    let all = cards([1, 2, 3])
    #expect(all[0] != nil && all[1] != nil && all[2] == nil)
    let rest = cards([1, 3])
    #expect(rest[0] == all[0] && rest[1] != nil)
  }

  @Test func `is part of the hash, and absent from rulebooks without it`() throws {
    let limited = try Self.rulebook()
    #expect(limited.hash != (try Rulebook.ignition()).hash)
    #expect(limited.definition.json["drops"]?["per_day"] == .integer(2))
    #expect(RulebookDefinition.ignition.json["drops"]?["per_day"] == nil)
  }
}

struct `A set of cards` {
  @Test(arguments: [
    (
      #""change_cards": {"idea-beaker": false}, "sets": [{"id": "x", "title": "X"}]"#,
      "no card of this id"
    ),
    (#""sets": [{"id": "x", "title": "X"}]"#, "sets[1]: no card is in this set"),
    (
      #""change_cards": {"experiment-beaker": {"set": "y"}}, "sets": [{"id": "yes", "title": "X"}]"#,
      "unknown set \"y\""
    ),
    (
      #""missions": [{"id": "m", "title": "M", "window": "life", "metric": "cards", "set": "y", "#
        + #""target": 1, "reward": 1}]"#, "unknown set \"y\"; the rulebook has no sets"
    ),
    (
      #""missions": [{"id": "m", "title": "M", "window": "life", "metric": "sets", "target": 1, "#
        + #""reward": 1}]"#, "1 can never be reached: sets ends at 0"
    ),
    (
      #""card_prices": {"rare": {"embers": 1}}"#, "unknown currency; the rulebook has no currencies"
    ),
    (
      #""change_cards": {"experiment-beaker": {"text": ""}}"#, "expected a sentence, got nothing"
    ),
  ])
  func `is refused where it does not fit`(fields: String, problem: String) {
    let error = #expect(throws: RulebookError.self) {
      try readRulebook(#"{"id": "own", "extends": "ignition", \#(fields)}"#)
    }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
  }
}
