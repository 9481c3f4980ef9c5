import CSV
import FlintRules
import FlintSchema
import Sessions

/// A translator of rows by a mapping, which skips those that the mapping excludes.
struct MappedTranslator: RecordTranslator {
  /// An event of each row.
  private struct Part {
    var columns: MappedColumns
    var mapper: any RecordTranslator
    let absentFields: Set<String>
    /// The number of rows that have no value for the event, where a row has several.
    var missing = 0
  }

  private let file: MappedFile
  private let skip: MappingFunction?
  private var parts: [Part]
  /// The reasons for skipping rows so far, limited in number.
  private var reasons: Set<String> = []

  init(_ file: MappedFile, _ events: [(columns: MappedColumns, mapper: any RecordTranslator)]) {
    self.file = file
    skip = file.mapping.skip
    parts = events.map { columns, mapper in
      Part(columns: columns, mapper: mapper, absentFields: columns.absentFields)
    }
  }

  /// The error with which a function of the mapping ended the import.
  var interruption: (any Error)? { file.interruption.error }
  var remarks: [String] {
    var remarks: [String] = []
    for remark in parts.flatMap(\.mapper.remarks) where !remarks.contains(remark) {
      remarks.append(remark)
    }
    return remarks + file.remarks + unnamed + missing
  }

  /// A remark about the columns that only functions of the mapping can read.
  private var unnamed: [String] {
    let mapping = file.mapping
    let names = mapping.hasFunctions ? mapping.unnamedColumns(in: file.header) : []
    if names.isEmpty { return [] }
    return [
      "Columns that only the mapping's functions can read: \(names.joined(separator: ", "))."
    ]
  }

  /// A remark about the rows that have no value for some of their events.
  private var missing: [String] {
    let most = 10
    let missing = parts.filter { $0.missing > 0 }.map { part in
      let event = part.columns.event
      return "\(event.keySuffix ?? event.onlyTracker ?? event.kind.rawValue) \(part.missing)"
    }
    if missing.isEmpty { return [] }
    let shown = missing.prefix(most).joined(separator: ", ")
    return ["Rows without a value: \(shown)\(missing.count > most ? ", …" : "")."]
  }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    if let skip, let reason = try reason(skip, record) { return .skipped(reason) }
    do throws(RowProblem) {
      let content = try events(of: record)
      guard case .skipped(RowContent.noValueReason) = content else { return content }
      if file.mapping.notation.isValueRequired {
        throw RowProblem(reason: "expected a value, got nothing")
      }
      return isBlank(record) ? .skipped(CSVTable.emptyRow) : content
    } catch {
      guard isBlank(record), interruption == nil else { throw error }
      return .skipped(CSVTable.emptyRow)
    }
  }

  private mutating func events(of record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    if parts.count == 1 { return try content(ofPart: 0, record) }
    var events: [ImportedEvent] = []
    var missing: [Int] = []
    for index in parts.indices {
      switch try content(ofPart: index, record) {
      case .event(let event): events.append(event)
      case .events(let several): events += several
      case .skipped: missing.append(index)
      case .spark, .rejected: break
      }
    }
    if events.isEmpty { return .noValue }
    for index in missing { parts[index].missing += 1 }
    return .events(events)
  }

  @inline(__always)
  private mutating func content(
    ofPart index: Int, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> RowContent {
    let absent = parts[index].absentFields
    switch try parts[index].mapper.translate(record) {
    case .event(let event): return .event(event.withAbsentFields(absent))
    case .events(let events): return .events(events.map { $0.withAbsentFields(absent) })
    case let skipped: return skipped
    }
  }

  private func isBlank(_ record: borrowing CSVRecord) -> Bool {
    for field in file.header.indices where !record[field].trimmedWhitespace.isEmpty {
      return false
    }
    return true
  }

  private mutating func reason(
    _ skip: MappingFunction, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> String? {
    let value = try file.interruption.calling(skip, record, file.names, "skip")
    switch value {
    case .nothing, .boolean(false): return nil
    case .boolean(true): break
    case .text(let reason) where !reason.trimmedWhitespace.isEmpty:
      let short = String(reason.prefix(80))
      if reasons.contains(short) { return short }
      if reasons.count >= 20 { break }
      reasons.insert(short)
      return short
    default:
      throw RowProblem(
        column: "skip", value: value.text,
        reason: "expected true, false or the reason as a text from the function")
    }
    return "the mapping skips it"
  }
}

extension RowContent {
  /// The reason of a row that has no value.
  static let noValueReason = "no value"
  /// A row without a value.
  static let noValue = RowContent.skipped(noValueReason)
}
