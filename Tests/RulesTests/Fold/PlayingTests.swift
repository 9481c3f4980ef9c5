import FlintCalendar
import FlintRandom
import Testing

@testable import FlintRules

struct `A simulated spark` {
  /// Half a year of 0 to 4 sparks a day, in UTC.
  private static func sparks(seed: UInt64) -> [ProfileEvent] {
    var stream = CounterStream(key: seed, identity: 1, purpose: 9)
    var events: [ProfileEvent] = []
    for day in 0..<180 as Range<Int64> {
      for hour in 0..<stream.bounded(5) {
        let at = CivilTime(
          day: CivilDay(number: Int32(20_454 + day)), milliseconds: Int32(7 + hour * 4) * 3_600_000)
        events.append(
          ProfileEvent(
            id: EventID(high: seed << 32 | UInt64(events.count), low: 0),
            at: at.instant(offset: .zero), offset: .zero,
            action: .spark(
              SparkCategory.ignition[Int(stream.bounded(5))],
              SparkIntensity.ignition[Int(stream.bounded(4))])))
      }
    }
    return events
  }

  private static func rulebooks() throws -> [Rulebook] {
    try (RandomHistory.definitions + (0..<20).map { RandomRulebook.rulebook($0) })
      .map { try Rulebook($0) }
  }

  private static func play(_ event: ProfileEvent, _ rulebook: Rulebook, _ state: inout ProfileState)
    -> PlayedCard?
  {
    guard case .spark(let category, let intensity) = event.action else { return nil }
    return rulebook.play(
      Int(category.number), Int(intensity.number) - 1, at: event.at, identity: event.id.high,
      in: &state, seed: 3,
      words: RollWords(seed: 3, identity: event.id.high))
  }

  @Test func `yields the same state as an event`() throws {
    for rulebook in try Self.rulebooks() {
      var (applied, played) = (rulebook.initialState(), rulebook.initialState())
      for event in Self.sparks(seed: 5) {
        let outcome = rulebook.apply(event, to: &applied, seed: 3)
        let card = try #require(Self.play(event, rulebook, &played))
        #expect(card.position == Int32(outcome.draw.card ?? -1))
        #expect(card.isNew == outcome.draw.isNew)
      }
      #expect(played.events.newest == nil)
      played.events.newest = applied.events.newest
      #expect(played == applied)
      #expect(played.encoded == applied.encoded)
    }
  }

  /// Every total is the same, independently of the retained history.
  @Test(arguments: [[], .days, .missions, .journey] as [ProfileState.RetainedHistory])
  func `yields the same totals when less history is retained`(
    retained: ProfileState.RetainedHistory
  ) throws {
    for rulebook in try Self.rulebooks() {
      var (whole, lean) = (rulebook.initialState(), rulebook.initialState(retaining: retained))
      // Reused, as simulators do.
      for seed in 1...2 as ClosedRange<UInt64> {
        rulebook.reset(&lean)
        rulebook.reset(&whole)
        for event in Self.sparks(seed: seed) {
          rulebook.apply(event, to: &whole, seed: 3)
          _ = Self.play(event, rulebook, &lean)
        }
        let last = CivilDay(number: 20_640)
        rulebook.advance(to: last, in: &whole)
        rulebook.advance(to: last, in: &lean)
        #expect(lean.ledger == whole.ledger)
        #expect(lean.fuel.amount == whole.fuel.amount)
        #expect(lean.fuel.overloads == whole.fuel.overloads)
        #expect(lean.fuel.tokens == whole.fuel.tokens)
        #expect(lean.level == whole.level)
        #expect(lean.sparksByCategory == whole.sparksByCategory)
        #expect(lean.holdings == whole.holdings)
        #expect(lean.sparkDays.longestStreak == whole.sparkDays.longestStreak)
        #expect(lean.events.count == whole.events.count)
        #expect(lean.cells == whole.cells)
        #expect(lean.missionsCompleted == Int64(whole.missions.completions.count))
        #expect(lean.history == (retained.contains(.days) ? whole.history : DayHistory()))
        #expect(
          lean.missions.completions
            == (retained.contains(.missions) ? whole.missions.completions : []))
        #expect(
          lean.missions.expiries == (retained.contains(.missions) ? whole.missions.expiries : []))
        #expect(lean.journey == (retained.contains(.journey) ? whole.journey : JourneyState()))
      }
    }
  }

  @Test func `counts the completions of each mission, also after decoding a cache`() throws {
    for rulebook in try Self.rulebooks() {
      var state = rulebook.initialState()
      for event in Self.sparks(seed: 4) { rulebook.apply(event, to: &state, seed: 3) }
      let read = try #require(ProfileState(encoded: state.encoded, rulebook: rulebook))
      for mission in rulebook.definition.missions.indices {
        let times = Int64(state.missions.completions.count { Int($0.mission) == mission })
        #expect(state.timesCompleted(mission) == times)
        #expect(read.timesCompleted(mission) == times)
      }
      #expect(read.missionsCompleted == Int64(state.missions.completions.count))
    }
  }
}
