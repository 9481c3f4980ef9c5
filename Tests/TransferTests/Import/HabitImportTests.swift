import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Sessions
import Testing

@testable import Transfer

@Suite struct `The habits of imported files` {
  /// Returns the plans of a habit of the profile, with the days on which they apply.
  private func spans(_ name: String, _ scratch: ImportScratch) throws -> [String] {
    let tracker = try #require(try scratch.state().trackers.tracker(named: name))
    return (tracker.habit?.spans ?? []).map { span in
      "\(span.start)–\(span.end?.description ?? ""): \(span.plan)"
    }
  }

  private func habits(_ often: String, archived: Bool = false) -> String {
    "Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,"
      + "Target Type,Target Value,Archived?\n001,Run,YES_NO,,,\(often),#1,,,,\(archived)\n"
  }

  private func write(
    _ folder: String, _ scratch: ImportScratch, often: String, archived: Bool = false,
    _ marks: [String]
  ) throws {
    try scratch.write("\(folder)/Habits.csv", habits(often, archived: archived))
    try scratch.write(
      "\(folder)/Checkmarks.csv", "Date,Run,\n" + marks.map { "\($0),\n" }.joined())
  }

  // The scores of the example are those of Loop's algorithm in Tests/Oracle/habit_oracle.py.
  @Test func `have the strengths that Loop's own scores say, to 0.001, until a day is skipped`()
    throws
  {
    let scratch = try ImportScratch()
    let files = try example("loop-scores")
    for file in files {
      try scratch.write("loop/\(file.path)", String(decoding: file.bytes, as: UTF8.self))
    }
    let report = try scratch.run("loop")
    #expect(report.sources.first?.notes.contains("Schedules of habits: 7 recorded.") == true)
    let today = try #require(CivilDay("2026-07-01"))
    let trackers = try scratch.state().trackers
    var compared = 0
    for file in files where file.path.hasSuffix("/Scores.csv") {
      let name = String(try #require(file.path.split(separator: "/").first).dropFirst(4))
      let tracker = try #require(trackers.tracker(named: name))
      let record = try #require(trackers.habitRecord(of: tracker, today: today))
      // Skipped days are in Loop's window of strength, and not in Flint's.
      let end = record.days.first { $0.status == .skipped }?.day ?? today
      // The latest day comes first.
      for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").dropFirst() {
        let cells = line.split(separator: ",")
        let day = try #require(CivilDay(String(cells[0])))
        if day >= end { continue }
        let score = try #require(Double(cells[1]))
        let strength = try #require(record.day(day)?.strength)
        #expect(
          abs(Double(strength) / 1_000_000 - score) <= 0.001, "\(name) on \(day): \(strength)")
        compared += 1
      }
    }
    // The days before the first skipped one of each habit.
    #expect(compared == 13 + 21 + 13 + 49 + 3 + 1 + 5)
  }

  @Test func `begin on their first day, skip days with their notes, and are known again`() throws {
    let scratch = try ImportScratch()
    try write("a", scratch, often: "3,7", ["2026-06-03,YES_MANUAL", "2026-06-02,SKIP"])
    try scratch.write(
      "a/001 Run/Checkmarks.csv", "Date,Value,Notes\n2026-06-02,SKIP,ill\n2026-06-01,NO,tired\n")
    let first = try scratch.run("a")
    #expect(first.line == "5=4+0+0+0+1")
    #expect(try spans("Run", scratch) == ["2026-06-01–: 3 times a week"])
    let trackers = try scratch.state().trackers
    let tracker = try #require(trackers.tracker(named: "Run"))
    let today = try #require(CivilDay("2026-06-04"))
    let record = try #require(trackers.habitRecord(of: tracker, today: today))
    #expect(record.days.map(\.status) == [.notDone, .skipped, .done, .unknown])
    let notes = try scratch.session { session in
      try session.reader.events(EventQuery(kinds: [.habitSkip])).compactMap { stored in
        if case .habit(.skip(let skip)) = stored.event.action { skip.note } else { nil }
      }
    }
    #expect(notes == ["ill"])
    let again = try scratch.run("a", now: "2026-08-01T00:00:00Z")
    #expect(again.line == "5=0+0+4+0+1")
    #expect(again.sources[0].batch == nil)
    #expect(again.sources[0].notes.contains("Schedules of habits: 1 unchanged."))
  }

  @Test func `change at the time of the import, and an older export changes nothing`() throws {
    let scratch = try ImportScratch()
    try write("a", scratch, often: "3,7", ["2026-05-01,YES_MANUAL"])
    try write("b", scratch, often: "1,1", ["2026-06-01,YES_MANUAL", "2026-05-01,YES_MANUAL"])
    try write("c", scratch, often: "3,7", ["2026-06-20,YES_MANUAL"])
    try scratch.run("a", now: "2026-05-02T10:00:00Z")
    try scratch.run("b", now: "2026-06-05T10:00:00Z")
    // A change counts from the next period on: from the week that begins on June 8.
    let changed = ["2026-05-01–2026-06-08: 3 times a week", "2026-06-08–: every day"]
    #expect(try spans("Run", scratch) == changed)
    for folder in ["a", "b"] {
      #expect(try scratch.run(folder, now: "2026-06-06T10:00:00Z").sources[0].batch == nil)
    }
    #expect(try spans("Run", scratch) == changed)
    try scratch.run("c", now: "2026-06-21T10:00:00Z")
    #expect(
      try spans("Run", scratch) == [
        "2026-05-01–2026-06-08: 3 times a week", "2026-06-08–2026-06-22: every day",
        "2026-06-22–: 3 times a week",
      ])
  }

  @Test func `begin earlier once an earlier day is imported, also of Checkmarks alone`() throws {
    let scratch = try ImportScratch()
    try write("a", scratch, often: "3,7", ["2026-06-03,YES_MANUAL"])
    try scratch.write("Checkmarks.csv", "Date,Run,\n2026-06-01,YES_MANUAL,\n")
    try scratch.run("a")
    try scratch.run("Checkmarks.csv")
    #expect(try spans("Run", scratch) == ["2026-06-01–: 3 times a week"])
    #expect(try scratch.run("a").sources[0].batch == nil)
    _ = try scratch.session { try $0.history.undo(batch: 2) }
    #expect(try spans("Run", scratch) == ["2026-06-03–: 3 times a week"])
  }

  @Test func `stop after their last day where they are archived`() throws {
    let scratch = try ImportScratch()
    let marks = ["2026-06-03,YES_MANUAL", "2026-06-01,YES_MANUAL"]
    try write("a", scratch, often: "1,1", archived: true, marks)
    try write("b", scratch, often: "1,1", marks)
    try scratch.run("a")
    #expect(try spans("Run", scratch) == ["2026-06-01–2026-06-04: every day"])
    #expect(try scratch.run("a").sources[0].batch == nil)
    let idle = try ImportScratch()
    try write("a", idle, often: "1,1", archived: true, ["2026-06-03,NO"])
    #expect(
      try idle.run("a").sources[0].notes.last
        == "Archived or ended habits that were never done are not recorded: Run.")
    #expect(try idle.state().trackers.trackers.isEmpty)
    let kept = try ImportScratch()
    for file in ["a/Habits.csv", "a/Checkmarks.csv", "b/Habits.csv", "b/Checkmarks.csv"] {
      try kept.write(file, try scratch.text(file))
    }
    try kept.run("b")
    try kept.run("a")
    #expect(try spans("Run", kept) == ["2026-06-01–2026-06-04: every day"])
  }

  @Test func `are undone with their import, and recorded by the next`() throws {
    let scratch = try ImportScratch()
    try write("a", scratch, often: "3,7", ["2026-06-03,YES_MANUAL", "2026-06-02,SKIP"])
    let batch = try #require(try scratch.run("a").sources[0].batch)
    _ = try scratch.session { try $0.history.undo(batch: batch) }
    #expect(try scratch.state().trackers.habits.isEmpty)
    #expect(try scratch.run("a").line == "3=2+0+0+0+1")
    #expect(try spans("Run", scratch) == ["2026-06-02–: 3 times a week"])
  }

  @Test func `have schedules of Loop, harsh, Habitica and Daylio`() throws {
    func plans(_ format: some AppFormat, _ name: String) throws -> [String] {
      try read(format, try example(name), try appContext()).habits.map { habit in
        "\(habit.tracker.content.name): \(habit.plan?.description ?? "none")"
      }
    }
    #expect(
      try plans(LoopFormat(), "loop-scores") == [
        "Stretch: every day", "Swim: 3 times a week", "Call home: twice a month",
        "Water the plants: every 4 days", "Pages: every day, at least 20",
        "Kilometres: at least 25.5 a week", "Coffee: at most 14 a week",
      ])
    #expect(
      try plans(HarshFormat(), "harsh") == [
        "Gym: 3 times in 7 days", "Water: every day", "Clean: the kitchen: every 7 days",
        "Coffee: none", "Old habit: none",
      ])
  }

  // MARK: Mappings

  private static let entries: MappingTree = [
    "kind": "entry",
    "columns": ["tracker": "what", "at": "day", "minutes": "minutes"],
    "habit": ["schedule": ["times": 2, "per": "week"]],
    "habits": [
      "Read": [
        "schedule": ["per": "day"], "goal": ["at_least": 20, "of": "minutes"],
      ]
    ],
  ]

  @Test func `are stated by a mapping, for all trackers or for some`() throws {
    let scratch = try ImportScratch()
    let text = "what,day,minutes\nread,2026-06-02,30\nSwim,2026-06-01,45\nread,2026-06-01,10\n"
    let report = try scratch.map(Self.entries, text)
    #expect(report.line == "3=3+0+0+0+0")
    #expect(report.sources[0].notes == ["Schedules of habits: 2 recorded."])
    #expect(try spans("read", scratch) == ["2026-06-01–: every day, at least 20 minutes"])
    #expect(try spans("Swim", scratch) == ["2026-06-01–: twice a week"])
    let again = try scratch.map(Self.entries, text)
    #expect(again.line == "3=0+0+3+0+0")
    #expect(again.sources[0].batch == nil)
    // A misspelled name of a tracker would otherwise have no effect at all.
    let other = try scratch.map(Self.entries, "what,day,minutes\nReading,2026-06-02,30\n")
    #expect(
      other.sources[0].notes == [
        "No row is of a tracker to which the mapping gives a schedule in habits: read.",
        "Schedules of habits: 1 recorded.",
      ])
  }

  @Test func `of a mapping are refused with what is wrong in them`() {
    func faults(_ habit: MappingTree, kind: MappingTree = "entry") -> [String] {
      ImportScratch.faults([
        "kind": kind,
        "columns": kind.shown == "\"entry\""
          ? ["tracker": "a", "at": "b", "done": "c"] : ["title": "a", "at": "b"],
        "habit": habit,
      ])
    }
    #expect(
      faults(["goal": ["at_least": 1, "of": "minutes"]]) == [
        "habit: expected a schedule such as {times = 3, per = \"week\"}, got nothing"
      ])
    #expect(faults(["schedule": ["times": 9, "per": "week"]]).count == 1)
    #expect(faults(["schedule": ["per": "day"], "gaol": 1]).first?.contains("goal") == true)
    #expect(faults("daily") == ["habit: expected {schedule = …, goal = …}, got \"daily\""])
  }
}
