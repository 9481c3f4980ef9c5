package import FlintRules
package import FlintSchema

/// A row of a table from which a rulebook is drafted: a card and its chance.
package struct DraftRow: Hashable, Sendable {
  package var place: DraftPlace
  package var name: String
  /// The id, as written; empty where the table has none.
  package var id = ""
  /// The rarity, as written; empty where the table has none.
  package var rarity = ""
  /// The category, as written; empty where the table has none.
  package var category = ""
  /// The pool, as written; empty where the table has none.
  package var pool = ""
  package var isFeatured = false
  /// The weight; `nil` where none is given.
  package var weight: Fraction?
  /// The chance of the card, or of its rarity; `nil` where none is given.
  package var rate: Fraction?

  package init(place: DraftPlace, name: String) {
    self.place = place
    self.name = name
  }
}

package enum DraftPlace: Hashable, Sendable {
  /// The line of a text, from 1.
  case line(Int)
  /// The position in a list, from 1.
  case entry(Int)

  /// Returns an error in a column of the row.
  func fault(_ column: String, _ problem: String) -> TableFault {
    switch self {
    case .line(let line):
      TableFault(path: TablePath(), owner: "line \(line), \(column)", problem: problem)
    case .entry(let position):
      TableFault(path: TablePath([.position(position), .name(column)]), problem: problem)
    }
  }
}

/// The rows of a table from which a rulebook is drafted.
package struct DraftTable: Sendable {
  /// The rows, in the order of the file.
  package var rows: [DraftRow] = []
  /// What was left out of the file or ignored.
  package var remarks: [String] = []
  /// The names of the columns in the file, for messages.
  var columns: [DraftColumn: String] = [:]

  /// The maximum number of rows: that of the cards of a rulebook.
  package static let mostRows = 10_000

  package init(rows: [DraftRow] = []) { self.rows = rows }

  func name(_ column: DraftColumn) -> String { columns[column] ?? column.rawValue }

  func fault(_ column: DraftColumn, _ problem: String) -> DraftError {
    DraftError("column \"\(name(column))\"", problem)
  }
}

/// The error of a table from which no rulebook can be drafted, with every fault.
package struct DraftError: Error, Hashable, Sendable, CustomStringConvertible {
  /// All errors; never empty.
  package var faults: [TableFault]

  package init(_ faults: [TableFault]) { self.faults = faults }

  /// Creates an error that concerns the whole table, or one thing in it.
  init(_ owner: String? = nil, _ problem: String) {
    faults = [TableFault(path: TablePath(), owner: owner, problem: problem)]
  }

  package var description: String { faults.map(\.description).joined(separator: "\n") }
}
