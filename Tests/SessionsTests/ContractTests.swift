import FlintCalendar
import FlintRules
import Sessions
import Storage
import Testing

/// Rules of the domain that an audit with an independent implementation found violated.
struct `Findings of the audit of the rules` {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `the bundled rulebooks can be exchanged after any card, and back`(seed: UInt64) throws {
    let store = try Store.scratch(seed: seed)
    let shipped = try Rulebook(.ignitionShipped)
    let ignition = try Rulebook(.ignition)
    for (rulebook, other) in [(ignition, shipped), (shipped, ignition), (ignition, shipped)] {
      try store.at { session in
        for number in 0..<150 {
          for category in [SparkCategory.decision, .energy] {
            var newSpark = NewSpark(title: "\(rulebook.hash) \(number)", category: category)
            newSpark.at = written("2026-03-01T08:00")
            _ = try session.add(newSpark)
          }
        }
        #expect(try session.reader.obstacles(to: other.definition) == [])
        try session.history.setRulebook(other)
      }
    }
    let shared = Set(ignition.definition.cards.map(\.id))
      .intersection(shipped.definition.cards.map(\.id))
    #expect(shared.count == 48)
  }

  @Test func `a token buys a card even where sparks earn few points`() throws {
    var definition = RulebookDefinition.ignitionShipped
    definition.id = "mean"
    definition.drops.chance = .zero
    definition.tokens.initial = 40
    let rulebook = try Rulebook(definition)
    var state = rulebook.initialState()
    for number in 1...40 as ClosedRange<UInt64> {
      let event = ProfileEvent(
        id: EventID(high: number &* 0x9E37_79B9_7F4A_7C15, low: number),
        at: Instant(milliseconds: Int64(number) * 1000), offset: .zero, action: .roll(.idea))
      #expect(rulebook.apply(event, to: &state, seed: 5).draw.card != nil)
    }
  }

  /// Computed by hand: one spark of high intensity (3 of 4), one of 5 categories, on 1 of 10 days:
  /// 0.4 · 3/4 + 0.3 · 1/5 + 0.3 · 1/10 = 0.39.
  @Test func `productivity counts days with a spark, with a filter and without`() throws {
    let store = try Store.scratch()
    try store.at { session in
      for day in 1...9 { _ = try session.activity(.open, at: "2026-03-0\(day)T08:00") }
      let range = try DayRange(since: civil("2026-03-01"), before: civil("2026-03-11"))
      #expect(try session.reader.summary(range).sparks.productivity == nil)
      _ = try session.spark(.idea, .high, at: "2026-03-10T08:00")
      var ideas = StatisticsFilter()
      ideas.category = .idea
      for filter in [StatisticsFilter(), ideas] {
        #expect(try session.reader.summary(range, where: filter).sparks.productivity == 390_000)
      }
    }
  }

  @Test func `scores of a future day include time-based unlocks before then`() throws {
    let store = try Store.scratch()
    try store.at("2026-03-10T09:00:00Z") { session in
      _ = try session.startJourney(on: "2026-03-03", at: "2026-03-10T09:00")
    }
    func selfCare(asOf now: String) throws -> Int64? {
      try store.at(now) { session in
        let day = civil("2026-03-20")
        return try session.state(on: day).journey.scores(on: day)?.selfCare
      }
    }
    let foreseen = try selfCare(asOf: "2026-03-10T10:00:00Z")
    #expect(foreseen == 80_000)
    #expect(try selfCare(asOf: "2026-03-20T10:00:00Z") == foreseen)
  }

  @Test func `means are rounded, not truncated`() throws {
    let store = try Store.scratch()
    try store.at { session in
      for (day, mood) in [("01", Mood.good), ("02", .great), ("03", .bad)] {
        _ = try session.rate("2026-03-\(day)", mood, at: "2026-03-\(day)T20:00")
      }
      let summary = try session.state().moods.summary(
        from: civil("2026-03-01"), before: civil("2026-03-04"), today: civil("2026-06-01"))
      // 3, 4 and 1: 8/3 = 2.666666…
      #expect(summary.mean == 2_666_667)
    }
  }
}
