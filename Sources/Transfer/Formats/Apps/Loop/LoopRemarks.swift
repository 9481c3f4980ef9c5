import FlintCalendar
import FlintRules

/// The notes in the files of single habits, which belong to the days of a common Checkmarks.csv.
struct LoopRemarks {
  /// The note of a habit's own file on a day, and its row.
  private struct Remark {
    var note: String
    var original: OriginalRecord
  }

  private var remarks: [String: [CivilDay: Remark]] = [:]

  /// Adds a note; only the first of a habit and a day counts.
  mutating func add(_ note: String, of habit: String, on day: CivilDay, _ row: OriginalRecord) {
    if remarks[habit]?[day] != nil { return }
    remarks[habit, default: [:]][day] = Remark(note: note, original: row)
  }

  /// Returns the row with the note of a habit on a day, if there is one.
  func row(of habit: String, on day: CivilDay) -> OriginalRecord? {
    remarks[habit]?[day]?.original
  }

  func note(of habit: String, on day: CivilDay) -> String? { remarks[habit]?[day]?.note }
}
