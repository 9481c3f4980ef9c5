import FlintCalendar
import FlintRandom
import Testing

@testable import FlintRules

struct `A reused state` {
  /// A year of two or three sparks a day at most, with gaps, and occasional events of every other
  /// subject that refer to no other event.
  private static func events(seed: UInt64) throws -> [ProfileEvent] {
    var stream = CounterStream(key: seed, identity: 0, purpose: 9)
    var events: [ProfileEvent] = []
    for day in 0..<200 as Range<Int64> {
      for hour in 0..<stream.bounded(4) {
        let id = EventID(high: stream.next64(), low: 0)
        let today = CivilDay(number: Int32(20_454 + day))
        let action: ProfileEvent.Action =
          switch stream.bounded(24) {
          case 0: .task(.taskAdd(try TaskContent(name: "Task", priority: .p0, due: today)))
          case 1: .mood(.record(try MoodContent(day: today, mood: .good)))
          case 2: .journey(.start(day: today))
          case 3: .journey(.entry)
          case 4: .tracker(.create(try TrackerContent(name: "Tracker \(id.high)")))
          case 5: .roll(.idea)
          default:
            .spark(
              SparkCategory.ignition[Int(stream.bounded(5))],
              SparkIntensity.ignition[Int(stream.bounded(4))])
          }
        let at = CivilTime(day: today, milliseconds: Int32(9 + hour) * 3_600_000)
        events.append(
          ProfileEvent(id: id, at: at.instant(offset: .zero), offset: .zero, action: action))
      }
    }
    return events
  }

  @Test func `equals a new state after a reset`() throws {
    for definition in RandomHistory.definitions {
      let rulebook = try Rulebook(definition)
      var state = rulebook.initialState()
      rulebook.reset(&state)
      #expect(state == rulebook.initialState())
      for seed in 1...6 as ClosedRange<UInt64> {
        let events =
          try seed % 2 == 0
          ? Self.events(seed: seed) : RandomHistory.events(seed: seed, count: 80)
        var fresh = rulebook.initialState()
        for event in events {
          let outcome = rulebook.apply(event, to: &state, seed: seed)
          #expect(outcome == rulebook.apply(event, to: &fresh, seed: seed))
        }
        #expect(state == fresh)
        #expect(state.encoded == fresh.encoded)
        let kept = state
        rulebook.reset(&state)
        #expect(state == rulebook.initialState())
        #expect(state.encoded == rulebook.initialState().encoded)
        // Earlier copies are not changed.
        #expect(kept == fresh)
        // Nor is a state decoded from a cache.
        state = try #require(ProfileState(encoded: fresh.encoded, rulebook: rulebook))
        #expect(state == fresh)
        rulebook.reset(&state)
        #expect(state == rulebook.initialState())
      }
    }
  }

  @Test func `of another rulebook becomes a state of this one`() throws {
    let (one, other) = (
      try Rulebook(RandomHistory.definitions[0]), try Rulebook(RandomHistory.definitions[2])
    )
    var state = other.initialState()
    one.reset(&state)
    #expect(state == one.initialState())
  }

  @Test func `does not change with its copies`() throws {
    let rulebook = try Rulebook(RandomHistory.definitions[2])
    var state = rulebook.initialState()
    var copies: [(ProfileState, [UInt8])] = []
    for event in RandomHistory.events(seed: 3, count: 60) {
      copies.append((state, state.encoded))
      rulebook.apply(event, to: &state, seed: 1)
    }
    for (copy, bytes) in copies { #expect(copy.encoded == bytes) }
    #expect(state.encoded != copies.last?.1)
  }

  /// A state from a cache contains no derived values, so that it recomputes them all.
  @Test func `folds like a state decoded from a cache before every event`() throws {
    for definition in RandomHistory.definitions {
      let rulebook = try Rulebook(definition)
      for seed in 1...4 as ClosedRange<UInt64> {
        let events =
          try seed % 2 == 0
          ? Self.events(seed: seed) : RandomHistory.events(seed: seed, count: 80)
        var (state, read) = (rulebook.initialState(), rulebook.initialState())
        for event in events {
          read = try #require(ProfileState(encoded: read.encoded, rulebook: rulebook))
          let outcome = rulebook.apply(event, to: &state, seed: seed)
          #expect(outcome == rulebook.apply(event, to: &read, seed: seed))
          #expect(state.journey == read.journey)
        }
        #expect(state == read)
        #expect(state.encoded == read.encoded)
      }
    }
  }
}
