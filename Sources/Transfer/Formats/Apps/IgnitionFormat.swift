import CSV
import FlintRules
import FlintSchema
import Sessions

/// Ignition's export of sparks.
package struct IgnitionFormat: RecordFormat {
  package init() {}

  package let name = "ignition"
  package let title = "Ignition"

  package var guide: FormatGuide {
    FormatGuide(
      summary: "Ignition's CSV export: each row becomes a spark.",
      columns: [
        .init("ID", "the spark's key"),
        .init("Title", "the title"),
        .init("Category", "the category"),
        .init("Intensity", "the intensity; medium where there is none"),
        .init("Points", nil),
        .init("Created", "the time"),
        .init("Updated", nil),
        .init("Notes", "the notes"),
        .init("Tags", "the tags"),
      ],
      oddities: [
        "Points are the app's own result for category and intensity; Flint computes its own.",
        "Tags are separated by bars.",
        "A time without an offset is read in the profile's zone; one in UTC (Z) is an instant, "
          + "whose day is that of the profile's zone. A day alone means its 00:00.",
      ],
      identity: "the ID; without one, all fields of the row")
  }

  /// Returns a translator for a file that has Ignition's columns; `nil` for other files.
  package func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    var columns: [String: Int] = [:]
    for (index, name) in header.enumerated() {
      let name = name.trimmedWhitespace.lowercased()
      columns[name] = columns[name] ?? index
    }
    guard let id = columns["id"], let title = columns["title"],
      let category = columns["category"], let intensity = columns["intensity"],
      columns["points"] != nil, let created = columns["created"]
    else { return nil }
    return IgnitionTranslator(
      dates: DateReader(order: context.dateOrder), id: id, title: title, category: category,
      intensity: intensity, created: created, notes: columns["notes"], tags: columns["tags"])
  }
}

/// A translator of the rows of Ignition's export.
private struct IgnitionTranslator: RecordTranslator {
  let dates: DateReader
  let id: Int
  let title: Int
  let category: Int
  let intensity: Int
  let created: Int
  let notes: Int?
  let tags: Int?

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let title = record[title].trimmedWhitespace
    guard !title.isEmpty else {
      throw RowProblem(
        column: "Title", value: record[self.title], reason: "expected a title that is not empty")
    }
    var spark = NewSpark(title: title, category: try category(record[category]))
    spark.intensity = try intensity(record[intensity])
    spark.at = try time(record)
    let id = record[id].trimmedWhitespace
    if !id.isEmpty { spark.key = id }
    if let notes, !record.isEmpty(notes) { spark.notes = record[notes] }
    if let tags, !record.isEmpty(tags) {
      spark.tags = record[tags].split(separator: "|").map { String($0).trimmedWhitespace }
        .filter { !$0.isEmpty }
    }
    return .event(.spark(spark))
  }

  private func category(_ text: String) throws(RowProblem) -> SparkCategory {
    if let category = SparkCategory(name: text)
      ?? SparkCategory(name: text.trimmedWhitespace.lowercased())
    {
      return category
    }
    throw RowProblem(
      column: "Category", value: text,
      reason: "expected \(SparkCategory.ignitionNames.joined(separator: ", "))")
  }

  private func intensity(_ text: String) throws(RowProblem) -> SparkIntensity {
    if let intensity = SparkIntensity(name: text)
      ?? SparkIntensity(name: text.trimmedWhitespace.lowercased())
    {
      return intensity
    }
    if text.trimmedWhitespace.isEmpty { return .medium }
    throw RowProblem(
      column: "Intensity", value: text,
      reason: "expected \(SparkIntensity.ignitionNames.joined(separator: ", "))")
  }

  private func time(_ record: borrowing CSVRecord) throws(RowProblem) -> EventTime {
    let dates = dates
    if let date = record.withBytes(of: created, { dates.read($0) }) { return date.eventTime }
    let text = record[created]
    throw RowProblem(column: "Created", value: text, reason: dates.problem(with: text))
  }
}
