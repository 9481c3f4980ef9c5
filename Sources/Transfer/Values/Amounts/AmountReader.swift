package import FlintSchema

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
    let own = unit == nil ? try ownUnit(of: text) : nil
    let found = try QuantityReader(unit: unit ?? own, numbers: numbers).read(text)
    return .number(found.number, isRounded: found.isRounded)
  }

  /// Returns the unit that a text has behind its number; `nil` if it has none.
  ///
  /// - Throws: `AmountFault` for a text that may mean another number: `10k`, `5 or 6`, `5 min ago`.
  private func ownUnit(of text: String) throws(AmountFault) -> QuantityUnit? {
    guard numbers.read(text) == nil, let written = WrittenQuantity(text)?.units.first else {
      return nil
    }
    let unit = QuantityUnit(written)
    guard case .word = unit else {
      if case .time = unit { throw AmountFault(reason: "expected \(DurationReader.form)") }
      return unit
    }
    let words = written.split(whereSeparator: \.isWhitespace)
    let isBehind =
      text.trimmedWhitespace.first.map { !$0.isLetter && !"<>~#".contains($0) } ?? false
    guard isBehind, written.lowercased() != "k",
      words.first.map({ DurationUnit(word: $0) == nil }) ?? true,
      !words.dropFirst().contains(where: { $0.contains(where: \.isNumber) })
    else { throw AmountFault(reason: "expected an amount such as 5, 5 km or 90 min") }
    return unit
  }
}
