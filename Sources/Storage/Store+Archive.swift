import Foundation
import GRDB
import Rules

/// A profile as a directory of text: `profile.json` says what it is, and each table is a file of
/// lines, one JSON object a row, from which the profile can be made again exactly.
public enum Archive {
  /// The file that says what the directory is.
  static let manifest = "profile.json"
  /// The name of the form, in the manifest.
  static let form = "flint profile"
  /// The tables, in an order in which rows refer only to rows before them.
  static let tables = [
    "profile", "rulebook", "batch", "spark", "card_roll", "event", "correction", "spark_edit",
    "event_edit", "spark_original", "event_original",
  ]
}

/// What an archive holds.
public struct ArchiveReport: Equatable, Sendable {
  /// Rows by table, in the order of the tables.
  public var rows: [String: Int] = [:]
  /// Events: sparks, rolls and others.
  public var events: Int {
    ["spark", "card_roll", "event"].reduce(0) { $0 + (rows[$1] ?? 0) }
  }
  /// Corrections.
  public var corrections: Int { rows["correction"] ?? 0 }
}

/// Why a directory is not an archive that a profile can be made of.
public struct ArchiveError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public var file: String
  /// The line, from 1; 0 where it is no matter of one line.
  public var line: Int
  /// What was found and what was expected.
  public var problem: String

  /// `file:line: problem`.
  public var description: String {
    "\(file)\(line > 0 ? ":\(line)" : ""): \(problem); nothing was made"
  }
}

extension Store {
  /// Writes the whole profile into a new directory, which appears whole or not at all.
  ///
  /// - Throws: `StoreError`: `exists` when there is something at the path already.
  public func writeArchive(to directory: String) throws -> ArchiveReport {
    var path = directory
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    guard !FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.exists, path: path)
    }
    let mode = mode
    // Whoever may read the profile may look into the directory, and nobody else.
    let draft = try Drafts.begin(
      .directory, for: path, mode: mode | (mode & 0o444) >> 2, makingFolder: true)
    defer { Drafts.end(draft) }
    let report = try access { access in
      try access.begin(writing: false)
      defer { access.rollback() }
      return try access.writeTables(into: draft, mode: mode, of: path)
    }
    try synchronizeDirectory(at: draft, for: path)
    try Drafts.place(path) { () throws(StoreError) in
      guard rename(draft, path) == 0 else { throw Store.creationFailure(path, errno) }
    }
    return report
  }

  /// Makes a new profile of an archive.
  ///
  /// - Parameter isZone: whether a name is that of a time zone.
  /// - Throws: `ArchiveError` when the directory is none or does not add up; `StoreError`.
  public static func create(
    path: String, fromArchive directory: String, isZone: (String) -> Bool
  ) throws -> ArchiveReport {
    try checkIsFree(path)
    let manifest = try ArchiveManifest(directory)
    var result: Result<ArchiveReport, any Error>?
    do {
      try making(path) { (draft) throws(StoreError) in
        do {
          result = .success(try manifest.load(into: draft, path: path, isZone: isZone))
        } catch {
          result = .failure(error)
          throw StoreError(error, path: path)
        }
      }
    } catch {
      if case .failure(let error as ArchiveError)? = result { throw error }
      throw error
    }
    return try result?.get() ?? ArchiveReport()
  }

  /// Makes a profile of an archive that is kept in memory only, and is gone then.
  ///
  /// - Throws: as `create` does.
  public static func rehearse(
    fromArchive directory: String, isZone: (String) -> Bool
  ) throws -> ArchiveReport {
    let manifest = try ArchiveManifest(directory)
    return try manifest.load(
      into: DatabaseQueue(configuration: configurationInMemory()), path: directory, isZone: isZone)
  }
}

/// What an archive says of itself.
private struct ArchiveManifest {
  /// The directory.
  let directory: String
  /// The number of the schema that it was written with.
  let schema: Int
  /// How many rows each table is said to have.
  var rows: [String: Int] = [:]

  /// Makes a profile of the archive in an empty database, first in the form in which it was written.
  func load(
    into queue: DatabaseQueue, path: String, isZone: (String) -> Bool
  ) throws -> ArchiveReport {
    try Store.prepare(queue, through: schema)
    let report = try queue.write { database in
      try StoreAccess(database: database, path: path, isReadOnly: false)
        .readTables(from: directory, rows)
    }
    try Store.prepare(queue)
    try queue.read { database in
      try StoreAccess(database: database, path: path, isReadOnly: true)
        .checkTables(from: directory, isZone: isZone)
    }
    return report
  }

  /// Reads it.
  ///
  /// - Throws: `ArchiveError` when the directory is no archive that this version can read.
  init(_ directory: String) throws {
    self.directory = directory
    let file = directory + "/" + Archive.manifest
    guard let bytes = FileManager.default.contents(atPath: file) else {
      throw ArchiveError(
        file: file, line: 0,
        problem: "no such file; expected a directory that flint export --all made")
    }
    let manifest: JSONValue
    do {
      manifest = try JSONValue(parsing: Array(bytes))
    } catch {
      throw ArchiveError(file: file, line: error.line, problem: error.problem)
    }
    guard manifest["form"] == .string(Archive.form),
      case .integer(let schema)? = manifest["schema"],
      case .object(let counts)? = manifest["rows"]
    else {
      throw ArchiveError(file: file, line: 0, problem: "not the manifest of a Flint profile")
    }
    guard schema <= Schema.version else {
      throw ArchiveError(
        file: file, line: 0, problem: "written by a later version of Flint; use that one")
    }
    guard schema >= Schema.firstArchived else {
      throw ArchiveError(
        file: file, line: 0,
        problem: "schema: expected \(Schema.firstArchived) to \(Schema.version), got \(schema)")
    }
    self.schema = Int(schema)
    for case (let name, .integer(let count)) in counts { rows[name] = Int(clamping: count) }
  }
}

extension StoreAccess {
  fileprivate func writeTables(
    into directory: String, mode: mode_t, of archive: String
  ) throws -> ArchiveReport {
    var report = ArchiveReport()
    for table in Archive.tables {
      let file = try ArchiveFile(directory + "/\(table).jsonl", mode: mode, of: archive)
      let columns = try database.columns(in: table).map(\.name)
      let order = columns.contains("seq") ? " ORDER BY seq" : ""
      let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \(table)\(order)")
      var lines = Data()
      var count = 0
      while let row = try rows.next() {
        lines.append(contentsOf: line(row, columns).utf8)
        count += 1
        if lines.count > 1 << 20 {
          try file.append(lines)
          lines.removeAll(keepingCapacity: true)
        }
      }
      try file.append(lines)
      try file.synchronize()
      report.rows[table] = count
    }
    let manifest = JSONValue.object([
      ("form", .string(Archive.form)), ("schema", .integer(Int64(Schema.version))),
      (
        "rows",
        .object(Archive.tables.map { ($0, .integer(Int64(report.rows[$0] ?? 0))) })
      ),
    ])
    let file = try ArchiveFile(directory + "/" + Archive.manifest, mode: mode, of: archive)
    try file.append(Data((manifest.text(indented: true) + "\n").utf8))
    try file.synchronize()
    return report
  }

  private func line(_ row: Row, _ columns: [String]) -> String {
    var members: [(name: String, value: JSONValue)] = []
    for column in columns {
      let value: DatabaseValue = row[column]
      switch value.storage {
      case .null: break
      case .int64(let number): members.append((column, .integer(number)))
      case .double(let number): members.append((column, .number(number)))
      case .string(let text): members.append((column, .string(text)))
      case .blob(let data):
        let digits = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        members.append((column, .string(digits)))
      }
    }
    return JSONValue.object(members).text() + "\n"
  }
}
