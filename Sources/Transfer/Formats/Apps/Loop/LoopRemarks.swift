import Rules

/// The notes in the files of single habits, which belong to the days of a common Checkmarks.csv.
struct LoopRemarks {
  /// What a habit's own file says of a day, and the row.
  private struct Remark {
    var note: String
    var original: OriginalRecord
  }

  /// By habit and day.
  private var remarks: [String: [CivilDay: Remark]] = [:]

  /// Adds a note; the first of a habit and a day counts.
  mutating func add(_ note: String, of habit: String, on day: CivilDay, _ row: OriginalRecord) {
    if remarks[habit]?[day] != nil { return }
    remarks[habit, default: [:]][day] = Remark(note: note, original: row)
  }

  /// The row that has the note of a habit and a day, if there is one.
  func row(of habit: String, on day: CivilDay) -> OriginalRecord? {
    remarks[habit]?[day]?.original
  }

  /// The notes of a day, as a rejects file keeps them: by day and habit.
  func notes(on day: CivilDay) -> RowContext {
    var notes = RowContext()
    for (name, days) in remarks.sorted(by: { $0.key < $1.key }) {
      guard let note = days[day]?.note else { continue }
      notes[context: day.description][text: name] = note
    }
    return notes
  }

  /// The notes of all days but some: one of those may be a day whose date cannot be read.
  func notes(butOn days: Set<CivilDay>) -> RowContext {
    var all = RowContext()
    for day in Set(remarks.values.flatMap(\.keys)).subtracting(days).sorted() {
      all[context: day.description] = notes(on: day)[context: day.description]
    }
    return all
  }
}
