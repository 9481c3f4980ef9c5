package import FlintSchema

/// A number of a table that may have a unit.
package struct QuantityReading: Hashable, Sendable {
  package var number: DecimalNumber
  /// Whether more decimals are written than the number has.
  package var isRounded = false
}

/// The reason why a text is not read as an amount.
package struct AmountFault: Error, Hashable, Sendable {
  package var reason: String
}

/// Reads numbers with a unit, such as `70.5 kg`, `79%`, `€12.50` or `7:30` hours.
package struct QuantityReader: Sendable {
  /// The unit of all numbers; without one, a unit in a cell is refused.
  package var unit: QuantityUnit?
  package var numbers: NumberReader

  package init(unit: QuantityUnit?, numbers: NumberReader = NumberReader()) {
    self.unit = unit
    self.numbers = numbers
  }

  /// - Throws: `AmountFault` for a text that is no number, or has another unit.
  package func read(_ text: String) throws(AmountFault) -> QuantityReading {
    if let number = numbers.read(text) {
      return QuantityReading(number: number, isRounded: numbers.isRounded(text))
    }
    if case .time(let unit)? = unit { return try read(text, in: unit) }
    guard let quantity = WrittenQuantity(text) else {
      throw AmountFault(reason: numbers.problem(with: text))
    }
    for found in quantity.units {
      let found = QuantityUnit(found)
      guard let unit else {
        throw AmountFault(
          reason:
            "it is in \(found.name): state that in the mapping, unit = \(found.name.luaQuoted)")
      }
      if !unit.matches(found) {
        throw AmountFault(reason: "it is in \(found.name), and the mapping says \(unit.name)")
      }
    }
    var isCurrency = false
    if case .currency? = unit { isCurrency = true }
    guard !quantity.isBracketed || isCurrency, let number = numbers.read(quantity.number) else {
      throw AmountFault(reason: numbers.problem(with: quantity.number))
    }
    return QuantityReading(number: number, isRounded: numbers.isRounded(quantity.number))
  }

  /// Reads a duration as a number of a unit; it may be negative.
  private func read(
    _ text: String, in unit: DurationUnit
  ) throws(AmountFault) -> QuantityReading {
    var plain = text.trimmedWhitespace
    let isNegative = plain.hasPrefix("-") || plain.hasPrefix("\u{2212}")
    if isNegative { plain.removeFirst() }
    let reader = DurationReader(unit: unit, numbers: numbers)
    guard let (number, isRounded) = reader.read(plain)?.number(of: unit) else {
      if let found = WrittenQuantity(text)?.units.first {
        throw AmountFault(reason: "it is in \(found), and the mapping says \(unit.rawValue)")
      }
      throw AmountFault(
        reason: "expected a number of \(unit.rawValue), or a duration such as 7:30 or 7h 30m")
    }
    let signed = DecimalNumber(millionths: isNegative ? -number.millionths : number.millionths)
    return QuantityReading(number: signed ?? number, isRounded: isRounded)
  }
}
