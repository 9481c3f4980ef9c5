import Archives
import CSV
import FlintCalendar
import FlintRules
import FlintSchema

/// Loop's backup: an SQLite database with the tables Habits and Repetitions.
///
/// It is read as the files of the CSV export that Loop would write of it, so that both have the same
/// keys and contents.
enum LoopDatabase {
  /// Whether a file begins like a backup of Loop's: its schema is on the first pages.
  static func begins(_ start: [UInt8]) -> Bool {
    guard SQLiteTables.isDatabase(start) else { return false }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    return text.contains("repetitions") && text.contains("habits")
  }

  private static let habitColumns = [
    "id", "name", "question", "description", "freq_num", "freq_den", "type", "unit", "target_type",
    "target_value", "archived",
  ]

  /// Returns the files of the CSV export: Habits.csv, then the file of each habit.
  ///
  /// - Throws: `FormatProblem` when the database is damaged or is not Loop's.
  static func export(_ file: WholeFile) throws(FormatProblem) -> [WholeFile] {
    do throws(CompressedFileError) {
      let tables = try SQLiteTables(file.bytes)
      let (has, hasDay) = (
        try tables.columns(of: "Habits"), try tables.columns(of: "Repetitions")
      )
      for (table, needed, found) in [
        ("Habits", ["id", "name", "freq_num", "freq_den"], has),
        ("Repetitions", ["habit", "timestamp"], hasDay),
      ] {
        if let missing = needed.first(where: { !found.contains($0) }) {
          throw CompressedFileError(
            "this SQLite database is not a backup of Loop Habit Tracker: "
              + (found.isEmpty
                ? "it has no table \(table)" : "its table \(table) has no column \(missing)"))
        }
      }
      return try files(tables, has: has, hasDay: hasDay)
    } catch {
      throw FormatProblem(path: file.path, message: error.message)
    }
  }

  private static func files(
    _ tables: SQLiteTables, has columns: [String], hasDay: [String]
  ) throws(CompressedFileError) -> [WholeFile] {
    let used = habitColumns.filter(columns.contains)
    let order = columns.contains("position") ? ["position", "id"] : ["id"]
    var habits = CSVWriter()
    habits.append(record: [
      "Position", "Name", "Type", "Question", "Description", "FrequencyNumerator",
      "FrequencyDenominator", "Color", "Unit", "Target Type", "Target Value", "Archived?",
    ])
    var names: [(id: Int64, isMeasured: Bool)] = []
    try tables.rows(of: "Habits", columns: used, orderedBy: order) { row in
      func value(_ name: String) -> SQLiteTables.Value {
        used.firstIndex(of: name).map { row[$0] } ?? .null
      }
      guard case .integer(let id) = value("id") else { return }
      let isMeasured = hasDay.contains("value") && value("type") == .integer(1)
      names.append((id, isMeasured))
      habits.append(record: [
        padded(names.count), value("name").text, isMeasured ? "NUMERICAL" : "YES_NO",
        value("question").text, value("description").text, value("freq_num").text,
        value("freq_den").text, "", value("unit").text,
        value("target_type") == .integer(1) ? "AT_MOST" : "AT_LEAST", value("target_value").text,
        value("archived") == .integer(1) ? "true" : "false",
      ])
    }
    guard Set(names.map(\.id)).count == names.count else {
      throw CompressedFileError("the SQLite database is damaged: habits have the same id")
    }
    var days: [Int64: CSVWriter] = [:]
    for (id, _) in names {
      var writer = CSVWriter()
      writer.append(record: ["Date", "Value", "Notes"])
      days[id] = writer
    }
    // Early releases stored only the days done; later ones gave them the value 2.
    let dayColumns = ["habit", "timestamp"] + ["value", "notes"].filter(hasDay.contains)
    func value(_ name: String, of row: [SQLiteTables.Value]) -> SQLiteTables.Value? {
      dayColumns.firstIndex(of: name).map { row[$0] }
    }
    let measured = Dictionary(names.map { ($0.id, $0.isMeasured) }) { first, _ in first }
    try tables.rows(
      of: "Repetitions", columns: dayColumns, orderedBy: ["habit", "timestamp"]
    ) { row in
      guard case .integer(let id) = row[0], let isMeasured = measured[id] else { return }
      days[id]?.append(record: [
        day(row[1]), mark(value("value", of: row) ?? .integer(2), isMeasured: isMeasured),
        value("notes", of: row)?.text ?? "",
      ])
    }
    var files = [file("Habits.csv", &habits)]
    for (index, habit) in names.enumerated() {
      guard var writer = days[habit.id] else { continue }
      files.append(file("\(padded(index + 1)) habit/Checkmarks.csv", &writer))
    }
    return files
  }

  private static func padded(_ number: Int) -> String {
    String(repeating: "0", count: max(0, 3 - String(number).count)) + String(number)
  }

  /// Returns the day of a time, which is the beginning of a day in UTC.
  private static func day(_ value: SQLiteTables.Value) -> String {
    guard case .integer(let milliseconds) = value,
      (0...253_370_764_800_000).contains(milliseconds)
    else { return value.text }
    return CivilDay(number: Int32(milliseconds / 86_400_000)).description
  }

  /// Returns the cell that the CSV export has for a value: numbers for measured habits, names for
  /// others.
  private static func mark(_ value: SQLiteTables.Value, isMeasured: Bool) -> String {
    switch value {
    case .integer(-1): "UNKNOWN"
    // A skipped day of a measured habit has the same number as that of any other.
    case .integer(3) where isMeasured: "SKIP"
    default: value.text
    }
  }

  private static func file(_ path: String, _ writer: inout CSVWriter) -> WholeFile {
    var bytes: [UInt8] = []
    writer.drain { span in span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) } }
    return WholeFile(path: path, bytes: bytes)
  }
}

extension SQLiteTables.Value {
  /// The value as text; empty for none.
  fileprivate var text: String {
    switch self {
    case .null: ""
    case .integer(let number): String(number)
    case .number(let number):
      Int64(exactly: number).map { String($0) } ?? "\(number)"
    case .text(let text): text
    }
  }
}
