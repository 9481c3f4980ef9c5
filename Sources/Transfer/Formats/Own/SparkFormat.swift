import CSV
import Rules
import Schema
import Sessions

extension OwnFormat {
  /// Sparks as `flint export sparks` writes them, which refer to no other records.
  static let sparks = OwnFormat(
    .sparks, rank: 0, required: ["at", "title", "category"],
    guide: FormatGuide(
      summary: "Sparks, as flint export sparks writes them.",
      becomes: [
        ("at", "when; without an offset in the profile's zone"), ("title", "the title"),
        ("category", "the category"), ("intensity", "the intensity; medium if empty"),
        ("notes", "the notes"), ("tags", "the tags, with | between them; \\| for a | in one"),
        ("estimated", "the estimated minutes"), ("actual", "the actual minutes"),
      ], lost: ["day", "points", "rarity", "card", "new_card", "duplicate_points"])
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
    return .record(try columns.importRecord(record, .spark(spark), origin))
  }

  @inline(__always)
  private func readCategory(_ record: borrowing CSVRecord) throws(RowProblem) -> Rules.Category? {
    guard let category else { return nil }
    // Comparing the first two letters first is faster.
    let guess = record.withBytes(of: category) { bytes -> Rules.Category? in
      guard bytes.count > 3 else { return nil }
      let category: Rules.Category? =
        switch (bytes[0], bytes[1]) {
        case (0x64, _): .decision
        case (0x65, 0x6E): .energy
        case (0x69, _): .idea
        case (0x65, _): .experiment
        case (0x63, _): .challenge
        default: nil
        }
      return category.flatMap { bytes.equals(Self.categories[$0.index]) ? $0 : nil }
    }
    if let guess { return guess }
    return try record.choice(category, "category", of: Category.names) { Category(name: $0) }
  }

  @inline(__always)
  private func readIntensity(
    _ record: borrowing CSVRecord, _ column: Int
  ) throws(RowProblem) -> Intensity {
    let guess = record.withBytes(of: column) { bytes -> Intensity? in
      let intensity: Intensity? =
        switch bytes[0] {
        case 0x6C: .low
        case 0x6D: .medium
        case 0x68: .high
        case 0x65: .extreme
        default: nil
        }
      return intensity.flatMap { bytes.equals(Self.intensities[$0.index]) ? $0 : nil }
    }
    if let guess { return guess }
    let read = try record.choice(column, "intensity", of: Intensity.names) { Intensity(name: $0) }
    return read ?? .medium
  }

  private static let categories = Category.names.map { Array($0.utf8) }
  private static let intensities = Intensity.names.map { Array($0.utf8) }
}

extension Span<UInt8> {
  /// Returns whether the bytes are those of a word.
  @inline(__always)
  fileprivate func equals(_ word: [UInt8]) -> Bool {
    guard count == word.count else { return false }
    for index in word.indices where self[index] != word[index] { return false }
    return true
  }
}
