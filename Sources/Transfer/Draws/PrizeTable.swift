import CSV
package import FlintRules
import FlintSchema

/// The prizes of the tiers, from a CSV file with the columns `item` and `tier`, and `weight` if they differ.
package enum PrizeTable {
  package struct Row: Hashable, Sendable {
    package var name: String
    package var tier: String
    /// The weight among the prizes of its tier.
    package var weight: Fraction
  }

  /// Reads a file.
  ///
  /// - Throws: `InputFailure` when the file cannot be read, lacks a column, or a weight is no number.
  package static func read(_ path: String) throws -> [Row] {
    let files = try InputGroup.groups(of: [path]).flatMap(\.files)
    guard files.count == 1, let file = files.first else {
      throw InputFailure(path, "expected one file, got \(files.count)", isUnreadable: false)
    }
    let feed = try RecordFeed(file, TextOptions())
    let header = feed.header.map { $0.trimmedWhitespace.lowercased() }
    guard let name = header.firstIndex(of: "item"), let tier = header.firstIndex(of: "tier") else {
      throw InputFailure(
        path,
        "expected the columns item and tier, got \(feed.header.prefix(20).joined(separator: ", "))",
        isUnreadable: false)
    }
    let weight = header.firstIndex(of: "weight")
    var rows: [Row] = []
    while try feed.next() {
      let line = feed.parser.record.line
      func text(_ column: Int) -> String {
        column < feed.parser.record.count ? feed.parser.record[column].trimmedWhitespace : ""
      }
      if text(name).isEmpty, text(tier).isEmpty { continue }
      var row = Row(name: text(name), tier: text(tier), weight: .one)
      if let weight, !text(weight).isEmpty {
        guard let number = Fraction(text(weight)) else {
          throw InputFailure(
            path,
            "line \(line): weight \"\(text(weight))\": expected a number such as 2, 0.5 or 1/3",
            isUnreadable: false)
        }
        row.weight = number
      }
      rows.append(row)
      guard rows.count <= 100_000 else {
        throw InputFailure(path, "more than 100000 items", isUnreadable: false)
      }
    }
    return rows
  }
}
