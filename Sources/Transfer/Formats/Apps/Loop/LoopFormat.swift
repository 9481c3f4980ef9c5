import CSV
import FlintRules
import FlintSchema
import Sessions

/// The CSV export of Loop Habit Tracker: a folder or zip file, or its `Checkmarks.csv` alone; and its
/// backup, an SQLite database.
package struct LoopFormat: AppFormat {
  package init() {}

  package let name = "loop"
  package let title = "Loop Habit Tracker"

  /// The meanings of its columns.
  package var guide: FormatGuide {
    FormatGuide(
      summary:
        "Loop Habit Tracker's CSV export, whole or its Checkmarks.csv alone, or its backup (a "
        + ".db file): each habit becomes a tracker, each day on which it was done by hand an entry.",
      columns: [
        .init("Habits.csv: Name", "the tracker's name"),
        .init("Habits.csv: Type", "whether entries are checks or measurements"),
        .init("Habits.csv: Question, Description", "the tracker's description"),
        .init(
          "Habits.csv: FrequencyNumerator, FrequencyDenominator",
          "the tracker's goal, and the habit's schedule: 7 days are a week, 30 a month"),
        .init("Habits.csv: NumRepetitions, Interval", "the same, in older exports"),
        .init(
          "Habits.csv: Unit, Target Type, Target Value", "the tracker's goal, and the habit's"),
        .init("Habits.csv: Archived?", "whether the habit ends after its last day"),
        .init("Habits.csv: Position, Color", nil),
        .init(
          "Checkmarks.csv: Date",
          "the day of the entries, at 12:00; on the current day before noon, at 00:00"),
        .init("Checkmarks.csv: a habit's column", "an entry, where it was done by hand"),
        .init("\(LoopFormat.ownFile): Notes", "the entry's notes"),
        .init(
          "\(LoopFormat.ownFile): Value",
          "the entry of a day without a readable row in the common Checkmarks.csv"
        ),
        .init(
          "backup: Habits, Repetitions",
          "the same as the rows of a CSV export, so that both merge"),
      ],
      oddities: [
        "YES_MANUAL (2 in older exports) is a habit done, SKIP (3) skips the day. NO (0) and "
          + "UNKNOWN (-1) record nothing, nor does YES_AUTO (1), which Loop derives from the "
          + "frequency of the habit.",
        "Numbers of measured habits are thousandths of their unit; NO means zero there, as Loop "
          + "writes it since 2.3.1. A habit is measured if Habits.csv states it, or else if its "
          + "column has a number above 3.",
        "The file of one habit outside its folder does not name it; --tracker does.",
        "A backup of a release before values has a row for each day done.",
        "Exports of 2.0.1 to 2.0.3 have entries such as Entry(timestamp=2023-04-04, value=2) in "
          + "Checkmarks.csv; they are read as their value.",
        "A target is for a day, a week or a month, but that of a tracker is for all its entries: "
          + "so the goal contains it.",
        "A habit begins on its first day, one that was never done on the day of the import.",
        "A row of Checkmarks.csv is one day of all habits, and one record; a row without anything "
          + "done by hand is skipped.",
        "Scores.csv and Slips.csv are computed from the days, and skipped.",
        "A note on a day without anything done becomes an entry that says no, and a text entry of a "
          + "measured habit; a note on a skipped day stays with it.",
        "Spreadsheets rewrite dates; if several orders fit, and Loop's own sequence of one row a "
          + "day does not determine the right one, --dates does.",
      ],
      identity: "the habit's name and the day")
  }

  /// Returns the files of an export: Habits.csv, then the common Checkmarks.csv, then the files in
  /// the folders of habits.
  package func claim(_ files: [FileGlimpse]) -> [Int] {
    var kinds: [Int: LoopFile] = [:]
    for (index, file) in files.enumerated() { kinds[index] = LoopFile(file) }
    // Files that Loop computes are not an export without the others.
    guard kinds.values.contains(where: { $0.rank < LoopFile.scores.rank }) else {
      return files.indices.filter { LoopDatabase.begins(files[$0].start) }
    }
    return kinds.sorted { left, right in
      (left.value.rank, files[left.key].path) < (right.value.rank, files[right.key].path)
    }.map(\.key)
  }

  package func read(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading {
    if files.contains(where: { LoopDatabase.begins($0.bytes) }) {
      return try readDatabases(files, context)
    }
    var export = LoopExport(given: context.tracker)
    for (index, file) in files.enumerated() { try export.read(file, index: index) }
    var reader = LoopReader(export, context)
    return try reader.reading()
  }

  /// Reads backups, each as the CSV export of its tables.
  private func readDatabases(
    _ files: [WholeFile], _ context: borrowing ReadingContext
  ) throws(FormatProblem) -> FormatReading {
    var all = FormatReading(units: [], columns: [])
    for (index, file) in files.enumerated() {
      var export = LoopExport()
      for (number, var table) in try LoopDatabase.export(file).enumerated() {
        table.keepsOriginals = file.keepsOriginals
        try export.read(table, index: number)
      }
      var reader = LoopReader(export, context)
      var reading = try reader.reading()
      for number in reading.units.indices {
        for record in reading.units[number].originals.indices {
          reading.units[number].originals[record].file = index
          reading.units[number].originals[record].line = number + 1
        }
      }
      all.add(reading.units)
      // The columns are those of the file of a habit.
      all.columns.append(["Date", "Value", "Notes"])
      all.notes += reading.notes
      all.habits += reading.habits
    }
    return all
  }
}

extension LoopFormat {
  /// Returns the ignored columns that do not belong to a habit. In files that Loop computes, every
  /// row is reported as skipped instead.
  package func ignored(in header: [String], of path: String) -> IgnoredColumns {
    if header == ["Date", "Value", "Notes"], !path.lowercased().hasSuffix(".csv") {
      return IgnoredColumns()
    }
    return switch LoopFile(path: path, header: header) {
    case .habits: guide.ignored(in: header, of: "Habits.csv")
    // The first column has the days.
    case .habit: guide.ignored(in: Array(header.dropFirst()), of: LoopFormat.ownFile)
    case .checkmarks, .scores, .slips, nil: IgnoredColumns()
    }
  }

  /// The name of the file of a single habit in the guide.
  fileprivate static let ownFile = "NNN habit/Checkmarks.csv"
}

enum LoopFile: Equatable {
  case habits
  /// Every day of all habits.
  case checkmarks
  /// The days of one habit, with its number and its name as far as folder names allow it; a file
  /// outside its folder has neither.
  case habit(number: Int?, name: String)
  /// The strengths of habits, as computed by Loop.
  case scores
  /// The days on which habits to be quit were done.
  case slips

  /// Recognises a file by its beginning. Any table may begin with a date, so such a file must have
  /// Loop's file name or texts that only Loop writes.
  init?(_ file: FileGlimpse) {
    guard let kind = LoopFile(path: file.path, header: file.header) else { return nil }
    switch kind {
    case .checkmarks, .habit(number: nil, name: _):
      guard file.name.lowercased() == "checkmarks.csv" || LoopFile.hasMarks(file) else {
        return nil
      }
    case .habits, .habit, .scores, .slips: break
    }
    self = kind
  }

  /// Recognises a file by its path and its first record.
  init?(path: String, header: [String]) {
    let components = path.split(separator: "/").map(String.init)
    let name = components.last?.lowercased() ?? ""
    let fields = header.map { $0.trimmedWhitespace.lowercased() }
    let names = Set(fields)
    let folder = components.count > 1 ? LoopFile.folder(components[components.count - 2]) : nil
    if names.isSuperset(of: ["name", "color"]),
      names.contains("frequencynumerator") || names.contains("numrepetitions")
    {
      self = .habits
    } else if fields.prefix(3) == ["date", "value", "notes"] {
      self =
        name == "checkmarks.csv"
        ? .habit(number: folder?.number, name: folder?.name ?? "") : .habit(number: nil, name: "")
    } else if name == "checkmarks.csv", fields.first != "date", let folder {
      self = .habit(number: folder.number, name: folder.name)
    } else if name == "scores.csv", folder != nil || fields.first == "date" {
      self = .scores
    } else if name == "slips.csv", folder != nil {
      self = .slips
    } else if fields.first == "date", fields.count > 1 {
      self = .checkmarks
    } else {
      return nil
    }
  }

  /// Returns the number and the name in the name of a habit's folder, such as `001 Run`.
  private static func folder(_ name: String) -> (number: Int, name: String)? {
    let digits = name.prefix { $0.isASCII && $0.isNumber }
    guard digits.count >= 3, let number = Int(digits) else { return nil }
    let rest = name.dropFirst(digits.count)
    guard rest.isEmpty || rest.first == " " else { return nil }
    return (number, String(rest).trimmedWhitespace)
  }

  /// Returns whether the beginning of a file has cells that only Loop writes.
  private static func hasMarks(_ file: FileGlimpse) -> Bool {
    var parser = CSVParser(dialect: CSVDialect(delimiter: file.delimiter, strictness: .lenient))
    var position = 0
    while position < file.start.count {
      // A malformed record is empty; the search continues after it.
      if (try? parser.next(in: file.start.span.bytes, at: &position)) == false {
        guard (try? parser.finish()) == true else { return false }
      }
      if parser.record.strings.dropFirst().contains(where: LoopMark.isLoops) { return true }
    }
    return false
  }

  /// The order of reading: files of a lower rank are read first.
  var rank: Int {
    switch self {
    case .habits: 0
    case .checkmarks: 1
    case .habit: 2
    case .scores, .slips: 3
    }
  }
}
