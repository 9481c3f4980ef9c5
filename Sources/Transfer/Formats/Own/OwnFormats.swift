/// The formats of the tables that Flint itself writes, each known by its header.
public enum OwnFormats {
  /// All of them, in the order in which an import of several reads their files.
  public static let all: [any RecordFormat] = [
    TrackerFormat(), SparkFormat(), ActivityFormat(), MoodFormat(), TaskFormat(), EntryFormat(),
    QuestFormat(), EventFormat(), RollFormat(),
  ]

  /// Whether a header is that of one of them.
  static func isOwn(_ header: [String], _ context: ReadingContext) -> Bool {
    all.contains { $0.translator(for: header, context) != nil }
  }

  /// The kind of derived table that a header is that of, of which nothing can be made.
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
  /// The guide of an own format: the columns of a kind, of which those named are lost.
  init(
    _ kind: ExportKind, summary: String, becomes: [(String, String)], lost: [String],
    oddities: [String] = []
  ) {
    self.init(
      summary: summary,
      columns: becomes.map { Column($0.0, $0.1) }
        + (becomes.contains { $0.0 == "id" }
          ? [] : [Column("id", "the event that the row is about, if the profile has it")])
        + [
          Column("key", "the id by which a second import knows it again"),
          Column("origin", "what its id is made of, where the rest does not tell"),
        ] + lost.map { Column($0, nil) },
      oddities: oddities,
      identity:
        "the id, where the profile has it; else the key, else everything the row says; equal "
        + "rows are as many as there are")
  }
}
