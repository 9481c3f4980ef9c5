import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

@testable import Transfer

/// The tables of a database, as lines of text.
private final class WrittenTables: TableSink {
  private(set) var tables: [String: [String]] = [:]
  private(set) var columns: [String: [(name: String, type: String)]] = [:]
  private(set) var statements: [String] = []
  private var current = ""

  func create(_ table: String, _ columns: [(name: String, type: String)]) {
    current = table
    tables[table] = []
    self.columns[table] = columns
  }

  func insert(_ row: [FieldValue]) {
    #expect(row.count == columns[current]?.count)
    tables[current]?.append(row.map(\.plain).joined(separator: "|"))
  }

  func execute(_ sql: String) { statements.append(sql) }
}

@Suite struct `A database of tables` {
  private func written(_ scratch: ImportScratch) throws -> WrittenTables {
    let sink = WrittenTables()
    let counts = try scratch.session { try SQLiteExport.run($0, into: sink) }
    for (table, rows) in counts { #expect(sink.tables[table]?.count == rows) }
    return sink
  }

  private func picked(_ sink: WrittenTables, _ table: String, _ names: [String]) -> [String] {
    let columns = sink.columns[table] ?? []
    return (sink.tables[table] ?? []).map { row in
      let values = row.split(separator: "|", omittingEmptySubsequences: false)
      return names.map { name in
        columns.firstIndex { $0.name == name }.map { String(values[$0]) } ?? "?"
      }.joined(separator: ",")
    }
  }

  @Test func `has the tasks and moods as they are now, once each`() throws {
    let scratch = try ImportScratch()
    try scratch.session { session in
      func record(_ action: ProfileEvent.Action, _ day: Int64) throws -> EventID {
        // Noon of a day of June 2026.
        let at = Instant(milliseconds: 1_780_315_200_000 + (day - 1) * 86_400_000)
        return try session.record(action, at: .instant(at)).id
      }
      let task = try record(.task(.taskAdd(try TaskContent(name: "Paint"))), 1)
      _ = try record(.task(.taskComplete(task)), 2)
      _ = try record(.task(.taskReopen(task)), 3)
      let day = CivilDay(number: 20_605)
      for mood in [Mood.bad, .good] {
        _ = try record(.mood(.record(try MoodContent(day: day, mood: mood))), 4)
      }
      let field = try TrackerField(name: "Sauce", type: .text)
      let tracker = try record(
        .tracker(
          .create(
            try TrackerContent(
              name: "Pasta", target: DecimalNumber(reading: "2", field: "t"),
              fields: [field]))), 1)
      _ = try record(
        .tracker(
          .entry(
            try EntryContent(
              tracker: tracker, kind: .checklist(true), tags: ["a", "b"],
              values: [.init(name: "sauce", value: .text("Pesto"))]))), 2)
    }
    let sink = try written(scratch)
    #expect(picked(sink, "tasks", ["name", "completed"]) == ["Paint,"])
    #expect(picked(sink, "moods", ["date", "mood", "value"]) == ["2026-06-01,good,3"])
    #expect(picked(sink, "trackers", ["name", "target", "habit"]) == ["Pasta,2,false"])
    #expect(
      picked(sink, "entries", ["at", "day", "done", "number"])
        == ["2026-06-02T12:00:00Z,2026-06-02,true,"])
    #expect(
      picked(sink, "entry_values", ["day", "tracker", "field", "number", "text"])
        == ["2026-06-02,Pasta,Sauce,,Pesto"])
    #expect(
      picked(sink, "daily", ["day", "mood_value", "Pasta"]).prefix(2) == [
        "2026-06-01,3,", "2026-06-02,,1",
      ])
    #expect(sink.columns["daily"]?.last?.type == "NUMERIC")
    #expect(sink.columns["entries"]?.first { $0.name == "done" }?.type == "INTEGER")
    #expect(sink.statements.filter { $0.hasPrefix("CREATE VIEW") }.count == SQLiteView.all.count)
  }

  @Test func `is a file of SQLite whose views can be read`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", "at,title,category\n2026-03-01T10:00:00Z,One,idea\n")
    try scratch.run("s.csv")
    let path = scratch.path("x.sqlite")
    try scratch.session { session in
      try scratch.store.writeTables(path) { database in
        _ = try SQLiteExport.run(session, into: Written(database: database))
      }
      #expect(throws: StoreError.self) { try scratch.store.writeTables(path) { _ in } }
      // Nothing is left of a database that fails.
      struct Failure: Error {}
      #expect(throws: Failure.self) {
        try scratch.store.writeTables(path, replacing: true) { _ in throw Failure() }
      }
    }
    #expect(try scratch.text("x.sqlite").hasPrefix("SQLite format 3"))
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(names.sorted() == ["s.csv", "x.sqlite"])
  }

  /// Writes into a database, and reads each view.
  private struct Written: TableSink {
    let database: TableDatabase

    func create(_ table: String, _ columns: [(name: String, type: String)]) throws {
      try database.create(table, columns)
    }
    func insert(_ row: [FieldValue]) throws { try database.insert(row) }
    func execute(_ sql: String) throws {
      try database.execute(sql)
      if let name = sql.firstMatch(of: /^CREATE VIEW (\w+)/)?.1 {
        try database.execute("SELECT * FROM \(name)")
      }
    }
  }
}

@Suite struct `The columns of exported tables` {
  @Test(arguments: ExportKind.allCases)
  func `have a sentence each`(kind: ExportKind) {
    for column in kind.columnList + kind.namedColumns {
      #expect(column.summary.hasSuffix("."), "\(kind).\(column.name): \(column.summary)")
    }
    #expect(Set(kind.columns).count == kind.columns.count)
  }

  @Test func `of a database have a sentence each, too`() {
    for (table, columns) in SQLiteExport.described {
      for column in columns {
        #expect(column.summary.hasSuffix("."), "\(table).\(column.name): \(column.summary)")
      }
    }
  }
}
