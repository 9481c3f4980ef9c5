import CSV
import Foundation
import FlintSchema
import Transfer

/// The files that a script writes. They appear when its work is committed, at its end or at a
/// checkpoint: they are prepared before, and moved to their paths afterwards.
package final class ScriptOutputs {
  /// The maximum number of files that may be open at a time.
  private static let maximumOpen = 100
  /// The maximum number of files that may be written in total.
  private static let maximumFiles = 400

  /// Whether no file is actually written.
  let isRehearsal: Bool
  private let allowance: OutputAllowance
  /// The files; the latest at a path is the one that the script reads there.
  private var files: [OutputFile] = []
  /// The tables that are written row by row, by the numbers that the script uses.
  private(set) var tables: [Int64: OutputTable] = [:]
  private var lastTable: Int64 = 0

  /// Creates an empty collection of files.
  ///
  /// - Parameters:
  ///   - isRehearsal: whether no file is actually written.
  ///   - most: the maximum size of all files together, in bytes.
  package init(isRehearsal: Bool = false, most: Int) {
    self.isRehearsal = isRehearsal
    allowance = OutputAllowance(most: most)
  }

  deinit { discard() }

  /// Deletes the files that are not at their paths yet: the script's work is not committed.
  package func discard() {
    for file in files { file.discard() }
    files = []
  }

  /// Checks that a file can be created: the script is not writing one at the path already, and an
  /// existing file may be replaced.
  func checkIsFree(
    _ path: String, at target: FileLocation, replacing isReplacing: Bool
  ) throws(OutputFailure) {
    let own = file(at: target.path)
    if let own, !own.isAtTarget {
      throw OutputFailure(message: "\(path): the script is writing this file already")
    }
    if !isReplacing, own != nil || target.folder.status(of: target.name) != nil {
      throw OutputFailure(message: "\(path): exists already; set replace = true to overwrite it")
    }
  }

  func file(
    _ path: String, at target: FileLocation, replacing isReplacing: Bool, mode: mode_t = 0o666
  ) throws(OutputFailure) -> OutputFile {
    try checkIsFree(path, at: target, replacing: isReplacing)
    guard files.count(where: { !$0.isClosed }) < Self.maximumOpen else {
      throw OutputFailure(
        message: "\(path): \(Self.maximumOpen) files are open already; close some")
    }
    // Each file exists without a name until the script's work is committed; the script can read it
    // afterwards too.
    let others = files.filter { !$0.target.path.utf8.elementsEqual(target.path.utf8) }
    guard others.count < Self.maximumFiles else {
      throw OutputFailure(message: "\(path): a script may write at most \(Self.maximumFiles) files")
    }
    let file = try OutputFile(
      path, at: target, replacing: isReplacing, isRehearsal: isRehearsal, mode: mode, allowance)
    files = others + [file]
    return file
  }

  /// Returns the file that the script wrote for a path, if there is one.
  func file(at path: String) -> OutputFile? {
    files.first { $0.target.path.utf8.elementsEqual(path.utf8) }
  }

  func drop(_ file: OutputFile) {
    files.removeAll { $0 === file }
    file.discard()
  }

  /// Adds a table to be written, and returns its number.
  func add(_ table: OutputTable) -> Int64 {
    lastTable += 1
    tables[lastTable] = table
    return lastTable
  }

  /// Continues the numbers of the tables of earlier work in the same state.
  func number(after earlier: ScriptOutputs) { lastTable = max(lastTable, earlier.lastTable) }

  /// Writes buffered rows and flushes all files, after the script has ended: every step that can
  /// fail.
  package func prepare() throws(OutputFailure) {
    for table in tables.values { try table.close() }
    try prepareClosed()
  }

  /// Flushes the files that are closed.
  func prepareClosed() throws(OutputFailure) {
    for file in files where file.isClosed { try file.prepare() }
  }

  /// Moves the closed files to their paths: the script's work is committed up to here.
  package func moveToTargets() throws(OutputFailure) {
    for file in files where file.isClosed { try file.moveToTarget() }
  }
}

/// The number of bytes that a script may still write to files.
final class OutputAllowance {
  private let most: Int
  private var charged = 0

  init(most: Int) { self.most = most }

  func charge(_ bytes: Int) throws(OutputFailure) {
    guard bytes <= most - charged else { throw OutputFailure.limit(most) }
    charged += bytes
  }

  func refund(_ bytes: Int) { charged -= bytes }
}

/// A table that a script writes row by row.
final class OutputTable {
  let file: OutputFile
  let columns: [String]
  /// Whether texts are escaped so that a spreadsheet does not interpret them as formulas.
  private let isGuarded: Bool
  private var writer: CSVWriter
  /// Whether a byte order mark has to be written before anything else.
  private var hasMark: Bool
  private(set) var rows: Int64 = 0

  init(
    _ file: OutputFile, columns: [String], dialect: CSVDialect, isGuarded: Bool,
    isForSpreadsheet: Bool
  ) {
    self.file = file
    self.columns = columns
    self.isGuarded = isGuarded
    hasMark = isForSpreadsheet
    writer = CSVWriter(dialect: dialect, terminator: isForSpreadsheet ? .crlf : .lf)
    for column in columns { writer.append(column, isGuarded: isGuarded) }
    writer.endRecord()
  }

  /// A field: a text, which a spreadsheet might interpret as a formula, or a plain value.
  enum Field {
    case text(String)
    case plain(String)
  }

  /// Adds a row with one field for each column.
  func append(_ fields: [Field]) throws(OutputFailure) {
    for field in fields {
      switch field {
      case .text(let text): writer.append(text, isGuarded: isGuarded)
      case .plain(let text): writer.append(text)
      }
    }
    writer.endRecord()
    rows += 1
    if writer.count > 1 << 16 { try flush() }
  }

  func close() throws(OutputFailure) {
    if file.isClosed { return }
    try flush()
    file.close()
  }

  private func flush() throws(OutputFailure) {
    if hasMark {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      try file.append(mark.span)
      hasMark = false
    }
    try writer.drain { (bytes) throws(OutputFailure) in try file.append(bytes) }
  }
}
