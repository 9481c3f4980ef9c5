import FlintCalendar
package import FlintRules
package import FlintSchema

/// A spark as lists show it.
package struct SparkRow: ResultRow {
  let stored: StoredSpark
  let points: Int64
  let day: CivilDay

  package init(_ stored: StoredSpark, _ rulebook: Rulebook) {
    self.stored = stored
    points = rulebook.points(for: stored.spark.category, stored.spark.intensity)
    day = stored.spark.day(rulebook.dayStart)
  }

  package static let schema = ResultSchema<SparkRow>(
    "Spark", "A spark.",
    shown: ["id", "at", "category", "intensity", "points", "title", "tags"],
    [
      ResultField("id", .id, "The id: 32 hexadecimal digits.") {
        .name($0.stored.id.description)
      },
      ResultField("at", .time, "The time, with its offset from UTC.") {
        .time($0.stored.spark.at, $0.stored.spark.offset)
      },
      ResultField("day", \.day, "The civil day, YYYY-MM-DD."),
    ] + fields("category", "intensity") + [
      ResultField("points", \.points, "The base points, by category and intensity.")
    ] + fields("title", "notes", "tags", "estimated", "actual") + [
      ResultField("key", \.stored.key, "The key that it was recorded with.")
    ])

  private static func fields(_ names: String...) -> [ResultField<SparkRow>] {
    names.compactMap { name in
      Spark.schema[name].map { ResultField($0, \.stored.spark) }
    }
  }
}
