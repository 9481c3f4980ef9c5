import CSV
import Transfer

/// The files that a script writes. They appear when the script has ended well: they are prepared
/// before its work is kept, and put in their places afterwards.
public final class ScriptOutputs {
  /// So many files may be open at a time.
  private static let mostOpen = 100
  /// So many may be written in all.
  private static let mostFiles = 400

  /// Whether nothing is written after all.
  let isRehearsal: Bool
  private var files: [OutputFile] = []
  /// The tables that are written row by row, by the numbers that the script knows them by.
  private(set) var tables: [Int64: OutputTable] = [:]
  private var lastTable: Int64 = 0
  /// What has to be undone where the script's work is not kept.
  private var withdrawals: [() -> Void] = []

  /// Makes none.
  ///
  /// - Parameter isRehearsal: whether nothing is written after all.
  public init(isRehearsal: Bool = false) {
    self.isRehearsal = isRehearsal
  }

  deinit { withdraw() }

  /// Takes back what is there already: the script's work is not kept.
  public func withdraw() {
    for withdraw in withdrawals { withdraw() }
    withdrawals = []
  }

  /// Makes a file.
  func file(
    _ path: String, at place: FilePlace, replacing isReplacing: Bool
  ) throws(OutputFailure) -> OutputFile {
    if self.file(at: place.path) != nil {
      throw OutputFailure(message: "\(path): the script is writing this file already")
    }
    guard files.count(where: { !$0.isClosed }) < Self.mostOpen else {
      throw OutputFailure(message: "\(path): \(Self.mostOpen) files are open already; close some")
    }
    // Each is kept, without a name, until the script has ended well.
    guard files.count < Self.mostFiles else {
      throw OutputFailure(message: "\(path): a script may write \(Self.mostFiles) files at most")
    }
    let file = try OutputFile(path, at: place, replacing: isReplacing, isRehearsal: isRehearsal)
    files.append(file)
    return file
  }

  /// The file that is going to be at a place, if the script writes one there.
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

  /// Notes what is to be undone where the script's work is not kept.
  func onFailure(_ withdraw: @escaping () -> Void) { withdrawals.append(withdraw) }

  /// Writes out what is left, and makes it last as far as that can fail.
  public func prepare() throws(OutputFailure) {
    for table in tables.values { try table.close() }
    for file in files { try file.prepare() }
  }

  /// Puts the files in their places: the script's work is kept.
  public func place() throws(OutputFailure) {
    withdrawals = []
    for file in files { try file.putInPlace() }
  }
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
