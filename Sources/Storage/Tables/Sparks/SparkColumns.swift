import FlintCalendar
import GRDB
import FlintRules
import FlintSchema

/// The columns with the content of a spark, of the tables `spark`, `spark_edit` and `spark_original`, in
/// the order that checksums cover. A new field is a new column here, in `Schema`, in `BorrowedSpark` and, for
/// statistics, in `SparkFact`.
enum SparkColumns {
  static let names = [
    "at", "offset", "category", "intensity", "title", "notes", "tags", "estimated", "actual",
  ]
  /// The number of the columns, a constant for statements that are bound for each row.
  static let count: Int32 = 9
  /// The position of the first column of texts.
  static let texts: Int32 = 4
  /// The position of the first column of minutes.
  static let minutes: Int32 = 7

  /// The columns as SQL.
  static let list = list(of: nil)

  /// Returns the columns of a table in a query as SQL.
  static func list(of table: String?) -> String {
    names.map { "\(table.map { $0 + "." } ?? "")\"\($0)\"" }.joined(separator: ", ")
  }
}

extension RawStatement {
  /// Binds the content of a spark to adjacent parameters.
  func bind(_ spark: Spark, from first: Int32) throws {
    bindNumbers(of: spark, from: first)
    bind(spark.title, at: first + SparkColumns.texts)
    bind(spark.notes, at: first + SparkColumns.texts + 1)
    bind(try Tags.encoded(spark.tags), at: first + SparkColumns.texts + 2)
  }

  /// Binds the content of a spark to adjacent parameters, except its texts.
  @inline(__always)
  func bindNumbers(of spark: borrowing Spark, from first: Int32) {
    bind(spark.at.milliseconds, at: first)
    bind(Int64(spark.offset.seconds), at: first + 1)
    bind(spark.category.number, at: first + 2)
    bind(spark.intensity.number, at: first + 3)
    bind(spark.estimatedMinutes, at: first + SparkColumns.minutes)
    bind(spark.actualMinutes, at: first + SparkColumns.minutes + 1)
  }

  /// Whether the content of a spark is equal to that of the current row, byte by byte.
  func isSame(_ spark: Spark, at first: Int32) throws -> Bool {
    let minutes = (
      optionalInteger(first + SparkColumns.minutes),
      optionalInteger(first + SparkColumns.minutes + 1)
    )
    guard
      integer(first) == spark.at.milliseconds,
      integer(first + 1) == Int64(spark.offset.seconds),
      integer(first + 2) == spark.category.number,
      integer(first + 3) == spark.intensity.number,
      minutes.0 == spark.estimatedMinutes.map(Int64.init),
      minutes.1 == spark.actualMinutes.map(Int64.init),
      isText(spark.title, at: first + SparkColumns.texts),
      isText(spark.notes, at: first + SparkColumns.texts + 1)
    else { return false }
    return isText(try Tags.encoded(spark.tags), at: first + SparkColumns.texts + 2)
  }
}

extension Spark {
  init(_ row: Row) throws {
    self = try Spark.stored(category: try row.read("category"), try row.read("intensity")) {
      category, intensity in
      try Spark(
        at: Instant(milliseconds: try row.read("at")),
        offset: UTCOffset(seconds: try row.narrow("offset")), category: category,
        intensity: intensity, title: try row.read("title"), notes: try row.read("notes"),
        tags: try Tags.decoded(try row.read("tags")), estimatedMinutes: try row.read("estimated"),
        actualMinutes: try row.read("actual"))
    }
  }

  /// Reads the columns from the index of the first of them.
  init(_ row: RawStatement, at first: Int32) throws {
    self = try Spark.stored(
      category: row.integer(first + 2), row.integer(first + 3)
    ) { category, intensity in
      try Spark(
        at: Instant(milliseconds: row.integer(first)),
        offset: UTCOffset(seconds: Int32(clamping: row.integer(first + 1))), category: category,
        intensity: intensity, title: row.text(first + SparkColumns.texts) ?? "",
        notes: row.text(first + SparkColumns.texts + 1),
        tags: try Tags.decoded(row.text(first + SparkColumns.texts + 2)),
        estimatedMinutes: row.optionalInteger(first + SparkColumns.minutes),
        actualMinutes: row.optionalInteger(first + SparkColumns.minutes + 1))
    }
  }

  private static func stored(
    category: Int64, _ intensity: Int64, _ make: (SparkCategory, SparkIntensity) throws -> Spark
  ) throws -> Spark {
    do {
      guard let category = SparkCategory(number: category),
        let intensity = SparkIntensity(number: intensity)
      else {
        throw FieldError(field: "category", expected: "a known category", found: "an unknown one")
      }
      return try make(category, intensity)
    } catch let error as FieldError {
      throw Damage("a stored spark: \(error)")
    }
  }
}
