import Rules
import Sessions

/// Daylio's export, in the four forms of its header so far.
public struct DaylioFormat: AppFormat {
  /// Makes the format.
  public init() {}

  /// `daylio`.
  public let name = "daylio"
  /// `Daylio`.
  public let title = "Daylio"

  /// What its columns become.
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
          "time", "the mood's time; where there is none 12:00, or 00:00 of today before noon"),
        .init("mood", "the mood; in the tracker's entry the field \"mood\" keeps its own name"),
        .init(
          "activities",
          "the text and the tags of the tracker's entry; where they are gone, --update takes it back"
        ),
        .init("scales", "a line of the mood's note"),
        .init("note_title", "the first line of the mood's note"),
        .init("note", "the mood's note"),
      ],
      oddities: [
        "Moods have the names that their user gave them. Daylio's own (rad, good, meh, bad, awful) "
          + "stand for great, good, average, bad and horrible, and Flint's for themselves; what "
          + "others stand for says --moods \"Gut=good,Ok=average\", which also overrules those.",
        "A day may have several moods; the latest counts for the day.",
        "Rows come newest first. Moods of one minute, or of a day without times, are put a "
          + "millisecond apart, the last row first: so the upper one counts for the day.",
        "Line breaks in notes are written <br>, and notes may have marks of HTML; the marks go.",
        "The date of exports that have a year column is read in English only.",
      ],
      identity: "the day, the time, and which of several rows of that time it is")
  }

  /// The name of the tracker that activities go to.
  static let tracker = "Daylio activities"

  /// The files that have Daylio's columns.
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
      let table = try TextTable(file)
      reading.columns.append(table.header)
      try reader.take(table, file: index, path: file.path, into: &reading)
    }
    reading.notes = reader.notes
    return reading
  }
}
