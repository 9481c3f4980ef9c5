import FlintCalendar
import TestSupport
import Testing

@testable import FlintRules

/// Tasks that are counted and reversed, as by the subjects' events.
private struct Tally {
  var profile: PlayedProfile

  static let monday = MissionDrive.monday

  init(_ missions: [(Window, Int64, Season)]) throws {
    var definition = RulebookDefinition.ignition
    definition.drops.chance = .zero
    definition.missions = missions.enumerated().map { index, mission in
      MissionDefinition(
        id: "m\(index)", title: "M", window: mission.0, metric: .tasks, target: mission.1,
        reward: 1, difficulty: .easy, season: mission.2)
    }
    profile = try PlayedProfile(definition)
  }

  mutating func give(_ count: Int64, on day: Int) {
    let rulebook = profile.rulebook
    let day = Self.monday + day
    // A spark opens the day.
    profile.spark(on: day)
    let moves = rulebook.plan.moves[rulebook.eras.era(of: day)]
    for move in moves[.tasks] { rulebook.bump(move, by: count, &profile.state) }
    rulebook.completeMissions(at: Instant(milliseconds: 0), moves, &profile.state)
  }

  mutating func take(_ count: Int64, from day: Int) {
    let rulebook = profile.rulebook
    let day = Self.monday + day
    let moves = rulebook.plan.moves[rulebook.eras.era(of: day)]
    rulebook.revert(moves[.tasks], by: count, from: day, &profile.state)
  }

  func progress(today: Int, day: Int? = nil) -> [Int64] {
    profile.rulebook.missions(
      in: profile.state, day: day.map { Self.monday + $0 }, today: Self.monday + today
    ).map(\.progress)
  }

  /// Completions of each mission.
  var completions: [Int] {
    profile.rulebook.definition.missions.indices.map { mission in
      profile.state.missions.completions.count { Int($0.mission) == mission }
    }
  }
}

struct `A reversed count` {
  @Test func `is subtracted from the windows it was counted in`() throws {
    var tally = try Tally([(.day, 9, .always), (.week, 9, .always), (.life, 9, .always)])
    tally.give(3, on: 0)
    tally.give(2, on: 1)
    #expect(tally.progress(today: 1) == [2, 5, 5])
    tally.take(1, from: 0)
    #expect(tally.progress(today: 1) == [2, 4, 4])
    #expect(tally.progress(today: 1, day: 0) == [2, 4, 4])
    tally.take(2, from: 1)
    #expect(tally.progress(today: 1) == [0, 2, 2])
  }

  @Test func `of a closed window changes only the lifetime`() throws {
    var tally = try Tally([(.day, 9, .always), (.week, 9, .always), (.life, 9, .always)])
    tally.give(3, on: 0)
    // Four days later the slot of the day is reused, two weeks later that of the week.
    tally.give(2, on: 4)
    tally.take(1, from: 0)
    #expect(tally.progress(today: 4) == [2, 4, 4])
    #expect(tally.progress(today: 4, day: 0) == [3, 4, 4])
    tally.give(2, on: 14)
    tally.take(1, from: 0)
    #expect(tally.progress(today: 14) == [2, 2, 5])
    #expect(tally.progress(today: 14, day: 0) == [3, 4, 5])
    // A day that was never open.
    tally.take(1, from: 2)
    #expect(tally.progress(today: 14) == [2, 2, 4])
  }

  @Test func `never makes a counter negative`() throws {
    var tally = try Tally([(.day, 3, .always), (.life, 3, .always)])
    tally.give(2, on: 0)
    tally.take(7, from: 0)
    #expect(tally.progress(today: 0) == [0, 0])
    tally.give(2, on: 0)
    #expect(tally.completions == [0, 0])
    tally.give(1, on: 0)
    #expect(tally.completions == [1, 1])
  }

  @Test func `does not repeat a completion, and leaves other targets reachable`() throws {
    var tally = try Tally([(.life, 2, .always), (.life, 4, .always), (.day, 2, .always)])
    tally.give(3, on: 0)
    #expect(tally.completions == [1, 0, 1])
    tally.take(2, from: 0)
    #expect(tally.completions == [1, 0, 1])
    // 1 + 1 = 2 does not complete the first again, nor the day's.
    tally.give(1, on: 0)
    #expect(tally.completions == [1, 0, 1])
    tally.give(1, on: 0)
    #expect(tally.completions == [1, 0, 1])
    tally.give(1, on: 0)
    #expect(tally.completions == [1, 1, 1])
    tally.take(4, from: 0)
    tally.give(9, on: 1)
    #expect(tally.completions == [1, 1, 2])
  }

  @Test func `belongs to the season of its day`() throws {
    let monday = Tally.monday
    var tally = try Tally([
      (.life, 3, Season(from: monday + 1, before: monday + 3)), (.life, 9, .always),
      (.week, 9, Season(from: monday + 1)),
    ])
    tally.give(2, on: 0)
    tally.give(2, on: 1)
    #expect(tally.progress(today: 2) == [2, 4, 2])
    // A reversal before the season does not change it.
    tally.take(2, from: 0)
    #expect(tally.progress(today: 2) == [2, 2, 2])
    tally.take(1, from: 1)
    #expect(tally.progress(today: 2) == [1, 1, 1])
    tally.give(2, on: 3)
    #expect(tally.completions == [0, 0, 0])
    // A reversal after the season does, although it can complete nothing any more.
    tally.take(1, from: 1)
    #expect(tally.progress(today: 3) == [0, 2, 2])
  }

  /// Compared with sums over a list of additions and reversals.
  @Test(arguments: cases(1...40 as ClosedRange<UInt64>, quick: 15))
  func `completes what a slow recount completes`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let monday = Tally.monday
    let missions = (0..<30).map { number -> (Window, Int64, Season) in
      let from = Int.random(in: 0..<40, using: &random)
      let season =
        number % 3 == 0
        ? Season.always
        : Season(
          from: monday + from, before: monday + from + Int.random(in: 1...12, using: &random))
      return (Window.allCases[number / 3 % 3], Int64.random(in: 1...12, using: &random), season)
    }
    var tally = try Tally(missions)
    var given: [Int: Int64] = [:]
    var expected = missions.map { _ in Set<Int>() }
    var today = 0
    for _ in 0..<150 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: today += Int.random(in: 1...2, using: &random)
      case 1, 2:
        let back = today - Int.random(in: 0...4, using: &random)
        let amount = Int64.random(in: 0...4, using: &random)
        if amount > given[back, default: 0] { continue }
        given[back, default: 0] -= amount
        tally.take(amount, from: back)
      default:
        let amount = Int64.random(in: 1...3, using: &random)
        given[today, default: 0] += amount
        tally.give(amount, on: today)
        for (index, (window, target, season)) in missions.enumerated()
        where season.contains(monday + today) {
          let start = { (day: Int) in
            switch window {
            case .day: day
            case .week: day - day % 7
            case .life: 0
            }
          }
          let sum = given.filter { day, _ in
            day >= 0 && start(day) == start(today) && season.contains(monday + day)
          }.values.reduce(0, +)
          if sum >= target { expected[index].insert(start(today)) }
        }
      }
      #expect(tally.completions == expected.map(\.count))
    }
  }
}
