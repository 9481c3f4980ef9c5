import FlintCalendar
import Foundation
import FlintJSON
import FlintRules
import FlintSchema
import Sessions
import Testing
import Transfer

/// An import replaces a rating made by hand only on request, and reports the replaced ratings.
struct `Ratings of an import` {
  /// Returns a profile in which the third and the fourth of November were rated by hand in the
  /// morning.
  private func scratch() throws -> ImportScratch {
    let scratch = try ImportScratch()
    var options = SessionOptions()
    options.now = Timestamp("2026-11-20T00:00:00Z").map { DateExpression($0) }
    try scratch.store.session(options) { session in
      for (day, mood) in [("2026-11-03", Mood.average), ("2026-11-04", .good)] {
        let content = try MoodContent(
          day: try #require(CivilDay(day)), mood: mood, entryType: .script)
        _ = try session.record(
          .mood(.record(content)), at: .written(try #require(Timestamp("\(day)T09:00:00Z"))))
      }
    }
    return scratch
  }

  private func mood(_ scratch: ImportScratch, _ day: String) throws -> Mood? {
    var options = SessionOptions()
    options.now = Timestamp("2026-11-20T00:00:00Z").map { DateExpression($0) }
    return try scratch.store.session(options) { session in
      try session.state().moods.rating(of: try #require(CivilDay(day)))?.mood
    }
  }

  private func run(
    _ scratch: ImportScratch, _ text: String, update: Bool = false
  ) throws -> ImportReport {
    let path = try scratch.write("moods.csv", text)
    return try scratch.run(path, now: "2026-11-20T00:00:00Z") { $0.isUpdating = update }
  }

  private func changes(_ report: ImportReport, _ name: String) -> [String] {
    guard case .array(let list)? = report.json[name] else { return ["there is no \(name)"] }
    return list.map { change in
      ["day", "before", "after"].map { member in
        if case .string(let text)? = change[member] { text } else { "?" }
      }.joined(separator: " ")
    }
  }

  private static let later = """
    entry_type,date,mood,recorded_at
    ,2026-11-03,good,2026-11-03T21:00:00Z
    ,2026-11-04,bad,2026-11-04T08:00:00Z
    ,2026-11-05,great,2026-11-05T21:00:00Z

    """

  @Test func `do not replace those made by hand`() throws {
    let scratch = try scratch()
    let report = try run(scratch, Self.later)
    // The rating of the fourth is earlier than the one by hand: it is recorded, and has no effect.
    #expect(report.line == "3=2+0+0+0+1")
    #expect(try mood(scratch, "2026-11-03") == .average)
    #expect(try mood(scratch, "2026-11-04") == .good)
    #expect(try mood(scratch, "2026-11-05") == .great)
    #expect(
      changes(report, "rated_by_hand") == ["2026-11-03 average good", "2026-11-04 good bad"])
    #expect(changes(report, "replaced") == [])
    #expect(try run(scratch, Self.later).line == "3=0+0+2+0+1")
  }

  @Test func `replace those made by hand on request, and report them`() throws {
    let scratch = try scratch()
    let report = try run(scratch, Self.later, update: true)
    #expect(report.line == "3=3+0+0+0+0")
    #expect(try mood(scratch, "2026-11-03") == .good)
    #expect(changes(report, "replaced") == ["2026-11-03 average good"])
    #expect(changes(report, "rated_by_hand") == ["2026-11-04 good bad"])
  }

  @Test func `replace imported ones by later ones, and report them`() throws {
    let scratch = try scratch()
    _ = try run(scratch, Self.later)
    let again = try run(
      scratch, "entry_type,date,mood,recorded_at\n,2026-11-05,bad,2026-11-05T22:00:00Z\n")
    #expect(again.line == "1=1+0+0+0+0")
    #expect(changes(again, "replaced") == ["2026-11-05 great bad"])
    #expect(try mood(scratch, "2026-11-05") == .bad)
  }

  @Test func `replace nothing if one import has several of a day`() throws {
    let scratch = try scratch()
    let text = """
      date,mood,entry_type,recorded_at
      2026-11-06,good,list,2026-11-06T09:00:00Z
      2026-11-06,bad,import,2026-11-06T21:00:00Z

      """
    let report = try run(scratch, text)
    #expect(report.line == "2=2+0+0+0+0")
    #expect(changes(report, "replaced") == [])
    #expect(try mood(scratch, "2026-11-06") == .bad)
  }

  /// Imports by a mapping that has neither ids nor notes.
  private func update(_ scratch: ImportScratch, _ row: String) throws -> ImportReport {
    let path = try scratch.write("by.csv", "at,mood\n\(row)\n")
    let mapping = try Mapping(
      reading: ["kind": "mood", "dates": "ymd", "columns": ["at": "at", "mood": "mood"]],
      name: "mo.lua")
    return try scratch.run(path, now: "2026-11-20T00:00:00Z") { options in
      mapping.fill(&options)
      options.isUpdating = true
    }
  }

  @Test func `that correct one made by hand at the same instant are reported`() throws {
    let scratch = try scratch()
    let report = try update(scratch, "2026-11-03T09:00:00,bad")
    #expect(report.line == "1=0+1+0+0+0")
    #expect(changes(report, "replaced") == ["2026-11-03 average bad"])
    #expect(try mood(scratch, "2026-11-03") == .bad)
  }

  @Test func `with a key, at the same instant as one made by hand, are reported either way`() throws
  {
    for day in ["2026-11-03", "2026-11-04"] {
      let scratch = try scratch()
      let path = try scratch.write(
        "daylio.csv",
        "full_date,weekday,time,mood,activities,note\n\(day),x,09:00,awful,,\n")
      let report = try scratch.run(path, now: "2026-11-20T00:00:00Z") { $0.isUpdating = true }
      #expect(report.line == "1=1+0+0+0+0")
      let before = day == "2026-11-03" ? "average" : "good"
      let isReplaced = try mood(scratch, day) == .horrible
      let line = "\(day) \(before) horrible"
      #expect(changes(report, "replaced") == (isReplaced ? [line] : []))
      #expect(changes(report, "rated_by_hand") == (isReplaced ? [] : [line]))
    }
  }

  @Test func `that are equal to one made by hand are unchanged, except for their notes`() throws {
    let scratch = try scratch()
    let header = "entry_type,date,mood,recorded_at,note\n"
    let equal = try run(scratch, header + ",2026-11-03,average,2026-11-03T21:00:00Z,\n")
    #expect(equal.line == "1=0+0+1+0+0")
    #expect(changes(equal, "rated_by_hand") == [])
    let noted = header + ",2026-11-03,average,2026-11-03T21:00:00Z,rain\n"
    let left = try run(scratch, noted)
    #expect(left.line == "1=0+0+0+0+1")
    #expect(left.ratedByHand.map(\.noteBefore) == [nil])
    #expect(left.ratedByHand.map(\.noteAfter) == ["rain"])
    let replaced = try run(scratch, noted, update: true)
    #expect(replaced.replaced.map(\.noteAfter) == ["rain"])
    // Corrected by its time and day: only the note differs.
    let again = try run(scratch, noted.replacing("rain", with: "sun"), update: true)
    #expect(again.line == "1=0+1+0+0+0")
    #expect(again.replaced.map(\.noteBefore) == ["rain"])
    #expect(again.replaced.map(\.noteAfter) == ["sun"])
  }

  @Test func `leave other content of a row`() throws {
    let scratch = try scratch()
    let path = try scratch.write(
      "daylio.csv",
      "full_date,weekday,time,mood,activities,note\n2026-11-03,Tuesday,21:00,rad,walk,x\n")
    let report = try scratch.run(path, now: "2026-11-20T00:00:00Z")
    #expect(report.line == "1=1+0+0+0+0")
    #expect(try mood(scratch, "2026-11-03") == .average)
    #expect(changes(report, "rated_by_hand") == ["2026-11-03 average great"])
    let again = try scratch.run(path, now: "2026-11-20T00:00:00Z")
    #expect(again.line == "1=0+0+0+0+1")
  }
}

/// A file that was imported before and now adds the same events again.
struct `A file imported again` {
  private static let rows = "Day,Amount,What\n2026-01-02,5,milk\n2026-01-03,6,bread\n"

  private func run(
    _ scratch: ImportScratch, _ columns: [(String, String)], name: String = "a.lua"
  ) throws -> ImportReport {
    let path = try scratch.write("shop.csv", Self.rows)
    var members: [(name: String, value: MappingTree)] = columns.map { ($0, .text($1)) }
    members.append(("tracker", .table([("value", .text("Shop"))])))
    let mapping = try Mapping(
      reading: .table([("kind", .text("entry")), ("columns", .table(members))]), name: name)
    return try scratch.run(path) { mapping.fill(&$0) }
  }

  private func earlier(_ report: ImportReport) -> JSONValue? {
    guard case .array(let sources)? = report.json["sources"] else { return nil }
    return sources.first?["repeated_batch"]
  }

  private let plain = [("at", "Day"), ("number", "Amount")]

  @Test func `by another mapping, which adds its rows twice, reports the batch to undo`() throws {
    let scratch = try ImportScratch()
    let first = try run(scratch, plain)
    #expect(earlier(first) == .null)
    #expect(earlier(try run(scratch, plain)) == .null)
    let second = try run(scratch, plain + [("notes", "What")])
    #expect(second.line == "2=2+0+0+0+0")
    #expect(earlier(second) == .integer(1))
    // Once the earlier import is undone, nothing is reported.
    try scratch.session { session in
      _ = try session.history.undo(batch: 1)
      _ = try session.history.undo(batch: 2)
    }
    #expect(earlier(try run(scratch, plain)) == .null)
  }

  @Test func `by another mapping is reported, although as many rows were rejected as it adds`()
    throws
  {
    let scratch = try ImportScratch()
    let text =
      "at,n,t\n2026-01-05,3,a\n2026-01-06,x,b\n2026-01-07,x,c\n2026-01-08,x,d\n2026-01-09,5,e\n"
    var columns: [(String, MappingTree)] = [
      ("at", "at"), ("tracker", ["value": "T"]), ("number", "n"),
    ]
    func run() throws -> ImportReport {
      try scratch.map(
        .table([("kind", "entry"), ("dates", "ymd"), ("columns", .table(columns))]), text)
    }
    #expect(try run().line == "5=2+0+0+3+0")
    columns.append(("notes", "t"))
    let again = try run()
    #expect(again.line == "5=2+0+0+3+0")
    #expect(earlier(again) == .integer(1))
  }

  @Test func `that replaces ratings made by hand is not a repetition`() throws {
    let scratch = try ImportScratch()
    try scratch.session { session in
      for day in ["2026-01-05", "2026-01-06"] {
        let content = try MoodContent(
          day: try #require(CivilDay(day)), mood: .average, entryType: .script)
        _ = try session.record(
          .mood(.record(content)), at: .written(try #require(Timestamp("\(day)T09:00:00Z"))))
      }
    }
    let path = try scratch.write(
      "daylio.csv",
      "full_date,weekday,time,mood,activities,note\n2026-01-05,x,22:00,good,walk,\n"
        + "2026-01-06,x,22:00,good,,\n")
    #expect(try scratch.run(path).line == "2=1+0+0+0+1")
    let again = try scratch.run(path) { $0.isUpdating = true }
    #expect(again.line == "2=2+0+0+0+0")
    #expect(earlier(again) == .null)
  }

  @Test func `that restores events removed by hand is not a repetition`() throws {
    let scratch = try ImportScratch()
    _ = try run(scratch, plain)
    try scratch.session { session in
      for stored in try session.reader.events(EventQuery(kinds: [.trackerEntry])) {
        try session.remove(stored.event.id, of: .trackerEntry)
      }
    }
    let again = try run(scratch, plain)
    #expect(again.line == "2=2+0+0+0+0")
    #expect(earlier(again) == .null)
    try scratch.session { session in
      for stored in try session.reader.events(EventQuery(kinds: [.trackerEntry])) {
        try session.remove(stored.event.id, of: .trackerEntry)
      }
    }
    #expect(earlier(try run(scratch, plain + [("notes", "What")])) == .null)
  }

  @Test func `that restores entries counts its rows, not their tracker`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "e.csv", "at,tracker,kind,value\n2026-03-01T10:00:00Z,W,measurement,7\n")
    try scratch.run("e.csv")
    try scratch.session { session in
      for kind in [EventKind.trackerEntry, .trackerCreate] {
        for stored in try session.reader.events(EventQuery(kinds: [kind])) {
          try session.remove(stored.event.id, of: kind)
        }
      }
    }
    let again = try scratch.run("e.csv")
    #expect(again.line == "1=1+0+0+0+0")
    #expect(again.sources[0].notes == ["1 of them was removed here before, and is back."])
    #expect(try scratch.run("e.csv").sources[0].notes == [])
  }

  @Test func `that only adds rows rejected before is not a repetition`() throws {
    let scratch = try ImportScratch()
    let text = "full_date,weekday,mood,activities,note\n2026-01-02,,Gut,,x\n2026-01-03,,good,,y\n"
    let path = try scratch.write("daylio.csv", text)
    #expect(try scratch.run(path).line == "2=1+0+0+1+0")
    try FileManager.default.removeItem(atPath: scratch.path("rejects.csv"))
    let again = try scratch.run(path) { $0.values.moods = ["gut": .good] }
    #expect(again.line == "2=1+0+1+0+0")
    #expect(earlier(again) == .null)
  }
}
