import CSV
import FlintRules
import FlintSchema
import Sessions

/// Numbers, durations and amounts.
extension FieldReader {
  /// Returns the whole number of a row; `nil` where there is none.
  func whole(
    _ record: borrowing CSVRecord
  ) throws(RowProblem) -> Int64? {
    let value = try value(record)
    guard let text = value.text else { return nil }
    if let number = Int64(text) { return number }
    if case .number(let number) = value, let whole = Int64(exactly: number) { return whole }
    let numbers = value.reader(file.numbers)
    guard let number = numbers.whole(text) else {
      throw problem(text, "expected a whole number")
    }
    _ = read(value, text, numbers, record.line)
    return number
  }

  /// Returns the number of a row; `nil` where there is none.
  func number(
    _ record: borrowing CSVRecord
  ) throws(RowProblem) -> DecimalNumber? {
    let value = try value(record)
    guard let text = value.text else { return nil }
    let numbers = value.reader(file.numbers)
    if case .named(let unit)? = form?.unit {
      return try quantity(text, QuantityUnit(unit), numbers, record.line)
    }
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
    return file.rounded.read(text, numbers, line: line)
  }

  private func quantity(
    _ text: String, _ unit: QuantityUnit, _ numbers: NumberReader, _ line: Int
  ) throws(RowProblem) -> DecimalNumber {
    do throws(AmountFault) {
      let found = try QuantityReader(unit: unit, numbers: numbers).read(text)
      if found.isRounded { file.rounded.note(text, "\(found.number)", line: line) }
      return found.number
    } catch {
      throw problem(text, error.reason)
    }
  }

  /// Returns the whole minutes of a row, read as a duration; `nil` where there is none.
  func minutes(_ record: borrowing CSVRecord) throws(RowProblem) -> Int64? {
    let value = try value(record)
    guard let text = value.text else { return nil }
    if form == nil, let minutes = Int64(text), minutes >= 0 { return minutes }
    // A calculated number is minutes whatever the file has.
    if case .integer(let minutes) = value { return minutes }
    var unit = "minutes"
    if case .named(let name)? = form?.unit { unit = name }
    guard let reader = DurationReader(unitName: unit, numbers: value.reader(file.numbers)),
      let duration = reader.read(text)
    else { throw problem(text, "expected \(DurationReader.form)") }
    let (minutes, isRounded) = duration.minutes
    if isRounded { file.roundedMinutes.note(text, "\(minutes)", line: record.line) }
    return minutes
  }

  /// Returns the amount of a row: a number, or minutes where a unit of time says so; `nil` where
  /// there is none.
  func amount(_ record: borrowing CSVRecord) throws(RowProblem) -> EntryKind? {
    let value = try value(record)
    guard let text = value.text else { return nil }
    var unit: String?
    if let unitColumn { unit = record[unitColumn] }
    if case .named(let name)? = form?.unit { unit = name }
    do throws(AmountFault) {
      switch try AmountReader(numbers: value.reader(file.numbers)).read(text, unit: unit) {
      case .minutes(let minutes, let isRounded):
        if isRounded { file.roundedMinutes.note(text, "\(minutes)", line: record.line) }
        return .session(minutes: minutes)
      case .number(let number, let isRounded):
        if isRounded { file.rounded.note(text, "\(number)", line: record.line) }
        return .measurement(number)
      }
    } catch {
      throw problem(text, error.reason)
    }
  }
}
