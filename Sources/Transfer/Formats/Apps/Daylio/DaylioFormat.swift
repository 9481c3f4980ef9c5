import Rules
import Schema
import Sessions

/// Daylio's CSV export, with any of the four headers known so far.
public struct DaylioFormat: AppFormat {
  /// Creates the format.
  public init() {}

  /// `daylio`.
  public let name = "daylio"
  /// `Daylio`.
  public let title = "Daylio"

  /// The meanings of its columns.
  public var guide: FormatGuide {
    FormatGuide(
      summary: "Daylio's CSV export: each row becomes a mood at its time, and its activities an "
        + "entry of the tracker \"\(DaylioFormat.tracker)\".",
      columns: [
        .init("full_date", "the mood's day"),
        .init("year", "the year of date, in exports without full_date"),
        .init("date", "the mood's day, together with year; otherwise a copy of full_date"),
        .init("weekday", nil),
        .init(
          "time", "the mood's time; if empty 12:00, or 00:00 of the current day before noon"),
        .init("mood", "the mood; in the tracker's entry the field \"mood\" keeps its own name"),
        .init(
          "activities",
          "the text and the tags of the tracker's entry; if they were removed, --update undoes it"
        ),
        .init("scales", "a line of the mood's note"),
        .init("note_title", "the first line of the mood's note"),
        .init("note", "the mood's note"),
      ],
      oddities: [
        "Moods have names chosen by the user. Daylio's own names (rad, good, meh, bad, awful) "
          + "mean great, good, average, bad and horrible, and Flint's names mean themselves; "
          + "--moods \"Gut=good,Ok=average\" defines other names, and overrides these.",
        "A day may have several moods; the latest counts for the day.",
        "Rows are sorted newest first. Moods of one minute, or of a day without times, are "
          + "spaced a millisecond apart, the last row first: so the upper one counts for the day.",
        "Line breaks in notes are written <br>, and notes may have HTML markup; it is removed.",
        "Dates of exports with a year column are read in English only.",
      ],
      identity: "the day, the time, and the number of the row among those of that time")
  }

  /// The name of the tracker for activities.
  static let tracker = "Daylio activities"

  /// Returns the files that have Daylio's columns.
  public func claim(_ files: [FileGlimpse]) -> [Int] {
    files.indices.filter { index in
      let names = Set(files[index].header.map { $0.trimmedWhitespace.lowercased() })
      return names.isSuperset(of: ["weekday", "mood", "activities", "note"])
        && (names.contains("full_date") || names.isSuperset(of: ["year", "date"]))
    }
  }

  /// Reads exports.
  public func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading {
    var reading = FormatReading(units: [], columns: [])
    var reader = DaylioReader(context)
    for (index, file) in files.enumerated() {
      let table = try CSVTable(file)
      reading.columns.append(table.header)
      try reader.read(table, file: index, path: file.path, into: &reading)
    }
    reading.notes = reader.notes
    return reading
  }
}
