import FlintCalendar
import Foundation
import GRDB
import FlintJSON
package import FlintRules

extension Dump {
  /// Reads every table, and checks that each has the expected number of rows, unless damaged rows are left
  /// out.
  func readTables(
    from directory: String, _ expected: [String: Int], skippingDamaged isSkipping: Bool
  ) throws -> DumpReport {
    var report = DumpReport()
    for table in Self.tables {
      let file = directory + "/\(table).jsonl"
      var problems: [DumpError] = []
      let lines = try DumpLines(file)
      let count = try readTable(
        table, lines, from: file, isSkipping ? { problems.append($0) } : nil)
      report.sums[table] = lines.sum.digits()
      let wanted = expected[table] ?? 0
      if count != wanted {
        let error = DumpError(
          file: file,
          problem: "expected \(wanted) rows, as \(Self.manifest) says, got \(count)")
        guard isSkipping else { throw error }
        problems.append(error)
      }
      report.rows[table] = count - problems.count { $0.line > 0 }
      report.damage += problems.map(\.fault)
    }
    guard report.rows["profile"] == 1 else {
      throw DumpError(
        file: directory + "/profile.jsonl",
        problem: "expected one row, got \(report.rows["profile"] ?? 0)")
    }
    return report
  }

  /// Checks that the tables form a valid profile.
  func checkTables(from directory: String) throws {
    let zone = try String.fetchOne(database, sql: "SELECT zone FROM profile") ?? ""
    guard (try? CivilZone(name: zone)) != nil else {
      throw DumpError(
        file: directory + "/profile.jsonl", line: 1,
        problem: "zone: expected an IANA name such as Europe/Rome or UTC, got \"\(zone)\"")
    }
    // Their names explain the numbers in the rows.
    try StoredNames.declare(database)
    let problems: [String]
    do {
      let verifier = access.verification
      problems =
        try verifier.fileProblems() + verifier.recordProblems(access.profile.recordSum())
    } catch let damage as Damage {
      problems = [damage.detail]
    }
    guard problems.isEmpty else {
      throw DumpError(
        file: directory,
        problem: "the records are inconsistent: " + problems.prefix(5).joined(separator: "; "))
    }
  }

  /// - Parameter skip: receives the errors of rows that are left out; without it, the first one is thrown.
  /// - Returns: the number of rows in the file.
  private func readTable(
    _ table: String, _ lines: DumpLines, from file: String, _ skip: ((DumpError) -> Void)?
  ) throws -> Int {
    let columns = try database.columns(in: table)
    let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT INTO \(table) (\(names)) VALUES (\(marks))"
    var statement = try database.makeStatement(sql: sql)
    var count = 0
    while let line = try lines.next() {
      count += 1
      do {
        try insert(line, into: table, columns, statement, replacingBatches: skip != nil) {
          DumpError(file: file, line: count, problem: $0)
        }
      } catch let error as DumpError {
        guard let skip else { throw error }
        skip(error)
        // One that failed reports its error once more when it is used again.
        statement = try database.makeStatement(sql: sql)
      }
    }
    return count
  }

  /// - Parameter replacesBatches: whether a missing batch is replaced by an empty one.
  private func insert(
    _ line: [UInt8], into table: String, _ columns: [ColumnInfo], _ statement: Statement,
    replacingBatches replacesBatches: Bool, _ refused: (String) -> DumpError
  ) throws {
    let row: JSONValue
    do {
      row = try JSONValue(parsing: line)
    } catch {
      throw refused("column \(error.column): \(error.problem)")
    }
    guard case .object(let members) = row else {
      throw refused("expected an object, got \(row.summary)")
    }
    if let stranger = members.first(where: { member in
      !columns.contains { $0.name == member.name }
    }) {
      throw refused("\"\(stranger.name)\" is not a column of \(table)")
    }
    let values = try columns.map { column in
      let found = members.first { $0.name == column.name }?.value
      // A key column need not be NOT NULL, but SQLite would generate a value for a missing key.
      let isNeeded = column.isNotNull || column.primaryKeyIndex > 0
      guard let value = Self.value(found, type: column.type), !isNeeded || !value.isNull else {
        throw refused(
          "\(column.name): expected \(Self.expectation(type: column.type)), got "
            + (found?.summary ?? "nothing"))
      }
      if let problem = Self.problem(with: value, in: column.name) {
        throw refused("\(column.name): \(problem)")
      }
      return value
    }
    if replacesBatches {
      for (column, value) in zip(columns, values) where ["batch", "undoes"].contains(column.name) {
        try database.cachedStatement(
          sql: """
            INSERT OR IGNORE INTO batch (seq, kind, source, recorded_at)
            SELECT ?1, 'lost', '', created_at FROM profile WHERE ?1 IS NOT NULL
            """
        ).execute(arguments: [value])
      }
    }
    do {
      try statement.execute(arguments: StatementArguments(values))
    } catch let error as DatabaseError
      where [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(error.resultCode)
    {
      let row = Dictionary(
        zip(columns.map(\.name), values), uniquingKeysWith: { first, _ in first })
      throw refused(try problem(with: row, of: table, error))
    }
  }

  /// Returns why SQLite refused a row, in terms of the file.
  private func problem(
    with row: [String: DatabaseValue], of table: String, _ error: DatabaseError
  ) throws -> String {
    let message = error.message ?? "not a row of \(table)"
    switch error.extendedResultCode {
    case .SQLITE_CONSTRAINT_FOREIGNKEY:
      for key in try database.foreignKeys(on: table) {
        for (origin, destination) in key.mapping {
          guard let value = row[origin], !value.isNull else { continue }
          let isThere = try Bool.fetchOne(
            database,
            sql: """
              SELECT EXISTS (SELECT 1 FROM \(key.destinationTable) WHERE "\(destination)" = ?)
              """, arguments: [value])
          if isThere == true { continue }
          return "\(origin): expected the \(destination) of a row in "
            + "\(key.destinationTable).jsonl, got \(value)"
        }
      }
      return message
    case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
      // "UNIQUE constraint failed: correction.seq"
      guard let column = message.split(separator: ".").last, message.contains(".") else {
        return message
      }
      return "\(column): an earlier row has the same"
    case .SQLITE_CONSTRAINT_CHECK: return "not a row of \(table): \(message)"
    default: return message
    }
  }
}

extension Dump {
  /// Returns the stored value of a column; `nil` if it has another type.
  fileprivate static func value(_ value: JSONValue?, type: String) -> DatabaseValue? {
    switch (value, type) {
    case (nil, _), (.null?, _): .null
    case (.integer(let number)?, "INTEGER"): number.databaseValue
    case (.string(let text)?, "TEXT"): text.databaseValue
    case (.string(let text)?, "BLOB"): bytes(text)?.databaseValue
    default: nil
    }
  }

  /// Returns the problem of a value that has the right type, but that Flint cannot have written; a
  /// profile that contains it could not be used.
  fileprivate static func problem(with value: DatabaseValue, in column: String) -> String? {
    switch (column, value.storage) {
    case (_, .int64(let sequence))
    where ["seq", "batch", "undoes"].contains(column)
      && !(1...StoredSequence.lastDumped).contains(sequence):
      "expected a whole number from 1 to \(StoredSequence.lastDumped), got \(sequence)"
    case ("at", .int64(let at)) where !Instant(milliseconds: at).isAccepted,
      ("recorded_at", .int64(let at)) where !StoredTime.isClock(Instant(milliseconds: at)),
      ("created_at", .int64(let at)) where !StoredTime.isClock(Instant(milliseconds: at)):
      "expected milliseconds since 1970 within the years 1 to 9999, got \(at)"
    case ("day_start", .int64(let minutes)) where DayStart(minutes: minutes) == nil:
      "expected minutes after 00:00, from 0 to \(DayStart.latest), got \(minutes)"
    case ("tags", .string(let text)) where (try? Tags.decoded(text)) == nil:
      "expected a JSON list of texts, got \(text)"
    default: nil
    }
  }

  fileprivate static func expectation(type: String) -> String {
    switch type {
    case "INTEGER": "a whole number"
    case "BLOB": "bytes in hexadecimal digits"
    default: "a text"
    }
  }

  private static func bytes(_ text: String) -> Data? {
    var found = Data(capacity: text.utf8.count / 2)
    var high: UInt8?
    for digit in text.utf8 {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x61...0x66: value = digit - 0x57
      default: return nil
      }
      if let first = high {
        found.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? found : nil
  }
}

extension Dump {
  /// Returns the id and the zone of the profile that a directory has a dump of, as far as its first file can
  /// be read; nothing else is checked.
  ///
  /// - Throws: `DumpError`.
  package static func identity(of directory: String) throws -> (id: EventID, zone: String) {
    let file = directory + "/profile.jsonl"
    guard let line = try DumpLines(file).next(), let row = try? JSONValue(parsing: line),
      case .string(let id)? = row["id"], let id = EventID(id), case .string(let zone)? = row["zone"]
    else { throw DumpError(file: file, line: 1, problem: "expected the row of a profile") }
    return (id, zone)
  }
}

/// A reader of the lines of a file.
private final class DumpLines {
  private let file: UnsafeMutablePointer<FILE>
  private let path: String
  /// The current line, in memory of the C library.
  private var line: UnsafeMutablePointer<CChar>?
  private var capacity = 0
  /// The sum of the lines so far, regardless of how they end.
  private(set) var sum = SipHash128(key0: 0, key1: 0)

  init(_ path: String) throws {
    // Opening a pipe would block.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw DumpError(file: path, problem: "no such file") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.kind == S_IFREG,
      let file = fdopen(descriptor, "r")
    else {
      close(descriptor)
      throw DumpError(file: path, problem: "cannot be read")
    }
    self.file = file
    self.path = path
  }

  deinit {
    fclose(file)
    free(line)
  }

  /// Returns the next line without its line end; `nil` at the end of the file.
  func next() throws -> [UInt8]? {
    let count = getline(&line, &capacity, file)
    // `getline` fails at the end of the file, too, and returns what it has of a line after an error.
    if ferror(file) != 0 { throw DumpError(file: path, problem: "cannot be read") }
    guard count >= 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(start: line, count: count)
    let text = bytes.last == 0x0A ? bytes.dropLast() : bytes[...]
    sum.append(UnsafeRawBufferPointer(rebasing: text.last == 0x0D ? text.dropLast() : text))
    sum.append(0x0A)
    return Array(text)
  }
}
