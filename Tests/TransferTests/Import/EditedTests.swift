import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing
import Transfer

/// Exports that were edited, for instance in a spreadsheet, and are imported again.
struct `An export that was edited` {
  private static let sparks = """
    at,title,category,notes,tags
    2026-03-01T10:00:00Z,One,idea,First,a|b
    2026-03-02T10:00:00Z,Twin,energy,,
    2026-03-02T10:00:00Z,Twin,energy,,

    """

  @Test func `corrects the sparks whose ids it has, if that is enabled`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", Self.sparks)
    try scratch.run("s.csv")
    let edited = try scratch.export(.sparks, ["id", "at", "title", "category", "notes", "tags"])
      .replacing("One", with: "Uno")
    try scratch.write("edited.csv", edited)
    let report = try scratch.run("edited.csv")
    #expect(report.line == "3=0+0+2+0+1")
    #expect(report.changed.map(\.line) == [2])
    #expect(report.changed[0].problem.reason == "title is \"One\" in the profile, \"Uno\" here")
    #expect(try scratch.sparks() == ["One idea", "Twin energy", "Twin energy"])
    #expect(try scratch.run("edited.csv") { $0.isUpdating = true }.line == "3=0+1+2+0+0")
    #expect(try scratch.sparks() == ["Uno idea", "Twin energy", "Twin energy"])
    #expect(try scratch.run("edited.csv") { $0.isUpdating = true }.line == "3=0+0+3+0+0")
    // The former content is known, too.
    let old = edited.replacing("Uno", with: "One")
    try scratch.write("old.csv", old)
    #expect(try scratch.run("old.csv").line == "3=0+0+3+0+0")
  }

  @Test func `restores the original content, and swaps the contents of two events`() throws {
    for kind in [ExportKind.sparks, .entries] {
      let scratch = try ImportScratch()
      let columns: [String]
      let (one, other): (String, String)
      if kind == .sparks {
        try scratch.write("s.csv", Self.sparks)
        columns = ["id", "at", "title", "category"]
        (one, other) = ("One", "Uno")
      } else {
        try scratch.write("s.csv", "at,tracker,kind,value\n2026-03-01T10:00:00Z,W,measurement,7\n")
        columns = ["id", "at", "tracker", "kind", "value"]
        (one, other) = ("measurement,7", "measurement,8")
      }
      try scratch.run("s.csv")
      let first = try scratch.export(kind, columns)
      try scratch.write("first.csv", first)
      try scratch.write("second.csv", first.replacing(one, with: other))
      #expect(try scratch.run("second.csv") { $0.isUpdating = true }.total.updated == 1)
      #expect(try scratch.export(kind, columns) != first)
      // The original content is unchanged, unless corrections are enabled.
      #expect(try scratch.run("first.csv").total.unchanged >= 1)
      #expect(try scratch.export(kind, columns) != first)
      #expect(try scratch.run("first.csv") { $0.isUpdating = true }.total.updated == 1)
      #expect(try scratch.export(kind, columns) == first)
    }
  }

  @Test func `corrects the time at which a task was completed`() throws {
    let scratch = try ImportScratch()
    let header = "name,added,completed\n"
    try scratch.write(
      "t.csv", header + "Letter,2026-03-01T10:00:00Z,2026-03-02T10:00:00Z\n")
    try scratch.run("t.csv")
    let edited = try scratch.export(.tasks, ["id", "name", "added", "completed"])
      .replacing("2026-03-02", with: "2026-03-03")
    try scratch.write("e.csv", edited)
    let report = try scratch.run("e.csv")
    #expect(report.line == "1=0+0+0+0+1")
    #expect(
      report.changed[0].problem.reason
        == "at is \"2026-03-02T10:00:00Z\" in the profile, \"2026-03-03T10:00:00Z\" here")
    #expect(try scratch.run("e.csv") { $0.isUpdating = true }.line == "1=0+1+0+0+0")
    let task = try #require(try scratch.state().tasks.tasks.first)
    #expect(task.completion?.at == Instant(milliseconds: 1_772_532_000_000))
    #expect(try scratch.run("e.csv") { $0.isUpdating = true }.line == "1=0+0+1+0+0")
  }

  @Test func `cannot change the kind of an event`() throws {
    let scratch = try ImportScratch()
    try scratch.write("a.csv", "at,kind,text,start\n2026-03-01T10:00:00Z,journey,,2026-03-01\n")
    try scratch.run("a.csv")
    let edited = try scratch.export(.activities, ["id", "at", "kind", "text", "start"])
      .replacing("journey", with: "sos")
    try scratch.write("e.csv", edited)
    let report = try scratch.run("e.csv") { $0.isUpdating = true }
    #expect(report.line == "1=0+0+0+1+0")
    #expect(report.rejects[0].problem.column == "id")
  }

  @Test func `corrects the one of several equal sparks that it names`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", Self.sparks)
    try scratch.run("s.csv")
    let lines = try scratch.export(.sparks, ["id", "at", "title", "category"]).split(
      separator: "\n")
    for index in [2, 3] {
      let other = try ImportScratch()
      try other.write("s.csv", Self.sparks)
      try other.run("s.csv")
      var edited = lines.map(String.init)
      edited[index] = edited[index].replacing("Twin", with: "Single")
      try other.write("e.csv", edited.joined(separator: "\n"))
      #expect(try other.run("e.csv") { $0.isUpdating = true }.line == "3=0+1+2+0+0")
      #expect(try other.sparks().sorted() == ["One idea", "Single energy", "Twin energy"])
    }
  }

  @Test func `adds rows without an id, although equal events exist`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", Self.sparks)
    try scratch.run("s.csv")
    let exported = try scratch.export(.sparks, ["id", "at", "title", "category", "notes", "tags"])
    try scratch.write(
      "e.csv",
      exported + ",2026-03-02T10:00:00Z,Twin,energy,,\n,2026-03-01T10:00:00Z,One,idea,First,a|b\n")
    #expect(try scratch.run("e.csv").line == "5=2+0+3+0+0")
    #expect(try scratch.run("e.csv").line == "5=0+0+5+0+0")
    #expect(try scratch.sparks().count == 5)
  }

  @Test func `leaves properties without a column unchanged`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", Self.sparks)
    try scratch.run("s.csv")
    let edited = try scratch.export(.sparks, ["id", "at", "title", "category"])
      .replacing("One", with: "Uno")
    try scratch.write("e.csv", edited)
    #expect(try scratch.run("e.csv") { $0.isUpdating = true }.line == "3=0+1+2+0+0")
    let spark = try scratch.session { session in
      try session.reader.sparks(sequences: try session.reader.sparkSequences(SparkQuery())[...])[0]
        .spark
    }
    #expect(spark.title == "Uno")
    #expect(spark.notes == "First")
    #expect(spark.tags == ["a", "b"])
  }

  @Test func `leaves properties without a column unchanged, also by keys`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", "at,title,category,notes,key\n2026-03-01,One,idea,First,k\n")
    try scratch.run("s.csv")
    try scratch.write("e.csv", "at,title,category,key\n2026-03-01,One,idea,k\n")
    #expect(try scratch.run("e.csv").line == "1=0+0+1+0+0")
    try scratch.write("e.csv", "at,title,category,key\n2026-03-01,Uno,idea,k\n")
    #expect(try scratch.run("e.csv").line == "1=0+0+0+0+1")
    #expect(try scratch.run("e.csv") { $0.isUpdating = true }.line == "1=0+1+0+0+0")
    let spark = try scratch.session { session in
      try session.reader.sparks(sequences: try session.reader.sparkSequences(SparkQuery())[...])[0]
        .spark
    }
    #expect(spark.title == "Uno" && spark.notes == "First")
    // A column that exists and is empty means no value.
    try scratch.write("e.csv", "at,title,category,notes,key\n2026-03-01,Uno,idea,,k\n")
    #expect(try scratch.run("e.csv") { $0.isUpdating = true }.line == "1=0+1+0+0+0")
    let after = try scratch.session { session in
      try session.reader.sparks(sequences: try session.reader.sparkSequences(SparkQuery())[...])[0]
        .spark
    }
    #expect(after.notes == nil)
  }

  @Test func `is reported with its differences from the profile`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "t.csv", "name,details,priority,due,added,key\nLetter,To Rome,P0,2026-04-01,2026-03-01,k\n")
    try scratch.run("t.csv")
    try scratch.write("e.csv", "name,details,priority,due,added,key\nParcel,,P1,,2026-03-02,k\n")
    let report = try scratch.run("e.csv")
    #expect(
      report.changed.map(\.problem.reason) == [
        "at is \"2026-03-01T12:00:00Z\" in the profile, \"2026-03-02T12:00:00Z\" here; "
          + "name is \"Letter\" in the profile, \"Parcel\" here; "
          + "also different: priority, details, due"
      ])
  }

  @Test func `restores removed events with its content`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", Self.sparks)
    try scratch.run("s.csv")
    let exported = try scratch.export(.sparks, ["id", "at", "title", "category"])
    try scratch.session { session in
      let first = try session.reader.sparks(
        sequences: try session.reader.sparkSequences(SparkQuery())[...])[0]
      try session.removeSpark(id: first.id)
    }
    try scratch.write("e.csv", exported.replacing("One", with: "Uno"))
    #expect(try scratch.run("e.csv").line == "3=1+0+2+0+0")
    #expect(try scratch.sparks() == ["Uno idea", "Twin energy", "Twin energy"])
  }

  @Test func `is recorded as new in a profile without its ids`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", Self.sparks)
    try scratch.run("s.csv")
    let other = try ImportScratch(seed: 8)
    try other.write("e.csv", try scratch.export(.sparks, ["id", "at", "title", "category"]))
    #expect(try other.run("e.csv").line == "3=3+0+0+0+0")
    #expect(try other.sparks() == scratch.sparks())
  }

  @Test func `corrects moods, by their ids or by day and time`() throws {
    let columns = ["date", "mood", "value", "recorded_at"]
    for columns in [["id"] + columns, columns] {
      let scratch = try ImportScratch()
      try scratch.write(
        "m.csv",
        """
        entry_type,date,mood,recorded_at,note
        ,2026-03-01,good,2026-03-01T20:00:00Z,Sun
        ,2026-03-01,bad,2026-03-01T22:00:00Z,
        ,2026-03-02,great,2026-03-02T20:00:00Z,

        """)
      try scratch.run("m.csv")
      let edited = try scratch.export(.moods, columns).replacing("bad", with: "average")
      try scratch.write("e.csv", edited)
      #expect(try scratch.run("e.csv") { $0.isUpdating = true }.line == "3=0+1+2+0+0")
      #expect(try scratch.run("e.csv") { $0.isUpdating = true }.line == "3=0+0+3+0+0")
      let ratings = try scratch.state().moods.ratings
      #expect(ratings.map(\.mood) == [.average, .great])
      #expect(ratings.map(\.count) == [2, 1])
    }
  }

  @Test func `corrects tasks, which remain completed`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "t.csv",
      """
      name,details,priority,added,completed
      Letter,To Rome,P0,2026-03-01T10:00:00Z,2026-03-02T10:00:00Z
      Post,,P1,2026-03-01T11:00:00Z,

      """)
    try scratch.run("t.csv")
    let edited = try scratch.export(.tasks, ["id", "name", "priority", "added", "change", "at"])
      .replacing("Letter", with: "Parcel")
    try scratch.write("e.csv", edited)
    #expect(try scratch.run("e.csv").line == "2=0+0+1+0+1")
    #expect(try scratch.run("e.csv") { $0.isUpdating = true }.line == "2=0+1+1+0+0")
    let tasks = try scratch.state().tasks
    let parcel = try #require(tasks.tasks.first { $0.name == "Parcel" })
    #expect(parcel.completion != nil)
    #expect(parcel.details == "To Rome")
    #expect(tasks.tasks.count == 2)
  }

  @Test func `alone in another profile takes trackers by their names`() throws {
    let first = try ImportScratch(seed: 1)
    try first.write(
      "e.csv",
      "at,tracker,kind,value\n2026-03-01T10:00:00Z,Weight,measurement,70.5\n"
        + "2026-03-02T10:00:00Z,Read,session,20\n")
    try first.run("e.csv")
    let (entries, trackers) = (try first.export(.entries), try first.export(.trackers))
    #expect(entries.contains("tracker_id"))
    let other = try ImportScratch(seed: 2)
    try other.write("entries.csv", entries)
    let report = try other.run("entries.csv")
    #expect(report.line == "2=2+0+0+0+0")
    #expect(
      report.sources[0].notes == [
        "The profile has no tracker of the tracker_id, so tracker names it: 2."
      ])
    #expect(try other.run("entries.csv").line == "2=0+0+2+0+0")
    let columns = ["at", "tracker", "kind", "value"]
    #expect(try other.export(.entries, columns) == first.export(.entries, columns))
    // With their trackers, entries of others are an error.
    let both = try ImportScratch(seed: 3)
    try both.write("trackers.csv", trackers)
    try both.write(
      "entries.csv",
      entries.replacing(/Read,[0-9a-f]{32}/, with: "Read,\(String(repeating: "7", count: 32))"))
    #expect(try both.run("trackers.csv", "entries.csv").line == "4=3+0+0+1+0")
  }

  @Test func `corrects entries`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "e.csv",
      """
      at,tracker,kind,value,title,notes
      2026-03-01T10:00:00Z,Weight,measurement,70.5,Morning,Before tea
      2026-03-02T10:00:00Z,Weight,measurement,70.25,Morning,

      """)
    try scratch.run("e.csv")
    let edited = try scratch.export(
      .entries, ["id", "at", "tracker", "tracker_id", "kind", "value", "title"]
    ).replacing("70.5,", with: "71.5,")
    try scratch.write("edited.csv", edited)
    #expect(try scratch.run("edited.csv") { $0.isUpdating = true }.line == "2=0+1+1+0+0")
    let after = try scratch.export(.entries, ["value", "notes"])
    #expect(after == "value,notes\n71.5,Before tea\n70.25,\n")
    #expect(try scratch.run("edited.csv") { $0.isUpdating = true }.line == "2=0+0+2+0+0")
  }
}

struct `Ids of a mapping` {
  private static func tree(_ source: String?) -> MappingTree {
    var members: [(String, MappingTree)] = [
      ("kind", "spark"), ("id", "No"),
      ("columns", ["title": "What", "at": "When"]), ("defaults", ["category": "idea"]),
    ]
    if let source { members.append(("source", .text(source))) }
    return .table(members)
  }

  @Test func `are distinguished by kind`() throws {
    let (one, two) = ("No,What,When\n1,A,2026-03-01\n", "No,What,When\n1,B,2026-03-02\n")
    let plain = try ImportScratch()
    #expect(try plain.map(Self.tree(nil), one).line == "1=1+0+0+0+0")
    #expect(try plain.map(Self.tree(nil), two).line == "1=0+0+0+0+1")
    let apart = try ImportScratch()
    #expect(try apart.map(Self.tree("one"), one).line == "1=1+0+0+0+0")
    #expect(try apart.map(Self.tree("two"), two).line == "1=1+0+0+0+0")
    #expect(try apart.sparks() == ["A idea", "B idea"])
    let keys = try apart.session { session in
      try session.reader.sparks(sequences: try session.reader.sparkSequences(SparkQuery())[...])
        .map(\.key)
    }
    #expect(keys == ["one/1", "two/1"])
  }

  @Test func `are required if their kind is given`() {
    #expect(
      ImportScratch.faults([
        "kind": "spark", "source": "app",
        "columns": ["title": "What", "category": "Sort", "at": "When"],
      ]) == ["source: a source needs ids, and there is no id"])
  }
}

struct `An import that is undone` {
  @Test func `leaves the trackers in which another import has entries`() throws {
    let scratch = try ImportScratch()
    let header = "at,tracker,kind,value\n"
    try scratch.write(
      "a.csv",
      header + "2026-03-01T10:00:00Z,Weight,measurement,70\n"
        + "2026-03-01T10:00:00Z,Steps,measurement,9000\n")
    try scratch.write("b.csv", header + "2026-03-02T10:00:00Z,Weight,measurement,71\n")
    let first = try scratch.run("a.csv").sources[0].batch
    try scratch.run("b.csv")
    let report = try scratch.session {
      try $0.history.undo(batch: try #require(first), isLast: true)
    }
    #expect(report.removed == 3)
    #expect(report.left.count == 1)
    let state = try scratch.state()
    #expect(state.events.voids.isEmpty)
    #expect(state.trackers.tracker(named: "Weight")?.entries == 1)
    #expect(state.trackers.tracker(named: "Steps") == nil)
    // Once no import has entries in it, it is removed, too.
    let batches = try scratch.session { try $0.history.batches() }
    let second = try #require(batches.first { $0.source.hasSuffix("b.csv") })
    try scratch.session { _ = try $0.history.undo(batch: second.number, isLast: true) }
    try scratch.session { _ = try $0.history.undo(batch: try #require(first), isLast: true) }
    #expect(try scratch.state().trackers.tracker(named: "Weight") == nil)
  }

  @Test func `leaves the tasks that another import completed`() throws {
    let scratch = try ImportScratch()
    try scratch.write("a.csv", "name,added,key\nLetter,2026-03-01,k\nPost,2026-03-01,l\n")
    try scratch.write(
      "b.csv", "name,added,completed,key\nLetter,2026-03-01,2026-03-02T08:00:00Z,k\n")
    let first = try scratch.run("a.csv").sources[0].batch
    #expect(try scratch.run("b.csv").line == "1=1+0+0+0+0")
    let report = try scratch.session { try $0.history.undo(batch: try #require(first)) }
    #expect(report.removed == 1)
    #expect(report.left.count == 1)
    let state = try scratch.state()
    #expect(state.events.voids.isEmpty)
    #expect(state.tasks.tasks.map(\.name) == ["Letter"])
    #expect(state.tasks.tasks[0].completion != nil)
  }
}

extension `An import that is undone` {
  @Test(arguments: [[0, 1], [1, 0]])
  func `also removes what an earlier undo left because of it`(order: [Int]) throws {
    let scratch = try ImportScratch()
    let header = "at,tracker,kind,value\n"
    try scratch.write(
      "a.csv",
      header + "2026-05-01T10:00:00Z,Run,measurement,1\n2026-05-03T10:00:00Z,Walk,measurement,1\n")
    try scratch.write(
      "b.csv",
      header + "2026-05-02T10:00:00Z,Run,measurement,2\n2026-04-02T10:00:00Z,Walk,measurement,2\n")
    let nothing = try scratch.state()
    let batches = try ["a.csv", "b.csv"].map { try #require(try scratch.run($0).sources[0].batch) }
    for index in order {
      try scratch.session { _ = try $0.history.undo(batch: batches[index], isLast: true) }
    }
    #expect(try scratch.state() == nothing)
    // Imported again, everything is restored.
    try scratch.session { session in
      _ = try session.history.redoLatest()
      _ = try session.history.redoLatest()
    }
    let state = try scratch.state()
    #expect(state.events.voids.isEmpty)
    #expect(["Run", "Walk"].map { state.trackers.tracker(named: $0)?.entries } == [2, 2])
  }
}

extension `An import that is undone` {
  @Test func `leaves events that were recorded again after another import was undone`() throws {
    let scratch = try ImportScratch()
    try scratch.write("a.csv", "name,added,key\nLetter,2026-03-01,k\n")
    try scratch.write("b.csv", "name,added,completed,key\nLetter,2026-03-01,2026-03-02,k\n")
    for unrelated in [true, false] {
      if unrelated { try scratch.write("c.csv", "name,added,key\nPost,2026-03-01,p\n") }
      let first = try #require(try scratch.run("a.csv").sources[0].batch)
      try scratch.session { _ = try $0.history.undo(batch: first, isLast: true) }
      #expect(try scratch.run("a.csv").line == "1=1+0+0+0+0")
      let other = try #require(try scratch.run(unrelated ? "c.csv" : "b.csv").sources[0].batch)
      try scratch.session { _ = try $0.history.undo(batch: other, isLast: true) }
      #expect(try scratch.state().tasks.tasks.map(\.name) == ["Letter"])
      let again = try scratch.session { try $0.history.batches() }.first {
        $0.kind == "import" && $0.number < other
      }
      try scratch.session {
        _ = try $0.history.undo(batch: try #require(again).number, isLast: true)
      }
      #expect(try scratch.state().tasks.tasks.isEmpty)
    }
  }
}

struct `Entries at the beginning of a day` {
  @Test func `do not make the day before an active one`() throws {
    for (time, created) in [
      ("2026-05-02", "2026-05-02T10:00:00Z"), ("2026-05-02T00:00:00", "2026-05-01T22:00:00Z"),
      ("2026-05-02T12:00:00", "2026-05-02T10:00:00Z"),
    ] {
      let scratch = try ImportScratch(zone: "Europe/Rome")
      try scratch.write("e.csv", "at,tracker,kind,value\n\(time),Weight,measurement,70\n")
      #expect(try scratch.run("e.csv").line == "1=1+0+0+0+0")
      #expect(try scratch.run("e.csv").line == "1=0+0+1+0+0")
      let days = try scratch.export(.days, ["date"])
      #expect(days.hasPrefix("date\n2026-05-02\n"), "\(time)")
      let tracker = try #require(try scratch.state().trackers.tracker(named: "Weight"))
      #expect(tracker.createdAt.description == created)
    }
  }
}

struct `Events ahead of the clock` {
  @Test func `are imported again, in the same profile and in a new one`() throws {
    let scratch = try ImportScratch()
    try scratch.session { session in
      for number in 0..<5 {
        _ = try session.add(NewSpark(title: "Spark \(number)", category: .idea))
      }
    }
    let folder = scratch.path("all")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try scratch.session { session in
      _ = try ProfileExport.run(session) { name, content in
        var bytes: [UInt8] = []
        if try content({ $0.withUnsafeBufferPointer { bytes += Array($0) } }) {
          try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
      }
    }
    #expect(try scratch.run("all/sparks.csv").line == "5=0+0+5+0+0")
    let other = try ImportScratch()
    #expect(try other.run(folder).line == "5=5+0+0+0+0")
    #expect(try other.state() == scratch.state())
    // A single table does not limit how far ahead it may be: up to a second is accepted.
    let alone = try ImportScratch()
    #expect(try alone.run(scratch.path("all/sparks.csv")).line == "5=5+0+0+0+0")
  }
}

extension ImportScratch {
  /// Returns some columns of an export.
  func export(
    _ kind: ExportKind, _ columns: [String]? = nil, order: RowOrder? = nil
  ) throws -> String {
    var options = ExportOptions(kind)
    options.columns = columns
    options.order = order
    return try session { session in
      var bytes: [UInt8] = []
      _ = try ExportJob(options).run(session) {
        $0.withUnsafeBufferPointer { bytes += Array($0) }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
