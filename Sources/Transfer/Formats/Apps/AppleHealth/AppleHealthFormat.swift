import CSV
import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// The export of Apple's Health: `export.xml`, alone or in its zip file.
package struct AppleHealthFormat: RecordFormat {
  package init() {}

  package let name = "applehealth"
  package let title = "Apple Health"

  package var guide: FormatGuide {
    FormatGuide(
      summary: "Apple Health's export.xml, alone or in export.zip: each type of record becomes a "
        + "tracker, each day of it an entry.",
      columns: [
        .init("health_type", "the tracker, together with the unit"),
        .init("day", "the day, at 12:00"),
        .init("value", "the number measured, or the minutes if the unit is min"),
        .init("unit", "a part of the tracker's name"),
      ],
      oddities: [
        "The file is read as a table of days. Counts, distances, energy, minutes and food are summed; "
          + "of body mass, height, resting heart rate and the like the latest value of a day counts; "
          + "of other quantities, such as heart rate, the mean.",
        "Several sources count the same steps. Sums are made by source and hour of the start, and of "
          + "each hour the source with the largest sum counts; Health itself prefers sources in the "
          + "order of its settings, which the file does not contain, so its sums differ a little.",
        "Sleep is the minutes asleep of the source with the most of them, on the day on which it "
          + "ends; time in bed and other categories are not imported. Workouts are minutes.",
        "Records within correlations, such as the foods of a meal, count once: the file repeats them "
          + "outside.",
        "The day of the export is left out, since a later export has more of it.",
        "Days are those of the offset in the file, which is that of the phone at the export.",
        "A file whose document type defines entities is refused.",
      ],
      identity: "the type, the unit and the day")
  }

  package func translator(
    for header: [String], _ context: ReadingContext
  ) -> (any RecordTranslator)? {
    header == HealthFeed.header ? AppleHealthTranslator(context) : nil
  }
}

private struct AppleHealthTranslator: RecordTranslator {
  private let context: ReadingContext
  private var trackers: [String: ImportedTracker] = [:]

  init(_ context: ReadingContext) { self.context = context }

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let (type, unit) = (record[0].trimmedWhitespace, record[3].trimmedWhitespace)
    guard !type.isEmpty else {
      throw RowProblem(column: "health_type", value: "", reason: "expected a type")
    }
    guard let day = DateReader().read(record[1])?.day else {
      throw RowProblem(column: "day", value: record[1], reason: "expected a day such as 2026-06-01")
    }
    guard let number = NumberReader(isRounding: true).read(record[2]) else {
      throw RowProblem(
        column: "value", value: record[2],
        reason: "expected a number from -9000000000000 to 9000000000000")
    }
    let minutes = (number.millionths + 500_000) / 1_000_000
    let isMinutes = unit == "min" && (0...1_000_000).contains(minutes)
    var entry = ImportedEntry(
      tracker: try tracker(type, unit),
      kind: isMinutes ? .session(minutes: minutes) : .measurement(number), at: context.noon(day),
      key: SourceKey.make("apple-health", type, unit, day.description))
    entry.isTimeKnown = false
    return .event(.entry(entry))
  }

  private mutating func tracker(
    _ type: String, _ unit: String
  ) throws(RowProblem) -> ImportedTracker {
    let name = AppleHealthTranslator.name(type) + (unit.isEmpty ? "" : " (\(unit))")
    if let known = trackers[name] { return known }
    let content = try inColumn("health_type") { () throws(FieldError) in
      try TrackerContent(
        appName: name, description: "Days of \(type) from Apple Health.")
    }
    let tracker = ImportedTracker(
      content, key: SourceKey.make("apple-health", type, unit), unit: unit.isEmpty ? nil : unit)
    trackers[name] = tracker
    return tracker
  }

  /// Returns a type in words, such as `Step count` for `StepCount`. An abbreviation at the end, such as
  /// `SDNN`, stays as it is.
  private static func name(_ type: String) -> String {
    var words = ""
    var previous: Character = " "
    for (character, next) in zip(type, type.dropFirst() + " ") {
      let begins = character.isUppercase && (previous.isLowercase || previous.isNumber)
      if begins { words += " " }
      words += begins && !next.isUppercase ? character.lowercased() : String(character)
      previous = character
    }
    return words
  }
}
