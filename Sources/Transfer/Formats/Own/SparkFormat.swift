import CSV
import FlintRules
import FlintSchema
import Sessions

extension OwnFormat {
  /// Sparks as `flint export sparks` writes them, which refer to no other events.
  static let sparks = OwnFormat(
    .sparks, rank: 0, required: ["at", "title", "category"],
    guide: FormatGuide(
      summary: "Sparks, as flint export sparks writes them.",
      becomes: [
        ("at", "when; without an offset in the profile's zone"), ("title", "the title"),
        ("category", "the category"), ("intensity", "the intensity; medium if empty"),
        ("notes", "the notes"), ("tags", "the tags, with | between them; \\| for a | in one"),
        ("estimated", "the estimated minutes"), ("actual", "the actual minutes"),
      ], fields: Spark.schema.declarations,
      lost: ["day", "points", "rarity", "card", "new_card", "duplicate_points"])
  ) { columns, _ in SparkTranslator(columns) }
}

/// A translator of sparks. It is fast, for files of millions of rows.
private struct SparkTranslator: RecordTranslator {
  private let at: Int?
  private let title: Int?
  private let category: Int?
  private let intensity: Int?
  private let notes: Int?
  private let tags: Int?
  private let estimated: Int?
  private let actual: Int?
  private let key: Int?
  private let columns: OwnColumns
  /// The names of the categories, as bytes.
  private let categories: [[UInt8]]
  /// The names of the intensities, as bytes.
  private let intensities: [[UInt8]]

  init(_ columns: OwnColumns) {
    self.columns = columns
    categories = columns.categories.map { Array($0.name.utf8) }
    intensities = columns.intensities.map { Array($0.name.utf8) }
    at = columns["at"]
    title = columns["title"]
    category = columns["category"]
    intensity = columns["intensity"]
    notes = columns["notes"]
    tags = columns["tags"]
    estimated = columns["estimated"]
    actual = columns["actual"]
    key = columns["key"]
  }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    guard let title = record.text(title) else { throw .missing("title", "a title") }
    guard let category = try readCategory(record) else {
      throw .missing("category", columns.categories.names.alternatives)
    }
    var spark = NewSpark(title: title, category: category)
    spark.at = try columns.time(record, at, "at")
    if let intensity, !record.isEmpty(intensity) {
      spark.intensity = try readIntensity(record, intensity)
    }
    spark.notes = record.text(notes)
    if let tags, !record.isEmpty(tags) { spark.tags = record.list(tags) }
    spark.estimatedMinutes = try record.integer(estimated, "estimated")
    spark.actualMinutes = try record.integer(actual, "actual")
    spark.key = record.text(key)
    return .event(columns.event(record, .spark(spark)))
  }

  @inline(__always)
  private func readCategory(_ record: borrowing CSVRecord) throws(RowProblem) -> SparkCategory? {
    guard let category else { return nil }
    let bytes = record.utf8(of: category)
    if let index = categories.firstIndex(where: { $0.elementsEqual(bytes) }) {
      return columns.categories[index]
    }
    return try record.choice(category, "category", of: columns.categories.names) {
      columns.categories.named($0)
    }
  }

  @inline(__always)
  private func readIntensity(
    _ record: borrowing CSVRecord, _ column: Int
  ) throws(RowProblem) -> SparkIntensity? {
    let bytes = record.utf8(of: column)
    if let index = intensities.firstIndex(where: { $0.elementsEqual(bytes) }) {
      return columns.intensities[index]
    }
    return try record.choice(column, "intensity", of: columns.intensities.names) {
      columns.intensities.named($0)
    }
  }

}
