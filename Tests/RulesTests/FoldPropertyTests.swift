import FlintCalendar
import FlintRules
import TestSupport
import Testing

struct `The fold of any history` {
  private struct Folded {
    var state: ProfileState
    var outcomes: [Outcome]
  }

  private static let rulebooks = RandomHistory.definitions.indices
  private static let seeds = 1...40 as ClosedRange<UInt64>

  private static func fold(
    _ events: some Sequence<ProfileEvent>, _ rulebook: Rulebook, from start: ProfileState? = nil
  ) -> Folded {
    var state = start ?? rulebook.initialState()
    let outcomes = events.map { rulebook.apply($0, to: &state, seed: 99) }
    return Folded(state: state, outcomes: outcomes)
  }

  private static func history(_ seed: UInt64) -> [ProfileEvent] {
    RandomHistory.events(seed: seed, count: 20 + Int(seed % 5) * 20)
  }

  @Test(arguments: rulebooks)
  func `is the same in steps, from any stop on, and through bytes`(rulebook: Int) throws {
    let rulebook = try Rulebook(RandomHistory.definitions[rulebook])
    for seed in Self.seeds where seed % 4 == 1 || seed % 10 == 0 {
      let events = Self.history(seed)
      let whole = Self.fold(events, rulebook)
      for stop in [0, events.count / 3, events.count - 1, events.count] {
        let first = Self.fold(events[..<stop], rulebook)
        let read = ProfileState(encoded: first.state.encoded, rulebook: rulebook)
        let state = try #require(read)
        #expect(state == first.state)
        #expect(state.encoded == first.state.encoded)
        let second = Self.fold(events[stop...], rulebook, from: state)
        #expect(second.state == whole.state)
        // Positions of completions go on; all else is the same as well.
        #expect(first.outcomes + second.outcomes == whole.outcomes)
      }
    }
  }

  @Test(arguments: rulebooks)
  func `keeps its books`(rulebook: Int) throws {
    let definition = RandomHistory.definitions[rulebook]
    let rulebook = try Rulebook(definition)
    for seed in Self.seeds {
      let events = Self.history(seed)
      var state = rulebook.initialState()
      var (spark, duplicate, mission, cards, rolls) =
        (0, 0, 0, 0, 0) as (Int64, Int64, Int64, Int, Int64)
      for event in events {
        let before = state
        let outcome = rulebook.apply(event, to: &state, seed: 99)
        spark += outcome.basePoints
        duplicate += outcome.draw.duplicatePoints
        mission += outcome.missionPoints
        if outcome.draw.card != nil { cards += 1 }
        if case .roll = event.action, !outcome.isVoid { rolls += 1 }
        #expect(state.ledger.total - before.ledger.total == outcome.points)
        #expect(outcome.level == state.level && outcome.levelBefore == before.level)
        #expect(
          outcome.completions.count == state.missions.completions.count
            - before.missions.completions.count)
        #expect(state.fuel.tokens >= 0)
        #expect((0..<definition.fuelCapacity).contains(state.fuel.amount))
        #expect(outcome.overloads == state.fuel.overloads - before.fuel.overloads)
        #expect(state.events.newest == event.foldPosition)
        #expect(outcome.streak <= state.sparkDays.longestStreak)
        #expect(outcome.draw.isNew == (state.ownedCount > before.ownedCount))
      }
      #expect(state.ledger.spark == spark)
      #expect(state.ledger.duplicate == duplicate)
      #expect(state.ledger.mission == mission)
      #expect(state.holdings.reduce(0) { $0 + Int($1.copies) } == cards)
      #expect(
        state.fuel.tokens == definition.tokens.initial
          + state.fuel.overloads * definition.tokens.perOverload - rolls)
      #expect(state.events.count == Int64(events.count))
      #expect(state.sparkCount == Int64(events.count) - rolls - Int64(state.events.voids.count))
      // What duplicates pay is what the copies beyond the first are worth.
      let worth = rulebook.collection(in: state).reduce(0) { $0 + $1.duplicatePoints }
      #expect(worth == duplicate)
      // No mission twice in a window.
      let keys = state.missions.completions.map {
        "\($0.mission) \($0.windowStart?.number ?? .min)"
      }
      #expect(Set(keys).count == keys.count)
      #expect(state.missions.completions.map(\.at) == state.missions.completions.map(\.at).sorted())
    }
  }

  @Test(arguments: rulebooks)
  func `completes what a slow recount completes`(rulebook: Int) throws {
    let definition = RandomHistory.definitions[rulebook]
    let rulebook = try Rulebook(definition)
    for seed in 100..<107 as Range<UInt64> {
      let events = RandomHistory.events(seed: seed, count: 40)
      var state = rulebook.initialState()
      var slow = SlowMissions(definition)
      for event in events {
        let outcome = rulebook.apply(event, to: &state, seed: 99)
        slow.apply(event, outcome)
        try #require(
          state.missions.completions.map {
            "\($0.mission) \($0.windowStart?.number ?? .min) \($0.at)"
          }
            == slow.completions.map {
              "\($0.mission) \($0.start ?? Int(Int32.min)) \(Instant(milliseconds: $0.at))"
            }, "seed \(seed), event \(state.events.count)")
      }
      #expect(state.fuel.amount == slow.fuel)
      #expect(state.fuel.overloads == slow.overloads)
      #expect(state.fuel.tokens == slow.tokens)
      #expect(state.ledger.total == slow.points)
      #expect(state.level == slow.level)
      #expect(state.sparkDays.longestStreak == slow.longestRun())
      if let latest = state.sparkDays.latest {
        for ahead in 0...5 {
          let today = latest + ahead
          #expect(state.currentStreak(today: today) == slow.run(on: Int(today.number)))
        }
      }
    }
  }

  @Test(arguments: rulebooks)
  func `never shows more progress than the target, and the status that goes with it`(
    rulebook: Int
  ) throws {
    let rulebook = try Rulebook(RandomHistory.definitions[rulebook])
    for seed in 1...8 as ClosedRange<UInt64> {
      let events = Self.history(seed)
      let state = Self.fold(events, rulebook).state
      guard let latest = state.sparkDays.latest else { continue }
      for back in 0...20 {
        let shown = latest + (2 - back)
        for view in rulebook.missions(in: state, day: shown, today: latest + 2) {
          #expect((0...view.definition.target).contains(view.progress))
          switch view.status {
          case .completed:
            #expect(view.progress == view.definition.target && view.completedAt != nil)
          case .expired: #expect(view.windowEnd.map { $0 <= latest + 2 } == true)
          case .available: #expect(view.progress == 0 && view.completedAt == nil)
          case .inProgress: #expect(view.progress > 0 && view.completedAt == nil)
          }
          let count = state.missions.completions.count { Int($0.mission) == view.position }
          #expect(view.completions == count)
        }
      }
    }
  }

  @Test func `under another seed has other cards`() throws {
    let rulebook = try Rulebook.ignition()
    let events = RandomHistory.events(seed: 5, count: 60)
    let cards = { (seed: UInt64) in
      var state = rulebook.initialState()
      return events.map { rulebook.apply($0, to: &state, seed: seed).draw.card }
    }
    #expect(cards(1) == cards(1))
    #expect(cards(1) != cards(2))
  }
}

struct `A state as bytes` {
  private func states() throws -> [(Rulebook, ProfileState)] {
    try RandomHistory.definitions.map { definition in
      let rulebook = try Rulebook(definition)
      var state = rulebook.initialState()
      for event in RandomHistory.events(seed: 4, count: 50) {
        rulebook.apply(event, to: &state, seed: 1)
      }
      return (rulebook, state)
    }
  }

  @Test func `reads back, empty or full`() throws {
    for (rulebook, state) in try states() {
      #expect(ProfileState(encoded: state.encoded, rulebook: rulebook) == state)
      let empty = rulebook.initialState()
      #expect(ProfileState(encoded: empty.encoded, rulebook: rulebook) == empty)
    }
  }

  @Test func `is refused when it is cut off, longer or empty`() throws {
    let (rulebook, state) = try #require(states().first)
    let bytes = state.encoded
    for length in [0, 1, 7, 8, 15, 16, 17, 100, bytes.count / 2, bytes.count - 8, bytes.count - 1] {
      #expect(ProfileState(encoded: Array(bytes.prefix(length)), rulebook: rulebook) == nil)
      #expect(ProfileState(encoded: Array(bytes.suffix(length)), rulebook: rulebook) == nil)
    }
    for count in [1, 8, 16, 24] {
      let more = bytes + [UInt8](repeating: 0, count: count)
      #expect(ProfileState(encoded: more, rulebook: rulebook) == nil)
    }
    #expect(ProfileState(encoded: bytes + bytes, rulebook: rulebook) == nil)
  }

  @Test func `is refused when any byte was changed`() throws {
    let (rulebook, state) = try #require(states().last)
    let bytes = state.encoded
    var random = SplitMix64(state: 8)
    for position in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 150)) {
      var changed = bytes
      changed[position] ^= UInt8.random(in: 1...255, using: &random)
      #expect(ProfileState(encoded: changed, rulebook: rulebook) == nil)
    }
    for _ in 0..<20 {
      let noise = (0..<bytes.count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(ProfileState(encoded: noise, rulebook: rulebook) == nil)
    }
    #expect(
      ProfileState(encoded: [UInt8](repeating: 0, count: bytes.count), rulebook: rulebook) == nil)
  }

  @Test func `is refused under a rulebook of another shape`() throws {
    let (_, state) = try #require(states().first)
    var other = RulebookDefinition.ignition
    other.cards.append(CardDefinition(id: "more", name: "More", category: .idea, rarity: .rare))
    #expect(ProfileState(encoded: state.encoded, rulebook: try Rulebook(other)) == nil)
    other = .ignition
    other.missions.removeAll { $0.window == .week }
    #expect(ProfileState(encoded: state.encoded, rulebook: try Rulebook(other)) == nil)
  }
}
