import CSV
import FlintJSON
import FlintSchema

/// Writes rows in a file format, in chunks.
struct RowWriter {
  private let form: ExportForm
  private let names: [String]
  private let hasComma: Bool
  private let times: TimeForm
  /// The names of the columns as JSON, each with its colon.
  private let members: [String]
  var csv: CSVWriter
  private var json: [UInt8] = []
  /// The number of rows written so far.
  var count = 0

  /// The size of a chunk, in bytes, at which the buffer is flushed.
  static let chunkSize = 262_144

  /// - Parameter times: the form of all times.
  init(_ job: ExportJob, columns: [String], times: TimeForm) {
    self.times = times
    form = job.options.form
    names = columns
    hasComma = form.spreadsheet?.hasDecimalComma ?? false
    members = columns.map { JSONValue.string($0).text() + ":" }
    csv = CSVWriter(
      dialect: CSVDialect(delimiter: job.delimiter),
      terminator: form.spreadsheet == nil ? .lf : .crlf)
  }

  mutating func begin(_ sink: (Span<UInt8>) throws -> Void) throws {
    if form.spreadsheet != nil {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      try sink(mark.span)
    }
    if form.format.isTable {
      csv.append(record: names.map { TextGuard.guarded($0, isRaw: form.isRaw) })
    }
    if form.format == .json { json += Array("[".utf8) }
  }

  /// Writes a row: a value for each column.
  mutating func write(
    picked values: [FieldValue], _ sink: (Span<UInt8>) throws -> Void
  ) throws {
    let format = form.format
    if format.isTable {
      for value in values {
        csv.append(
          value.field(isRaw: form.isRaw, hasComma: hasComma, times: times))
      }
      csv.endRecord()
    } else {
      var text = format == .jsonl ? "{" : count == 0 ? "\n  {" : ",\n  {"
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        text += members[index]
        value.write(to: &text, times: times)
      }
      text += format == .jsonl ? "}\n" : "}"
      json += Array(text.utf8)
    }
    count += 1
    try drain(sink)
  }

  /// Flushes the buffer if it is full.
  @inline(__always)
  mutating func drain(_ sink: (Span<UInt8>) throws -> Void) throws {
    if csv.count >= Self.chunkSize || json.count >= Self.chunkSize { try flush(sink) }
  }

  private mutating func flush(_ sink: (Span<UInt8>) throws -> Void) throws {
    if csv.count > 0 { try csv.drain { try sink($0) } }
    if !json.isEmpty {
      try sink(json.span)
      json.removeAll(keepingCapacity: true)
    }
  }

  mutating func end(_ sink: (Span<UInt8>) throws -> Void) throws {
    if form.format == .json { json += Array(count == 0 ? "]\n".utf8 : "\n]\n".utf8) }
    try flush(sink)
  }
}
