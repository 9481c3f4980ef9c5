public import CSV

/// What a mapping is written as, before it is known whether it says something sound: the table that
/// a mapping file returns.
public indirect enum MappingTree: Sendable {
  /// Nothing.
  case nothing
  /// A truth.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number.
  case number(Double)
  /// A text.
  case text(String)
  /// A function of a row.
  case function(MappingFunction)
  /// Values by their positions.
  case list([MappingTree])
  /// Values by their names.
  case table([(name: String, value: MappingTree)])

  /// What it is, for messages.
  var shown: String {
    switch self {
    case .nothing: "nothing"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): "\"\(text.prefix(40))\""
    case .function: "a function"
    case .list: "a list"
    case .table(let members): members.isEmpty ? "an empty table" : "a table"
    }
  }
}

/// A function of a row that a mapping was given.
public struct MappingFunction: Sendable {
  /// What it does: it is lent a record and given the names of the file's columns, one a field.
  public typealias Body =
    @Sendable (
      _ record: borrowing CSVRecord, _ columns: [String]
    ) throws(MappingFailure) -> MappedValue

  let body: Body

  /// Makes a function.
  public init(_ body: @escaping Body) {
    self.body = body
  }
}

/// Why a function of a mapping gave nothing.
public enum MappingFailure: Error {
  /// What it said is wrong with the row.
  case row(RowProblem)
  /// It must not be called again: the import is to end with this error.
  case stop(any Error)
}

/// What a field of a row comes to.
public enum MappedValue: Hashable, Sendable {
  /// Nothing: the field is left out.
  case nothing
  /// A text, to be read as one of the file's.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// A number.
  case number(Double)
  /// A truth.
  case boolean(Bool)
  /// Several texts.
  case list([String])

  /// The value as a text of a file would say it; `nil` when there is none.
  var text: String? {
    switch self {
    case .nothing: nil
    case .text(let text): text
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .boolean(let flag): flag ? "true" : "false"
    case .list(let texts): texts.joined(separator: " ")
    }
  }
}
