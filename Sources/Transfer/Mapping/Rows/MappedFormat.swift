import CSV
import FlintRules
import FlintSchema

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
  package var hasNamedMoods: Bool { mapping.kinds.contains(.mood) }

  /// The meanings of the columns that the mapping names.
  package var guide: FormatGuide {
    var columns: [FormatGuide.Column] = []
    for (source, target) in mapping.events.flatMap(\.allSources) where target != "id" {
      columns += source.columns.map { .init($0, target) }
    }
    return FormatGuide(
      summary:
        "A mapping: each row becomes \(mapping.kinds.map { "a \($0)" }.joined(separator: " and ")).",
      columns: columns,
      identity: mapping.events.contains { $0.id != nil } ? "the id" : "all fields of the row")
  }

  /// Returns a translator for a file that has the columns that the mapping names; `nil` for other
  /// files.
  package func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    let mapping = mapping.fitted(to: header)
    guard MappedColumns.missing(mapping, header, order: context.dateOrder).isEmpty else {
      return nil
    }
    let file = MappedFile(mapping, header, context)
    return MappedTranslator(
      file, file.events.map { MappedColumns($0, file) }.map { ($0, Self.mapper($0)) })
  }

  private static func mapper(_ columns: MappedColumns) -> any RecordTranslator {
    let at = columns.field("at")
    return switch columns.event.kind {
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
  }

  /// Returns the columns that the mapping does not name, unless its functions may read them. None is
  /// unknown: a mapping leaves columns out on purpose.
  package func ignored(in header: [String]) -> IgnoredColumns {
    var ignored = IgnoredColumns()
    if !mapping.hasFunctions {
      ignored.names = mapping.fitted(to: header).unnamedColumns(in: header)
    }
    return ignored
  }

  /// Returns an error message about the columns that the mapping names and the file does not have.
  package func mismatch(_ header: [String]) -> String? {
    let problems = MappedColumns.missing(mapping.fitted(to: header), header)
    return problems.isEmpty ? nil : "\(mapping.name): \(problems.joined(separator: "; "))"
  }
}
