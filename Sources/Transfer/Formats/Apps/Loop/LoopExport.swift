import FlintCalendar
import FlintRules
import FlintSchema

/// The files of one Loop export, with the habits that they define.
struct LoopExport {
  /// The name of the habit of a file outside its folder, if the user gave one.
  let given: String?
  private(set) var columns: [[String]] = []
  /// The units of files that do not record days, in the order of the files.
  private(set) var others: [ImportUnit] = []
  private(set) var habits: [LoopHabit] = []
  /// The common Checkmarks.csv of each folder, if any.
  private(set) var wide: [(path: String, file: Int, table: CSVTable)] = []
  private(set) var single: [(path: String, file: Int, table: CSVTable, habit: LoopHabit)] = []

  init(given: String? = nil) { self.given = given }

  /// Reads a file. Files that define habits must be read first.
  mutating func read(_ file: WholeFile, index: Int) throws(FormatProblem) {
    guard file.bytes.contains(where: { $0 > 0x20 }) else {
      // The file of a habit that was never done is empty.
      columns.append([])
      return
    }
    let first = try CSVTable(file, fields: LoopMark.cells)
    switch LoopFile(path: file.path, header: first.header) {
    case .habits: readHabits(first, file: index)
    case .checkmarks:
      columns.append(first.header)
      wide.append((file.path, index, first))
    case .habit(let number, let name):
      guard let habit = number.map({ habit(number: $0, folder: name) }) ?? givenHabit else {
        throw FormatProblem(
          path: file.path,
          message: "this is the file of one habit, and does not name it; give its name by "
            + "--tracker NAME (tracker = \"NAME\" in Lua), or import the whole folder or zip file")
      }
      let table =
        first.column("date") == 0
        ? first : try CSVTable(file, header: ["Date", "Value", "Notes"])
      columns.append(table.header)
      single.append((file.path, index, table, habit))
    case .scores: try skip(file, first, index, "a score, which Loop computes from the days")
    case .slips, nil: try skip(file, first, index, "a slip of a habit to quit")
    }
  }

  private mutating func readHabits(_ table: CSVTable, file: Int) {
    columns.append(table.header)
    var names = OccurrenceCounter()
    for row in table.rows {
      let outcome = row.outcome { row throws(RowProblem) in
        var habit = try LoopHabit(row, in: table)
        habit.name = names.unique(habit.name)
        // The first of several exports in one folder defines a habit.
        if !habits.contains(where: { $0.name == habit.name }) { habits.append(habit) }
        return .skipped("a habit, which is recorded as the tracker of its days")
      }
      others.append(ImportUnit([row.original(file: file, needsOriginal: true)], outcome))
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

  private var givenHabit: LoopHabit? {
    given.map { name in
      habits.first { $0.name == name } ?? LoopHabit(name: name.trimmedWhitespace)
    }
  }

  private func habit(number: Int, folder: String) -> LoopHabit {
    habits.first { $0.number == number }
      ?? wide.lazy.flatMap { $0.table.header.dropFirst() }
      .map { LoopHabit(name: $0.trimmedWhitespace, number: number) }
      .first { $0.folderName == folder }
      ?? LoopHabit(name: folder.isEmpty ? "Habit \(number)" : folder, number: number)
  }

  /// Returns the habits of the columns of a common Checkmarks.csv.
  func habits(
    of table: CSVTable, path: String
  ) throws(FormatProblem) -> [LoopHabit] {
    var names = table.header.dropFirst().map { $0.trimmedWhitespace }
    // Loop does not quote names: a comma in a name makes the header wider than the rows.
    let width = table.rows.lazy.filter { $0.problem == nil }.map { row in
      (row.fields.lastIndex { !$0.trimmedWhitespace.isEmpty } ?? 0) + 1
    }.max()
    if let width, width < table.header.count {
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
    var duplicates = OccurrenceCounter()
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

  /// Returns the order of day, month and year in the dates of all files, and whether only the sequence
  /// of the days determines it.
  ///
  /// - Parameter stated: the order that the options of the import give, if any.
  func dateOrder(
    stated: DateOrder?
  ) throws(FormatProblem) -> (order: DateOrder?, isDeduced: Bool) {
    var finder = DateOrderFinder()
    for table in wide.map(\.table) + single.map(\.table) {
      for row in table.rows where row.problem == nil {
        finder.add(row.fields[0])
      }
    }
    do throws(DateOrderFinder.UnresolvedOrder) {
      return (try finder.resolve(stated), false)
    } catch {
      guard case .ambiguous = finder.finding, let order = consecutive(finder.orders) else {
        throw FormatProblem(
          path: wide.first?.path ?? single.first?.path ?? "", message: error.message)
      }
      return (order, true)
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
}

extension OccurrenceCounter {
  /// Returns a name that differs from all preceding ones, ignoring case, as names of trackers do.
  mutating func unique(_ name: String) -> String {
    name.unique { next($0.lowercased()) == 0 }
  }
}
