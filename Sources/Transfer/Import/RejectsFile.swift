import CSV
import Foundation

/// Collects rejected records, as they were read and with what is wrong with them, in a CSV file that
/// can be fixed and imported again. It appears whole, or not at all.
final class RejectsFile {
  /// A record as it goes into the file.
  struct Record {
    /// Its fields, byte by byte as they were read.
    var fields: [[UInt8]]
    /// The name and the line by which reports call it.
    var file: String
    var line: Int
    /// Where it was rejected first.
    var origin: RecordOrigin
    /// Whether its fields do not show what is wrong with it.
    var isOfForm = false
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
  /// What has to be said again to import the records as they were, as text; `nil` for nothing.
  private let repeated: String?
  /// The files of which one record has told what all have to know.
  private var told: Set<String> = []

  /// Makes a file.
  ///
  /// - Parameters:
  ///   - place: where it is going to be.
  ///   - output: what is written there.
  ///   - header: the names of the columns of the file whose records are rejected.
  ///   - hasContext: whether records mean something by what is around them.
  ///   - repeated: what has to be said again to import them as they were.
  init(
    place: FilePlace, _ output: any RejectsOutput, header: [String], hasContext: Bool,
    _ repeated: RepeatedOptions
  ) {
    self.place = place
    self.output = output
    width = header.count
    self.hasContext = hasContext
    self.repeated = repeated.text
    let columns = RejectColumns(hasContext: hasContext, hasOptions: self.repeated != nil)
    writer.append(record: header + columns.names)
  }

  /// Refuses a place where something is already.
  static func checkIsFree(_ place: FilePlace) throws(InputFailure) {
    if place.folder.status(of: place.name) != nil {
      throw InputFailure(
        place.path, "exists already; name another file with --rejects, or remove it")
    }
  }

  /// Refuses a place where nothing can be made. What is there already matters only once there is a
  /// record to be written.
  static func check(_ place: FilePlace) throws(InputFailure) {
    if let status = place.folder.status(of: place.name), status.st_mode & S_IFMT == S_IFDIR {
      throw InputFailure(place.path, "a folder; name a file in it with --rejects")
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
    writer.append(record.isOfForm ? RejectColumns.hash(of: fields) : "")
    if hasContext { writer.append(context(of: record).text ?? "") }
    if let repeated { writer.append(repeated) }
    // What is too much stands behind the rest: the record is too wide until it is fixed.
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

  /// Writes what is not written yet, so that it stays whatever happens to the system.
  func sync() throws {
    try write()
    try output.sync()
  }

  /// Writes what is not written yet, and puts the file in its place.
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
