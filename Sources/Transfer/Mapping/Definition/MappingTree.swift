package import CSV

/// The table that a mapping file returns, before it is checked.
package indirect enum MappingTree: Sendable {
  case nothing
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case function(MappingFunction)
  case list([MappingTree])
  case table([(name: String, value: MappingTree)])
  /// A list with named members beside its elements.
  case mixed([MappingTree], [(name: String, value: MappingTree)])

  var shown: String {
    switch self {
    case .nothing: "nothing"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): "\"\(text.prefix(40))\""
    case .function: "a function"
    case .list(let items): items.count == 2 ? "{\(items[0].shown), \(items[1].shown)}" : "a list"
    case .mixed: "a list with names"
    case .table(let members): members.isEmpty ? "an empty table" : "a table"
    }
  }
}

/// A function of a row, given by a mapping. It borrows a record, and takes the names of its fields.
package typealias MappingFunction =
  @Sendable (
    _ record: borrowing CSVRecord, _ names: RowNames
  ) throws(MappingFailure) -> MappedValue

package enum MappingFailure: Error {
  /// The function rejected the row with this problem.
  case row(RowProblem)
  /// The function must not be called again, and the import ends with this error.
  case stop(any Error)
}

package enum MappedValue: Hashable, Sendable {
  /// No value: the field is absent.
  case nothing
  /// A text, read as one from the file.
  case text(String)
  /// A number of a file of JSON, as text with a decimal point.
  case numeral(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  case list([String])

  /// The value as text in a file; `nil` when there is none.
  var text: String? {
    switch self {
    case .nothing: nil
    case .text(let text), .numeral(let text): text
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .boolean(let flag): flag ? "true" : "false"
    case .list(let texts): texts.joined(separator: " ")
    }
  }

  /// Returns the reader for the value: the decimal mark of a mapping is that of texts, and a number of
  /// JSON or Lua has a decimal point.
  func reader(_ numbers: NumberReader) -> NumberReader {
    if case .text = self { numbers } else { NumberReader(isRounding: true) }
  }
}
