import FlintCalendar
import FlintRules
import FlintSchema

/// The formats of the tables that Flint itself writes, each recognised by its header.
package enum OwnFormats {
  /// All own formats, in the order in which an import of several files reads them.
  package static let all: [any RecordFormat] = [
    OwnFormat.trackers, OwnFormat.sparks, OwnFormat.activities, OwnFormat.moods, OwnFormat.tasks,
    OwnFormat.entries, OwnFormat.quests, OwnFormat.events, OwnFormat.rolls,
  ]

  static func isOwn(_ header: [String], _ context: ReadingContext) -> Bool {
    all.contains { $0.translator(for: header, context) != nil }
  }

  /// Returns whether a header is that of moods, but not of Flint's own, whose scale is known.
  static func isWithoutScale(_ header: [String]) -> Bool {
    let names = Set(header.map { $0.trimmedWhitespace.lowercased() })
    return names.isSuperset(of: ["date", "mood"])
      && names.isDisjoint(with: ["value", "entry_type"])
  }

  /// Returns the kind of derived table, which cannot be imported, that a header belongs to.
  package static func derivedKind(of header: [String]) -> ExportKind? {
    ExportKind.allCases.first { kind in
      guard kind.isDerived else { return false }
      let usual = kind.columnList.filter { $0.presence == .always }.map(\.name)
      return usual.allSatisfy { header.contains($0) }
        && header.allSatisfy { kind.columns.contains($0) }
    }
  }
}

/// The format of a table that Flint itself writes.
struct OwnFormat: RecordFormat {
  let title: String
  let rank: Int
  let guide: FormatGuide
  private let kind: ExportKind
  private let required: [String]
  private let makeTranslator: @Sendable (OwnColumns, ReadingContext) -> (any RecordTranslator)?

  /// - Parameters:
  ///   - subject: the rows of the table in the title, if not the name of the table.
  ///   - rank: the order among several files of one import.
  ///   - required: the names of the columns that each such file has.
  ///   - translator: returns a translator for a file with these columns under some settings;
  ///     `nil` for a file that lacks other columns.
  init(
    _ kind: ExportKind, subject: String? = nil, rank: Int, required: [String], guide: FormatGuide,
    translator: @escaping @Sendable (OwnColumns, ReadingContext) -> (any RecordTranslator)?
  ) {
    self.kind = kind
    title = "Flint: \(subject ?? kind.rawValue)"
    self.rank = rank
    self.required = required
    self.guide = guide
    makeTranslator = translator
  }

  var name: String { kind.rawValue }

  func translator(for header: [String], _ context: ReadingContext) -> (any RecordTranslator)? {
    // What the columns of own fields have is in values, too.
    let hasValues = header.contains("values")
    guard
      var columns = OwnColumns(
        header, of: kind.columnList, required: required,
        ignoring: { hasValues && kind.source.mayName($0) })
    else { return nil }
    columns.categories = context.categories
    columns.intensities = context.intensities
    columns.dates = DateReader(order: context.dateOrder)
    return makeTranslator(columns, context)
  }
}

extension FormatGuide {
  /// - Parameters:
  ///   - becomes: the columns, with their meanings.
  ///   - fields: the fields of the records; those not in `becomes` are described by their
  ///     declarations.
  ///   - lost: the columns that are ignored.
  init(
    summary: String, becomes: [(String, String)], fields: [FieldDeclaration] = [],
    lost: [String], oddities: [String] = []
  ) {
    let others = fields.filter { field in !becomes.contains { $0.0 == field.column } }
    self.init(
      summary: summary,
      columns: becomes.map { Column($0.0, $0.1) } + others.map { Column($0.column, $0.summary) }
        + (becomes.contains { $0.0 == "id" }
          ? [] : [Column("id", "the event of the row, if the profile has it")])
        + [Column("key", "the id by which a second import recognises it")]
        + lost.map { Column($0, nil) },
      oddities: oddities,
      identity:
        "the id, where the profile has it; else the key, else all fields of the row; equal rows "
        + "are counted")
  }
}
