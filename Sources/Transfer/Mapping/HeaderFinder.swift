import CSV
import Rules

/// Finds the header of a table below lines that are no part of it, such as an account's name and the
/// day of the export.
///
/// The header is the first record that is wider than all before it, has names only, each once, and is
/// as wide as most records behind it. Where the first record has all columns that have text, it is that.
struct HeaderFinder {
  private struct Candidate {
    var line: Int
    var fields: [String]
    /// How many fields there are up to the last that has text.
    var extent: Int
  }

  /// So many records are looked at.
  private static let most = 300
  /// A header is among so many first ones.
  private static let mostBefore = 100

  private var records: [Candidate] = []

  /// How many lines stand before the header.
  private(set) var skippedLines = 0

  /// - Parameters:
  ///   - text: the beginning of a file.
  ///   - dialect: how it is written.
  init(_ text: [UInt8], _ dialect: CSVDialect) {
    var dialect = dialect
    dialect.strictness = .lenient
    var parser = CSVParser(dialect: dialect)
    var position = 0
    while records.count < Self.most {
      var isThere = (try? parser.next(in: text.span.bytes, at: &position)) ?? true
      if !isThere { isThere = (try? parser.finish()) ?? false }
      guard isThere else { break }
      let fields = parser.record.strings.map(\.trimmedWhitespace)
      let extent = (fields.lastIndex { !$0.isEmpty } ?? -1) + 1
      records.append(Candidate(line: parser.record.line, fields: fields, extent: extent))
    }
    let widest = records.map(\.extent).max() ?? 0
    guard let first = records.first, first.extent < widest, widest > 1 else { return }
    var before = 0
    for (place, record) in records.prefix(Self.mostBefore).enumerated() {
      if place > 0, record.extent > before, isHeader(place) {
        skippedLines = record.line - 1
        return
      }
      before = max(before, record.extent)
    }
  }

  private func isHeader(_ place: Int) -> Bool {
    let record = records[place]
    let names = record.fields.filter { !$0.isEmpty }
    let behind = records[(place + 1)...]
    guard names.count > 1, names.count * 2 > record.extent, Set(names).count == names.count,
      !behind.isEmpty, !FileSniff.isRow(names)
    else { return false }
    // Rows may end in a delimiter where the header does not.
    let fitting = behind.count { row in
      row.extent <= record.extent
        && (row.fields.count == record.fields.count || row.fields.count == record.fields.count + 1)
    }
    return fitting * 2 > behind.count
  }
}
