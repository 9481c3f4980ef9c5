import ArgumentParser
import FlintCalendar
import FlintJSON
package import FlintRules
package import FlintSchema
package import Sessions
package import Views

/// A list of results, written in any format from their schema, with the rows and columns that options select.
package struct ResultList<Row> {
  /// A row with its number and the short forms of its ids, which only tables show.
  private struct Listed {
    let row: Row
    let number: Int
    let shortIDs: [String: String]
  }

  private let columns: [ResultColumn<Row>]
  private let conditions: [(column: ResultColumn<Row>, condition: RowCondition)]
  private let order: (column: ResultColumn<Row>, isDescending: Bool)?
  private let limit: Int?
  private let session: Session
  private let zone: CivilZone
  private let scales: NameScales
  private let format: ResultFormat
  private var listing: Listing<Listed>
  /// The rows so far, if they are to be sorted.
  private var unsorted: [Row] = []
  /// The number of rows that were written.
  package private(set) var count = 0
  /// The ids of the rows that a table numbered, in order.
  package private(set) var numbered: [EventID] = []
  private let numberedID: ((Row) -> EventID)?
  /// Whether rows were omitted, since there are more than the limit.
  package private(set) var isCut = false

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - isLong: whether a table shows only some rows unless `--limit` is given.
  ///   - language: the language of the texts of tables.
  ///   - session: the session whose zone, names and short ids the list uses.
  ///   - numberedID: the id of a row, if a table begins with the numbers of its rows.
  /// - Throws: `ValidationError` if an option names a column that does not exist.
  package init(
    _ schema: ResultSchema<Row>, _ format: ResultFormat, _ options: RowSelection,
    isLong: Bool = false, in language: Language = .english, session: Session,
    numbering numberedID: ((Row) -> EventID)? = nil
  ) throws {
    let all = schema.columns
    func column(_ name: String, _ option: String) throws -> ResultColumn<Row> {
      if let column = all.first(where: { $0.name == name }) { return column }
      let names = all.map(\.name)
      let former = option == "order" ? RenamedSpellings.orders[name] ?? [] : []
      let hint =
        former.first { names.contains($0.split(separator: ":").first.map(String.init) ?? $0) }
        .map { "; it is --order \($0) now" } ?? NearestName.hint(for: name, among: names)
      throw ValidationError(
        "--\(option): there is no column \"\(name)\"\(hint); the columns are "
          + names.joined(separator: ", "))
    }
    self.format = format
    let isText = format.isText
    let every = all.filter { isText || $0.declaration.forms == .all }
    if let names = options.columns, names != ["all"] {
      columns = try names.map { try column($0, "columns") }
    } else if isText, options.columns == nil, !schema.shown.isEmpty {
      columns = try schema.shown.map { try column($0, "columns") }
    } else {
      columns = every
    }
    conditions = try options.conditions.map { condition in
      let found = try column(condition.column, "where")
      if let problem = condition.problem(comparing: ColumnContent(found.declaration.type)) {
        throw ValidationError("--where: \(problem)")
      }
      return (found, condition)
    }
    order = try options.order.map { (try column($0.column, "order"), $0.isDescending) }
    limit =
      isLong ? options.mostShown(in: format, session) : options.limit == 0 ? nil : options.limit
    self.session = session
    zone = session.zone
    scales = NameScales(session.rulebook.definition)
    let json: ((Listed) -> JSONValue)? =
      options.columns == nil ? { schema.json($0.row) } : nil
    self.numberedID = isText ? numberedID : nil
    let numbers =
      self.numberedID == nil
      ? [] : [Column("#") { (listed: Listed) -> Cell in .integer(Int64(listed.number)) }]
    listing = Listing(
      format,
      numbers
        + columns.map { column in
          Column(isText ? column.declaration.heading : column.name, style: { column.tone?($0.row) })
          {
            listed -> Cell in
            guard isText else { return Cell(column.value(listed.row)) }
            let text = column.text(listed.row, language, shortID: listed.shortIDs)
            return column.isNumeric ? .rounded(text) : .text(text)
          }
        }, json: json)
    listing.omitsEmptyColumns = options.columns == nil
  }

  /// Creates a list in the format of its options.
  package init(
    _ schema: ResultSchema<Row>, _ options: ResultOptions, isLong: Bool = false,
    in language: Language = .english, session: Session,
    numbering numberedID: ((Row) -> EventID)? = nil
  ) throws {
    try self.init(
      schema, options.format, options.selection, isLong: isLong, in: language, session: session,
      numbering: numberedID)
  }

  /// Writes rows, or keeps them to be sorted.
  ///
  /// - Returns: whether more rows can be written.
  @discardableResult
  package mutating func append(_ rows: some Collection<Row>) throws -> Bool {
    let wanted = rows.filter { row in
      conditions.allSatisfy { isSatisfied($0.condition, by: row, in: $0.column) }
    }
    if order != nil {
      unsorted += wanted
      return true
    }
    return try write(wanted)
  }

  /// Returns whether the value of a row, or the text that tables show in its place, satisfies a condition.
  private func isSatisfied(
    _ condition: RowCondition, by row: Row, in column: ResultColumn<Row>
  ) -> Bool {
    let isSatisfied = condition.isSatisfied(by: column.value(row), zone, scales)
    guard let text = shown(row, in: column) else { return isSatisfied }
    let isShown = condition.isSatisfied(by: .text(text), zone, scales)
    return switch condition.comparison {
    case .equal, .contains: isSatisfied || isShown
    case .unequal: isSatisfied && isShown
    case .atLeast, .atMost, .more, .less: isSatisfied
    }
  }

  /// Returns the text that tables show in place of a value; `nil` if they show the value, or nothing.
  private func shown(_ row: Row, in column: ResultColumn<Row>) -> String? {
    column.text.flatMap { $0(row) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns what a row is sorted by: its value, and what tables show where that says more. Names stand for a
  /// list of ids.
  private func sortKey(_ row: Row, in column: ResultColumn<Row>) -> (
    value: FieldValue, text: String
  ) {
    let (value, text) = (column.value(row), shown(row, in: column) ?? "")
    if case .list = value, column.text != nil { return (.text(text), text) }
    return (value, text)
  }

  private mutating func write(_ rows: [Row]) throws -> Bool {
    let written = Array(rows.prefix(limit.map { $0 - count } ?? .max))
    isCut = isCut || written.count < rows.count
    var shortIDs: [String: String] = [:]
    if format.isText {
      let ids = columns.filter { $0.declaration.type == .id && $0.declaration.style != .whole }
        .flatMap { column in written.compactMap { EventID(column.value($0).plain) } }
      for (id, short) in try session.reader.shortIDs(of: ids) {
        shortIDs[id.description] = short
      }
    }
    for (index, row) in written.enumerated() {
      if StandardOutput.shared.isClosed { return false }
      listing.append(Listed(row: row, number: count + index + 1, shortIDs: shortIDs))
      if let numberedID { numbered.append(numberedID(row)) }
    }
    count += written.count
    return !isCut
  }

  /// Writes the end of the list.
  ///
  /// - Parameter empty: the text for a table without rows.
  package mutating func end(empty: @autoclosure () -> String) throws {
    if let order {
      let keys = unsorted.map { sortKey($0, in: order.column) }
      let indices = keys.indices.sorted { left, right in
        let (a, b) = (keys[left].value, keys[right].value)
        // Rows without a value are last in both directions.
        if a.isNone != b.isNone { return b.isNone }
        if FieldValue.precedes(a, b, scales) { return !order.isDescending }
        if FieldValue.precedes(b, a, scales) { return order.isDescending }
        let (first, second) = (keys[left].text, keys[right].text)
        if first != second { return (first < second) != order.isDescending }
        return left < right
      }
      _ = try write(indices.map { unsorted[$0] })
    }
    listing.end(empty: conditions.isEmpty ? empty() : "no rows satisfy --where")
  }

  /// Writes a whole list.
  package static func write(
    _ rows: some Collection<Row>, _ schema: ResultSchema<Row>, _ options: ResultOptions,
    isLong: Bool = false, in language: Language = .english, session: Session,
    empty: @autoclosure () -> String
  ) throws {
    var output = try ResultList(schema, options, isLong: isLong, in: language, session: session)
    try output.append(rows)
    try output.end(empty: empty())
  }
}
