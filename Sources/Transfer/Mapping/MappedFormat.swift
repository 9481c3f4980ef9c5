import CSV
import Rules

/// The format that a mapping describes.
public struct MappedFormat: RecordFormat {
  /// The mapping.
  public let mapping: Mapping

  /// Makes the format of a mapping.
  public init(_ mapping: Mapping) {
    self.mapping = mapping
  }

  /// What the mapping is called.
  public var name: String { mapping.name }
  /// The same.
  public var title: String { mapping.name }

  /// Functions are called on the thread that they were made on.
  public var isReadAnywhere: Bool { !mapping.hasFunctions }

  /// What the columns become that the mapping names.
  public var guide: FormatGuide {
    var columns: [FormatGuide.Column] = []
    for field in mapping.kind.fields {
      guard case .columns(let names)? = mapping.sources[field.name] else { continue }
      columns += names.map { .init($0, field.name) }
    }
    return FormatGuide(
      summary: "A mapping: each row becomes a \(mapping.kind).", columns: columns,
      identity: mapping.id == nil ? "everything the row says" : "the id")
  }

  /// Reads the records of a file that has the columns that the mapping names.
  public func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    guard mismatch(header) == nil else { return nil }
    let columns = MappedColumns(mapping, header, context)
    return switch mapping.kind {
    case .spark: MappedTranslator(columns, SparkMapper(columns))
    case .task: MappedTranslator(columns, TaskMapper(columns))
    case .mood: MappedTranslator(columns, MoodMapper(columns))
    case .activity: MappedTranslator(columns, ActivityMapper(columns))
    case .entry: MappedTranslator(columns, EntryMapper(columns))
    case .quest: MappedTranslator(columns, QuestMapper(columns))
    }
  }

  /// None: what the mapping does not name, its author left out.
  public func ignored(in header: [String]) -> IgnoredColumns { IgnoredColumns() }

  /// What the mapping names that a file does not have.
  public func mismatch(_ header: [String]) -> String? {
    let problems = MappedColumns.missing(mapping, header)
    return problems.isEmpty ? nil : "\(mapping.name): \(problems.joined(separator: "; "))"
  }
}

/// Makes drafts of the rows of one file, of one kind.
protocol RowMapper {
  /// What a row says happened.
  mutating func translation(
    of record: borrowing CSVRecord
  ) throws(RowProblem) -> Translation
}

/// Reads rows by a mapping, leaving out those that are to be.
private struct MappedTranslator<Mapper: RowMapper>: RecordTranslator {
  private let columns: MappedColumns
  private let skip: MappingFunction?
  private var mapper: Mapper
  /// The reasons that were given for leaving out rows: so many, and no more.
  private var reasons: Set<String> = []
  private let unsaid: Set<String>

  init(_ columns: MappedColumns, _ mapper: Mapper) {
    self.columns = columns
    self.mapper = mapper
    skip = columns.mapping.skip
    unsaid = columns.unsaid
  }

  /// The error that a function of the mapping ended the import with.
  var interruption: (any Error)? { columns.interruption.error }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    if let skip, let reason = try reason(skip, record) { return .skipped(reason) }
    do throws(RowProblem) {
      switch try mapper.translation(of: record) {
      case .draft(let draft): return .draft(draft.silent(on: unsaid))
      case .drafts(let drafts): return .drafts(drafts.map { $0.silent(on: unsaid) })
      case let skipped: return skipped
      }
    } catch {
      for field in 0..<record.count where !record[field].trimmedWhitespace.isEmpty { throw error }
      if interruption != nil { throw error }
      return .skipped(TextTable.emptyRow)
    }
  }

  private mutating func reason(
    _ skip: MappingFunction, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> String? {
    switch try columns.interruption.calling(skip, record, columns.header, "skip") {
    case .nothing, .boolean(false): return nil
    case .text(let reason):
      let short = String(reason.prefix(80))
      if reasons.contains(short) { return short }
      if reasons.count >= 20 { break }
      reasons.insert(short)
      return short
    default: break
    }
    return "the mapping skips it"
  }
}
