import CSV
import Foundation
import Transfer

/// The files that a script writes. They appear when its work is kept, at its end or at a checkpoint:
/// they are prepared before, and put in their places afterwards.
public final class ScriptOutputs {
  /// So many files may be open at a time.
  private static let mostOpen = 100
  /// So many may be written in all.
  private static let mostFiles = 400

  /// Whether nothing is written after all.
  let isRehearsal: Bool
  private let room: OutputRoom
  /// The latest at a place is what the script reads there.
  private var files: [OutputFile] = []
  /// The tables that are written row by row, by the numbers that the script knows them by.
  private(set) var tables: [Int64: OutputTable] = [:]
  private var lastTable: Int64 = 0

  /// Makes none.
  ///
  /// - Parameters:
  ///   - isRehearsal: whether nothing is written after all.
  ///   - most: bytes that all files together may have.
  public init(isRehearsal: Bool = false, most: Int) {
    self.isRehearsal = isRehearsal
    room = OutputRoom(most: most)
  }

  deinit { discard() }

  /// Drops what is not in its place: the script's work is not kept.
  public func discard() {
    for file in files { file.discard() }
    files = []
  }

  /// Refuses a place where a file cannot be made: where the script is writing one, or where there is
  /// one that is not to be replaced.
  func checkIsFree(
    _ path: String, at place: FileLocation, replacing isReplacing: Bool
  ) throws(OutputFailure) {
    let own = file(at: place.path)
    if let own, !own.isInPlace {
      throw OutputFailure(message: "\(path): the script is writing this file already")
    }
    if !isReplacing, own != nil || place.folder.status(of: place.name) != nil {
      throw OutputFailure(message: "\(path): exists already; replace = true writes over it")
    }
  }

  /// Makes a file.
  func file(
    _ path: String, at place: FileLocation, replacing isReplacing: Bool, mode: mode_t = 0o666
  ) throws(OutputFailure) -> OutputFile {
    try checkIsFree(path, at: place, replacing: isReplacing)
    guard files.count(where: { !$0.isClosed }) < Self.mostOpen else {
      throw OutputFailure(message: "\(path): \(Self.mostOpen) files are open already; close some")
    }
    // Each is kept, without a name, until the script's work is kept, and read by the script after that.
    let others = files.filter { !$0.place.path.utf8.elementsEqual(place.path.utf8) }
    guard others.count < Self.mostFiles else {
      throw OutputFailure(message: "\(path): a script may write \(Self.mostFiles) files at most")
    }
    let file = try OutputFile(
      path, at: place, replacing: isReplacing, isRehearsal: isRehearsal, mode: mode, room)
    files = others + [file]
    return file
  }

  /// The file that is, or is going to be, at a place, if the script wrote one there.
  func file(at path: String) -> OutputFile? {
    files.first { $0.place.path.utf8.elementsEqual(path.utf8) }
  }

  /// Drops what was written for a place.
  func drop(_ file: OutputFile) {
    files.removeAll { $0 === file }
    file.discard()
  }

  /// Takes a table that is going to be written, and gives its number.
  func add(_ table: OutputTable) -> Int64 {
    lastTable += 1
    tables[lastTable] = table
    return lastTable
  }

  /// Takes care that tables bear other numbers than those of work that came before in the same state.
  func number(after earlier: ScriptOutputs) { lastTable = max(lastTable, earlier.lastTable) }

  /// Writes out what is left, and makes it last as far as that can fail: the script has ended.
  public func prepare() throws(OutputFailure) {
    for table in tables.values { try table.close() }
    try prepareClosed()
  }

  /// Makes last what was written and closed.
  func prepareClosed() throws(OutputFailure) {
    for file in files where file.isClosed { try file.prepare() }
  }

  /// Puts the files in their places that are closed: the script's work is kept so far.
  public func place() throws(OutputFailure) {
    for file in files where file.isClosed { try file.putInPlace() }
  }
}

/// How much a script may still write to files.
final class OutputRoom {
  private let most: Int
  private var taken = 0

  init(most: Int) { self.most = most }

  func take(_ bytes: Int) throws(OutputFailure) {
    guard bytes <= most - taken else { throw OutputFailure.limit(most) }
    taken += bytes
  }

  func giveBack(_ bytes: Int) { taken -= bytes }
}

/// A table that a script writes row by row.
final class OutputTable {
  let file: OutputFile
  let columns: [String]
  /// Whether texts are kept from being taken for formulas.
  private let isGuarded: Bool
  private var writer: CSVWriter
  /// Whether a byte order mark has to be written, before anything else.
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

  /// A field: of a text, whether a spreadsheet could take it for a formula matters.
  enum Field {
    case text(String)
    case plain(String)
  }

  /// Adds a row, one field a column.
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

  /// Ends the table.
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
