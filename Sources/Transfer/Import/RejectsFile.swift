import CSV
import Foundation

/// Collects rejected records, as they were read and with what is wrong with them, in a CSV file that
/// can be mended and imported again. It appears whole, or not at all.
final class RejectsFile {
  /// The columns that are put behind those of the file.
  static let columns = [
    "reject_file", "reject_line", "reject_column", "reject_value", "reject_reason",
  ]
  /// The one behind those, in files of formats whose records mean something by what is around them.
  static let contextColumn = "reject_context"

  /// How many of a header's last columns are a rejects file's.
  static func width(of header: [String]) -> Int {
    let hasContext = header.last == contextColumn
    let own = hasContext ? header.dropLast() : header[...]
    return own.suffix(columns.count) == columns[...] ? columns.count + (hasContext ? 1 : 0) : 0
  }

  /// What a record's fields in those columns say.
  static func origin(_ mark: ArraySlice<String>) -> (RecordOrigin?, RowContext?) {
    guard let file = mark.first else { return (nil, nil) }
    let fields = Array(mark)
    let context = fields.count > columns.count ? RowContext(fields[columns.count]) : nil
    var path = file
    if let context {
      let own = context[text: "path"]
      path = own.isEmpty ? file.split(separator: "/").last.map(String.init) ?? file : own
    } else if let zip = file.range(of: ".zip:") {
      path = String(file[zip.upperBound...])
    }
    let line = fields.count > 1 ? Int(fields[1]) ?? 0 : 0
    return (RecordOrigin(file: file, line: line, path: path), context)
  }

  /// A record as it goes into the file.
  struct Record {
    /// Its fields, byte by byte as they were read.
    var fields: [[UInt8]]
    /// The name and the line by which reports call it.
    var file: String
    var line: Int
    /// Where it was rejected first.
    var origin: RecordOrigin
    /// What it means by what is around it.
    var context = RowContext()
    /// What all records of its file that are rejected have to know.
    var shared = RowContext()

    /// Makes a record of a file that is read for itself.
    init(fields: [[UInt8]], file: String, line: Int) {
      self.fields = fields
      self.file = file
      self.line = line
      origin = RecordOrigin(file: file, line: line, path: file)
    }
  }

  /// Where it is going to be.
  let place: FilePlace
  private let output: any RejectsOutput
  private var writer = CSVWriter()
  private let width: Int
  private let hasContext: Bool
  /// The files of which one record has told what all have to know.
  private var told: Set<String> = []

  /// Makes a file.
  ///
  /// - Parameters:
  ///   - place: where it is going to be.
  ///   - output: what is written there.
  ///   - header: the names of the columns of the file whose records are rejected.
  ///   - hasContext: whether records mean something by what is around them.
  init(place: FilePlace, _ output: any RejectsOutput, header: [String], hasContext: Bool) {
    self.place = place
    self.output = output
    width = header.count
    self.hasContext = hasContext
    writer.append(record: header + Self.columns + (hasContext ? [Self.contextColumn] : []))
  }

  /// Refuses a place where something is already, or where nothing can be made.
  static func check(_ place: FilePlace) throws(InputFailure) {
    if let status = place.folder.status(of: place.name) {
      throw InputFailure(
        place.path,
        status.st_mode & S_IFMT == S_IFDIR
          ? "a folder; name a file in it with --rejects"
          : "exists already; name another file with --rejects, or remove it")
    }
    if place.path.hasSuffix("/") {
      throw InputFailure(place.path, "expected a file, got a folder")
    }
    if faccessat(place.folder.descriptor, ".", W_OK | X_OK, 0) != 0 {
      let reason = String(cString: strerror(errno))
      let folder = URL(fileURLWithPath: place.path).deletingLastPathComponent().path
      throw InputFailure(place.path, "cannot be made: \(folder): \(reason)")
    }
  }

  /// Adds a record, byte by byte as it was read: what was no text is none yet.
  func append(_ record: Record, _ problem: RowProblem) throws {
    let (fields, origin) = (record.fields, record.origin)
    for field in fields.prefix(width) { writer.append(utf8: field.span) }
    for _ in 0..<max(0, width - fields.count) { writer.append("") }
    for text in [
      origin.file, String(origin.line), problem.column ?? "", problem.value ?? "", problem.reason,
    ] {
      writer.append(text)
    }
    if hasContext { writer.append(context(of: record).text ?? "") }
    // What is too much stands behind the rest: the record is too wide until it is mended.
    for field in fields.dropFirst(width) { writer.append(utf8: field.span) }
    writer.endRecord()
    if writer.count > 1 << 16 { try write() }
  }

  /// What is to be kept of what is around a record; the first of a file tells what all have to know.
  private func context(of record: Record) -> RowContext {
    var context = record.context
    let origin = record.origin
    context["shared"] = nil
    if origin.file.split(separator: "/").last.map(String.init) != origin.path {
      context[text: "path"] = origin.path
    }
    if told.insert(origin.file).inserted { context[context: "shared"] = record.shared }
    return context
  }

  /// Writes out what is left, and says that this was all.
  func finish() throws {
    try write()
    try output.finish()
  }

  /// Takes the file away again.
  func discard() { output.discard() }

  private func write() throws {
    try writer.drain { (bytes) throws in try output.write(bytes) }
  }
}
