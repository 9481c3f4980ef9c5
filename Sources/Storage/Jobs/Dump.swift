import Foundation
import GRDB
import FlintJSON
import FlintRules

/// A profile as a directory of text: the manifest `profile.json`, and for each table a file with a
/// JSON object per row and line, from which the profile can be restored exactly.
package struct Dump: TableAccess {
  let access: StoreAccess
  /// The file name of the manifest.
  static let manifest = "profile.json"
  /// The name of the format, in the manifest.
  static let form = "flint profile"
  /// The tables, in an order in which rows refer only to earlier rows.
  static let tables = [
    "profile", "rulebook", "batch", "spark", "card_roll", "event", "correction", "spark_edit",
    "event_edit", "spark_original", "event_original",
  ]
}

package struct DumpReport: Equatable, Sendable {
  package var rows: [String: Int] = [:]
  /// Descriptions of what could not be read, or differs from what was written; of a restoration, of what was
  /// left out.
  package var damage: [String] = []
  /// The number of events: sparks, rolls and others.
  package var events: Int {
    Records.eventTables.reduce(0) { $0 + (rows[$1] ?? 0) }
  }
  package var corrections: Int { rows["correction"] ?? 0 }
  /// The sum of the text of each table, by which files of different dumps are told apart.
  var sums: [String: String] = [:]
}

/// An error that prevents restoring a profile from a directory.
package struct DumpError: Error, Equatable, Sendable, CustomStringConvertible {
  package var file: String
  /// The line number, from 1; 0 where the error does not concern one line.
  package var line = 0
  /// A description of the value that was found and of the expected one.
  package var problem: String

  /// The error, and what it leads to.
  package var description: String { "\(fault); no profile was created" }

  /// `file:line: problem`.
  package var fault: String { "\(file)\(line > 0 ? ":\(line)" : ""): \(problem)" }
}

extension Dump {
  /// Writes a whole profile into a new directory, completely or not at all; of a damaged profile what can be
  /// read.
  ///
  /// - Throws: `StoreError`: `exists` when something already exists at the path.
  package static func write(_ store: Store, to directory: String) throws -> DumpReport {
    try store.access { access in
      try access.begin(writing: false)
      defer { access.rollback() }
      return try store.writeDirectory(directory, makingFolder: true) {
        try Self(access: access).writeTables($0)
      }
    }
  }

  /// Reads a whole profile as `write` does, as a check, and writes nothing.
  ///
  /// - Throws: `StoreError`.
  package static func rehearseWriting(_ store: Store) throws -> DumpReport {
    try store.access { access in
      try access.begin(writing: false)
      defer { access.rollback() }
      return try Self(access: access).writeTables { _, content in _ = try content { _ in } }
    }
  }

  /// Creates a profile from a dump.
  ///
  /// - Parameters:
  ///   - aside: where to put an existing profile and the files beside it; without it, nothing may exist
  ///     at the path.
  ///   - isSkipping: whether damaged rows are left out.
  /// - Throws: `DumpError` when the directory is not a dump or is inconsistent;
  ///   `StoreError`.
  package static func restore(
    _ directory: String, to path: String, puttingAside aside: String? = nil,
    skippingDamaged isSkipping: Bool = false
  ) throws -> DumpReport {
    if aside == nil { try ProfilePath.checkIsFree(path) }
    let manifest = try DumpManifest(directory)
    do {
      return try Store.createAtomically(path, puttingAside: aside) {
        try manifest.load(into: $0, path: path, skippingDamaged: isSkipping)
      }
    } catch {
      throw error is DumpError ? error : StoreError(error, path: path)
    }
  }

  /// Reads a dump as `restore` does, into a profile in memory.
  ///
  /// - Throws: the errors of `restore`.
  package static func read(
    _ directory: String, skippingDamaged isSkipping: Bool = false
  ) throws -> (store: Store, report: DumpReport) {
    let manifest = try DumpManifest(directory)
    let queue = try DatabaseQueue(configuration: Store.configurationInMemory())
    let report = try manifest.load(
      into: queue, path: directory, skippingDamaged: isSkipping)
    return (Store(path: directory, isReadOnly: true, queue: queue), report)
  }
}

extension Dump {
  static func manifestPath(of directory: String) -> String { directory + "/" + manifest }
}

private struct DumpManifest {
  let directory: String
  /// The number of the schema that the dump was written with.
  let schema: Int
  var rows: [String: Int] = [:]
  /// The sums of the tables' texts; empty in a dump of an earlier version.
  var sums: [String: String] = [:]

  /// Restores the profile in an empty database: first with the schema of the dump, then
  /// migrated.
  func load(
    into queue: DatabaseQueue, path: String, skippingDamaged isSkipping: Bool
  ) throws -> DumpReport {
    try Store.prepare(queue, through: schema)
    var report = try queue.write { database in
      try Dump(access: StoreAccess(database, path: path, isReadOnly: false))
        .readTables(from: directory, rows, skippingDamaged: isSkipping)
    }
    try Store.prepare(queue)
    if isSkipping {
      try queue.write { database in
        try Dump(access: StoreAccess(database, path: path, isReadOnly: false))
          .removeDamaged(&report)
      }
    }
    try queue.read { database in
      try Dump(access: StoreAccess(database, path: path, isReadOnly: true))
        .checkTables(from: directory)
    }
    if !isSkipping { try checkSums(report) }
    return report
  }

  /// Throws if a file is not one with which the manifest was written, as when a replacement of the dump was
  /// interrupted.
  private func checkSums(_ report: DumpReport) throws {
    for table in Dump.tables {
      guard let wanted = sums[table], report.sums[table] != wanted else { continue }
      throw DumpError(
        file: directory + "/\(table).jsonl",
        problem: "it belongs to another dump than \(Dump.manifest); write the dump again with "
          + "flint dump --replace, or take all files from one of the two")
    }
  }

  /// - Throws: `DumpError` when the directory is not a dump that this version can read.
  init(_ directory: String) throws {
    self.directory = directory
    let file = directory + "/" + Dump.manifest
    let isOrdinary = fileStatus(file)?.kind == S_IFREG
    guard isOrdinary, let bytes = FileManager.default.contents(atPath: file) else {
      throw DumpError(
        file: file, problem: "no such file; expected a directory written by flint dump")
    }
    let manifest: JSONValue
    do {
      manifest = try JSONValue(parsing: Array(bytes))
    } catch {
      throw DumpError(file: file, line: error.line, problem: error.problem)
    }
    guard manifest["form"] == .string(Dump.form),
      case .integer(let schema)? = manifest["schema"],
      case .object(let counts)? = manifest["rows"]
    else {
      throw DumpError(file: file, problem: "not the manifest of a Flint profile")
    }
    guard schema <= Schema.version else {
      throw DumpError(
        file: file, problem: "written by a later version of Flint; use that version")
    }
    guard schema >= Schema.firstDumped else {
      throw DumpError(
        file: file,
        problem: "schema: expected \(Schema.firstDumped) to \(Schema.version), got \(schema)")
    }
    self.schema = Int(schema)
    for case (let name, .integer(let count)) in counts { rows[name] = Int(clamping: count) }
    guard case .object(let sums)? = manifest["sums"] else { return }
    for case (let name, .string(let sum)) in sums { self.sums[name] = sum }
  }
}
