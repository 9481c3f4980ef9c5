import CSV
import Rules
import Sessions

/// Reads what rows of one file say about one thing.
struct FieldReader {
  /// Where it is in a record.
  enum Place {
    case nowhere
    case column(Int)
    case columns([Int])
    case constant(MappedValue)
    case function(MappingFunction)
  }

  let name: String
  let place: Place
  /// The names of the file's columns.
  let header: [String]
  /// What texts of the file stand for.
  var values: [String: MappedValue] = [:]
  /// What it is where a row has nothing.
  var fallback = MappedValue.nothing
  /// Where an error is left that is to end the import.
  let interruption: MappedInterruption

  /// Whether no row has anything.
  var isAbsent: Bool {
    if case .nowhere = place { fallback == .nothing } else { false }
  }

  /// The only column it is read from, as it stands there; `nil` when something has to be done first.
  var plainColumn: Int? {
    if case .column(let column) = place, values.isEmpty { column } else { nil }
  }

  /// What a row says.
  func value(_ record: borrowing CSVRecord) throws(RowProblem) -> MappedValue {
    let text: String
    switch place {
    case .nowhere: return fallback
    case .constant(let value): return value
    case .column(let column):
      if record.isEmpty(column) { return fallback }
      text = record[column].withLineFeeds
    case .columns(let columns): text = joined(columns, record).withLineFeeds
    case .function(let function):
      let value = try call(function, record)
      guard case .text(let result) = value else { return value == .nothing ? fallback : value }
      text = result.withLineFeeds
    }
    if text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return fallback }
    if values.isEmpty { return .text(text) }
    return values[text] ?? values[text.trimmedWhitespace.lowercased()] ?? .text(text)
  }

  /// Somebody's words; `nil` where there are none.
  func text(_ record: borrowing CSVRecord) throws(RowProblem) -> String? {
    if let plainColumn, fallback == .nothing {
      return record.isEmpty(plainColumn) ? nil : record[plainColumn].withLineFeeds
    }
    return try value(record).text
  }

  /// Words that there have to be.
  func words(_ record: borrowing CSVRecord) throws(RowProblem) -> String {
    if let text = try text(record) { return text }
    throw missing("a text")
  }

  /// The place among names that the row names; `nil` where it names none.
  func choice(
    _ record: borrowing CSVRecord, _ choices: ChoiceReader
  ) throws(RowProblem) -> Int? {
    guard let text = try text(record) else { return nil }
    if let place = choices.place(of: text) { return place }
    if text.trimmedWhitespace.isEmpty { return nil }
    throw problem(
      text,
      choices.expectation(text) + "; the mapping can say what such words stand for: values = {"
        + "\(name) = {[\"\(text.prefix(40))\"] = …}}")
  }

  /// Several texts, which a separator parts in the file.
  func texts(
    _ record: borrowing CSVRecord, _ separator: String
  ) throws(RowProblem) -> [String] {
    switch place {
    case .columns(let columns):
      // Each column for itself: a tag, or several.
      return columns.flatMap { parts(record[$0], separator) }
    default:
      let value = try value(record)
      if case .list(let texts) = value {
        return texts.map(\.trimmedWhitespace).filter { !$0.isEmpty }
      }
      return value.text.map { parts($0, separator) } ?? []
    }
  }

  private func parts(_ text: String, _ separator: String) -> [String] {
    text.split(separator: separator).map { String($0).trimmedWhitespace }.filter { !$0.isEmpty }
  }

  /// A whole number.
  func whole(
    _ record: borrowing CSVRecord, _ numbers: NumberReader
  ) throws(RowProblem) -> Int64? {
    if let plainColumn, fallback == .nothing, record.isEmpty(plainColumn) { return nil }
    guard let text = try number(record) else { return nil }
    if let number = Int64(text) { return number }
    guard let number = numbers.whole(text) else {
      throw problem(text, "expected a whole number")
    }
    return number
  }

  /// A number.
  func number(
    _ record: borrowing CSVRecord, _ numbers: NumberReader
  ) throws(RowProblem) -> TrackerNumber? {
    let value = try value(record)
    if case .number(let number) = value {
      // What a function worked out may have more decimals than are kept.
      return try read(NumberReader(isRounding: true), "\(number)")
    }
    return try value.text.flatMap { (text) throws(RowProblem) in try read(numbers, text) }
  }

  private func read(
    _ numbers: NumberReader, _ text: String
  ) throws(RowProblem) -> TrackerNumber {
    if let number = numbers.read(text) { return number }
    var reason = "expected \(numbers.form)"
    let point = NumberReader(mark: .point).read(text)
    if numbers.mark == nil, let point, let comma = NumberReader(mark: .comma).read(text) {
      reason =
        "it is \(point) with a decimal point and \(comma) with a decimal comma; say which in the "
        + "mapping: decimal = \".\" or decimal = \",\""
    }
    throw problem(text, reason)
  }

  private func number(_ record: borrowing CSVRecord) throws(RowProblem) -> String? {
    let value = try value(record)
    if case .number(let number) = value, let whole = Int64(exactly: number) {
      return String(whole)
    }
    return value.text
  }

  /// A truth.
  func truth(_ record: borrowing CSVRecord) throws(RowProblem) -> Bool? {
    let value = try value(record)
    if case .boolean(let flag) = value { return flag }
    guard let text = value.text else { return nil }
    if let truth = TruthReader.read(text) { return truth }
    throw problem(text, "expected \(TruthReader.form)")
  }

  // MARK: Problems

  func missing(_ expected: String) -> RowProblem {
    RowProblem(column: column, reason: "expected \(expected), got nothing")
  }

  func problem(_ value: String?, _ reason: String) -> RowProblem {
    RowProblem(column: column, value: value.map { String($0.prefix(200)) }, reason: reason)
  }

  /// What a problem is told of: the columns, or else the field.
  private var column: String {
    switch place {
    case .column(let column): header[column]
    case .columns(let columns): columns.map { header[$0] }.joined(separator: ", ")
    case .nowhere, .constant, .function: name
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

  private func call(
    _ function: MappingFunction, _ record: borrowing CSVRecord
  ) throws(RowProblem) -> MappedValue {
    try interruption.calling(function, record, header, name)
  }
}

/// Where a function of a mapping leaves the error that is to end the import.
final class MappedInterruption {
  private(set) var error: (any Error)?

  func calling(
    _ function: MappingFunction, _ record: borrowing CSVRecord, _ header: [String], _ name: String
  ) throws(RowProblem) -> MappedValue {
    do throws(MappingFailure) {
      return try function.body(record, header)
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
