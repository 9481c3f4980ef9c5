import FlintCalendar
import FlintRules
import FlintSchema
import Testing

struct `Currencies` {
  private let pool =
    #"{"id": "p", "cards": ["sun"], "rates": {"legendary": 1}, "price": {"gems": 100}}"#

  @Test func `start with a balance, and grow by grants`() throws {
    var world = try PoolWorld(pools: pool, currencies: #"{"gems": {"start": 30}}"#)
    #expect(try world.roll("p").void == .notCovered)
    let money = try DecimalNumber(reading: "4.99", field: "money")
    let grant = try CurrencyGrant(currency: "gems", amount: 90, reason: "purchase", money: money)
    world.profile.apply(.currency(.grant(grant)), on: world.today)
    #expect(world.gems == 120)
    #expect(world.profile.state.wallet.money == 4_990_000)
    #expect(try world.roll("p").void == nil)
    #expect(world.gems == 20)
    let unknown = try CurrencyGrant(currency: "coins", amount: 1)
    #expect(
      world.profile.apply(.currency(.grant(unknown)), on: world.today).void == .unknownCurrency)
  }

  @Test func `are granted by days, at the first event that has an effect`() throws {
    var world = try PoolWorld(
      pools: pool, currencies: #"{"gems": {"start": 0, "per_day": 60}}"#)
    // Too little for the roll: the void event grants nothing to the day.
    #expect(try world.roll("p").void == .notCovered)
    #expect(world.gems == 0)
    world.profile.spark(on: world.today)
    world.profile.spark(on: world.today)
    #expect(world.gems == 60)
    // The day's grant comes before the roll, which it pays for.
    world.today = CivilDay(number: 20_001)
    #expect(try world.roll("p").void == nil)
    #expect(world.gems == 20)
    // An older day is granted nothing later on.
    world.profile.spark(on: CivilDay(number: 20_000))
    #expect(world.gems == 20)
  }

  @Test func `are granted by missions, levels, duplicates and earning rules`() throws {
    var world = try PoolWorld(
      pools: #"{"id": "p", "cards": ["sun"], "rates": {"legendary": 1}, "price": {"gems": 1}}"#,
      currencies: #"{"gems": {"start": 2}}"#,
      more: """
        "duplicate_grants": {"legendary": {"gems": 7}},
        "change_missions": {"mythical-ascent": false, "first-card": {"grants": {"gems": 50}}},
        "levels": [{"title": "One", "threshold": 0},
          {"title": "Two", "threshold": 50, "grants": {"gems": 1000}}],
        "earn": [{"event": "mood.record", "grants": {"gems": 5}}]
        """)
    // −1, the mission first-card +50, whose 100 points reach level 2: +1000.
    try world.roll("p")
    #expect(world.gems == 1051)
    // −1, a duplicate +7.
    try world.roll("p")
    #expect(world.gems == 1057)
    let mood = try MoodContent(day: world.today, mood: .good)
    world.profile.apply(.mood(.record(mood)), on: world.today)
    #expect(world.gems == 1062)
  }

  /// Completing, spending and reopening again and again brings no more than one completion.
  @Test func `that were spent are owed when they are taken back`() throws {
    var world = try PoolWorld(
      pools: #"{"id": "p", "cards": ["sun"], "rates": {"legendary": 1}, "price": {"gems": 5}}"#,
      currencies: #"{"gems": {"start": 0}}"#,
      more: #""earn": [{"event": "task.complete", "grants": {"gems": 5}}]"#)
    world.profile.apply(.task(.taskAdd(try TaskContent(name: "T"))), on: world.today)
    let task = try #require(world.profile.state.tasks.tasks.first?.id)
    func owed() -> Int64 { world.profile.rulebook.balances(in: world.profile.state)[0].owed }
    world.profile.apply(.task(.taskComplete(task)), on: world.today)
    #expect(try world.roll("p").void == nil)
    world.profile.apply(.task(.taskReopen(task)), on: world.today)
    #expect(world.gems == 0)
    #expect(owed() == 5)
    // Completed again, it pays what is owed, and nothing for another roll.
    world.profile.apply(.task(.taskComplete(task)), on: world.today)
    #expect(world.gems == 0)
    #expect(owed() == 0)
    #expect(try world.roll("p").void == .notCovered)
    world.profile.apply(.task(.taskReopen(task)), on: world.today)
    let grant = try CurrencyGrant(currency: "gems", amount: 12)
    world.profile.apply(.currency(.grant(grant)), on: world.today)
    #expect(world.gems == 7)
  }

  @Test func `are not granted for an entry without a complete group`() throws {
    var world = try PoolWorld(
      pools: pool, currencies: #"{"gems": {"start": 0}}"#,
      more: #""earn": [{"event": "entry", "per": 10, "of": "minutes", "grants": {"gems": 2}}]"#)
    let content = try TrackerContent(name: "Reading")
    world.profile.apply(.tracker(.create(content)), on: world.today)
    let tracker = try #require(world.profile.state.trackers.trackers.first?.id)
    for (minutes, gems) in [(4, 0), (10, 2), (25, 4)] as [(Int64, Int64)] {
      let entry = try EntryContent(tracker: tracker, kind: .session(minutes: minutes))
      world.profile.apply(.tracker(.entry(entry)), on: world.today)
      #expect(world.gems == gems)
    }
  }

  @Test func `that a rulebook lacks are errors with suggestions`() throws {
    #expect {
      try PoolWorld(pools: #"{"id": "p", "price": {"gem": 1}}"#)
    } throws: { error in
      "\(error)".contains(#"pools[1].price.gem: unknown currency (did you mean "gems"?)"#)
    }
    #expect {
      try PoolWorld(
        pools: """
          {"id": "p", "cards": ["wood"], "rates": {"common": 1}, "price": {"gems": 1},
           "bundle": {"size": 10, "at_least": "rare"}}
          """)
    } throws: { error in
      "\(error)".contains("pools[1].bundle.at_least: the pool has no card of rare or better")
    }
    #expect {
      try PoolWorld(pools: pool, more: #""duplicate_grants": {"legendry": {"gems": 1}}"#)
    } throws: { error in
      "\(error)".contains(
        #"duplicate_grants.legendry: unknown rarity (did you mean "legendary"?)"#)
    }
  }
}
