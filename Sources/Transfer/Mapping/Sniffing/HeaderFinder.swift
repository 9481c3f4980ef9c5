import CSV
import FlintRules
import FlintSchema

/// A search for the header of a table below introductory lines, such as an account's name and the
/// day of the export.
///
/// The header is the first record that is wider than all preceding ones, contains only names, each
/// once, and is as wide as most following records. If the first record has all columns that have
/// text, it is the header.
struct HeaderFinder {
  private struct Candidate {
    var line: Int
    var fields: [String]
    /// The number of fields up to the last that has text.
    var extent: Int
  }

  private static let maximumRecordCount = 300
  /// The maximum number of records among which the header is searched.
  private static let maximumHeaderPosition = 100

  private var records: [Candidate] = []

  /// The number of lines before the header.
  private(set) var skippedLines = 0

  /// - Parameter text: the beginning of a file.
  init(_ text: [UInt8], _ dialect: CSVDialect) {
    var dialect = dialect
    dialect.strictness = .lenient
    var parser = CSVParser(dialect: dialect)
    var position = 0
    while records.count < Self.maximumRecordCount {
      var hasRecord = (try? parser.next(in: text.span.bytes, at: &position)) ?? true
      if !hasRecord { hasRecord = (try? parser.finish()) ?? false }
      guard hasRecord else { break }
      let fields = parser.record.strings.map(\.trimmedWhitespace)
      let extent = (fields.lastIndex { !$0.isEmpty } ?? -1) + 1
      records.append(Candidate(line: parser.record.line, fields: fields, extent: extent))
    }
    let widest = records.map(\.extent).max() ?? 0
    guard let first = records.first, first.extent < widest, widest > 1 else { return }
    var before = 0
    for (index, record) in records.prefix(Self.maximumHeaderPosition).enumerated() {
      if index > 0, record.extent > before, isHeader(index) {
        skippedLines = record.line - 1
        return
      }
      before = max(before, record.extent)
    }
  }

  /// Whether the first record names a column a day: at least three of its fields and most of them are
  /// dates, the first is none, and no field below them is one.
  var isHeaderOfDates: Bool {
    guard let first = records.first, first.extent > 1, !FileSniff.isRow([first.fields[0]]) else {
      return false
    }
    func isDate(_ text: String) -> Bool {
      DateReader().read(text) != nil
        || DateOrder.allCases.contains { DateReader(order: $0).read(text) != nil }
    }
    let names = first.fields[1..<first.extent]
    let dates = names.count(where: isDate)
    let others = records.dropFirst().prefix(20)
    return (dates == names.count || dates >= 3 && dates * 3 >= names.count * 2) && !others.isEmpty
      && !names.contains { NumberReader(isRounding: true).read($0) != nil }
      && !others.contains { $0.fields.dropFirst().contains(where: isDate) }
  }

  private func isHeader(_ index: Int) -> Bool {
    let record = records[index]
    let names = record.fields.filter { !$0.isEmpty }
    let following = records[(index + 1)...]
    guard names.count > 1, names.count * 2 > record.extent, Set(names).count == names.count,
      !following.isEmpty, !FileSniff.isRow(names)
    else { return false }
    // Rows may end in a delimiter even if the header does not.
    let fitting = following.count { row in
      row.extent <= record.extent
        && (row.fields.count == record.fields.count || row.fields.count == record.fields.count + 1)
    }
    return fitting * 2 > following.count
  }
}
