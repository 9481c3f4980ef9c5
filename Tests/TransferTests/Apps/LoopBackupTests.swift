import Archives
import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import TestSupport
import Testing

@testable import Transfer

@Suite struct `Loop's backup` {
  private func backup() throws -> WholeFile { try #require(try example("loop.db").first) }

  @Test func `has the days of the CSV export, with notes, and schedules`() throws {
    let reading = try read(LoopFormat(), [try backup()], try appContext())
    #expect(reading.problems.isEmpty)
    #expect(
      reading.events == [
        "~2026-06-01T12:00:00 entry of Read, on paper: done key loop/Read, on paper/2026-06-01",
        "~2026-06-03T12:00:00 entry of Read, on paper: done notes \"Tides\", chapter 4 "
          + "key loop/Read, on paper/2026-06-03",
        "~2026-06-04T12:00:00 habit Read, on paper: skip of 2026-06-04 note ill "
          + "key loop/Read, on paper/skip/2026-06-04",
        "~2026-06-01T12:00:00 entry of Run: 5.25 key loop/Run/2026-06-01",
        "~2026-06-02T12:00:00 entry of Run: 0 key loop/Run/2026-06-02",
      ])
    #expect(
      reading.habits.map { "\($0.tracker.content.name): \($0.schedule?.description ?? "")" } == [
        "Read, on paper: 3 times every week", "Run: every week", "Sweets: every day",
      ])
    #expect(reading.habits.map(\.isArchived) == [false, false, true])
    #expect(reading.habits[1].goal?.amount.description == "12.5")
    #expect(reading.habits[1].tracker.unit == "km")
    #expect(reading.habits[2].goal?.isLimit == nil)
  }

  @Test func `merges with a CSV export of the same history`() throws {
    let scratch = try ImportScratch()
    try Data(try backup().bytes).write(to: URL(fileURLWithPath: scratch.path("loop.db")))
    #expect(try scratch.run("loop.db").line == "12=5+0+0+0+7")
    #expect(try scratch.run("loop.db").line == "12=0+0+5+0+7")
    try scratch.write(
      "Checkmarks.csv",
      "Date,\"Read, on paper\",Run,\n2026-06-05,YES_MANUAL,0,\n2026-06-01,YES_MANUAL,5250,\n")
    #expect(try scratch.run("Checkmarks.csv").line == "2=1+0+1+0+0")
  }

  @Test func `is refused when it is damaged, truncated or of another program`() throws {
    let file = try backup()
    func problem(_ bytes: [UInt8]) -> String {
      do throws(FormatProblem) {
        _ = try LoopDatabase.export(WholeFile(path: "a.db", bytes: bytes))
        return ""
      } catch {
        return error.message
      }
    }
    #expect(problem(Array("SQLite format 3\0".utf8)) == "not an SQLite database")
    #expect(problem(Array(file.bytes.prefix(4096 + 100))).contains("damaged"))
    var numbers = SplitMix64(for: "damage of a Loop backup")
    for _ in 0..<200 {
      var damaged = file.bytes
      for _ in 0..<20 {
        let index = Int.random(in: 100..<damaged.count, using: &numbers)
        damaged[index] = UInt8.random(in: 0 ... .max, using: &numbers)
      }
      // Any result is right, but for a trap.
      _ = problem(damaged)
      _ = try? LoopFormat().read([WholeFile(path: "a.db", bytes: damaged)], appContext())
    }
    let other = try #require(try? SQLiteTables(file.bytes))
    #expect(try other.columns(of: "no' OR 1=1 --").isEmpty)
    #expect(try other.columns(of: "habits").contains("freq_num"))
  }

  @Test func `has a limit for its text, which a default of many rows could exceed`() throws {
    let tables = try SQLiteTables(try backup().bytes, maximumTextSize: 1 << 20)
    try tables.rows(of: "Habits", columns: ["name"], orderedBy: []) { _ in }
    let small = try SQLiteTables(try backup().bytes, maximumTextSize: 20)
    let error = #expect(throws: CompressedFileError.self) {
      try small.rows(of: "Habits", columns: ["name", "question"], orderedBy: []) { _ in }
    }
    #expect(error?.message.hasPrefix("a table of the SQLite database has more than") == true)
  }

  /// Returns a copy of the backup that was changed by statements in Python, with the connection `db`.
  private func changed(_ statements: String) throws -> WholeFile {
    let scratch = try ImportScratch()
    let path = scratch.path("changed.db")
    try Data(try backup().bytes).write(to: URL(fileURLWithPath: path))
    let script = try scratch.write(
      "change.py",
      "import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1])\n\(statements)\ndb.commit()\n")
    var python = try ChildProcess(["python3", script, path])
    try #require(python.wait() == 0)
    return WholeFile(path: "a.db", bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
  }

  private func problem(_ file: WholeFile) -> String? {
    do throws(FormatProblem) {
      _ = try LoopDatabase.export(file)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `runs no code of SQLite for virtual tables`() throws {
    let file = try changed(
      """
      db.execute("ALTER TABLE Habits RENAME TO Old")
      columns = [row[1] for row in db.execute("PRAGMA table_info(Old)")]
      db.execute("CREATE VIRTUAL TABLE Habits USING fts5(%s)" % ", ".join(columns))
      db.execute("INSERT INTO Habits SELECT * FROM Old")
      """)
    #expect(problem(file) == "the SQLite database is damaged: no such module: fts5")
  }

  @Test func `is refused if a definition in it is very long`() throws {
    // Parsing it takes long: each name is compared with all before it.
    let file = try changed(
      """
      parts = ["a0(x) AS (SELECT 1)"]
      parts += ["a%d(x) AS (SELECT x FROM a%d)" % (n, n - 1) for n in range(1, 60000)]
      text = "CREATE VIEW long AS WITH " + ", ".join(parts) + " SELECT x FROM a0"
      db.execute("PRAGMA writable_schema = 1")
      db.execute("INSERT INTO sqlite_master VALUES ('view', 'long', 'long', 0, ?)", (text,))
      """)
    #expect(
      problem(file)
        == "the SQLite database is damaged: malformed database schema (long) - string or blob too big"
    )
  }

  @Test func `of an early release has a row for each day done`() throws {
    let file = try changed(
      """
      db.execute("DELETE FROM Repetitions WHERE value <> 2")
      for column in ["value", "notes"]: db.execute("ALTER TABLE Repetitions DROP COLUMN " + column)
      """)
    let reading = try read(LoopFormat(), [file], try appContext())
    #expect(reading.problems.isEmpty)
    #expect(
      reading.events == [
        "~2026-06-01T12:00:00 entry of Read, on paper: done key loop/Read, on paper/2026-06-01",
        "~2026-06-03T12:00:00 entry of Read, on paper: done key loop/Read, on paper/2026-06-03",
      ])
  }

  @Test func `is not confused with another database`() throws {
    let scratch = try ImportScratch()
    try Data(Array("SQLite format 3\0".utf8) + Array(repeating: 0, count: 4000))
      .write(to: URL(fileURLWithPath: scratch.path("other.db")))
    let error = #expect(throws: InputFailure.self) { try scratch.run("other.db") }
    #expect(error?.message.hasPrefix("an SQLite database, not a table of text") == true)
  }
}
