import FlintCalendar
import FlintRules
import Testing

struct `Fuel` {
  private static let monday = MissionDrive.monday

  /// A profile whose n-th spark pays the n-th reward.
  private func profile(paying rewards: [Int64], tokens: Int64 = 1) throws -> PlayedProfile {
    var definition = RulebookDefinition.ignition
    definition.drops.chance = .zero
    definition.tokens.initial = 0
    definition.tokens.perOverload = tokens
    definition.missions = rewards.enumerated().map { index, reward in
      MissionDefinition(
        id: "pay-\(index)", title: "Pay", window: .life,
        metric: .sparks(category: nil, minIntensity: nil, beforeHour: nil),
        target: Int64(index + 1), reward: reward, difficulty: .easy)
    }
    return try PlayedProfile(definition)
  }

  /// Rewards, and after each (fuel, overloads).
  @Test(
    arguments: [
      ([999], [(999, 0)]),
      ([1000], [(0, 1)]),
      ([1001], [(0, 1)]),
      ([999, 1], [(999, 0), (0, 1)]),
      ([999, 2], [(999, 0), (0, 1)]),
      ([1, 998, 1], [(1, 0), (999, 0), (0, 1)]),
      // Any amount causes one overload, and nothing is carried over.
      ([10_000, 999, 1], [(0, 1), (999, 1), (0, 2)]),
      ([600, 600, 600, 600], [(600, 0), (0, 1), (600, 1), (0, 2)]),
      ([0, 1000, 0], [(0, 0), (0, 1), (0, 1)]),
    ] as [([Int64], [(Int64, Int64)])])
  func `overflows at 1000 and starts again at 0`(
    rewards: [Int64], expected: [(fuel: Int64, overloads: Int64)]
  ) throws {
    var profile = try profile(paying: rewards)
    for step in expected {
      let before = profile.state.fuel.overloads
      let outcome = profile.spark(on: Self.monday)
      #expect(profile.state.fuel.amount == step.fuel)
      #expect(profile.state.fuel.overloads == step.overloads)
      #expect(outcome.overloads == step.overloads - before)
      // Each overload grants a token.
      #expect(profile.state.fuel.tokens == step.overloads)
    }
    #expect(profile.state.ledger.mission == rewards.reduce(0, +))
  }

  @Test func `grants the rulebook's number of tokens`() throws {
    var three = try profile(paying: [1000, 1000], tokens: 3)
    three.spark(on: Self.monday)
    three.spark(on: Self.monday)
    #expect(three.state.fuel.tokens == 6)
    var none = try profile(paying: [1000], tokens: 0)
    none.spark(on: Self.monday)
    #expect((none.state.fuel.tokens, none.state.fuel.overloads) == (0, 1))
  }

  @Test func `comes from missions alone`() throws {
    var profile = try profile(paying: [])
    for _ in 0..<100 { profile.spark(.challenge, .extreme, on: Self.monday) }
    #expect(profile.state.fuel.amount == 0)
    #expect(profile.state.ledger.total == 6200)
  }
}

struct `A roll` {
  private static let monday = MissionDrive.monday

  @Test func `spends a token, and is void without one`() throws {
    var profile = try PlayedProfile()
    #expect(profile.state.fuel.tokens == 1)
    let first = profile.roll(.idea, on: Self.monday)
    #expect(!first.isVoid && first.draw.card != nil && first.draw.isNew)
    #expect(first.basePoints == 0)
    #expect(profile.state.fuel.tokens == 0)
    // The card itself completes first-card.
    #expect(profile.missions(of: first).contains("first-card"))

    let before = profile.state
    let second = profile.roll(.idea, on: Self.monday)
    #expect(second.isVoid)
    #expect(second.draw.card == nil && second.draw.rarity == nil && second.points == 0)
    #expect(second.completions.isEmpty)
    #expect(profile.state.fuel.tokens == 0)
    #expect(profile.state.events.voids.count == 1)
    #expect(profile.state.events.count == before.events.count + 1)
    #expect(profile.state.ledger == before.ledger)
    #expect(profile.state.holdings == before.holdings)
    #expect(profile.state.missions.completions == before.missions.completions)
  }

  /// Earlier events decide whether the same roll is void, and its draw does not change.
  @Test func `takes effect, with the same card, when an edited history funds it`() throws {
    var definition = RulebookDefinition.ignition
    definition.tokens.initial = 0
    definition.missions = [
      MissionDefinition(
        id: "pay", title: "Pay", window: .life,
        metric: .sparks(category: nil, minIntensity: nil, beforeHour: nil), target: 1,
        reward: 1000, difficulty: .easy)
    ]
    let rulebook = try Rulebook(definition)
    let spark = ProfileEvent(
      id: EventID(high: 5, low: 5), at: Instant(milliseconds: 1000), offset: .zero,
      action: .spark(.decision, .low))
    let roll = { (milliseconds: Int64, id: UInt64) in
      ProfileEvent(
        id: EventID(high: id, low: id), at: Instant(milliseconds: milliseconds), offset: .zero,
        action: .roll(.challenge))
    }
    let fold = { (events: [ProfileEvent]) -> ([Outcome], ProfileState) in
      var state = rulebook.initialState()
      let outcomes = events.sorted { $0.foldPosition < $1.foldPosition }.map {
        rulebook.apply($0, to: &state, seed: 11)
      }
      return (outcomes, state)
    }
    let (without, bare) = fold([roll(2000, 7)])
    #expect(without.map(\.isVoid) == [true])
    #expect(bare.events.voids.map(\.event) == [EventID(high: 7, low: 7)])
    let (with, state) = fold([roll(2000, 7), spark])
    #expect(with.map(\.isVoid) == [false, false])
    #expect(state.events.voids == [])
    // An earlier roll takes the token: the later one is void.
    let (three, _) = fold([roll(2000, 7), spark, roll(1500, 9)])
    #expect(three.map(\.isVoid) == [false, false, true])
    // A roll before the spark that would fund it stays void.
    let (early, _) = fold([roll(500, 7), spark])
    #expect(early.map(\.isVoid) == [true, false])
    let (later, _) = fold([roll(5000, 7), spark])
    #expect(later[1].draw.card == with[1].draw.card)
    #expect(later[1].draw.card != nil)
  }
}

struct `Levels` {
  private static let monday = MissionDrive.monday

  @Test(
    arguments: [
      (RulebookDefinition.ignition, [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000]),
      (.ignitionShipped, [500, 1400, 2900, 5600, 10500, 19300, 35100, 63500, 114_800]),
    ] as [(RulebookDefinition, [Int64])])
  func `begin exactly at their thresholds`(
    definition: RulebookDefinition, thresholds: [Int64]
  ) throws {
    for (index, threshold) in thresholds.enumerated() {
      for (sum, level) in [(threshold - 1, index + 1), (threshold, index + 2)] {
        var definition = definition
        definition.drops.chance = .zero
        definition.missions = [
          MissionDefinition(
            id: "pay", title: "Pay", window: .life,
            metric: .sparks(category: nil, minIntensity: nil, beforeHour: nil), target: 1,
            reward: sum - 10, difficulty: .easy)
        ]
        var profile = try PlayedProfile(definition)
        let outcome = profile.spark(.decision, .low, on: Self.monday)
        #expect(profile.state.ledger.total == sum)
        #expect(profile.state.level == level)
        #expect((outcome.levelBefore, outcome.level) == (1, level))
        let summary = profile.rulebook.summary(of: profile.state, today: Self.monday)
        let base = index == 0 ? 0 : thresholds[index - 1]
        if sum == threshold {
          #expect(summary.level.progress == (level == 10 ? 1_000_000 : 0))
          #expect(summary.level.nextThreshold == (level == 10 ? nil : thresholds[index + 1]))
        } else {
          // One point short, in millionths, truncated.
          #expect(
            summary.level.progress == (sum - base) * 1_000_000 / (threshold - base))
          #expect(summary.level.progress < 1_000_000)
          #expect(summary.level.nextThreshold == threshold)
        }
      }
    }
  }

  @Test func `end at the tenth`() throws {
    var definition = RulebookDefinition.ignition
    definition.missions = []
    var profile = try PlayedProfile(definition)
    for _ in 0..<300 { profile.spark(.challenge, .extreme, on: Self.monday) }
    #expect(profile.state.ledger.total > 18_000)
    let summary = profile.rulebook.summary(of: profile.state, today: Self.monday)
    #expect(summary.level.number == 10)
    #expect(summary.level.title == "Mythical Flame")
    #expect(summary.level.progress == 1_000_000)
    #expect(summary.level.nextThreshold == nil)
  }

  @Test func `have progress from one threshold to the next`() throws {
    var definition = RulebookDefinition.ignitionShipped
    definition.drops.chance = .zero
    definition.missions = []
    var profile = try PlayedProfile(definition)
    // 725 points: 225 of the 900 from 500 to 1400, a quarter.
    for (category, intensity) in MissionDrive.sparks(worth: 725) {
      profile.spark(category, intensity, on: Self.monday)
    }
    let summary = profile.rulebook.summary(of: profile.state, today: Self.monday)
    #expect(summary.ledger.total == 725)
    #expect((summary.level.number, summary.level.title) == (2, "Apprentice Igniter"))
    #expect(summary.level.progress == 250_000)
    #expect(summary.level.nextThreshold == 1400)
  }

  @Test func `do not overflow at the maximum numbers of a rulebook`() throws {
    var definition = RulebookDefinition.ignition
    definition.levels = [
      LevelDefinition(title: "Low", threshold: 0),
      LevelDefinition(title: "High", threshold: 1_000_000_000_000),
    ]
    definition.missions = (0..<999).map {
      MissionDefinition(
        id: "pay-\($0)", title: "Pay", window: .day, metric: .sparkDays, target: 1,
        reward: 1_000_000_000, difficulty: .easy)
    }
    var profile = try PlayedProfile(definition)
    profile.spark(.decision, .low, on: Self.monday)
    let summary = profile.rulebook.summary(of: profile.state, today: Self.monday)
    #expect(summary.ledger.total == 999_000_000_010)
    #expect(summary.level.progress == 999_000)
    profile.spark(.decision, .low, on: Self.monday + 1)
    #expect(profile.state.level == 2)
  }
}
