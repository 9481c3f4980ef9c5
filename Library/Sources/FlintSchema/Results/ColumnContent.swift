import FlintCalendar

/// The type of a column's values, to validate the conditions on it.
package enum ColumnContent: String, Sendable {
  case text
  case number
  case time
  case day
  case flag

  /// A description of the values that can be compared with the column, for messages.
  var expected: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .time: "a time or a day, such as 2026-03-01T09:30 or 2026-03-01"
    case .day: "a day such as 2026-03-01"
    case .flag: "true or false"
    }
  }

  /// Whether a text can be compared with the values of the column.
  package func canCompare(with text: String) -> Bool {
    switch self {
    case .text: true
    case .number: (try? DecimalNumber(reading: text, field: "")) != nil
    case .time: CivilDay(text) != nil || Timestamp(text) != nil
    case .day: CivilDay(text) != nil
    case .flag: text == "true" || text == "false"
    }
  }
}

extension ColumnContent {
  package init(_ type: FieldType) {
    switch type {
    case .integer: self = .number
    case .boolean: self = .flag
    case .day: self = .day
    case .time: self = .time
    // A decimal is written as a text, see `ExportRow`.
    case .decimal, .text, .line, .id, .choice, .list, .ids, .structure, .phrase: self = .text
    }
  }

  package init(_ type: ResultType) {
    switch type {
    case .number, .value(.decimal): self = .number
    case .value(let type): self.init(type)
    case .row, .rows, .grid: self = .text
    }
  }
}

extension RowCondition {
  /// Returns the problem with the condition's value for a column of a type; `nil` if there is none.
  package func problem(comparing content: ColumnContent) -> String? {
    if comparison == .contains || content.canCompare(with: value) { return nil }
    // Every column can be compared with the empty text.
    if value.isEmpty, comparison == .equal || comparison == .unequal { return nil }
    return "column \"\(column)\" is compared with \(content.expected), got \"\(value)\""
  }
}
