import CSV
package import Calendar
import Rules
import Schema
import Sessions

/// The first rows of a file, as read by a mapping.
package struct MappedPreview: Sendable {
  package struct Row: Sendable {
    /// The number of the line on which the row begins, from 1.
    package var line: Int
    package var fields: [(name: String, text: String)]
    /// The reason why the row would not be recorded, if it would be rejected or skipped.
    package var refusal: String?
  }

  private static let maximumRowCount = 5

  package private(set) var rows: [Row] = []

  /// Reads the first rows of a file.
  ///
  /// - Parameter mapping: the meaning of its columns.
  /// - Throws: `InputFailure`, and the error with which a function of the mapping ends.
  package init(
    _ path: String, _ mapping: Mapping, _ options: ImportOptions, zone: Zone, now: Instant
  ) throws {
    var options = options
    mapping.fill(&options)
    guard let file = try InputGroup.groups(of: [path]).flatMap(\.files).first else { return }
    let feed = try RecordFeed(file, options.text)
    let format = MappedFormat(mapping)
    let context = ReadingContext(
      zone: try options.values.zone.map { (name) throws(SessionError) in
        try Zone.named(name, dayStart: zone.dayStart)
      } ?? zone,
      now: now, dateOrder: options.values.dateOrder, moods: options.values.moods)
    guard var translator = format.translator(for: feed.header, context) else {
      throw InputFailure(file.name, format.mismatch(feed.header) ?? "", isUnreadable: false)
    }
    let reader = PreviewReader(MappedColumns(mapping, feed.header, context))
    while rows.count < Self.maximumRowCount {
      do {
        guard try feed.next() else { return }
      } catch let error as CSVError {
        rows.append(Row(line: feed.parser.record.line, fields: [], refusal: error.message))
        continue
      }
      var row = Row(line: feed.parser.record.line, fields: [], refusal: nil)
      if let problem = feed.problem {
        rows.append(Row(line: row.line, fields: [], refusal: "rejected, \(problem)"))
        continue
      }
      do throws(RowProblem) {
        if case .skipped(let reason) = try translator.translate(feed.parser.record) {
          row.refusal = "skipped, \(reason)"
        } else {
          row.fields = try reader.fields(feed.parser.record)
        }
      } catch {
        if let interruption = translator.interruption { throw interruption }
        row.refusal = "rejected, \(error)"
      }
      rows.append(row)
    }
  }
}

/// A reader for all fields of a row as text.
private struct PreviewReader {
  let columns: MappedColumns
  private let fields: [MappedField]

  init(_ columns: MappedColumns) {
    self.columns = columns
    fields = columns.mapping.kind.fields.map { MappedField($0, columns) }
  }

  func fields(_ record: borrowing CSVRecord) throws(RowProblem) -> [(name: String, text: String)] {
    var found: [(name: String, text: String)] = []
    for field in fields {
      if let text = try text(field, record) { found.append((field.declaration.name, text)) }
    }
    for (field, reader) in columns.ownFields {
      if let text = try reader.text(record) { found.append((field.name, text)) }
    }
    if let key = try columns.key?.key(record) { found.append(("id", key)) }
    return found
  }

  private func text(
    _ field: MappedField, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> String? {
    switch field.declaration.type {
    case .structure: return nil
    case .text: return try field.reader.text(record)?.trimmedWhitespace
    case .list:
      let texts = try field.reader.texts(record, columns.mapping.notation.separator)
      return texts.isEmpty ? nil : texts.joined(separator: " | ")
    case .time:
      switch try columns.times.time(field.reader, record) {
      case nil: return nil
      case .instant(let instant)?: return columns.times.zone.text(instant)
      case .written(let time)? where time.isDay: return time.local.day.description
      case .written(let time)?:
        return time.local.description + (time.offset.map { $0.description } ?? "")
      }
    default: return try field.value(record)?.plain
    }
  }
}
