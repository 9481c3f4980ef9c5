import FlintCalendar
import FlintRules
import Sessions
import Testing

@testable import Transfer

@Suite struct `The files of harsh` {
  @Test func `become entries of trackers with goals`() throws {
    let reading = try read(HarshFormat(), try example("harsh"), try appContext())
    #expect(
      reading.words == [
        "skipped: a comment",
        "skipped: a heading, which is stored as the description of its habits",
        "skipped: a habit, which is recorded as the tracker of its days",
        "skipped: a habit, which is recorded as the tracker of its days",
        "skipped: a heading, which is stored as the description of its habits",
        "skipped: a habit, which is recorded as the tracker of its days",
        "skipped: a habit, which is recorded as the tracker of its days",
        "skipped: a comment",
        "~2026-06-01T12:00:00 entry of Gym: done key harsh/Gym/2026-06-01",
        "~2026-06-01T12:00:00 entry of Water: 1.5 notes two bottles "
          + "key harsh/Water/2026-06-01",
        "~2026-06-01T12:00:00 entry of Coffee: not done key harsh/Coffee/2026-06-01",
        "~2026-06-02T12:00:00 habit Gym: skip of 2026-06-02 note a cold "
          + "key harsh/Gym/skip/2026-06-02",
        "skipped: an answer that a later one for the day replaces",
        "~2026-06-02T12:00:00 entry of Water: 0.5 notes found the bottle "
          + "key harsh/Water/2026-06-02",
        "~2026-06-03T12:00:00 habit Gym: skip of 2026-06-03 key harsh/Gym/skip/2026-06-03",
        "~2026-06-03T12:00:00 entry of Clean: the kitchen: done "
          + "key harsh/Clean: the kitchen/2026-06-03",
        "rejected: \"2026-06-31 : Gym : y :  : \": expected a day that exists (June 2026 has 30 days)",
        "~2026-06-04T12:00:00 entry of Old habit: done key harsh/Old habit/2026-06-04",
      ])
    #expect(reading.units[16].originals[0].line == 10)
    #expect(
      reading.habits.map { "\($0.tracker.content.name): \($0.schedule?.description ?? "none")" }
        == [
          "Gym: 3 times every 7 days", "Water: every day", "Clean: the kitchen: every 7 days",
          "Coffee: none", "Old habit: none",
        ])
    #expect(reading.habits[0].tracker.content.description == "Health")
    #expect(reading.habits[0].tracker.content.goal == "3 times every 7 days")
  }

  @Test func `are imported again without a change, and rejected lines from the rejects file`()
    throws
  {
    let scratch = try ImportScratch()
    for file in try example("harsh") {
      try scratch.write(file.path, String(decoding: file.bytes, as: UTF8.self))
    }
    #expect(try scratch.run("habits", "log").line == "18=8+0+0+1+9")
    let fixed = try scratch.text("rejects.csv").replacing("2026-06-31 :", with: "2026-06-30 :")
    try scratch.write("fixed.csv", fixed)
    #expect(try scratch.run("fixed.csv").line == "1=1+0+0+0+0")
    try scratch.write("log", try scratch.text("log") + "2026-06-05 : Gym : y :  : \n")
    #expect(try scratch.run("log") { $0.errors.onError = .skip }.line == "12=1+0+6+0+5")
  }

  @Test(arguments: [
    ("Gym: 0", nil), ("Gym: 1", "every day"), ("Gym: 3650", "every 3650 days"),
    ("Gym: 7/7", "7 times every 7 days"), ("Gym: 1/3650", "every 3650 days"),
    ("Gym: 1w", "every 7 days"), ("Gym: 2w", "every 14 days"),
    ("Gym: 3/1w", "3 times every 7 days"),
    ("Gym: 10 / 2w", "10 times every 14 days"), ("Gym: 521w", "every 3647 days"),
    ("Gym: 1: 2026-06-15", "every day"), ("2026-06-15: 2w", "every 14 days"),
  ])
  func `have habits with a frequency up to ten years`(line: String, schedule: String?) throws {
    let reading = try HarshFormat().read([appFile("habits", line + "\n")], appContext())
    #expect(reading.problems == [])
    #expect(reading.habits.map { $0.schedule?.description } == [schedule])
  }

  @Test(arguments: ["Gym", "Gym:3", ""])
  func `have lines rejected that are no habit`(line: String) throws {
    let reading = try HarshFormat().read([appFile("habits", "x: 1\n\(line)\n")], appContext())
    #expect(
      reading.problems.map(\.description)
        == (line.isEmpty ? [] : ["\"\(line)\": expected a habit such as Gym: 3/7"]))
  }

  @Test func `have habits that end after their last day`() throws {
    func due(_ log: String) throws -> [String] {
      let scratch = try ImportScratch()
      try scratch.write("habits", "Old: 1: 2026-06-12\nComing: 1: 2026-07-01\n")
      try scratch.write("log", log)
      let report = try scratch.run("habits", "log", now: "2026-06-20T00:00:00Z")
      #expect(report.line == "4=2+0+0+0+2")
      let note = "The end of a habit is recorded when the files are imported after its last day: "
      #expect(report.sources[0].notes.contains(note + "Coming (2026-07-01)."))
      return try scratch.session { session in
        let state = try session.state()
        return ["Old", "Coming"].map { name in
          let days = (10...15).filter { day in
            guard let tracker = state.trackers.tracker(named: name),
              let date = CivilDay(year: 2026, month: 6, day: day)
            else { return false }
            return tracker.habit?.span(on: date) != nil
          }
          return "\(name) \(days)"
        }
      }
    }
    let log = "2026-06-10 : Old : y : : \n2026-06-10 : Coming : y : : \n"
    #expect(try due(log) == ["Old [10, 11, 12]", "Coming [10, 11, 12, 13, 14, 15]"])
  }

  @Test func `have an end date that is a day`() throws {
    let reading = try HarshFormat().read([appFile("habits", "Gym: 1: 2026-02-29\n")], appContext())
    #expect(
      reading.problems.map(\.description) == ["end date \"2026-02-29\": there is no such day"])
    let early = try HarshFormat().read([appFile("habits", "Gym: 1: 0001-01-01\n")], appContext())
    #expect(
      early.problems.map(\.description) == [
        "end date \"0001-01-01\": expected a day from 0001-01-02 to 9999-12-30"
      ])
  }

  @Test(arguments: [
    "3651", "1/3651", "0/7", "8/7", "3/", "x", "-1", "3/0", "99999999999999999999", "w", "0w",
    "522w",
    "8/1w", "1.5w", "3w/7",
  ])
  func `have habits rejected whose frequency cannot be read`(frequency: String) throws {
    let reading = try HarshFormat().read([appFile("habits", "Gym: \(frequency)\n")], appContext())
    #expect(
      reading.problems.map(\.description) == [
        "frequency \"\(frequency)\": expected a frequency such as 1, 7, 3/7, 2w or 0"
      ])
  }
}
