import CSV
import Rules
import Schema
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
  private let origin: Int?
  private let columns: OwnColumns

  init(_ columns: OwnColumns) {
    self.columns = columns
    at = columns["at"]
    title = columns["title"]
    category = columns["category"]
    intensity = columns["intensity"]
    notes = columns["notes"]
    tags = columns["tags"]
    estimated = columns["estimated"]
    actual = columns["actual"]
    key = columns["key"]
    origin = columns["origin"]
  }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> Translation {
    guard let title = record.text(title) else { throw .missing("title", "a title") }
    guard let category = try readCategory(record) else {
      throw .missing("category", Category.names.alternatives)
    }
    var spark = NewSpark(title: title, category: category)
    spark.at = try record.time(at, "at")
    if let intensity, !record.isEmpty(intensity) {
      spark.intensity = try readIntensity(record, intensity)
    }
    spark.notes = record.text(notes)
    if let tags, !record.isEmpty(tags) { spark.tags = record.list(tags) }
    spark.estimatedMinutes = try record.integer(estimated, "estimated")
    spark.actualMinutes = try record.integer(actual, "actual")
    spark.key = record.text(key)
    let origin = try OriginReading(record, origin)
    return .event(try columns.importedEvent(record, .spark(spark), origin))
  }

  @inline(__always)
  private func readCategory(_ record: borrowing CSVRecord) throws(RowProblem) -> Rules.Category? {
    guard let category else { return nil }
    let bytes = record.utf8(of: category)
    if let index = Self.categories.firstIndex(where: { $0.elementsEqual(bytes) }) {
      return Category.allCases[index]
    }
    return try record.choice(category, "category", of: Category.names) { Category(name: $0) }
  }

  @inline(__always)
  private func readIntensity(
    _ record: borrowing CSVRecord, _ column: Int
  ) throws(RowProblem) -> Intensity {
    let bytes = record.utf8(of: column)
    if let index = Self.intensities.firstIndex(where: { $0.elementsEqual(bytes) }) {
      return Intensity.allCases[index]
    }
    let read = try record.choice(column, "intensity", of: Intensity.names) { Intensity(name: $0) }
    return read ?? .medium
  }

  private static let categories = Category.names.map { Array($0.utf8) }
  private static let intensities = Intensity.names.map { Array($0.utf8) }
}
