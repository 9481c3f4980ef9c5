import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// A reader of the days in the files of one Loop export.
struct LoopReader {
  private let context: ReadingContext
  private let export: LoopExport
  private var counts = Counts()

  /// The numbers for the notes in the report.
  private struct Counts {
    var automatic = 0
    var skipped = 0
    var textEntries = 0
    var rejected = 0
    var done: Set<String> = []
    var deduced: DateOrder?
  }

  init(_ export: LoopExport, _ context: borrowing ReadingContext) {
    self.export = export
    self.context = copy context
  }

  mutating func reading() throws(FormatProblem) -> FormatReading {
    let (order, isDeduced) = try export.dateOrder(stated: context.dateOrder)
    if isDeduced { counts.deduced = order }
    let dates = DateReader(order: order)
    let remarks = self.remarks(dates)
    var reading = FormatReading(units: export.others, columns: export.columns)
    var attached: Set<OriginalRecord> = []
    var covered: [String: Set<CivilDay>] = [:]
    for (path, file, table) in export.wide {
      let habits = try export.habits(of: table, path: path)
      // If a name contains a comma, the file's own header is wider than its rows.
      reading.columns[file] = table.header.prefix(1) + habits.map(\.name)
      for var row in table.rows {
        if row.problem == nil {
          row.fields.resize(to: min(row.fields.count, reading.columns[file].count))
        }
        let before = counts
        var remarked: [OriginalRecord] = []
        let day = dates.read(row.fields.first ?? "")?.day
        let outcome = row.outcome { row throws(RowProblem) in
          let day = try self.day(row, in: table, dates)
          var events: [ImportedEvent] = []
          for (index, habit) in habits.enumerated() {
            let mark = try LoopMark(row.fields[index + 1], of: habit)
            let note = remarks.note(of: habit.name, on: day)
            if let event = try event(of: habit, day, mark, note: note) { events.append(event) }
            if let remark = remarks.row(of: habit.name, on: day) {
              remarked.append(remark)
            }
          }
          return events.isEmpty
            ? .skipped("nothing was done by hand on the day") : .events(events)
        }
        var originals = [row.original(file: file, needsOriginal: true)]
        switch outcome {
        case .events:
          originals += remarked
          attached.formUnion(remarked)
        case .skipped: break
        case .rejected:
          counts = before
          counts.rejected += 1
        }
        if let day, !outcome.isRejected {
          for habit in habits { covered[habit.name, default: []].insert(day) }
        }
        reading.units.append(ImportUnit(originals, outcome))
      }
    }
    for (_, file, table, habit) in export.single {
      reading.units += units(
        of: habit, table, file: file, dates, covered: covered, attached: attached)
    }
    reading.units.sort { left, right in
      let (left, right) = (left.originals[0], right.originals[0])
      return (left.file, left.line) < (right.file, right.line)
    }
    reading.notes = notes
    reading.habits = export.habits.compactMap(\.imported)
    return reading
  }

  /// Returns the units of a habit's own file.
  private mutating func units(
    of habit: LoopHabit, _ table: CSVTable, file: Int, _ dates: DateReader,
    covered: [String: Set<CivilDay>], attached: Set<OriginalRecord>
  ) -> [ImportUnit] {
    let hasMeasurement = table.rows.contains { row in
      row.problem == nil && LoopMark.isMeasurement(row.fields[1])
    }
    var habit = habit
    habit.isMeasured = habit.isMeasured ?? hasMeasurement
    var units: [ImportUnit] = []
    for row in table.rows {
      let original = row.original(file: file, needsOriginal: true)
      if attached.contains(original) { continue }
      let outcome = row.outcome { row throws(RowProblem) in
        let day = try self.day(row, in: table, dates)
        if covered[habit.name]?.contains(day) ?? false {
          return .skipped("a day that is in Checkmarks.csv of all habits")
        }
        let mark = try LoopMark(row.fields[1], of: habit)
        let note = table.text(row, "Notes").trimmedWhitespace
        guard let event = try event(of: habit, day, mark, note: note.isEmpty ? nil : note) else {
          return .skipped("nothing was done by hand on the day")
        }
        return .events([event])
      }
      if outcome.isRejected { counts.rejected += 1 }
      units.append(ImportUnit([original], outcome))
    }
    return units
  }

  /// Returns the notes in the files of single habits.
  private func remarks(_ dates: DateReader) -> LoopRemarks {
    var remarks = LoopRemarks()
    for (_, file, table, habit) in export.single {
      for row in table.rows where row.problem == nil {
        let note = table.text(row, "Notes").trimmedWhitespace
        guard !note.isEmpty, let date = dates.read(row.fields[0]) else { continue }
        remarks.add(
          note, of: habit.name, on: date.day, row.original(file: file, needsOriginal: true))
      }
    }
    return remarks
  }

  private func day(
    _ row: CSVTable.Row, in table: CSVTable, _ dates: DateReader
  ) throws(RowProblem) -> CivilDay {
    if let date = dates.read(row.fields[0]) { return date.day }
    throw RowProblem(
      column: table.header.first, value: row.fields[0], reason: dates.problem(with: row.fields[0]))
  }

  private mutating func event(
    of habit: LoopHabit, _ day: CivilDay, _ mark: LoopMark, note: String?
  ) throws(RowProblem) -> ImportedEvent? {
    var notes = note
    let kind: EntryKind
    switch mark {
    case .done: kind = .checklist(true)
    case .measured(let number): kind = .measurement(number)
    case .skipped where habit.isScheduled:
      counts.done.insert(habit.name)
      return .habit(
        try ImportedHabitAction(skipping: day, of: try habit.tracker(), note: note, context))
    case .nothing, .automatic, .skipped:
      if mark == .automatic { counts.automatic += 1 }
      if mark == .skipped { counts.skipped += 1 }
      guard let note else { return nil }
      if habit.isScheduled && habit.isMeasured != true {
        // A text would make the day done.
        kind = .checklist(false)
      } else {
        counts.textEntries += 1
        kind = .log(note)
        notes = nil
      }
    }
    var entry = ImportedEntry(
      tracker: try habit.tracker(), kind: kind, at: context.noon(day),
      key: SourceKey.make("loop", habit.name, day.description))
    entry.isTimeKnown = false
    entry.notes = notes
    counts.done.insert(habit.name)
    return .entry(entry)
  }

  // MARK: Notes

  private var notes: [String] {
    var notes = ["Days of habits are recorded at 12:00, since Loop stores no times."]
    if let order = counts.deduced {
      notes.append(
        "Dates are read as \(order.rawValue): only then is each row one day before the row "
          + "above it."
      )
    }
    if counts.automatic > 0 {
      notes.append(
        "Days that Loop itself counts as done (YES_AUTO) are not recorded: \(counts.automatic).")
    }
    if counts.skipped > 0 {
      notes.append(
        "Skipped days (SKIP) of habits without a known schedule are not recorded: "
          + "\(counts.skipped).")
    }
    if counts.textEntries > 0 {
      notes.append(
        "Notes on days on which nothing was done are stored as text entries: \(counts.textEntries)."
      )
    }
    let idle = export.habits.filter { !counts.done.contains($0.name) && !$0.isScheduled }
      .map(\.name)
    if !idle.isEmpty && !(export.wide.isEmpty && export.single.isEmpty) && counts.rejected == 0 {
      notes.append(
        "Habits that were never done by hand are not recorded: \(idle.joined(separator: ", ")).")
    }
    return notes
  }
}
