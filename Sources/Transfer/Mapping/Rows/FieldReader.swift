import CSV
import FlintRules
import FlintSchema
import Sessions

/// A reader for the value of one field in the rows of one file.
struct FieldReader {
  enum Location {
    case absent
    case column(Int)
    case columns([Int])
    case constant(MappedValue)
    case function(MappingFunction)
    /// The time between those of two columns.
    case span(from: Int, to: Int)
  }

  let name: String
  let location: Location
  /// How the text is read, where the mapping states it.
  let form: MappingSource.Form?
  /// The column with the unit of each row, if there is one.
  let unitColumn: Int?
  /// The file, with the names of its columns.
  let file: MappedFile
  /// The texts that are no value.
  let empty: Set<String>
  var values: [String: MappedValue] = [:]
  /// The value where a row has none.
  var fallback = MappedValue.nothing

  /// Whether no row has a value.
  var isAbsent: Bool {
    if case .absent = location { fallback == .nothing } else { false }
  }

  /// The index of the only column of the field, if its text is read unchanged; `nil` otherwise.
  var plainColumn: Int? {
    if case .column(let column) = location, values.isEmpty, empty.isEmpty, form == nil {
      column
    } else {
      nil
    }
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
      text = part(of: record[column].withLineFeeds)
      isNumber = file.names.isNumber(column, record)
    case .columns(let columns): text = part(of: joined(columns, record).withLineFeeds)
    case .span(let from, let to):
      return try file.times.minutes(from: from, to: to, self, record).map { .integer($0) }
        ?? fallback
    case .function(let function):
      let value = try file.interruption.calling(function, record, file.names, name)
      if case .list = value, !isList { throw problem(nil, "expected one value, got a list") }
      guard case .text(let result) = value else { return value == .nothing ? fallback : value }
      text = result.withLineFeeds
    }
    if isEmpty(text) { return fallback }
    if !values.isEmpty,
      let meaning = values[text] ?? values[text.trimmedWhitespace.lowercased()]
    {
      return meaning
    }
    return isNumber ? .numeral(text) : .text(text)
  }

  /// Whether a text of the file is no value.
  private func isEmpty(_ text: String) -> Bool {
    if text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return true }
    return !empty.isEmpty && empty.contains(text.trimmedWhitespace.lowercased())
  }

  /// Returns the part of a text that the mapping reads.
  private func part(of text: String) -> String {
    guard let form, form.after != nil || form.before != nil else { return text }
    var part = text[...]
    if let after = form.after {
      part = part.firstRange(of: after).map { part[$0.upperBound...] } ?? ""
    }
    if let before = form.before, let end = part.firstRange(of: before) {
      part = part[..<end.lowerBound]
    }
    return String(part)
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
      return columns.flatMap { isEmpty(record[$0]) ? [] : split(record[$0], separator) }
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
    case .column(let column): file.header[column]
    case .columns(let columns): columns.map { file.header[$0] }.joined(separator: ", ")
    case .span(let from, let to): "\(file.header[from]), \(file.header[to])"
    case .absent, .constant, .function: name
    }
  }

  private func joined(_ columns: [Int], _ record: borrowing CSVRecord) -> String {
    var text = ""
    for column in columns where !record.isEmpty(column) && !isEmpty(record[column]) {
      if !text.isEmpty { text += " " }
      text += record[column]
    }
    return text
  }
}
