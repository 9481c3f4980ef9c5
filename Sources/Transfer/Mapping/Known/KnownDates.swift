import CSV
import FlintSchema

/// The order of day, month and year in the dates of a table, as far as its beginning tells it.
struct KnownDates {
  /// The order; `nil` if no column needs one, or none has it.
  private(set) var order: DateOrder?

  /// - Parameter skippedLines: the number of lines before the header.
  init(_ glimpse: FileGlimpse, skippedLines: Int) {
    var columns: [Column] = []
    var parser = CSVParser(
      dialect: CSVDialect(delimiter: glimpse.delimiter, strictness: .lenient))
    var position = 0
    var rows = -1 - skippedLines
    while position < glimpse.start.count {
      let hasRecord = (try? parser.next(in: glimpse.start.span.bytes, at: &position)) ?? true
      // The last record may be cut.
      guard hasRecord else { break }
      let fields = parser.record.strings
      if fields.allSatisfy(\.isEmpty) { continue }
      if rows >= 0 {
        while columns.count < fields.count { columns.append(Column()) }
        for (index, text) in fields.enumerated() { columns[index].add(text) }
      }
      rows += 1
    }
    let found = Set(columns.compactMap(\.order))
    order = found.count == 1 ? found.first : nil
  }

  private struct Column {
    private var finder = DateOrderFinder()
    private var isOther = false

    mutating func add(_ text: String) {
      if isOther || text.trimmedWhitespace.isEmpty { return }
      isOther =
        DateReader().read(text) == nil
        && !DateOrder.allCases.contains { DateReader(order: $0).read(text) != nil }
      finder.add(text)
    }

    var order: DateOrder? {
      if !isOther, case .order(let order) = finder.finding { order } else { nil }
    }
  }
}
