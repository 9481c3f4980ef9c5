import FlintCalendar
import FlintRules
import Testing

struct `The collection` {
  private static let monday = MissionDrive.monday

  /// Returns a profile with the cards at the given positions, received a minute apart.
  private func profile(_ positions: [Int]) throws -> PlayedProfile {
    var definition = RulebookDefinition.ignition
    definition.missions = []
    var profile = try PlayedProfile(definition)
    for (minute, position) in positions.enumerated() {
      let outcome = profile.spark(
        definition.cards[position].category, .low, on: Self.monday, minute: minute,
        draw: CardChoice.ignition[position])
      try #require(outcome.draw.card == position)
    }
    return profile
  }

  private func instant(minute: Int) -> Instant {
    CivilTime(day: Self.monday, milliseconds: Int32(minute) * 60_000).instant(offset: .zero)
  }

  @Test func `reports the first copy's instant, the number of copies and the points of duplicates`()
    throws
  {
    // Positions: ten a category; 0–4 common, 5–7 rare, 8–9 above. 39 is the experiment's legendary.
    let profile = try profile([0, 5, 0, 39, 8, 0, 39, 5, 8])
    let expected: [(Int, Int, Int, Int64, Int64)] = [
      // position, copies, first minute, duplicate value, paid
      (0, 3, 0, 10, 20), (5, 2, 1, 25, 25), (8, 2, 4, 50, 50), (39, 2, 3, 100, 100),
    ]
    let owned = profile.rulebook.collection(in: profile.state, filter: CardFilter(owned: true))
    #expect(owned.map(\.position) == [0, 5, 8, 39])
    for (view, expected) in zip(owned, expected) {
      #expect(view.copies == expected.1)
      #expect(view.first == instant(minute: expected.2))
      #expect(view.duplicateValue == expected.3)
      #expect(view.duplicatePoints == expected.4)
    }
    #expect(profile.state.ledger.duplicate == 195)
    #expect(
      profile.outcomes.map(\.draw.isNew) == [true, true, false, true, true] + [
        false, false, false, false,
      ])
    #expect(profile.outcomes.map(\.draw.duplicatePoints) == [0, 0, 10, 0, 0, 10, 100, 25, 50])
    let missing = profile.rulebook.card(at: 1, in: profile.state)
    #expect((missing.copies, missing.first, missing.duplicatePoints) == (0, nil, 0))
    #expect(missing.duplicateValue == 10)
  }

  @Test func `is filtered by owned, category and rarity, in rulebook order`() throws {
    let profile = try profile([39, 0, 5, 20, 25])
    let positions = { (filter: CardFilter) in
      profile.rulebook.collection(in: profile.state, filter: filter).map(\.position)
    }
    #expect(positions(CardFilter()) == Array(0..<50))
    #expect(positions(CardFilter(owned: true)) == [0, 5, 20, 25, 39])
    #expect(positions(CardFilter(owned: false)).count == 45)
    #expect(positions(CardFilter(category: .idea)) == Array(20..<30))
    #expect(positions(CardFilter(rarity: .legendary)) == [29, 39, 49])
    #expect(positions(CardFilter(rarity: .epic)) == [8, 9, 18, 19, 28, 38, 48])
    #expect(positions(CardFilter(owned: true, category: .idea)) == [20, 25])
    #expect(positions(CardFilter(owned: false, category: .idea, rarity: .rare)) == [26, 27])
    #expect(positions(CardFilter(category: .decision, rarity: .legendary)) == [])
  }

  @Test func `that is owned is listed in rulebook order`() throws {
    let profile = try profile([39, 0, 5, 39, 20])
    let owned = profile.rulebook.ownedCards(in: profile.state)
    #expect(owned.map(\.position) == [0, 5, 20, 39])
    #expect(owned.map(\.copies) == [1, 1, 1, 2])
    let nobody = try PlayedProfile()
    #expect(nobody.rulebook.ownedCards(in: nobody.state).isEmpty)
  }

  @Test func `is searched by name, ignoring case`() throws {
    var definition = RulebookDefinition.ignition
    definition.cards[0].name = "ÉTÉ à Nîmes"
    definition.cards[1].name = "The İstanbul Card"
    let rulebook = try Rulebook(definition)
    let state = rulebook.initialState()
    let names = { (search: String) in
      rulebook.collection(in: state, filter: CardFilter(search: search)).map(\.position)
    }
    #expect(names("door") == [6, 26, 44])
    #expect(names("DOOR") == names("door"))
    #expect(names("Door").allSatisfy { definition.cards[$0].name.contains("Door") })
    #expect(names("été") == [0])
    #expect(names("NÎM") == [0])
    #expect(names("e\u{301}te\u{301}") == [0])
    #expect(names("") == Array(0..<50))
    #expect(names("no such card") == [])
    let both = CardFilter(category: .challenge, search: "door")
    #expect(rulebook.collection(in: state, filter: both).map(\.position) == [44])
  }

  @Test func `is counted by category and by rarity`() throws {
    let profile = try profile([0, 0, 1, 5, 8, 39, 29, 40])
    let state = profile.state
    let tallies = { (tallies: [CardTally]) in tallies.map { [$0.owned, $0.total] } }
    #expect(
      tallies(profile.rulebook.tallyByCategory(in: state))
        == [[4, 10], [0, 10], [1, 10], [1, 10], [1, 10]])
    #expect(
      tallies(profile.rulebook.tallyByRarity(in: state)) == [[3, 25], [1, 15], [1, 7], [2, 3]])
    #expect(state.ownedCount == 7)
  }

  @Test func `has the rarest first, then the earliest owned`() throws {
    let profile = try profile([0, 25, 8, 48, 39, 29, 39, 49])
    let rarest = { (count: Int) in
      profile.rulebook.rarestCards(count, in: profile.state).map(\.position)
    }
    #expect(rarest(3) == [39, 29, 49])
    #expect(rarest(5) == [39, 29, 49, 8, 48])
    #expect(rarest(100) == [39, 29, 49, 8, 48, 25, 0])
    #expect(rarest(0) == [])
    let nobody = try PlayedProfile()
    #expect(nobody.rulebook.rarestCards(3, in: nobody.state).isEmpty)
  }

  @Test func `of one instant has the rarest in rulebook order`() throws {
    var profile = try PlayedProfile()
    for position in [49, 39, 29] {
      profile.spark(
        profile.rulebook.definition.cards[position].category, .low, on: Self.monday,
        draw: CardChoice.ignition[position])
    }
    #expect(
      profile.rulebook.rarestCards(3, in: profile.state).map(\.position) == [29, 39, 49])
  }
}

struct `The summary of a profile` {
  private static let monday = MissionDrive.monday

  @Test func `of an empty profile has zeros, one token and the first level`() throws {
    let rulebook = try Rulebook.ignition()
    let summary = rulebook.summary(of: rulebook.initialState(), today: Self.monday)
    #expect(summary.ledger.total == 0)
    #expect((summary.level.number, summary.level.title) == (1, "Novice Igniter"))
    #expect((summary.level.progress, summary.level.nextThreshold) == (0, 1000))
    #expect((summary.fuel.amount, summary.fuelCapacity, summary.fuel.overloads) == (0, 1000, 0))
    #expect(summary.fuel.tokens == 1)
    #expect((summary.streak.current, summary.streak.longest) == (0, 0))
    #expect(summary.sparks == 0)
    #expect(summary.sparksByCategory == [0, 0, 0, 0, 0])
    #expect((summary.cards.tally.owned, summary.cards.tally.total) == (0, 50))
    #expect(summary.missionsCompleted == 0)
    #expect(summary.cards.rarest.isEmpty)
    #expect(summary.voids == 0)
  }

  /// Computed by hand. Monday 13:00: an idea, low, 8 points, a first common card: idea-generator 60
  /// and first-card 100. Tuesday 08:00: a decision, high, 20 points, twice with the same card: the
  /// second is a duplicate, 10 points. morning-spark 50, high-intensity 80; with Monday's that makes
  /// three daily missions in the week: grand-achiever 500.
  @Test func `reports the totals of the events`() throws {
    var profile = try PlayedProfile()
    let draws = CardChoice.ignition
    profile.spark(.idea, .low, on: Self.monday, minute: 780, draw: draws[20])
    profile.spark(.decision, .high, on: Self.monday + 1, minute: 480, draw: draws[0])
    profile.spark(.decision, .high, on: Self.monday + 1, minute: 481, draw: draws[0])
    var summary = profile.rulebook.summary(of: profile.state, today: Self.monday + 1)
    // 8 + 20 + 20; 10; 60 + 100 + 50 + 80 + 500.
    #expect(
      (summary.ledger.spark, summary.ledger.duplicate, summary.ledger.mission) == (48, 10, 790))
    #expect(
      (summary.level.number, summary.level.progress, summary.level.nextThreshold) == (
        1, 848_000, 1000
      ))
    #expect((summary.fuel.amount, summary.fuel.overloads, summary.fuel.tokens) == (790, 0, 1))

    let roll = profile.roll(.experiment, on: Self.monday + 1, minute: 600, draw: draws[39])
    // legendary-status 1000: an overload; total 1848: point-starter 200; first-overload 500.
    #expect(
      profile.missions(of: roll) == ["legendary-status", "point-starter", "first-overload"])
    #expect((roll.missionPoints, roll.overloads, roll.level) == (1700, 1, 3))
    #expect(!profile.roll(.experiment, on: Self.monday + 1, minute: 601, draw: draws[39]).isVoid)
    #expect(profile.roll(.experiment, on: Self.monday + 1, minute: 602).isVoid)

    summary = profile.rulebook.summary(of: profile.state, today: Self.monday + 2)
    #expect(
      (summary.ledger.spark, summary.ledger.duplicate, summary.ledger.mission) == (48, 110, 2490))
    #expect(summary.ledger.total == 2648)
    #expect((summary.level.number, summary.level.title) == (3, "Practitioner Igniter"))
    #expect((summary.level.progress, summary.level.nextThreshold) == (648_000, 3000))
    #expect((summary.fuel.amount, summary.fuel.overloads, summary.fuel.tokens) == (700, 1, 0))
    #expect((summary.streak.current, summary.streak.longest) == (2, 2))
    #expect(summary.sparks == 3)
    #expect(summary.sparksByCategory == [2, 0, 1, 0, 0])
    #expect((summary.cards.tally.owned, summary.cards.tally.total) == (3, 50))
    #expect(summary.missionsCompleted == 8)
    #expect(summary.cards.rarest.map(\.position) == [39, 20, 0])
    #expect(summary.voids == 1)
    // Two days later the streak is over, and nothing else has changed.
    let later = profile.rulebook.summary(of: profile.state, today: Self.monday + 3)
    #expect((later.streak.current, later.streak.longest) == (0, 2))
    #expect(later.ledger.total == 2648)
  }
}
