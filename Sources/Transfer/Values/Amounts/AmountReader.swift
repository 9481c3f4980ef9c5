package import Schema

/// An amount of an entry: minutes, or a number.
package enum AmountReading: Hashable, Sendable {
  case minutes(Int64, isRounded: Bool)
  case number(DecimalNumber, isRounded: Bool)
}

/// Reads amounts: a duration with a unit or a colon is minutes, and any other number is a number.
package struct AmountReader: Sendable {
  package var numbers: NumberReader

  package init(numbers: NumberReader = NumberReader()) {
    self.numbers = numbers
  }

  /// - Parameter unit: the unit that another column of the row has, if it has one.
  /// - Throws: `AmountFault` for a text that is no amount.
  package func read(_ text: String, unit: String? = nil) throws(AmountFault) -> AmountReading {
    let unit = unit.map(\.trimmedWhitespace).flatMap { $0.isEmpty ? nil : QuantityUnit($0) }
    if case .time(let unit)? = unit {
      guard let read = DurationReader(unit: unit, numbers: numbers).read(text) else {
        throw AmountFault(reason: "expected \(DurationReader.form)")
      }
      let (minutes, isRounded) = read.minutes
      return .minutes(minutes, isRounded: isRounded)
    }
    let reader = DurationReader(numbers: numbers)
    if unit == nil, numbers.read(text) == nil, let written = reader.written(text) {
      let reading = DurationReading(milliseconds: written.milliseconds, isExact: written.isExact)
      let (minutes, isRounded) = reading.minutes
      return .minutes(minutes, isRounded: isRounded)
    }
    // A number of any unit: a tracker has one.
    let own = WrittenQuantity(text)?.units.first.map { QuantityUnit($0) }
    let found = try QuantityReader(unit: unit ?? own, numbers: numbers).read(text)
    return .number(found.number, isRounded: found.isRounded)
  }
}
