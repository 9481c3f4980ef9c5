/// The widths of a table's columns, and the lines that a row takes.
///
/// A table that is too wide first shrinks its columns of free text, in proportion to what each has
/// beyond its minimum. If that does not suffice, its rows continue on indented lines. Ids, dates,
/// numbers and words of a fixed vocabulary keep their widths.
struct TableLayout {
  /// The width of each column.
  private(set) var widths: [Int]
  /// The columns of each line of a row.
  private(set) var lines: [Range<Int>] = []

  static let indent = "  "
  /// The space between two columns.
  private static let gap = 2
  /// The width below which a column of free text does not shrink.
  private static let least = 12
  /// The narrowest terminal that tables fit.
  private static let narrowest = 20

  /// The names of the columns of free text, in all tables.
  static let freeTexts: Set<String> = [
    "conditions", "description", "detail", "examples", "imported as", "name",
    "note", "notes", "npc", "project", "requirement", "source", "tags", "text", "title", "tracker",
    "value", "values", "waits_for", "zone",
  ]

  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - rows: The rows.
  ///   - cells: The texts of their cells.
  ///   - width: The columns of the terminal; `nil` for a table of any width.
  init(columns: [String], rows: [[Cell]], cells: [[String]], width: Int?) {
    let headers = columns.map { TextWidth.of($0) }
    widths = columns.indices.map { column in
      cells.reduce(headers[column]) { max($0, TextWidth.of($1[column])) }
    }
    guard let width = width.map({ max($0, Self.narrowest) }), Self.sum(widths[...]) > width else {
      lines = [columns.indices]
      return
    }
    let least = columns.indices.map { column in
      guard Self.freeTexts.contains(columns[column]) else { return widths[column] }
      // A column may have texts in some rows and numbers in others.
      return zip(rows, cells).reduce(
        min(widths[column], max(headers[column], Self.least))
      ) { $1.0[column].isNumber ? max($0, TextWidth.of($1.1[column])) : $0 }
    }
    var start = 0
    while start < columns.count {
      let room = width - (start == 0 ? 0 : TextWidth.of(Self.indent))
      var end = start + 1
      while end < columns.count, Self.sum(least[start...end]) <= room { end += 1 }
      shrink(start..<end, to: room, least: least)
      lines.append(start..<end)
      start = end
    }
  }

  /// Shrinks the columns of a line to a width.
  private mutating func shrink(_ line: Range<Int>, to room: Int, least: [Int]) {
    let excess = Self.sum(widths[line]) - room
    if excess <= 0 { return }
    var available = max(0, room - Self.sum(least[line]))
    var surplus = line.reduce(0) { $0 + widths[$1] - least[$1] }
    for column in line where widths[column] > least[column] {
      let own = widths[column] - least[column]
      let share = own * available / surplus
      widths[column] = least[column] + share
      available -= share
      surplus -= own
    }
  }

  /// Returns the width of adjacent columns with the space between them.
  private static func sum(_ widths: ArraySlice<Int>) -> Int {
    widths.reduce(0, +) + gap * max(0, widths.count - 1)
  }
}
