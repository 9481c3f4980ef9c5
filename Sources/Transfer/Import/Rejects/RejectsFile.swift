import CSV
import Foundation

/// A CSV file of rejected records in their original form, with their problems. It can be fixed and
/// imported again, unless only the original file has the rest of their meaning; and it appears
/// completely or not at all.
final class RejectsFile {
  struct Record {
    /// The original bytes of the fields.
    var fields: [[UInt8]]
    /// The name of the file and the line, as in reports.
    var file: String
    var line: Int
    /// The origin of the record when it was first rejected.
    var origin: RecordOrigin
    /// Whether the error is in the CSV syntax of the record, so that its fields do not show it.
    var isSyntaxError = false
    /// Whether other rows of its file determine the meaning of the record.
    var needsOriginal = false
    /// The order of day, month and year that the dates of its file have determined, if any.
    var dates: DateOrder?

    /// Creates a record of a file that is read by itself.
    init(fields: [[UInt8]], file: String, line: Int) {
      self.fields = fields
      self.file = file
      self.line = line
      origin = RecordOrigin(file: file, line: line)
    }
  }

  let location: FileLocation
  private let output: any RejectsOutput
  private var writer = CSVWriter()
  private let width: Int
  /// The options needed to import the records again, as text; `nil` if there are none.
  private let repeated: String?

  /// - Parameters:
  ///   - header: the names of the columns of the original file.
  ///   - repeated: the options needed to import the records again.
  init(
    location: FileLocation, _ output: any RejectsOutput, header: [String],
    _ repeated: RepeatedOptions
  ) {
    self.location = location
    self.output = output
    width = header.count
    self.repeated = repeated.text
    let columns = RejectColumns(hasOptions: self.repeated != nil)
    writer.append(record: header + columns.names)
  }

  /// Checks that nothing exists at a location.
  static func checkIsFree(_ location: FileLocation) throws(InputFailure) {
    if location.folder.status(of: location.name) != nil {
      throw InputFailure(
        location.path, "already exists; give another file with --rejects, or remove it")
    }
  }

  /// Checks that a file can be created at a location. Whether one exists there is checked only when
  /// there is a record to write.
  static func check(_ location: FileLocation) throws(InputFailure) {
    if let status = location.folder.status(of: location.name), status.st_mode & S_IFMT == S_IFDIR {
      throw InputFailure(location.path, "is a folder; give a file in it with --rejects")
    }
    if location.path.hasSuffix("/") {
      throw InputFailure(location.path, "expected a file, got a folder")
    }
    if faccessat(location.folder.descriptor, ".", W_OK | X_OK, 0) != 0 {
      let reason = String(cString: strerror(errno))
      let folder = URL(fileURLWithPath: location.path).deletingLastPathComponent().path
      throw InputFailure(location.path, "cannot be created: \(folder): \(reason)")
    }
  }

  /// Appends a record with its original bytes, including invalid ones.
  func append(_ record: Record, _ problem: RowProblem) throws {
    let (fields, origin) = (record.fields, record.origin)
    for field in fields.prefix(width) { writer.append(utf8: field.span) }
    for _ in 0..<max(0, width - fields.count) { writer.append("") }
    writer.append(origin.file)
    writer.append(String(origin.line))
    for text in [problem.column ?? "", problem.value ?? "", problem.reason] {
      writer.append(text.isEmpty ? "" : TextGuard.guarded(text, isRaw: false))
    }
    writer.append(record.isSyntaxError ? RejectColumns.hash(of: fields) : "")
    if let repeated { writer.append(repeated) }
    // Excess fields follow the reject columns, so the record is too wide until it is fixed.
    for field in fields.dropFirst(width) { writer.append(utf8: field.span) }
    writer.endRecord()
    if writer.count > 1 << 16 { try write() }
  }

  /// Writes buffered records and synchronises them to disk.
  func sync() throws {
    try write()
    try output.sync()
  }

  /// Writes buffered records and publishes the file at its location.
  func finish() throws {
    try write()
    try output.finish()
  }

  func discard() { output.discard() }

  private func write() throws {
    try writer.drain { (bytes) throws in try output.write(bytes) }
  }
}
