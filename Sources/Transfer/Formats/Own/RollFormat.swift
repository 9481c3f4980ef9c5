import CSV
import Rules
import Schema
import Sessions

extension OwnFormat {
  /// Rolls as `flint export rolls` writes them. They spend tokens, which all other records may earn.
  static let rolls = OwnFormat(
    .rolls, rank: 60, required: ["at", "category"],
    guide: FormatGuide(
      summary: "Roll tokens spent on cards, as flint export rolls writes them.",
      becomes: [("at", "when"), ("category", "the category of the card")], lost: ["day"])
  ) { columns, _ in RollTranslator(columns: columns) }
}

/// A translator of rolls.
private struct RollTranslator: RecordTranslator {
  let columns: OwnColumns

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    let category = try record.choice(columns["category"], "category", of: Category.names) {
      Category(name: $0)
    }
    guard let category else {
      throw .missing("category", Category.names.alternatives)
    }
    let imported = ImportRecord.roll(
      category, at: try record.time(columns["at"], "at"), key: record.text(columns["key"]))
    return try columns.translation(record, imported)
  }
}
