import CSV
import Rules
import Schema
import Sessions

/// A reader for the value of one field in the rows of one file.
struct FieldReader {
  enum Location {
    case absent
    case column(Int)
    case columns([Int])
    case constant(MappedValue)
    case function(MappingFunction)
  }

  let name: String
  let location: Location
  /// The names of the file's columns.
  let names: RowNames
  let rounded: RoundedNumbers
  var values: [String: MappedValue] = [:]
  /// The value where a row has none.
  var fallback = MappedValue.nothing
  /// The holder of an error that ends the import.
  let interruption: MappedInterruption

  /// Whether no row has a value.
  var isAbsent: Bool {
    if case .absent = location { fallback == .nothing } else { false }
  }

  /// The index of the only column of the field, if its text is read unchanged; `nil` otherwise.
  var plainColumn: Int? {
    if case .column(let column) = location, values.isEmpty { column } else { nil }
  }

  /// - Parameter isList: whether a function may return a list.
  func value(
    _ record: borrowing CSVRecord, isList: Bool = false
  ) throws(RowProblem) -> MappedValue {
    let text: String
    var isNumber = false
    switch location {
    case .absent: return fallback
    case .constant(let value): return value
    case .column(let column):
      if record.isEmpty(column) { return fallback }
      text = record[column].withLineFeeds
      isNumber = names.isNumber(column, record)
    case .columns(let columns): text = joined(columns, record).withLineFeeds
    case .function(let function):
      let value = try interruption.calling(function, record, names, name)
      if case .list = value, !isList { throw problem(nil, "expected one value, got a list") }
      guard case .text(let result) = value else { return value == .nothing ? fallback : value }
      text = result.withLineFeeds
    }
    if text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return fallback }
    if !values.isEmpty,
      let meaning = values[text] ?? values[text.trimmedWhitespace.lowercased()]
    {
      return meaning
    }
    return isNumber ? .numeral(text) : .text(text)
  }

  /// Returns the text of a row; `nil` where there is none.
  func text(_ record: borrowing CSVRecord) throws(RowProblem) -> String? {
    if let plainColumn, fallback == .nothing {
      return record.isEmpty(plainColumn) ? nil : record[plainColumn].withLineFeeds
    }
    return try value(record).text
  }

  func requiredText(_ record: borrowing CSVRecord) throws(RowProblem) -> String {
    if let text = try text(record) { return text }
    throw missing("a text")
  }

  /// Returns the index of the name in a row; `nil` where there is none.
  func choice(
    _ record: borrowing CSVRecord, _ choices: ChoiceReader
  ) throws(RowProblem) -> Int? {
    let value = try value(record)
    guard let text = value.text else { return nil }
    if let index = choices.index(of: value, text) { return index }
    if text.trimmedWhitespace.isEmpty { return nil }
    throw problem(
      text,
      choices.expectation(value, text)
        + "; the mapping can define the meaning of such texts: values = {"
        + "\(name) = {[\"\(text.prefix(40))\"] = …}}")
  }

  /// Returns the texts of a row that are divided by a separator.
  func texts(
    _ record: borrowing CSVRecord, _ separator: String
  ) throws(RowProblem) -> [String] {
    switch location {
    case .columns(let columns):
      // Each column has one tag or several.
      return columns.flatMap { split(record[$0], separator) }
    default:
      let value = try value(record, isList: true)
      if case .list(let texts) = value {
        return texts.map(\.trimmedWhitespace).filter { !$0.isEmpty }
      }
      return value.text.map { split($0, separator) } ?? []
    }
  }

  private func split(_ text: String, _ separator: String) -> [String] {
    text.split(separator: separator).map { String($0).trimmedWhitespace }.filter { !$0.isEmpty }
  }

  /// Returns the whole number of a row; `nil` where there is none.
  func whole(
    _ record: borrowing CSVRecord, _ numbers: NumberReader
  ) throws(RowProblem) -> Int64? {
    let value = try value(record)
    guard let text = value.text else { return nil }
    if let number = Int64(text) { return number }
    if case .number(let number) = value, let whole = Int64(exactly: number) { return whole }
    let numbers = value.reader(numbers)
    guard let number = numbers.whole(text) else {
      throw problem(text, "expected a whole number")
    }
    _ = read(value, text, numbers, record.line)
    return number
  }

  /// Returns the number of a row; `nil` where there is none.
  func number(
    _ record: borrowing CSVRecord, _ numbers: NumberReader
  ) throws(RowProblem) -> DecimalNumber? {
    let value = try value(record)
    guard let text = value.text else { return nil }
    let numbers = value.reader(numbers)
    if let number = read(value, text, numbers, record.line) { return number }
    var reason = numbers.problem(with: text)
    let point = NumberReader(mark: .point).read(text)
    if numbers.mark == nil, let point, let comma = NumberReader(mark: .comma).read(text) {
      reason =
        "it is \(point) with a decimal point and \(comma) with a decimal comma; choose one in the "
        + "mapping: decimal = \".\" or decimal = \",\""
    }
    throw problem(text, reason)
  }

  /// Reads a number, and counts it if it is rounded, unless a function calculated it.
  private func read(
    _ value: MappedValue, _ text: String, _ numbers: NumberReader, _ line: Int
  ) -> DecimalNumber? {
    if case .number = value { return numbers.read(text) }
    return rounded.read(text, numbers, line: line)
  }

  /// Returns the Boolean value of a row; `nil` where there is none.
  func boolean(_ record: borrowing CSVRecord) throws(RowProblem) -> Bool? {
    let value = try value(record)
    if case .boolean(let flag) = value { return flag }
    guard let text = value.text else { return nil }
    if let flag = BooleanParser.read(text) { return flag }
    throw problem(text, "expected \(BooleanParser.form)")
  }

  // MARK: Problems

  func missing(_ expected: String) -> RowProblem {
    RowProblem(column: column, reason: "expected \(expected), got nothing")
  }

  func problem(_ value: String?, _ reason: String) -> RowProblem {
    RowProblem(column: column, value: value.map { String($0.prefix(200)) }, reason: reason)
  }

  /// The name under which a problem is reported: that of the columns or of the field.
  private var column: String {
    switch location {
    case .column(let column): names.columns[column]
    case .columns(let columns): columns.map { names.columns[$0] }.joined(separator: ", ")
    case .absent, .constant, .function: name
    }
  }

  private func joined(_ columns: [Int], _ record: borrowing CSVRecord) -> String {
    var text = ""
    for column in columns where !record.isEmpty(column) {
      if !text.isEmpty { text += " " }
      text += record[column]
    }
    return text
  }
}

/// The holder of an error, thrown by a function of a mapping, that ends the import.
final class MappedInterruption {
  private(set) var error: (any Error)?

  func calling(
    _ function: MappingFunction, _ record: borrowing CSVRecord, _ names: RowNames, _ name: String
  ) throws(RowProblem) -> MappedValue {
    do throws(MappingFailure) {
      return try function(record, names)
    } catch {
      switch error {
      case .row(var problem):
        problem.column = problem.column ?? name
        throw problem
      case .stop(let stop):
        self.error = stop
        throw RowProblem(column: name, reason: "\(stop)")
      }
    }
  }
}
