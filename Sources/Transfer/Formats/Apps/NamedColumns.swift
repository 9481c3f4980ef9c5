import CSV
import FlintSchema

/// The columns of a table by their names, ignoring case and surrounding spaces.
struct NamedColumns {
  private var positions: [String: Int] = [:]

  /// Creates the columns of a header; the first of several with one name counts.
  init(_ header: [String]) {
    for (index, name) in header.enumerated() {
      let name = name.trimmedWhitespace.lowercased()
      positions[name] = positions[name] ?? index
    }
  }

  /// Whether there are columns with all of some names, in lower case.
  func has(_ names: String...) -> Bool { names.allSatisfy { positions[$0] != nil } }

  /// Returns the trimmed text of a record in the first column of some names; empty if there is none.
  func text(_ record: borrowing CSVRecord, _ names: String...) -> String {
    for name in names {
      if let position = positions[name] { return record[position].trimmedWhitespace }
    }
    return ""
  }
}
