import Foundation
import GRDB
import FlintJSON
import FlintRules
import Testing

@testable import Storage

struct `A dump of a profile` {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try Store.create(path: scratch.path(), profile: .sample).recordRichly()
  }

  private func export(_ name: String = "text") throws -> DumpReport {
    try Dump.write(Store.open(path: scratch.path()), to: scratch.path(name))
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try scratch.bytes("text/" + name), as: UTF8.self)
  }

  /// Exports a profile, changes a file, and returns the error of the import.
  private func refusal(_ file: String, _ change: (inout [String]) -> Void) throws -> DumpError {
    _ = try export()
    var lines = try text(file).components(separatedBy: "\n")
    change(&lines)
    try scratch.write(lines.joined(separator: "\n").utf8, to: "text/" + file)
    return try importError()
  }

  private func importError() throws -> DumpError {
    let error = try #require(throws: DumpError.self) {
      try Dump.restore(scratch.path("text"), to: scratch.path("new.db"))
    }
    #expect(try scratch.names() == ["profile.db", "text"])
    return error
  }

  @Test func `restores every table and is written again byte by byte`() throws {
    let written = try export()
    #expect((written.events, written.corrections) == (7, 8))
    #expect(written.rows["batch"] == 3)
    #expect(written.rows["rulebook"] == 1)
    #expect(Set(written.rows.keys) == Set(Dump.tables))
    #expect(!written.rows.values.contains(0))
    let read = try Dump.restore(scratch.path("text"), to: scratch.path("new.db"))
    #expect(read == written)
    let (old, new) = (
      try Store.open(path: scratch.path()), try Store.open(path: scratch.path("new.db"))
    )
    let tables = try old.tables()
    for table in Dump.tables { #expect(try new.tables()[table] == tables[table], "\(table)") }
    #expect(try new.access { try $0.profile.read() } == old.access { try $0.profile.read() })
    #expect(try new.access { try $0.verification.schemaProblems() } == [])
    _ = try Dump.write(new, to: scratch.path("again"))
    for table in Dump.tables {
      #expect(
        try scratch.bytes("again/\(table).jsonl") == scratch.bytes("text/\(table).jsonl"))
    }
    #expect(try scratch.bytes("again/profile.json") == scratch.bytes("text/profile.json"))
    let names = try scratch.names().filter { !$0.contains("db-") }
    #expect(names == ["again", "new.db", "profile.db", "text"])
  }

  @Test func `contains every table except caches`() throws {
    let tables = try Store.open(path: scratch.path()).access { access in
      try String.fetchAll(
        access.database,
        sql: """
          SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'grdb_%'
          """)
    }
    #expect(Set(tables) == Set(Dump.tables + ["cached_state"]))
  }

  @Test func `has one JSON object per row, without absent values`() throws {
    _ = try export()
    #expect(
      try text("profile.jsonl").hasPrefix(
        "{\"only\":1,\"id\":\"0123456789abcdeffedcba9876543210\",\"seed\":-9,"
          + "\"zone\":\"Europe/Rome\",\"rulebook\":\"own\","))
    let first = try text("spark_original.jsonl").components(separatedBy: "\n")[0]
    let spark = try JSONValue(parsing: first)
    #expect(spark["title"] == .string("\"Quoted\", \\ and é e\u{301} 🦊"))
    #expect(spark["notes"] == .string("two\nlines\r\n\tand a tab \u{2028}\u{7f}"))
    #expect(try !text("spark.jsonl").contains("null"))
    let manifest = try JSONValue(parsing: text("profile.json"))
    #expect(manifest["form"] == .string("flint profile"))
    #expect(manifest["schema"] == .integer(Int64(Schema.version)))
  }

  @Test func `restores thousands of rows`() throws {
    let store = try Store.open(path: scratch.path())
    let other = try Store.create(path: scratch.path("big.db"), profile: .sample)
    try other.record(6000)
    let report = try Dump.write(other, to: scratch.path("text"))
    #expect(report.events == 6000)
    _ = try Dump.restore(scratch.path("text"), to: scratch.path("new.db"))
    #expect(
      try Store.open(path: scratch.path("new.db")).tables() == other.tables())
    #expect(try store.sparkCount() == 2)
  }

  @Test func `is not written where something exists`() throws {
    try scratch.write("mine".utf8, to: "text")
    let error = try storeError { _ = try export() }
    #expect(error == StoreError(.exists, path: scratch.path("text")))
    #expect(try scratch.bytes("text") == Data("mine".utf8))
    let slash = try storeError {
      _ = try Dump.write(Store.open(path: scratch.path()), to: scratch.path("text/"))
    }
    #expect(slash.code == .exists)
    let below = try storeError {
      _ = try Dump.write(Store.open(path: scratch.path()), to: scratch.path("text/below"))
    }
    #expect(below.code == .io)
    #expect(try scratch.names() == ["profile.db", "text"])
  }

  @Test func `does not replace a profile`() throws {
    _ = try export()
    let before = try scratch.bytes()
    let error = try storeError {
      _ = try Dump.restore(scratch.path("text"), to: scratch.path())
    }
    #expect(error == StoreError(.exists, path: scratch.path()))
    #expect(try scratch.bytes() == before)
  }

  @Test(arguments: [
    ("{\"seq\":1,", "column 10: expected", 1), ("[]", "expected an object, got", 2),
    ("", "column 1: expected a value", 3),
    ("{\"seq\":\"1\"}", "seq: expected a whole number, got", 2),
    ("{\"seq\":2,\"id\":\"0x\"}", "id: expected bytes in hexadecimal digits, got", 2),
    ("{\"seq\":2,\"id\":\"abc\"}", "id: expected bytes in hexadecimal digits, got", 2),
    (
      "{\"seq\":2,\"id\":\"00\",\"at\":1,\"offset\":0,\"category\":1,\"intensity\":1,\"title\":7}",
      "title: expected a text, got 7", 2
    ),
    ("{\"seq\":2.5}", "seq: expected a whole number, got", 2),
    ("{\"sequence\":2}", "\"sequence\" is not a column of spark", 2),
    ("{\"seq\":2}", "id: expected bytes in hexadecimal digits, got nothing", 2),
    ("{\"id\":\"00\"}", "seq: expected a whole number, got nothing", 2),
    ("{\"seq\":2,\"id\":\"00\",\"at\":null}", "at: expected a whole number, got null", 2),
  ])
  func `with a damaged line is refused, with file and line`(
    line: String, problem: String, lineNumber: Int
  ) throws {
    let error = try refusal("spark.jsonl") { $0[lineNumber - 1] = line }
    #expect(error.file == scratch.path("text/spark.jsonl"))
    #expect(error.line == lineNumber)
    #expect(error.problem.hasPrefix(problem), "\(error.problem)")
    #expect(
      error.description.hasPrefix("\(scratch.path("text/spark.jsonl")):\(lineNumber): \(problem)"))
    #expect(error.description.hasSuffix("; no profile was created"))
  }

  @Test func `with a repeated line is refused`() throws {
    let error = try refusal("correction.jsonl") { $0.insert($0[0], at: 1) }
    #expect(error.line == 2)
    #expect(error.problem == "seq: an earlier row has the same")
  }

  @Test func `with a record of an unknown batch is refused`() throws {
    let error = try refusal("spark.jsonl") {
      $0[0] = $0[0].replacing("\"batch\":1", with: "\"batch\":77")
    }
    #expect(error.line == 1)
    #expect(error.problem == "batch: expected the seq of a row in batch.jsonl, got 77")
  }

  @Test(arguments: [
    "spark", "card_roll", "event", "correction", "spark_edit", "event_edit", "spark_original",
    "event_original", "rulebook", "profile",
  ])
  func `with a missing line is refused`(table: String) throws {
    let error = try refusal(table + ".jsonl") { $0.remove(at: $0.count - 2) }
    // If another table refers to the row, the error is found there.
    #expect(
      error.problem.hasPrefix("expected ") || error.problem.hasPrefix("seq: expected the seq of "),
      "\(error.problem)")
  }

  @Test(arguments: [
    ("spark", "\"intensity\":2", "\"intensity\":3", "differs from its corrections"),
    ("spark_original", "Quoted", "Quoth", "differs from its recorded content"),
    ("spark_edit", "Spark 7", "Spark 9", "differs from its corrections"),
    ("event", "5.25", "5.26", "differs from its recorded content"),
    ("event_edit", "Other", "Another", "differs from its corrections"),
    ("correction", "\"change\":2", "\"change\":3", "differs from its recorded content"),
    ("correction", "\"change\":2", "\"change\":1", "cannot be read"),
    ("card_roll", "\"category\":2", "\"category\":3", "differs from its recorded content"),
    (
      "profile", "\"record_count\":", "\"record_count\":1",
      "the sum of the records differs from the stored sum"
    ),
    ("rulebook", "Novice", "New", "does not have that hash"),
    ("card_roll", "\"seq\":4,", "\"seq\":1,", "two records have the sequence number 1"),
    ("profile", "\"seed\":-9", "\"seed\":-8", "differs from its recorded content"),
  ])
  func `with changed content is refused`(
    table: String, old: String, new: String, problem: String
  ) throws {
    var isChanged = false
    let error = try refusal(table + ".jsonl") { lines in
      for index in lines.indices where lines[index].contains(old) && !isChanged {
        lines[index] = lines[index].replacing(old, with: new, maxReplacements: 1)
        isChanged = true
      }
    }
    #expect(isChanged)
    #expect(error.problem.hasPrefix("the records are inconsistent: "))
    #expect(error.problem.contains(problem), "\(error.problem)")
  }

  @Test(arguments: [
    (
      "spark", "\"seq\":1,", "\"seq\":9223372036854775807,",
      "seq: expected a whole number from 1 to"
    ),
    ("card_roll", "\"seq\":4,", "\"seq\":0,", "seq: expected a whole number from 1 to"),
    ("batch", "\"seq\":1,", "\"seq\":-1,", "seq: expected a whole number from 1 to"),
    (
      "batch", "\"recorded_at\":1", "\"recorded_at\":9223372036854775807",
      "recorded_at: expected mi"
    ),
    ("event", "\"at\":1", "\"at\":900", "at: expected milliseconds since 1970"),
    ("spark_original", "\"tags\":\"[", "\"tags\":\"", "tags: expected a JSON list of texts, got "),
  ])
  func `with an invalid value is refused, with file and line`(
    table: String, old: String, new: String, problem: String
  ) throws {
    let error = try refusal(table + ".jsonl") { lines in
      lines[0] = lines[0].replacing(old, with: new, maxReplacements: 1)
    }
    #expect(error.file == scratch.path("text/\(table).jsonl"))
    #expect(error.line == 1)
    #expect(error.problem.hasPrefix(problem), "\(error.problem)")
  }

  /// The line of a value that Flint cannot have written, and the whole text of the error.
  @Test(arguments: [
    (
      "profile", "\"day_start\":0", "\"day_start\":720",
      "day_start: expected minutes after 00:00, from 0 to 719, got 720"
    ),
    (
      "profile", "\"day_start\":0", "\"day_start\":-1",
      "day_start: expected minutes after 00:00, from 0 to 719, got -1"
    ),
    (
      "batch", "\"recorded_at\":1,", "\"recorded_at\":281474976710656,",
      "recorded_at: expected milliseconds since 1970 within the years 1 to 9999, got 281474976710656"
    ),
    (
      "card_roll", "\"seq\":4,", "\"seq\":2305843009213693953,",
      "seq: expected a whole number from 1 to 2305843009213693952, got 2305843009213693953"
    ),
  ])
  func `with an impossible value is refused with its limits`(
    table: String, old: String, new: String, problem: String
  ) throws {
    var isChanged = false
    let error = try refusal(table + ".jsonl") { lines in
      isChanged = lines[0].contains(old)
      lines[0] = lines[0].replacing(old, with: new, maxReplacements: 1)
    }
    #expect(isChanged)
    #expect(
      error.description
        == "\(scratch.path("text/\(table).jsonl")):1: \(problem); no profile was created")
  }

  @Test func `with another number of rows than its manifest says is refused`() throws {
    let fewer = try refusal("batch.jsonl") { $0.remove(at: 2) }
    #expect(
      fewer.description
        == "\(scratch.path("text/batch.jsonl")): expected 3 rows, as profile.json says, got 2; no profile "
        + "was created")
    try FileManager.default.removeItem(atPath: scratch.path("text"))
    _ = try export()
    let manifest = try text("profile.json")
    try scratch.write("".utf8, to: "text/profile.jsonl")
    try scratch.write(
      manifest.replacing("\"profile\": 1", with: "\"profile\": 0").utf8, to: "text/profile.json")
    // The rows of other tables do not need it.
    let none = try importError()
    #expect(
      none.description
        == "\(scratch.path("text/profile.jsonl")): expected one row, got 0; no profile was created")
  }

  @Test(arguments: [(2, false), (3, true)])
  func `of a schema before the first dumps is refused`(schema: Int, isKnown: Bool) throws {
    _ = try export()
    let manifest = try text("profile.json")
    try scratch.write(
      manifest.replacing("\"schema\": \(Schema.version)", with: "\"schema\": \(schema)").utf8,
      to: "text/profile.json")
    let error = try importError()
    #expect(
      (error.problem == "schema: expected 3 to \(Schema.version), got \(schema)") == !isKnown,
      "\(error)")
  }

  @Test func `with a directory in place of a table is refused`() throws {
    _ = try export()
    let path = scratch.path("text/event.jsonl")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(try importError().description == "\(path): cannot be read; no profile was created")
  }

  @Test func `with an unknown zone is refused`() throws {
    _ = try export()
    let named = try text("profile.jsonl").replacing("Europe/Rome", with: "Europe/Nowhere")
    try scratch.write(named.utf8, to: "text/profile.jsonl")
    let error = try importError()
    #expect(
      error.description == "\(scratch.path("text"))/profile.jsonl:1: zone: expected an IANA name "
        + "such as Europe/Rome or UTC, got \"Europe/Nowhere\"; no profile was created")
    #expect(try scratch.names() == ["profile.db", "text"])
  }

  @Test func `must exist, be complete and have a supported version`() throws {
    _ = try export()
    for table in Dump.tables {
      let file = "text/\(table).jsonl"
      let bytes = try scratch.bytes(file)
      try FileManager.default.removeItem(atPath: scratch.path(file))
      let error = try importError()
      #expect(error.description == "\(scratch.path(file)): no such file; no profile was created")
      try scratch.write(bytes, to: file)
    }
    let manifest = try text("profile.json")
    for (content, problem) in [
      (manifest.replacing("flint profile", with: "x"), "not the manifest of a Flint profile"),
      ("{\"form\":\"flint profile\"}", "not the manifest of a Flint profile"),
      ("7", "not the manifest"),
      ("{", "expected"),
      (
        manifest.replacing("\"schema\": \(Schema.version)", with: "\"schema\": 99"),
        "written by a later version of Flint"
      ),
    ] {
      try scratch.write(content.utf8, to: "text/profile.json")
      let error = try importError()
      #expect(error.file == scratch.path("text/profile.json"))
      #expect(error.problem.hasPrefix(problem), "\(error.problem)")
    }
    let nowhere = #expect(throws: DumpError.self) {
      try Dump.restore(scratch.path("nowhere"), to: scratch.path("new.db"))
    }
    #expect(
      nowhere?.description == "\(scratch.path("nowhere"))/profile.json: no such file; "
        + "expected a directory written by flint dump; no profile was created")
  }
}
