import CSV
public import Calendar
import Rules
import Schema
import Sessions

/// The first rows of a file, as read by a mapping.
public struct MappedPreview: Sendable {
  /// A row of the preview.
  public struct Row: Hashable, Sendable {
    /// The number of the line on which the row begins, from 1.
    public var line: Int
    /// The fields that have a value.
    public var fields: [Field]
    /// The reason why the row would not be recorded, if it would be rejected or skipped.
    public var refusal: String?
  }

  /// A field of a row.
  public struct Field: Hashable, Sendable {
    /// The name of the field.
    public var name: String
    /// The value as text.
    public var text: String
  }

  /// The rows.
  public private(set) var rows: [Row] = []

  /// Reads the first rows of a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - mapping: the meaning of its columns.
  ///   - options: the options for reading it.
  ///   - maximumRowCount: the maximum number of rows to read.
  /// - Throws: `InputFailure`, and the error with which a function of the mapping ends.
  public init(
    _ path: String, _ mapping: Mapping, _ options: ImportOptions, zone: Zone, now: Instant,
    maximumRowCount: Int = 5
  ) throws {
    var options = options
    mapping.fill(&options)
    guard let file = try InputGroup.groups(of: [path]).flatMap(\.files).first else { return }
    let feed = try RecordFeed(file, options)
    let format = MappedFormat(mapping)
    let context = ReadingContext(
      zone: try options.zone.map { (name) throws(SessionError) in try Zone.named(name) } ?? zone,
      now: now, dateOrder: options.dateOrder, moods: options.moods)
    guard var translator = format.translator(for: feed.header, context) else {
      throw InputFailure(file.name, format.mismatch(feed.header) ?? "", isUnreadable: false)
    }
    let reader = PreviewReader(MappedColumns(mapping, feed.header, context))
    while rows.count < maximumRowCount {
      do {
        guard try feed.next() else { return }
      } catch let error as CSVError {
        rows.append(Row(line: feed.parser.record.line, fields: [], refusal: error.message))
        continue
      }
      var row = Row(line: feed.parser.record.line, fields: [], refusal: nil)
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
  private let fields: [(field: MappingField, reader: FieldReader, choices: ChoiceReader)]

  init(_ columns: MappedColumns) {
    self.columns = columns
    fields = columns.mapping.kind.fields.map { field in
      if case .choice = field.content {
        let (reader, choices) = columns.choice(field.name)
        return (field, reader, choices)
      }
      return (field, columns.field(field.name), ChoiceReader([]))
    }
  }

  func fields(_ record: borrowing CSVRecord) throws(RowProblem) -> [MappedPreview.Field] {
    var found: [MappedPreview.Field] = []
    for (field, reader, choices) in fields {
      if let text = try text(field, reader, choices, record) {
        found.append(.init(name: field.name, text: text))
      }
    }
    for (field, reader) in columns.ownFields {
      if let text = try reader.text(record) { found.append(.init(name: field.name, text: text)) }
    }
    if let key = try columns.key?.key(record) { found.append(.init(name: "id", text: key)) }
    return found
  }

  private func text(
    _ field: MappingField, _ reader: FieldReader, _ choices: ChoiceReader,
    _ record: borrowing CSVRecord
  ) throws(RowProblem) -> String? {
    switch field.content {
    case .text: return try reader.text(record)?.trimmedWhitespace
    case .choice: return try reader.choice(record, choices).map { choices.names[$0] }
    case .day: return try columns.times.day(reader, record)?.description
    case .whole: return try reader.whole(record, columns.numbers).map { String($0) }
    case .number: return try reader.number(record, columns.numbers)?.description
    case .boolean: return try reader.boolean(record).map { $0 ? "true" : "false" }
    case .values: return nil
    case .tags:
      let texts = try reader.texts(record, columns.mapping.separator)
      return texts.isEmpty ? nil : texts.joined(separator: " | ")
    case .time:
      switch try columns.times.time(reader, record) {
      case nil: return nil
      case .instant(let instant)?: return columns.times.zone.text(instant)
      case .written(let time)?:
        return time.local.description + (time.offset.map { $0.description } ?? "")
      }
    }
  }
}
