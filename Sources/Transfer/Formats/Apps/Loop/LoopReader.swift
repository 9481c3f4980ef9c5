import Calendar
import Rules
import Schema
import Sessions

/// A reader of the files of one Loop export.
struct LoopReader {
  private let context: ReadingContext
  private var columns: [[String]] = []
  /// The units of files that do not record days, in the order of the files.
  private var others: [ImportUnit] = []
  private var habits: [LoopHabit] = []
  /// The common Checkmarks.csv of each folder, if any.
  private var wide: [(path: String, file: Int, table: CSVTable)] = []
  /// The files of single habits.
  private var single: [(path: String, file: Int, table: CSVTable, habit: LoopHabit?)] = []
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

  init(_ context: borrowing ReadingContext) {
    self.context = copy context
  }

  // MARK: Files

  /// Reads a file. Files that define habits must be read first.
  mutating func read(_ file: WholeFile, index: Int) throws(FormatProblem) {
    guard file.bytes.contains(where: { $0 > 0x20 }) else {
      // The file of a habit that was never done is empty.
      columns.append([])
      return
    }
    let first = try CSVTable(file, fields: LoopMark.cells)
    let path = first.rows.lazy.compactMap(\.origin).first?.path ?? file.path
    switch LoopFile(path: path, header: first.header) {
    case .habits: readHabits(first, file: index)
    case .checkmarks:
      columns.append(first.header)
      wide.append((file.path, index, first))
    case .habit(let number, let name):
      let isKnown = first.rows.allSatisfy { $0.habit(in: first) != nil } && !first.rows.isEmpty
      guard number != nil || isKnown else {
        throw FormatProblem(
          path: file.path,
          message: "this is the file of one habit, and does not name it; "
            + "import the whole folder or zip file")
      }
      let table =
        first.column("date") == 0
        ? first : try CSVTable(file, header: ["Date", "Value", "Notes"])
      columns.append(table.header)
      let habit = number.map { self.habit(number: $0, folder: name) }
      single.append((file.path, index, table, habit))
    case .scores: try skip(file, first, index, "a score, which Loop computes from the days")
    case .slips, nil: try skip(file, first, index, "a slip of a habit to quit")
    }
  }

  private mutating func readHabits(_ table: CSVTable, file: Int) {
    columns.append(table.header)
    var names = DuplicateCounter()
    for row in table.rows {
      let outcome = row.outcome { row throws(RowProblem) in
        var habit = try LoopHabit(row, in: table)
        habit.name = names.unique(habit.name)
        // The first of several exports in one folder defines a habit.
        if !habits.contains(where: { $0.name == habit.name }) { habits.append(habit) }
        return .skipped("a habit, which is recorded as the tracker of its days")
      }
      others.append(ImportUnit([row.original(file: file)], outcome))
    }
  }

  private mutating func skip(
    _ file: WholeFile, _ table: CSVTable, _ index: Int, _ reason: String
  ) throws(FormatProblem) {
    let table =
      table.header.first?.lowercased() == "date" || table.header.first?.lowercased() == "time"
      ? table : try CSVTable(file, header: ["Date", "Score"])
    columns.append(table.header)
    others += table.units(file: index) { (_) throws(RowProblem) in .skipped(reason) }
  }

  /// Returns the habit of a folder.
  private func habit(number: Int?, folder: String) -> LoopHabit {
    habits.first { $0.number != nil && $0.number == number }
      ?? wide.lazy.flatMap { $0.table.header.dropFirst() }
      .map { LoopHabit(name: $0.trimmedWhitespace, number: number) }
      .first { $0.folderName == folder }
      ?? LoopHabit(name: folder.isEmpty ? "Habit \(number ?? 0)" : folder, number: number)
  }

  // MARK: Days

  /// Returns the result of all files.
  mutating func reading() throws(FormatProblem) -> FormatReading {
    let dates = DateReader(order: try order())
    let remarks = self.remarks(dates)
    var reading = FormatReading(units: others, columns: [])
    var attached: Set<OriginalRecord> = []
    var covered: [String: Set<CivilDay>] = [:]
    for (path, file, table) in wide {
      let habits = try self.habits(of: table, path: path)
      // If a name contains a comma, the file's own header is wider than its rows.
      columns[file] = table.header.prefix(1) + habits.map(\.name)
      let unread = remarks.notes(except: days(of: table, dates))
      for var row in table.rows {
        if row.problem == nil {
          row.fields.resize(to: min(row.fields.count, columns[file].count))
        }
        let habits = habits.map { row.known($0, in: table) }
        let before = counts
        var remarked: [OriginalRecord] = []
        let day = row.dates(dates, context).read(row.fields.first ?? "")?.day
        let notes =
          row.context?[context: "notes"] ?? day.map { remarks.notes(on: $0) }
        let outcome = row.outcome { row throws(RowProblem) in
          let day = try self.day(row, in: table, dates)
          var records: [ImportRecord] = []
          for (index, habit) in habits.enumerated() {
            let note = notes?[context: day.description][text: habit.name] ?? ""
            let mark = try LoopMark(row.fields[index + 1], of: habit)
            if let entry = try entry(of: habit, day, mark, note: note.isEmpty ? nil : note) {
              records.append(.entry(entry))
            }
            if row.context == nil, let remark = remarks.row(of: habit.name, on: day) {
              remarked.append(remark)
            }
          }
          return records.isEmpty
            ? .skipped("nothing was done by hand on the day") : .records(records)
        }
        let rowContext = row.context { stored in
          stored.dateOrder = row.dates(dates, context).order
          stored[texts: "measured"] = habits.filter { $0.isMeasured == true }.map(\.name)
          stored[context: "notes"] = notes ?? unread
        }
        var originals = [row.original(file: file, rowContext)]
        switch outcome {
        case .records:
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
      share(habits, table, file, in: &reading)
    }
    for (_, file, table, habit) in single {
      reading.units += units(
        of: habit, table, file: file, dates, covered: covered, attached: attached)
      share(habit.map { [$0] } ?? [], table, file, in: &reading)
    }
    reading.units.sort { left, right in
      let (left, right) = (left.originals[0], right.originals[0])
      return (left.file, left.line) < (right.file, right.line)
    }
    reading.columns = columns
    reading.notes = notes
    return reading
  }

  /// Stores the properties of habits, which rejected rows carry with them.
  private func share(
    _ habits: [LoopHabit], _ table: CSVTable, _ file: Int, in reading: inout FormatReading
  ) {
    var context = RowContext()
    var all = RowContext()
    for habit in habits { all[context: habit.name] = habit.context }
    context[context: "habits"] = all
    reading.share(context, of: "", file: file)
    for (origin, context) in table.sharedContexts {
      reading.share(context, of: origin, file: file)
    }
  }

  /// Returns the units of a habit's own file, or of rejected rows of several.
  private mutating func units(
    of habit: LoopHabit?, _ table: CSVTable, file: Int, _ dates: DateReader,
    covered: [String: Set<CivilDay>], attached: Set<OriginalRecord>
  ) -> [ImportUnit] {
    let hasMeasurement = table.rows.contains { row in
      row.problem == nil && LoopMark.isMeasurement(row.fields[1])
    }
    var units: [ImportUnit] = []
    for row in table.rows where !attached.contains(row.original(file: file)) {
      guard var habit = row.habit(in: table) ?? habit else { continue }
      habit.isMeasured = habit.isMeasured ?? hasMeasurement
      let outcome = row.outcome { row throws(RowProblem) in
        let day = try self.day(row, in: table, dates)
        // A rejected row was not covered by another file.
        if row.context == nil, covered[habit.name]?.contains(day) ?? false {
          return .skipped("a day that is in Checkmarks.csv of all habits")
        }
        let mark = try LoopMark(row.fields[1], of: habit)
        let note = table.text(row, "Notes").trimmedWhitespace
        guard let entry = try entry(of: habit, day, mark, note: note.isEmpty ? nil : note) else {
          return .skipped("nothing was done by hand on the day")
        }
        return .records([.entry(entry)])
      }
      let rowContext = row.context { stored in
        stored.dateOrder = row.dates(dates, context).order
        stored[text: "habit"] = habit.name
        stored[texts: "measured"] = habit.isMeasured == true ? [habit.name] : []
      }
      if outcome.isRejected { counts.rejected += 1 }
      units.append(ImportUnit([row.original(file: file, rowContext)], outcome))
    }
    return units
  }

  /// Returns the notes in the files of single habits.
  private func remarks(_ dates: DateReader) -> LoopRemarks {
    var remarks = LoopRemarks()
    for (_, file, table, habit) in single {
      for row in table.rows where row.problem == nil {
        let note = table.text(row, "Notes").trimmedWhitespace
        guard !note.isEmpty, let name = (row.habit(in: table) ?? habit)?.name,
          let date = row.dates(dates, context).read(row.fields[0])
        else { continue }
        remarks.add(note, of: name, on: date.day, row.original(file: file))
      }
    }
    return remarks
  }

  /// Returns the readable days of a file.
  private func days(of table: CSVTable, _ dates: DateReader) -> Set<CivilDay> {
    Set(
      table.rows.compactMap { row in
        row.dates(dates, context).read(row.fields.first ?? "")?.day
      })
  }

  private func day(
    _ row: CSVTable.Row, in table: CSVTable, _ dates: DateReader
  ) throws(RowProblem) -> CivilDay {
    let dates = row.dates(dates, context)
    if let date = dates.read(row.fields[0]) { return date.day }
    throw RowProblem(
      column: table.header.first, value: row.fields[0], reason: dates.problem(with: row.fields[0]))
  }

  private mutating func entry(
    of habit: LoopHabit, _ day: CivilDay, _ mark: LoopMark, note: String?
  ) throws(RowProblem) -> EntryRecord? {
    var notes = note
    let kind: EntryKind
    switch mark {
    case .done: kind = .checklist(true)
    case .measured(let number): kind = .measurement(number)
    case .nothing, .automatic, .skipped:
      if mark == .automatic { counts.automatic += 1 }
      if mark == .skipped { counts.skipped += 1 }
      guard let note else { return nil }
      counts.textEntries += 1
      kind = .log(note)
      notes = nil
    }
    var entry = EntryRecord(
      tracker: try habit.tracker(), kind: kind, at: context.noon(day),
      key: SourceKey.make("loop", habit.name, day.description))
    entry.isTimeKnown = false
    entry.notes = notes
    counts.done.insert(habit.name)
    return entry
  }

  // MARK: Columns

  /// Returns the habits of the columns of a common Checkmarks.csv.
  private func habits(
    of table: CSVTable, path: String
  ) throws(FormatProblem) -> [LoopHabit] {
    var names = table.header.dropFirst().map { $0.trimmedWhitespace }
    // Loop does not quote names: a comma in a name makes the header wider than the rows.
    let width = table.rows.lazy.filter { $0.problem == nil }.map { row in
      (row.fields.lastIndex { !$0.trimmedWhitespace.isEmpty } ?? 0) + 1
    }.max()
    // Rejects files quote names.
    let isOfRejects = table.rows.contains { $0.origin != nil }
    if let width, width < table.header.count, !isOfRejects {
      let known = habits.map(\.name)
      guard
        known.count + 1 == width,
        known.joined(separator: ",") == table.header.dropFirst().joined(separator: ",")
      else {
        throw FormatProblem(
          path: path,
          message: "the header has \(table.header.count) columns and no row more than \(width): "
            + "a habit's name contains a comma, or days are missing; quote such names, or "
            + "import the whole folder or zip file")
      }
      names = known
    }
    var duplicates = DuplicateCounter()
    return names.enumerated().map { index, name in
      let name = duplicates.unique(name)
      var habit = habits.first { $0.name == name } ?? LoopHabit(name: name)
      habit.isMeasured =
        habit.isMeasured
        ?? table.rows.contains { row in
          row.problem == nil && LoopMark.isMeasurement(row.fields[index + 1])
        }
      return habit
    }
  }

  // MARK: Dates

  /// Returns the order of day, month and year in the dates of all files.
  private mutating func order() throws(FormatProblem) -> DateOrder? {
    var finder = DateOrderFinder()
    for table in wide.map(\.table) + single.map(\.table) {
      for row in table.rows where row.problem == nil && row.context?.dateOrder == nil {
        finder.add(row.fields[0])
      }
    }
    do throws(DateOrderFinder.UnresolvedOrder) {
      return try finder.resolve(context.dateOrder)
    } catch {
      guard case .ambiguous = finder.finding, let order = consecutive(finder.orders) else {
        throw FormatProblem(
          path: wide.first?.path ?? single.first?.path ?? "", message: error.message)
      }
      counts.deduced = order
      return order
    }
  }

  /// Returns the only order in which each row of a common Checkmarks.csv is one day before the row
  /// above it, as Loop writes them; `nil` if there is none.
  private func consecutive(_ orders: [DateOrder]) -> DateOrder? {
    guard let table = wide.first?.table, table.rows.count > 1 else { return nil }
    let fitting = orders.filter { order in
      let reader = DateReader(order: order)
      let days = table.rows.map { $0.problem == nil ? reader.read($0.fields[0])?.day : nil }
      return zip(days, days.dropFirst()).allSatisfy { later, earlier in
        guard let later, let earlier else { return false }
        return later - earlier == 1
      }
    }
    return fitting.count == 1 ? fitting[0] : nil
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
      notes.append("Days that were skipped (SKIP) are not recorded: \(counts.skipped).")
    }
    if counts.textEntries > 0 {
      notes.append(
        "Notes on days on which nothing was done are stored as text entries: \(counts.textEntries)."
      )
    }
    let idle = habits.map(\.name).filter { !counts.done.contains($0) }
    if !idle.isEmpty && !(wide.isEmpty && single.isEmpty) && counts.rejected == 0 {
      notes.append(
        "Habits that were never done by hand are not recorded: \(idle.joined(separator: ", ")).")
    }
    let archived = habits.filter(\.isArchived).map(\.name)
    if !archived.isEmpty {
      notes.append("The archived state of habits is lost: \(archived.joined(separator: ", ")).")
    }
    return notes
  }
}

extension DuplicateCounter {
  /// Returns a name that differs from all preceding ones, ignoring case, as names of trackers do.
  mutating func unique(_ name: String) -> String {
    var unique = name
    var number = 1
    while next(unique.lowercased()) > 0 {
      number += 1
      unique = "\(name) (\(number))"
    }
    return unique
  }
}
