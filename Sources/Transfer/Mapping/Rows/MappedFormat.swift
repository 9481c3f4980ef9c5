import CSV
import Rules
import Schema

package struct MappedFormat: RecordFormat {
  package let mapping: Mapping

  package init(_ mapping: Mapping) {
    self.mapping = mapping
  }

  package var name: String { mapping.name }
  package var title: String { mapping.name }

  /// Whether records may be translated on any thread. Functions of a mapping are called only on the
  /// thread that created them.
  package var isReadAnywhere: Bool { !mapping.hasFunctions }
  package var hasNamedMoods: Bool { mapping.kind == .mood }

  /// The meanings of the columns that the mapping names.
  package var guide: FormatGuide {
    var columns: [FormatGuide.Column] = []
    for field in mapping.kind.fields {
      guard case .columns(let names)? = mapping.sources[field.name] else { continue }
      columns += names.map { .init($0, field.name) }
    }
    return FormatGuide(
      summary: "A mapping: each row becomes a \(mapping.kind).", columns: columns,
      identity: mapping.id == nil ? "all fields of the row" : "the id")
  }

  /// Returns a translator for a file that has the columns that the mapping names; `nil` for other
  /// files.
  package func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    guard mismatch(header) == nil else { return nil }
    let columns = MappedColumns(mapping, header, context)
    let at = columns.field("at")
    let mapper: any RecordTranslator =
      switch mapping.kind {
      case .spark: SparkMapper(columns)
      case .task:
        TaskMapper(
          columns: columns, task: MappedRecord(columns), added: columns.field("added"),
          completed: columns.field("completed"))
      case .mood: MoodMapper(columns: columns, rating: MappedRecord(columns), at: at)
      case .activity: ActivityMapper(columns: columns, activity: MappedRecord(columns), at: at)
      case .entry: EntryMapper(columns)
      case .quest:
        QuestMapper(
          columns: columns, set: columns.field("set"), node: columns.field("node"), at: at)
      }
    return MappedTranslator(columns, mapper)
  }

  /// Returns the columns that the mapping does not name, unless its functions may read them. None is
  /// unknown: a mapping leaves columns out on purpose.
  package func ignored(in header: [String]) -> IgnoredColumns {
    var ignored = IgnoredColumns()
    if !mapping.hasFunctions { ignored.names = mapping.unnamedColumns(in: header) }
    return ignored
  }

  /// Returns an error message about the columns that the mapping names and the file does not have.
  package func mismatch(_ header: [String]) -> String? {
    let problems = MappedColumns.missing(mapping, header)
    return problems.isEmpty ? nil : "\(mapping.name): \(problems.joined(separator: "; "))"
  }
}

/// A translator of rows by a mapping, which skips those that the mapping excludes.
private struct MappedTranslator: RecordTranslator {
  private let columns: MappedColumns
  private let skip: MappingFunction?
  private var mapper: any RecordTranslator
  /// The reasons for skipping rows so far, limited in number.
  private var reasons: Set<String> = []
  private let absentFields: Set<String>

  init(_ columns: MappedColumns, _ mapper: any RecordTranslator) {
    self.columns = columns
    self.mapper = mapper
    skip = columns.mapping.skip
    absentFields = columns.absentFields
  }

  /// The error with which a function of the mapping ended the import.
  var interruption: (any Error)? { columns.interruption.error }
  var remarks: [String] {
    mapper.remarks + columns.rounded.remarks + columns.names.remarks + unnamed
  }

  /// A remark about the columns that only functions of the mapping can read.
  private var unnamed: [String] {
    let names =
      columns.mapping.hasFunctions ? columns.mapping.unnamedColumns(in: columns.header) : []
    if names.isEmpty { return [] }
    return [
      "Columns that only the mapping's functions can read: \(names.joined(separator: ", "))."
    ]
  }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    if let skip, let reason = try reason(skip, record) { return .skipped(reason) }
    do throws(RowProblem) {
      switch try mapper.translate(record) {
      case .event(let event): return .event(event.withAbsentFields(absentFields))
      case .events(let events):
        return .events(events.map { $0.withAbsentFields(absentFields) })
      case let skipped: return skipped
      }
    } catch {
      for field in columns.header.indices where !record[field].trimmedWhitespace.isEmpty {
        throw error
      }
      if interruption != nil { throw error }
      return .skipped(CSVTable.emptyRow)
    }
  }

  private mutating func reason(
    _ skip: MappingFunction, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> String? {
    let value = try columns.interruption.calling(skip, record, columns.names, "skip")
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
