import CSV
import Rules
import Schema
import Sessions

/// Rolls as `flint export rolls` writes them.
public struct RollFormat: RecordFormat {
  /// `rolls`.
  public let name = "rolls"
  /// The title for people.
  public let title = "Flint: rolls"
  /// The rank: rolls spend tokens, which all other records may earn.
  public let rank = 60

  /// Creates the format.
  public init() {}

  /// The meanings of its columns.
  public var guide: FormatGuide {
    FormatGuide(
      .rolls, summary: "Roll tokens spent on cards, as flint export rolls writes them.",
      becomes: [("at", "when"), ("category", "the category of the card")], lost: ["day"])
  }

  /// Returns a translator for a file with this header; `nil` when the file is not of this format.
  public func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    OwnColumns(header, of: .rolls, required: ["at", "category"]).map { RollTranslator($0) }
  }
}

/// A translator of rolls.
struct RollTranslator: RecordTranslator {
  private let columns: OwnColumns

  init(_ columns: OwnColumns) { self.columns = columns }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    let category = try record.choice(columns["category"], "category", of: Category.names) {
      Category(name: $0)
    }
    guard let category else {
      throw .missing("category", Category.names.alternatives)
    }
    let imported = ImportRecord.roll(
      category, at: try record.time(columns["at"], "at"), key: record.text(columns["key"]))
    let origin = try OriginReading(record, columns["origin"])
    return .record(try columns.importRecord(record, imported, origin))
  }
}
