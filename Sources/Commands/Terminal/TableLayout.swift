import Charts

/// The widths of a table's columns, and the lines that a row takes.
///
/// A table that is too wide omits its empty columns and breaks its headers between words. If that
/// does not suffice, it shrinks its columns of free text, in proportion to what each has beyond its
/// minimum; then it cuts long headers; and if that does not suffice either, rows continue on indented
/// lines. Ids, dates, numbers and words of a fixed vocabulary keep their widths.
struct TableLayout {
  private(set) var widths: [Int]
  /// The columns of each line of a row.
  private(set) var lines: [[Int]] = []

  package static let indent = "  "
  /// The space between two columns.
  private static let gap = 2
  /// The width to which a header may be cut.
  private static let shortHeader = 6
  /// The narrowest terminal that tables fit.
  private static let narrowest = 20

  /// The columns of free text, in all tables, by name, with the widths below which they do not shrink.
  private static let leastWidths = [
    "conditions": 14, "description": 14, "detail": 14, "examples": 14, "imported as": 14,
    "name": 14, "note": 14, "notes": 14, "progress": 14, "requirement": 14,
    "schedule": 14, "summary": 14,
    "text": 14,
    "title": 14, "value": 14, "npc": 8, "project": 8, "source": 8, "tags": 8, "tracker": 8,
    "values": 8, "waits for": 8, "zone": 8,
  ]

  /// - Parameters:
  ///   - cells: The texts of their cells.
  ///   - width: The columns of the terminal; `nil` for a table of any width.
  package init(columns: [String], rows: [[Cell]], cells: [[String]], width: Int?) {
    let content = columns.indices.map { column in
      cells.reduce(0) { max($0, TextWidth.of($1[column])) }
    }
    widths = zip(columns, content).map { max(TextWidth.of($0), $1) }
    let all = Array(columns.indices)
    guard let width = width.map({ max($0, Self.narrowest) }), sum(all) > width else {
      lines = [all]
      return
    }
    let shown = rows.isEmpty ? all : all.filter { content[$0] > 0 }
    let words = columns.map { name in
      name.split(whereSeparator: { " _".contains($0) }).map { TextWidth.of($0) }.max() ?? 0
    }
    /// Sets the widths for headers of some widths, and returns the least widths.
    func adopt(headers: [Int]) -> [Int] {
      widths = zip(headers, content).map { max($0, $1) }
      return all.map { column in
        guard let least = Self.leastWidths[columns[column]] else { return widths[column] }
        // A column may have texts in some rows and numbers in others.
        return zip(rows, cells).reduce(min(widths[column], max(headers[column], least))) {
          $1.0[column].isNumber ? max($0, TextWidth.of($1.1[column])) : $0
        }
      }
    }
    var least = adopt(headers: words)
    if sum(shown, of: least) > width {
      least = adopt(headers: words.map { min($0, Self.shortHeader) })
      // Cut headers are of use only if rows then have one line.
      if sum(shown, of: least) > width { least = adopt(headers: words) }
    }
    var line: [Int] = []
    var room = width
    for column in shown {
      if !line.isEmpty, sum(line + [column], of: least) > room {
        shrink(line, to: room, least: least)
        lines.append(line)
        line = []
        room = width - TextWidth.of(Self.indent)
      }
      line.append(column)
    }
    shrink(line, to: room, least: least)
    lines.append(line)
  }

  /// Shrinks the columns of a line to a width.
  private mutating func shrink(_ line: [Int], to room: Int, least: [Int]) {
    if sum(line) <= room { return }
    var available = max(0, room - sum(line, of: least))
    var surplus = line.reduce(0) { $0 + widths[$1] - least[$1] }
    for column in line where widths[column] > least[column] {
      let own = widths[column] - least[column]
      let share = own * available / surplus
      widths[column] = least[column] + share
      available -= share
      surplus -= own
    }
  }

  /// Returns the width of columns with the space between them.
  private func sum(_ columns: [Int], of widths: [Int]? = nil) -> Int {
    columns.reduce(0) { $0 + (widths ?? self.widths)[$1] } + Self.gap * max(0, columns.count - 1)
  }
}
