import Schema

/// The formats of the tables that Flint itself writes, each recognised by its header.
public enum OwnFormats {
  /// All own formats, in the order in which an import of several files reads them.
  public static let all: [any RecordFormat] = [
    TrackerFormat(), SparkFormat(), ActivityFormat(), MoodFormat(), TaskFormat(), EntryFormat(),
    QuestFormat(), EventFormat(), RollFormat(),
  ]

  /// Returns whether a header belongs to an own format.
  static func isOwn(_ header: [String], _ context: ReadingContext) -> Bool {
    all.contains { $0.translator(for: header, context) != nil }
  }

  /// Returns the kind of derived table, which cannot be imported, that a header belongs to.
  public static func derivedKind(of header: [String]) -> ExportKind? {
    ExportKind.allCases.first { kind in
      guard kind.isDerived else { return false }
      let usual = kind.columnList.filter { $0.presence == .always }.map(\.name)
      return usual.allSatisfy { header.contains($0) }
        && header.allSatisfy { kind.columns.contains($0) }
    }
  }
}

extension FormatGuide {
  /// Creates the guide of an own format: the columns of a kind, of which those in `lost` are
  /// ignored.
  ///
  /// - Parameter fields: the fields of the records; those not in `becomes` are described by their
  ///   declarations.
  init(
    _ kind: ExportKind, summary: String, becomes: [(String, String)],
    fields: [FieldDeclaration] = [], lost: [String], oddities: [String] = []
  ) {
    let others = fields.filter { field in !becomes.contains { $0.0 == field.column } }
    self.init(
      summary: summary,
      columns: becomes.map { Column($0.0, $0.1) } + others.map { Column($0.column, $0.summary) }
        + (becomes.contains { $0.0 == "id" }
          ? [] : [Column("id", "the event of the row, if the profile has it")])
        + [
          Column("key", "the id by which a second import recognises it"),
          Column(
            "origin",
            "the values that its id is derived from, where the rest does not determine them"),
        ] + lost.map { Column($0, nil) },
      oddities: oddities,
      identity:
        "the id, where the profile has it; else the key, else all fields of the row; equal rows "
        + "are counted")
  }
}
