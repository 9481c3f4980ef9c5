import FlintCalendar
@testable import FlintRules
import Testing

struct `A replay` {
  private static let monday = day("2026-03-02")

  /// Points and levels only: no cards, missions or achievements.
  private static let plain: RulebookDefinition = {
    var plain = RulebookDefinition.ignition
    plain.id = "plain"
    plain.drops.chance = .zero
    plain.drops.emptyCell = .none
    plain.missions = []
    plain.ladders = []
    return plain
  }()

  private static func mission(
    _ id: String, target: Int64, window: Window = .life
  ) -> MissionDefinition {
    MissionDefinition(
      id: id, title: id, window: window,
      metric: .sparks(category: nil, minIntensity: nil, beforeHour: nil), target: target,
      reward: 0, difficulty: .easy)
  }

  /// Sparks of low intensity, one a day from Monday on.
  private static func sparks(_ categories: [SparkCategory]) -> [ProfileEvent] {
    categories.enumerated().map { number, category in
      ProfileEvent(
        id: EventID(high: UInt64(number) * 7919, low: 1), at: instant(of: number),
        offset: .zero, action: .spark(category, .low))
    }
  }

  private static func instant(of number: Int) -> Instant {
    CivilTime(day: monday + number, milliseconds: 43_200_000).instant(offset: .zero)
  }

  private static func replay(
    _ events: [ProfileEvent], _ old: RulebookDefinition, _ new: RulebookDefinition
  ) throws -> Replay {
    var replay = Replay(old: try Rulebook(old), new: try Rulebook(new), seed: 99)
    for event in events { replay.apply(event) }
    replay.finish()
    return replay
  }

  /// The outcome of an event that gave no card.
  private static func brought(
    _ points: Int64, missions: [String] = [], level: Int = 1
  ) -> ReplayOutcome {
    ReplayOutcome(
      void: nil, basePoints: points, duplicatePoints: 0, missionPoints: 0, taskScore: 0,
      drawnRarity: nil, card: nil, isNewCard: false, missions: missions, achievements: [],
      overloads: 0, level: level)
  }

  private static func number(
    _ subject: String, _ name: String, _ old: Int64, _ new: Int64
  ) -> ReplayDifference {
    ReplayDifference(subject: subject, name: name, old: .number(old), new: .number(new))
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `replaying the same rulebook twice finds no differences`(seed: UInt64) throws {
    let events = RandomHistory.events(seed: seed, count: 100)
    for definition in RandomHistory.definitions {
      let replay = try Self.replay(events, definition, definition)
      #expect(replay.differences == [])
      #expect(replay.divergence == nil)
    }
  }

  @Test
  func `a replay compares points by source, and finds the first event with a different outcome`()
    throws
  {
    var dear = Self.plain
    dear.points.base = [10, 15, 12, 20, 25]
    let events = Self.sparks([.energy, .idea, .energy, .idea])
    let replay = try Self.replay(events, Self.plain, dear)
    // 15 + 8 + 15 + 8, and 15 + 12 + 15 + 12. Fuel comes from missions only.
    #expect(
      replay.differences == [
        Self.number("points", "total", 46, 54), Self.number("points", "spark", 46, 54),
      ])
    #expect(replay.divergence?.event == events[1])
    #expect(replay.divergence?.old == Self.brought(8))
    #expect(replay.divergence?.new == Self.brought(12))
  }

  @Test func `a replay compares cards of pools, and balances`() throws {
    func world(_ rates: String, price: Int) throws -> RulebookDefinition {
      try readRulebook(
        """
        {"id": "world", "extends": "ignition", "missions": [],
         "currencies": {"gems": {"start": 10}},
         "cards": [
           {"id": "wood", "name": "Wood", "category": "idea", "rarity": "common", "exclusive": true},
           {"id": "gold", "name": "Gold", "category": "idea", "rarity": "epic", "exclusive": true}],
         "pools": [{"id": "p", "cards": ["wood", "gold"], "rates": {\(rates)},
                    "pity": {}, "price": {"gems": \(price)}}]}
        """)
    }
    let roll = ProfileEvent(
      id: EventID(high: 7, low: 1), at: Self.instant(of: 0), offset: .zero,
      action: .pool(.roll(try PoolRoll(pool: "p", count: 3))))
    let replay = try Self.replay(
      [roll], try world(#""common": 1"#, price: 1), try world(#""epic": 1"#, price: 2))
    #expect(replay.divergence?.old.poolCards == ["wood", "wood", "wood"])
    #expect(replay.divergence?.new.poolCards == ["gold", "gold", "gold"])
    // Two duplicates of 10 or of 50 points.
    #expect(replay.divergence?.old.duplicatePoints == 20)
    #expect(replay.divergence?.new.duplicatePoints == 100)
    #expect(replay.differences.contains(Self.number("balance", "gems", 7, 4)))
  }

  @Test func `a replay finds a level reached at another time`() throws {
    var late = Self.plain
    late.levels = [
      LevelDefinition(title: "A", threshold: 0), LevelDefinition(title: "B", threshold: 50),
    ]
    var early = late
    early.levels[1].threshold = 30
    let events = Self.sparks(Array(repeating: .decision, count: 5))
    let replay = try Self.replay(events, late, early)
    // 10 points each: level 2 at the third or at the fifth.
    #expect(replay.divergence?.event == events[2])
    #expect(replay.divergence?.old == Self.brought(10))
    #expect(replay.divergence?.new == Self.brought(10, level: 2))
    // There is no difference at the end, although there was one before.
    #expect(replay.differences == [])
    let sooner = try Self.replay(Array(events.dropLast()), late, early)
    #expect(sooner.differences == [Self.number("level", "level", 1, 2)])
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `a replay compares by id, regardless of positions in the rulebooks`(seed: UInt64) throws {
    var other = RulebookDefinition.ignition
    // Draws depend only on the order within a category and rarity.
    other.cards = CardRarity.ignition.reversed().flatMap { rarity in
      other.cards.filter { $0.rarity == rarity }
    }
    #expect(other.cards != RulebookDefinition.ignition.cards)
    // Missions that are never completed shift the positions of the others.
    other.missions.insert(Self.mission("never", target: 1_000_000), at: 0)
    other.missions.append(Self.mission("never-2", target: 1_000_000))
    other.ladders.reverse()
    let events = RandomHistory.events(seed: seed, count: 150)
    let replay = try Self.replay(events, .ignition, other)
    #expect(replay.old.state.ownedCount > 5)
    #expect(replay.old.state.missions.completions.count > 5)
    #expect(replay.differences == [])
    #expect(replay.divergence == nil)
  }

  @Test func `a replay lists gains, losses and changes with their times, the earliest first`()
    throws
  {
    var old = Self.plain
    old.missions = [
      Self.mission("kept", target: 1), Self.mission("gone", target: 2),
      Self.mission("weekly", target: 2, window: .week), Self.mission("moved", target: 3),
    ]
    var new = Self.plain
    new.missions = [
      Self.mission("late", target: 4), Self.mission("early", target: 1),
      Self.mission("moved", target: 2), Self.mission("weekly", target: 1, window: .week),
      Self.mission("kept", target: 1),
    ]
    // Monday to Monday: two weeks.
    let replay = try Self.replay(
      Self.sparks(Array(repeating: .decision, count: 8)), old, new)
    func first(_ number: Int, _ times: Int64 = 1) -> ReplayDifference.Value {
      .first(Self.instant(of: number), times: times)
    }
    let missions = replay.differences.filter { $0.subject == "mission" }
    #expect(
      missions == [
        ReplayDifference(subject: "mission", name: "early", old: nil, new: first(0)),
        ReplayDifference(subject: "mission", name: "late", old: nil, new: first(3)),
        ReplayDifference(subject: "mission", name: "gone", old: first(1), new: nil),
        ReplayDifference(subject: "mission", name: "weekly", old: first(1), new: first(0, 2)),
        ReplayDifference(subject: "mission", name: "moved", old: first(2), new: first(1)),
      ])
    #expect(missions.map(\.change) == [.gained, .gained, .lost, .changed, .changed])
    // kept, gone, weekly and moved once each; late, early, moved and kept once, weekly twice.
    #expect(replay.differences.first == Self.number("missions", "missions", 4, 6))
    #expect(replay.divergence?.event.at == Self.instant(of: 0))
    #expect(replay.divergence?.old == Self.brought(10, missions: ["kept"]))
    #expect(replay.divergence?.new == Self.brought(10, missions: ["early", "weekly", "kept"]))
  }

  @Test func `a replay compares cards by the instants of their first copies`() throws {
    var never = RulebookDefinition.ignition
    never.id = "never"
    never.drops.chance = .zero
    never.missions = []
    var always = never
    always.drops.chance = .one
    let events = Self.sparks(Array(repeating: .idea, count: 30))
    let replay = try Self.replay(events, never, always)
    let cards = replay.differences.filter { $0.subject == "card" }
    #expect(cards.count == replay.new.state.ownedCount)
    #expect(cards.allSatisfy { $0.change == .gained && $0.name.hasPrefix("idea-") })
    let times = cards.map { card in
      if case .first(let at, 1)? = card.new { at.milliseconds } else { Int64.max }
    }
    #expect(times == times.sorted())
    #expect(times.first == events[0].at.milliseconds)
    #expect(replay.differences.contains(Self.number("copies", "copies", 0, 30)))
    let back = try Self.replay(events, always, never)
    #expect(back.differences.filter { $0.subject == "card" }.map(\.old) == cards.map(\.new))
    #expect(back.differences.allSatisfy { $0.subject != "card" || $0.change == .lost })
  }

  @Test func `a replay includes differences in initial values`() throws {
    var rich = Self.plain
    rich.tokens.initial = 4
    let replay = try Self.replay([], Self.plain, rich)
    #expect(replay.differences == [Self.number("tokens", "tokens", 1, 4)])
    // No event caused them.
    #expect(replay.divergence == nil)
  }

  @Test func `a replay finds events that have an effect under only one rulebook`() throws {
    var poor = Self.plain
    poor.tokens.initial = 0
    let roll = ProfileEvent(
      id: EventID(high: 1, low: 1), at: Self.instant(of: 0), offset: .zero, action: .roll(.idea))
    let replay = try Self.replay([roll], Self.plain, poor)
    // The one token is spent on a card, and there is no initial token.
    #expect(replay.differences.contains(Self.number("void_events", "void_events", 0, 1)))
    #expect(replay.divergence?.old.void == nil)
    #expect(replay.divergence?.old.card != nil)
    #expect(replay.divergence?.new.void != nil)
  }

  @Test func `each side of a replay equals a fold`() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let events = RandomHistory.events(seed: seed, count: 80)
      let definitions = RandomHistory.definitions
      for old in definitions.indices {
        let new = (old + 1) % definitions.count
        var replay = try Self.replay(events, definitions[old], definitions[new])
        for (side, definition) in [(replay.old, old), (replay.new, new)] {
          let rulebook = try Rulebook(definitions[definition])
          var state = rulebook.initialState()
          _ = rulebook.apply(events, to: &state, seed: 99)
          #expect(side.state == state)
        }
        let today = CivilTime(events[events.count - 1].at, offset: .zero).day + 20
        let opened = try Rulebook(definitions[old]).opened(replay.old.state, through: today)
        let expected = opened ?? replay.old.state
        replay.advance(to: today)
        #expect(replay.old.state == expected)
      }
    }
  }
}
