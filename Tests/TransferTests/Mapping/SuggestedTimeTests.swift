import FlintCalendar
import Foundation
import FlintRules
import Sessions
import Testing
import Transfer

/// The treatment of times, durations, ids and introductory lines in a suggested mapping.
struct `A suggested mapping` {
  private func lua(_ text: String, name: String = "a.csv") throws -> String {
    let scratch = try ImportScratch()
    return try SuggestedMapping(try FileSniff(scratch.write(name, text), ImportOptions())).lua
  }

  @Test(arguments: [
    "Duration", "duration (h)", "Elapsed", "Total", "Total time", "Time spent", "Moving Time",
    "Laufzeit", "Lap",
  ])
  func `does not use a duration as a time of day`(name: String) throws {
    let lua = try lua(
      "User,Start date,\(name)\nMe,2026-01-02,01:30:00\nMe,2026-01-03,00:45:10\n")
    #expect(lua.contains("at = \"Start date\","))
    #expect(!lua.contains("at = {"))
    #expect(lua.contains("minutes = \"\(name)\","))
  }

  @Test func `uses the start as the time of day, not the end`() throws {
    let lua = try lua(
      "What,Start date,End time,Start time,Duration\n"
        + "a,2026-01-02,10:30:00,09:00:00,01:30:00\nb,2026-01-03,09:45:10,09:00:00,00:45:10\n")
    #expect(lua.contains("    at = {\"Start date\", \"Start time\"},\n"))
  }

  @Test(arguments: ["Uhrzeit", "Time", "Start time", "Zeit", "hora"])
  func `uses a column with a usual name as the time of day`(name: String) throws {
    let lua = try lua("Tag,\(name),n\n2026-01-02,10:30,1\n")
    // A remark about another column would contain the same.
    #expect(lua.contains("    at = {\"Tag\", \"\(name)\"},\n"))
    #expect(!lua.contains("may be the time of day"))
  }

  @Test func `of a sheet with days and times is complete`() throws {
    #expect(
      try lua("Date,Time,Weight\n2026-01-02,10:30,71.5\n2026-01-03,07:15,71.25\n") == """
        return {
          kind = "entry",
          decimal = ".",
          columns = {
            at = {"Date", "Time"},
            tracker = {value = "Weight"},
            number = "Weight",
          },
        }

        """)
  }

  @Test func `leaves out other times, with a remark`() throws {
    let lua = try lua("Date,Sleep time,Reminder,n\n2026-01-02,07:30,20:15,3\n")
    #expect(lua.contains("    at = \"Date\",\n"))
    #expect(
      lua.contains("  -- \"Reminder\" may be the time of day: at = {\"Date\", \"Reminder\"},\n"))
    #expect(!lua.contains("\"Sleep time\" may be"))
  }

  @Test func `uses hours, minutes and seconds of less than two hours as durations`() throws {
    let rows = "2026-01-02,00:30:11,5\n2026-01-03,01:02:03,6\n"
    let lua = try lua("Date,Time,Distance\n" + rows)
    #expect(lua.contains("at = \"Date\","))
    #expect(lua.contains("    Time = {minutes = \"Time\"},\n"))
    let late = try self.lua("Date,Time,Distance\n" + rows + "2026-01-04,07:30:00,6\n")
    #expect(late.contains("    at = {\"Date\", \"Time\"},\n"))
    let midnight = try self.lua("Date,Time,Distance\n2026-01-02,00:00:00,5\n")
    #expect(midnight.contains("    at = {\"Date\", \"Time\"},\n"))
    let start = try self.lua("Date,Start time,Distance\n" + rows)
    #expect(start.contains("    at = {\"Date\", \"Start time\"},\n"))
  }

  @Test func `does not use tags as a checklist`() throws {
    let lua = try lua("Day,Tags,Amount\n2026-01-02,x,one\n2026-01-03,,two\n")
    #expect(!lua.contains("done ="))
  }

  @Test(arguments: [
    "Task ID", "taskId", "Letterboxd URI", "url", "Transaktionscode", "datauuid", "Order no. UUID",
    "code",
  ])
  func `uses a column as the id if its name suggests one and it is distinct and full`(name: String)
    throws
  {
    let lua = try lua("Day,\(name),Amount\n2026-01-02,q1,5\n2026-01-03,q2,6\n")
    #expect(lua.contains("  id = \"\(name)\","))
    let twice = try self.lua("Day,\(name),Amount\n2026-01-02,q1,5\n2026-01-03,q1,6\n")
    #expect(!twice.contains("  id = "))
    let empty = try self.lua("Day,\(name),Amount\n2026-01-02,q1,5\n2026-01-03,,6\n")
    #expect(!empty.contains("  id = "))
  }

  @Test(arguments: ["Paid", "Grid", "Valid", "Identity"])
  func `does not use a column as the id whose name only ends like one`(name: String) throws {
    let lua = try lua("Day,\(name),Amount\n2026-01-02,q1,5\n2026-01-03,q2,6\n")
    #expect(!lua.contains("  id = "))
  }

  @Test func `finds no id in a column that repeats itself after a thousand rows`() throws {
    let rows = (0..<3000).map { "2026-01-02,c\($0 % 1500),5\n" }.joined()
    #expect(!(try lua("Day,Product code,Amount\n" + rows).contains("  id = ")))
    let distinct = (0..<3000).map { "2026-01-02,c\($0),5\n" }.joined()
    #expect(try lua("Day,Order code,Amount\n" + distinct).contains("  id = \"Order code\","))
  }

  private static let preambles: [(text: String, skip: Int)] = [
    ("Body\nDate,Weight,Fat\n2026-02-01,80.5,20\n2026-02-02,80.1,20\n", 1),
    ("com.samsung.trend,6310005,4\nDate,Weight,Fat,x\n2026-02-01,80.5,20,\n2026-02-02,80,20,\n", 1),
    (
      "\"Konto\";\"DE12\"\n\"\"\n\"Stand:\";\"1,00 EUR\"\n\"\"\n"
        + "\"Date\";\"Weight\";\"Fat\"\n\"2026-02-01\";\"80,5\";\"20\"\n"
        + "\"2026-02-02\";\"80,1\";\"20\"\n", 4
    ),
    (
      "Export of today,,\n,,\nDate,Weight,Fat\n2026-02-01,80.5,20\n2026-02-02,80.1,20\n"
        + "2026-02-03,80.1,20\n", 2
    ),
  ]

  @Test(arguments: preambles.indices)
  func `finds the header below introductory lines`(index: Int) throws {
    let (text, skip) = Self.preambles[index]
    let lua = try lua(text)
    #expect(lua.contains("  skip = \(skip),"))
    #expect(lua.contains("at = \"Date\","))
    #expect(lua.contains("  each = {\n    \"Weight\",\n    \"Fat\","))
  }

  @Test(arguments: [
    "Date,Weight\n2026-02-01,80.5\n2026-02-02,80.1\n",
    "Date,Weight,Note\n2026-02-01,80.5\n2026-02-02,80.1\n2026-02-03,80\n",
    "Date,Weight\n2026-02-01,80.5,\n2026-02-02,80.1,\n", "2026-02-01,80.5\n2026-02-02,80.1\n",
  ])
  func `skips nothing if the first line is the header`(text: String) throws {
    #expect(!(try lua(text).contains("skip =")))
  }

  @Test func `skips lines in an import, which counts lines from the beginning of the file`() throws
  {
    let scratch = try ImportScratch()
    let mapping: MappingTree = [
      "kind": "entry", "skip": 2,
      "columns": ["at": "Date", "number": "Weight", "tracker": ["value": "Weight"]],
    ]
    let text = "Export of \"today\nBody\nDate,Weight\n2026-02-01,80.5\nx,1\n"
    #expect(
      try scratch.results(mapping, text).first?.hasPrefix("5: Date \"x\": expected a date") == true)
    // A mapping may skip rows, too.
    let both: MappingTree = [
      "kind": "entry",
      "skip": [
        "lines": 2, "rows": .of { row throws(MappingFailure) in .boolean(row["Date"] == "x") },
      ],
      "columns": ["at": "Date", "number": "Weight", "tracker": ["value": "Weight"]],
    ]
    #expect(try scratch.results(both, text) == ["2=0+0+1+0+1"])
  }

  @Test func `of a rejects file skips no lines`() throws {
    let scratch = try ImportScratch()
    let mapping: MappingTree = [
      "kind": "entry", "skip": 1, "delimiter": ";", "header": ["Date", "Weight"],
      "columns": ["at": "Date", "number": "Weight", "tracker": ["value": "Weight"]],
    ]
    #expect(try scratch.map(mapping, "Body\n2026-02-01;80.5\nx;1\n").line == "2=1+0+0+1+0")
    let rejects = try scratch.text("rejects.csv").replacing("x,1", with: "2026-02-02,1")
    #expect(try scratch.map(mapping, rejects).line == "1=1+0+0+0+0")
  }
}

/// A time that a file states is not changed.
struct `A stated midnight` {
  @Test func `is recorded as midnight`() throws {
    let scratch = try ImportScratch()
    let path = try scratch.write(
      "daylio.csv",
      "full_date,weekday,time,mood,activities,note\n2022-10-27,Thursday,12:00 AM,bad,walk,x\n")
    #expect(try scratch.run(path).line == "1=1+0+0+0+0")
    let mapping: MappingTree = [
      "kind": "entry", "columns": ["at": "Date", "number": "n", "tracker": ["value": "Weight"]],
    ]
    #expect(
      try scratch.map(mapping, "Date,n\n2022-10-28 00:00:00,5\n2022-10-29,6\n").line
        == "2=2+0+0+0+0")
    let entries = try scratch.session { session in
      try session.reader.events(EventQuery(kinds: [.trackerEntry])).map { $0.event.at.milliseconds }
    }
    // 2022-10-27 and 2022-10-28 at midnight in UTC; if only the day is known, 12:00 of it.
    #expect(entries.sorted() == [1_666_828_800_000, 1_666_915_200_000, 1_667_044_800_000])
  }

  @Test func `of a task that was completed when it was added is the time of completion`() throws {
    let scratch = try ImportScratch()
    let path = try scratch.write(
      "tasks.json",
      #"{"uuid":"a","description":"Milk","status":"completed","entry":"20260102T100000Z","#
        + #""end":"20260102T100000Z"}"# + "\n")
    #expect(try scratch.run(path).line == "1=1+0+0+0+0")
    let completions = try scratch.session { session in
      try session.reader.events(EventQuery(kinds: [.taskComplete])).map { $0.event.at.milliseconds }
    }
    #expect(completions == [1_767_348_000_000])
  }
}
