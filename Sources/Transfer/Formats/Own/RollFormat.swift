import CSV
import Rules
import Sessions

/// Rolls as `flint export rolls` writes them.
public struct RollFormat: RecordFormat {
  /// `rolls`.
  public let name = "rolls"
  /// What it is.
  public let title = "Flint: rolls"
  /// Tokens come of everything else.
  public let rank = 60

  /// Makes the format.
  public init() {}

  /// What its columns become.
  public var guide: FormatGuide {
    FormatGuide(
      .rolls, summary: "Roll tokens spent on cards, as flint export rolls writes them.",
      becomes: [("at", "when"), ("category", "the category of the card")], lost: ["day"])
  }

  /// Reads the records of a file with this header.
  public func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    OwnColumns(header, of: .rolls, required: ["at", "category"]).map { RollTranslator($0) }
  }
}

/// Reads rolls.
struct RollTranslator: RecordTranslator {
  private let columns: OwnColumns

  init(_ columns: OwnColumns) { self.columns = columns }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    let category = try record.one(columns["category"], "category", of: Category.names) {
      Category(name: $0)
    }
    guard let category else {
      throw .missing("category", Category.names.alternatives)
    }
    let draft = Draft.roll(
      category, at: try record.time(columns["at"], "at"), key: record.text(columns["key"]))
    let origin = try OriginReading(record, columns["origin"])
    return .draft(try columns.draft(record, draft, .roll, origin))
  }
}
