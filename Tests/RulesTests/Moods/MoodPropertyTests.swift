import FlintCalendar
import TestSupport
import Testing

@testable import FlintRules

/// Mood events in any order, compared with a simple implementation of the rules.
struct `Random histories of moods` {
  struct Happening {
    var position: FoldPosition
    var day: CivilDay
    var action: MoodAction
  }

  static let first = day("2023-12-20")

  static func history(_ random: inout SplitMix64) throws -> [Happening] {
    var history: [Happening] = []
    for number in 0..<UInt64(Int.random(in: 0...60, using: &random)) {
      let recorded = first + Int.random(in: 0..<40, using: &random)
      let action: MoodAction
      if Int.random(in: 0..<12, using: &random) == 0 {
        action = .fill(Bool.random(using: &random))
      } else {
        let mood = try #require(Mood.ratings.randomElement(using: &random))
        action = .record(
          try MoodContent(day: recorded + Int.random(in: -9...1, using: &random), mood: mood))
      }
      history.append(
        Happening(
          position: FoldPosition(
            at: Instant(milliseconds: Int64(recorded.number) * 10 + Int64(number % 3)),
            rank: ProfileEvent.Action.mood(action).kind.rank,
            id: EventID(high: random.next(), low: number)
          ),
          day: recorded, action: action))
    }
    return history
  }

  static func fold(_ history: [Happening]) -> MoodsState {
    var state = MoodsState()
    for happening in history.sorted(by: { $0.position < $1.position }) {
      _ = state.apply(
        happening.action, id: happening.position.id, at: happening.position.at,
        latest: happening.day)
    }
    return state
  }

  /// Ids and moods by day; the last one applies.
  struct Model {
    var ratings: [CivilDay: [(id: EventID, mood: Mood)]] = [:]
    var isFilling = false

    init(_ history: [Happening]) {
      for happening in history.sorted(by: { $0.position < $1.position }) {
        switch happening.action {
        case .fill(let isOn): isFilling = isOn
        case .record(let content) where content.day <= happening.day:
          ratings[content.day, default: []].append((happening.position.id, content.mood))
        case .record: break
        }
      }
    }

    func mood(_ day: CivilDay, today: CivilDay) -> Mood? {
      if let mood = ratings[day]?.last?.mood { return mood }
      guard isFilling, let first = ratings.keys.min() else { return nil }
      return day > first && day < today ? .missing : nil
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `agree with a simple implementation of the rules`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let history = try Self.history(&random)
    let state = Self.fold(history)
    let model = Model(history)
    let today = Self.first + Int.random(in: -5...50, using: &random)
    let weekdays = Weekdays(rawValue: UInt8.random(in: 1...127, using: &random))
    let from = Self.first + Int.random(in: -15...30, using: &random)
    let before = from + Int.random(in: 0...50, using: &random)
    let days = (0..<before - from).map { from + $0 }.filter { weekdays.contains($0) }
    let shown = days.filter { model.mood($0, today: today) != nil }

    let list = state.days(from: from, before: before, weekdays: weekdays, today: today)
    #expect(list.map(\.day) == shown)
    #expect(list.map(\.mood) == shown.map { model.mood($0, today: today) })
    for view in list {
      #expect(view == state.day(view.day, today: today))
      let ids = model.ratings[view.day, default: []].map(\.id)
      #expect(view.superseded + (view.id.map { [$0] } ?? []) == ids)
      #expect(view.ratings == ids.count)
      #expect(view.canEdit == (view.mood != .missing))
    }

    let summary = state.summary(from: from, before: before, weekdays: weekdays, today: today)
    let moods = days.compactMap { model.mood($0, today: today) }
    #expect(
      summary.counts
        == Mood.allCases.dropLast().map { mood in
          Int64(moods.count { $0 == mood })
        })
    let ratings = moods.compactMap(\.rating)
    #expect(summary.rated == ratings.count)
    if ratings.isEmpty {
      #expect(summary.mean == nil && summary.median == nil && summary.bestMonth == nil)
    } else {
      // Half a millionth is rounded up.
      let doubled = 2 * 1_000_000 * ratings.reduce(0, +) + ratings.count
      #expect(summary.mean == Int64(doubled / (2 * ratings.count)))
      let sorted = ratings.sorted()
      let middle = sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]
      #expect(summary.median == Int64(middle * 500_000))
    }
    var (run, longest) = (0, 0)
    for day in days {
      run = model.ratings[day] == nil ? 0 : run + 1
      longest = max(longest, run)
    }
    #expect(summary.longestRun == longest)
    let half = ratings.count / 2
    let (earlier, later) = (ratings.prefix(half).reduce(0, +), ratings.suffix(half).reduce(0, +))
    #expect(summary.trend?.first.sum == (half == 0 ? nil : Int64(earlier)))
    #expect(summary.trend?.last.sum == (half == 0 ? nil : Int64(later)))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `do not depend on the order of recording, and are decoded exactly`(seed: UInt64) throws {
    var random = SplitMix64(state: seed &+ 1000)
    let history = try Self.history(&random)
    let state = Self.fold(history)
    #expect(Self.fold(history.shuffled(using: &random)) == state)
    var writer = StateWriter()
    state.encode(to: &writer)
    var reader = StateReader(writer.bytes)
    #expect(MoodsState(from: &reader) == state)
    #expect(reader.isAtEnd)
    // Again with every event decoded from its content.
    var copies = history
    for index in copies.indices {
      let original = ProfileEvent.Action.mood(copies[index].action)
      let copy = try ProfileEvent.Action(original.kind, content: Array(original.content.utf8))
      #expect(copy == original)
      if case .mood(let action) = copy { copies[index].action = action }
    }
    #expect(Self.fold(copies) == state)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `are unaffected by a removed event`(seed: UInt64) throws {
    var random = SplitMix64(state: seed &+ 2000)
    var history = try Self.history(&random)
    guard let removed = history.indices.randomElement(using: &random) else { return }
    let id = history.remove(at: removed).position.id
    let state = Self.fold(history)
    for rating in state.ratings { #expect(rating.id != id && !rating.superseded.contains(id)) }
  }
}
