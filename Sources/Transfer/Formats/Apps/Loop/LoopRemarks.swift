import Calendar
import Rules

/// The notes in the files of single habits, which belong to the days of a common Checkmarks.csv.
struct LoopRemarks {
  /// The note of a habit's own file on a day, and its row.
  private struct Remark {
    var note: String
    var original: OriginalRecord
  }

  /// The notes by habit and day.
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

  /// Returns the notes of a day in the form that a rejects file stores: by day and habit.
  func notes(on day: CivilDay) -> RowContext {
    var notes = RowContext()
    for (name, days) in remarks.sorted(by: { $0.key < $1.key }) {
      guard let note = days[day]?.note else { continue }
      notes[context: day.description][text: name] = note
    }
    return notes
  }

  /// Returns the notes of all days except the given ones: a row whose date cannot be read may
  /// belong to any of them.
  func notes(except days: Set<CivilDay>) -> RowContext {
    var all = RowContext()
    for day in Set(remarks.values.flatMap(\.keys)).subtracting(days).sorted() {
      all[context: day.description] = notes(on: day)[context: day.description]
    }
    return all
  }
}
