import FlintCalendar
import FlintRules
import Testing

@Suite struct `The distribution of a draw` {
  @Test(arguments: [RulebookDefinition.ignition, .ignitionShipped])
  func `without pity equals the effective rates`(definition: RulebookDefinition) throws {
    let rulebook = try Rulebook(definition)
    let state = rulebook.initialState()
    for category in SparkCategory.ignition {
      let distribution = rulebook.drawDistribution(
        for: category, on: CivilDay(number: 20_000), in: state)
      let rates = rulebook.rates(for: category).map(\.effective.approximation)
      #expect(zip(distribution.chances, rates).allSatisfy { abs($0 - $1) < 1e-15 })
      #expect(abs(distribution.chances.reduce(0, +) - 1) < 1e-15)
      #expect((distribution.chances[4] == 0) == (definition.drops.chance == .one))
    }
  }

  @Test func `with pity contains the rates of the next card`() throws {
    var definition = RulebookDefinition.ignition
    definition.missions = []
    definition.drops.pity[3] = PityDefinition(softStart: 3, softStep: .percent(10), hard: 6)
    var profile = try PlayedProfile(definition)
    let day = CivilDay(number: 20_000)
    // Idea has a legendary card. 2 % up to the second, then 12, 22 and 32 %, and 100 % at the sixth.
    let expected = [0.02, 0.02, 0.12, 0.22, 0.32, 1]
    var since = 0
    var seen: Set<Int> = []
    for number in 0..<60 {
      let distribution = profile.rulebook.drawDistribution(for: .idea, on: day, in: profile.state)
      #expect(abs(distribution.chances[3] - expected[since]) < 1e-15)
      // Legendary's gain is taken from the commonest; at 100 % the others have nothing left.
      #expect(abs(distribution.chances[0] - max(0, 0.62 - expected[since])) < 1e-15)
      seen.insert(since)
      let card = profile.spark(.idea, on: day, draw: UInt64(number)).draw.card
      let rarity = card.map { profile.rulebook.definition.cards[$0].rarity }
      since = rarity == .legendary ? 0 : since + 1
    }
    #expect(seen == [0, 1, 2, 3, 4, 5])
  }

  @Test func `empty cells follow their rule`() throws {
    var definition = RulebookDefinition.ignition
    definition.cards.removeAll { $0.category == .decision && $0.rarity == .rare }
    definition.missions = []
    // As in the tests of effective rates: 30 % rare and 2 % legendary yield no card.
    for (rule, expected) in [
      (.demote, [0.9, 0, 0.1, 0, 0]), (.none, [0.6, 0, 0.08, 0, 0.32]),
      (.reroll, [15.0 / 17, 0, 2.0 / 17, 0, 0]),
    ] as [(EmptyCell, [Double])] {
      definition.drops.emptyCell = rule
      let rulebook = try Rulebook(definition)
      let distribution = rulebook.drawDistribution(
        for: .decision, on: CivilDay(number: 0), in: rulebook.initialState())
      #expect(zip(distribution.chances, expected).allSatisfy { abs($0 - $1) < 1e-15 })
    }
  }

  @Test func `a tally counts the results of events, except void rolls`() throws {
    let rulebook = try Rulebook.ignition()
    var (state, plain) = (rulebook.initialState(), rulebook.initialState())
    var tally = DrawTally()
    var cards: [Int: Int64] = [:]
    for number in 0..<50 {
      // There is one roll token initially: only the first of the early rolls has an effect.
      let action: ProfileEvent.Action = number < 3 ? .roll(.idea) : .spark(.energy, .low)
      let event = ProfileEvent(
        id: EventID(high: UInt64(number), low: UInt64(number)),
        at: Instant(milliseconds: Int64(number)), offset: UTCOffset(seconds: 0), action: action)
      tally.apply(event, to: &state, of: rulebook, seed: 3)
      let outcome = rulebook.apply(event, to: &plain, seed: 3)
      if let card = outcome.draw.card { cards[card, default: 0] += 1 }
    }
    #expect(state == plain)
    #expect(tally.draws == 48 && tally.groups.map(\.category) == [.idea, .energy])
    var counted: [Int: Int64] = [:]
    for choice in tally.choices {
      for (card, count) in zip(choice.cards, choice.counts) where count > 0 {
        counted[card] = count
      }
    }
    #expect(counted == cards)
  }

  /// Ten cards a category: of ideas, 20 to 24 are common, 25 to 27 rare.
  @Test func `a tally lists choices by category, rarity and first candidate`() throws {
    var definition = RulebookDefinition.ignition
    definition.missions = []
    let rulebook = try Rulebook(definition)
    var state = rulebook.initialState()
    var tally = DrawTally()
    for (number, card) in [40, 25, 0, 20, 0].enumerated() {
      let event = ProfileEvent(
        id: EventID(high: CardChoice.ignition[card], low: UInt64(number)),
        at: Instant(milliseconds: Int64(number)), offset: .zero,
        action: .spark(definition.cards[card].category, .low))
      let outcome = tally.apply(event, to: &state, of: rulebook, seed: CardChoice.seed)
      try #require(outcome.draw.card == card)
    }
    #expect(
      tally.choices.map(\.cards)
        == [Array(0...4), Array(20...24), Array(25...27), Array(40...44)])
    #expect(
      tally.choices.map(\.counts)
        == [[2, 0, 0, 0, 0], [1, 0, 0, 0, 0], [1, 0, 0], [1, 0, 0, 0, 0]])
    // Groups have the order of their first rolls.
    #expect(tally.groups.map(\.category) == [.challenge, .idea, .decision])
  }

  @Test func `cards with a season are drawn in their season only`() throws {
    var definition = RulebookDefinition.ignition
    let (from, before) = (CivilDay(number: 20_000), CivilDay(number: 20_010))
    definition.cards.append(
      CardDefinition(
        id: "frost", name: "Frost", category: .idea, rarity: .legendary,
        season: Season(from: from, before: before)))
    let rulebook = try Rulebook(definition)
    let frost = definition.cards.count - 1
    #expect(!rulebook.drawableCards(.idea, 3, on: from + -1).cards.contains(frost))
    #expect(rulebook.drawableCards(.idea, 3, on: from).cards.contains(frost))
    #expect(!rulebook.drawableCards(.idea, 3, on: before).cards.contains(frost))
  }
}
