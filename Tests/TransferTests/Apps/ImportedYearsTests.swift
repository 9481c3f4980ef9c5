import FlintCalendar
import FlintRules
import Sessions
import TestSupport
import Testing

/// Two years of Daylio and Loop, from a Monday to a Sunday, as a person leaves them who is not always
/// in the mood.
private struct TwoYears {
  static let days = 728
  static let start = CivilDay("2024-06-03")

  /// The date of each day, as in the files.
  private(set) var dates: [String] = []
  /// For each day, whether a mood was rated, and whether it had activities.
  private(set) var isRated: [Bool] = []
  private(set) var isActive: [Bool] = []
  /// For each habit and day, whether it was done.
  private(set) var isDone: [[Bool]] = [[], []]
  let habits = ["Stretch", "Read"]

  init(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let start = try #require(Self.start)
    for number in 0..<Self.days {
      dates.append((start + number).description)
      let isRatedToday = Double.random(in: 0..<1, using: &random) < 0.8
      isRated.append(isRatedToday)
      isActive.append(isRatedToday && Bool.random(using: &random))
      for habit in isDone.indices {
        isDone[habit].append(Double.random(in: 0..<1, using: &random) < 0.7)
      }
    }
  }

  /// Daylio's export, the newest row first.
  var daylio: String {
    let names = ["rad", "good", "meh", "bad", "awful"]
    let rows = dates.indices.reversed().filter { isRated[$0] }.map { day in
      "\(dates[day]),,,21:0\(day % 10),\(names[day % 5]),\"\(isActive[day] ? "tea | piano" : "")\",,,"
    }
    return (["full_date,date,weekday,time,mood,activities,scales,note_title,note"] + rows)
      .joined(separator: "\n") + "\n"
  }

  /// Loop's list of habits: one is due every day, one three times in seven days.
  var loopHabits: String {
    """
    Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,\
    Target Type,Target Value,Archived?
    001,Stretch,YES_NO,,,1,1,#00897B,,,,false
    002,Read,YES_NO,,,3,7,#FFA000,,,,false

    """
  }

  /// Loop's days of all habits, the newest first.
  var loopDays: String {
    let rows = dates.indices.reversed().map { day in
      "\(dates[day])," + isDone.map { $0[day] ? "YES_MANUAL," : "NO," }.joined()
    }
    return (["Date,Stretch,Read,"] + rows).joined(separator: "\n") + "\n"
  }

  /// Returns the number of groups of days, by a name of the group, with so many days that fulfil a
  /// condition.
  func groups(with least: Int, of fulfil: [Bool], by name: (Int) -> String) -> Int {
    let names = fulfil.indices.filter { fulfil[$0] }.map(name)
    return Dictionary(grouping: names) { $0 }.values.count { $0.count >= least }
  }

  /// Returns the longest run of consecutive days.
  func longestRun(_ days: [Bool]) -> Int {
    String(days.map { $0 ? "x" : " " }).split(separator: " ").map(\.count).max() ?? 0
  }
}

@Suite struct `Two imported years` {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `bring at least level 4 under everyday, with the points of each mood, entry and habit`(
    seed: UInt64
  ) throws {
    let years = try TwoYears(seed: seed)
    let scratch = try ImportScratch(rulebook: .everyday)
    try scratch.write("daylio.csv", years.daylio)
    try scratch.write("loop/Habits.csv", years.loopHabits)
    try scratch.write("loop/Checkmarks.csv", years.loopDays)
    try scratch.run("daylio.csv", "loop")

    let state = try scratch.state()
    #expect(state.level >= 4)
    #expect(state.events.voids.isEmpty)
    let ledger = state.ledger
    #expect(ledger.spark == 0)
    #expect(ledger.total == ledger.earned + ledger.mission + ledger.duplicate)

    // A mood brings 15, an entry 5, and one that makes a day of a habit done 15 instead.
    let moods = years.isRated.count { $0 }
    let activities = years.isActive.count { $0 }
    var expected = 15 * moods + 5 * activities
    for (name, days) in zip(years.habits, years.isDone) {
      let tracker = try #require(state.trackers.tracker(named: name))
      expected += (tracker.isHabit ? 15 : 5) * days.count { $0 }
      #expect(tracker.bestStreak == Int64(years.longestRun(days)), "\(name), seed \(seed)")
    }
    #expect(ledger.earned == Int64(expected), "seed \(seed)")

    let definition = RulebookDefinition.everyday
    let completed = state.missions.completions.map { definition.missions[Int($0.mission)] }
    #expect(ledger.mission == completed.reduce(0) { $0 + $1.reward })
    func completions(_ id: String) -> Int { completed.count { $0.id == id } }
    // Every mood also grants a card.
    #expect(completions("first-mood") == 1)
    #expect(completions("first-card") == 1)
    #expect(completions("checked-in") == moods)
    #expect(completions("hundred-moods") == 1)
    #expect(completions("first-task") == 0)
    let weeks = years.groups(with: 5, of: years.isRated) { String($0 / 7) }
    #expect(completions("week-in-colours") == weeks, "seed \(seed)")
    let months = years.groups(with: 20, of: years.isRated) { String(years.dates[$0].prefix(7)) }
    #expect(completions("month-in-colours") == months, "seed \(seed)")
  }
}
