import FlintCalendar
import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

/// Habits against an independent implementation of their rules (`Tests/Oracle/habit_oracle.py`).
@Suite struct `Habits agree with the oracle` {
  @Test func `on every day, period, streak and completion of random histories`() throws {
    let fixtures = try HabitFixture.random()
    #expect(fixtures.count == 90)
    for fixture in fixtures {
      let played = try fixture.play()
      let today = try fixture.today
      let context = Comment(rawValue: "seed \(fixture.seed)")
      #expect(played.voids == fixture.json["voids"]?.list?.compactMap(\.whole), context)
      #expect(played.fired == fixture.json["fired"]?.list?.compactMap(\.whole), context)
      let record = played.state.tracker(HabitFixture.tracker).flatMap {
        played.state.habitRecord(of: $0, today: today)
      }
      let days = (record?.days ?? []).map { day in
        "\(day.day) \(day.status.name) \(day.amount) \(day.strength)"
      }
      let expected = try #require(fixture.json["days"]?.list).map { day in
        (day.list ?? []).map { $0.text ?? String($0.whole ?? -1) }.joined(separator: " ")
      }
      #expect(days == expected, context)
      let periods = (record?.periods ?? []).map { "\($0.start) \($0.end) \($0.status.name)" }
      let expectedPeriods = try #require(fixture.json["periods"]?.list).map { period in
        (period.list ?? []).compactMap(\.text).joined(separator: " ")
      }
      #expect(periods == expectedPeriods, context)
      #expect(Int64(record?.streak ?? 0) == fixture.json["streak"]?.whole, context)
      #expect(Int64(record?.bestStreak ?? 0) == fixture.json["best_streak"]?.whole, context)
      for range in try #require(fixture.json["completion"]?.list) {
        let range = try #require(range.list)
        let (since, before) = (try #require(range[0].day), try #require(range[1].day))
        let found = record?.completion(from: since, before: before) ?? (done: 0, missed: 0)
        #expect(Int64(found.done) == range[2].whole, context)
        #expect(Int64(found.missed) == range[3].whole, context)
      }
    }
  }

  @Test func `when the state is encoded and decoded on the way`() throws {
    for fixture in try HabitFixture.random().prefix(30) {
      let (straight, stopped) = (try fixture.play(), try fixture.play(throughBytesEvery: 3))
      #expect(stopped.state == straight.state)
      #expect(stopped.fired == straight.fired)
    }
  }

  @Test func `on every multiplier of the strength`() throws {
    let json = try HabitFixture.loadObject("multipliers")
    for entry in try #require(json["some"]?.list) {
      let numbers = try #require(entry.list).compactMap(\.whole)
      #expect(
        HabitStrength.multiplier(times: Int(numbers[0]), days: Int(numbers[1])) == numbers[2])
    }
    var digest: Int128 = 0
    for days in 1...366 {
      for times in 1...days {
        digest =
          (digest * 31 + Int128(HabitStrength.multiplier(times: times, days: days))) % (1 << 61)
      }
    }
    #expect(Int64(digest) == json["digest"]?.whole)
  }

  @Test func `on the scores that Loop's own algorithm gives, to a thousandth`() throws {
    for loop in try HabitFixture.load("loop") {
      let seed = Comment(rawValue: "seed \(loop["seed"]?.whole ?? -1)")
      let first = try #require(loop["first_day"]?.day)
      let interval = Int(try #require(loop["interval"]?.whole))
      var goal: HabitGoal?
      if let kind = loop["kind"]?.text {
        let target = try #require(loop["target"]).number
        goal = try HabitGoal(
          kind == "at_most" ? .atMost : .atLeastOverPeriod, target, of: .number)
      }
      let times = goal == nil ? Int(try #require(loop["repetitions"]?.whole)) : nil
      let plan = try HabitPlan(
        HabitSchedule(interval == 7 ? .week : .days(interval), times: times), goal: goal)
      var state = TrackersState()
      let tracker = HabitFixture.tracker
      let start = Instant(milliseconds: 0)
      _ = state.apply(
        .create(try TrackerContent(name: "Habit")), id: tracker, at: start, day: first)
      #expect(
        state.apply(.plan(HabitContent(tracker: tracker, plan: plan)), day: first).void == nil)
      let values = try #require(loop["values"]?.list)
      for (index, value) in values.enumerated() {
        let day = first + index
        switch value.text {
        case "skip":
          _ = state.apply(.skip(try HabitSkip(tracker: tracker, day: day)), day: day)
        case "no": break
        default:
          let kind: EntryKind =
            value.text == "yes" ? .checklist(true) : .measurement(value.number)
          _ = state.apply(
            .entry(try EntryContent(tracker: tracker, kind: kind)),
            id: EventID(high: 1, low: UInt64(index)), at: start, day: day)
        }
      }
      let played = try #require(state.tracker(tracker))
      let record = try #require(
        state.habitRecord(of: played, today: first + (values.count - 1)))
      let scores = try #require(loop["scores"]?.list).compactMap(\.text)
      try #require(record.days.count == scores.count)
      for (day, score) in zip(record.days, scores) {
        let difference = abs(Double(day.strength) / 1_000_000 - (Double(score) ?? -1))
        #expect(difference < 0.001, "\(seed), \(day.day): \(day.strength), \(score)")
        if difference >= 0.001 { break }
      }
    }
  }
}

extension JSONValue {
  /// The number, exactly; 0 when it is none.
  fileprivate var number: DecimalNumber {
    let number: DecimalNumber? =
      switch self {
      case .integer(let whole): try? DecimalNumber(whole, field: "number")
      case .number(let number): try? DecimalNumber(number, field: "number")
      default: nil
      }
    return number ?? DecimalNumber(unchecked: 0)
  }
}
