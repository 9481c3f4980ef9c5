package import FlintSchema

/// A duration of a table, in milliseconds.
package struct DurationReading: Hashable, Sendable {
  package var milliseconds: Int64
  /// Whether the milliseconds are what is written, not rounded.
  package var isExact = true

  /// The whole minutes, half a minute up, and whether they are rounded.
  package var minutes: (minutes: Int64, isRounded: Bool) {
    let (whole, rest) = milliseconds.quotientAndRemainder(
      dividingBy: DurationUnit.minutes.milliseconds)
    return (rest >= 30_000 ? whole + 1 : whole, rest != 0 || !isExact)
  }

  /// Returns the number of some unit, to six decimals, half to even, and whether it is rounded.
  package func number(of unit: DurationUnit) -> (number: DecimalNumber, isRounded: Bool)? {
    let (millionths, isOver) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    if isOver { return nil }
    let (quotient, rest) = millionths.quotientAndRemainder(dividingBy: unit.milliseconds)
    let isUp = rest * 2 > unit.milliseconds || (rest * 2 == unit.milliseconds && quotient % 2 == 1)
    return DecimalNumber(millionths: isUp ? quotient + 1 : quotient).map {
      ($0, rest != 0 || !isExact)
    }
  }
}

/// Reads durations as people and apps write them: numbers of a unit, and all forms of
/// `WrittenDuration`.
package struct DurationReader: Sendable {
  /// The unit of numbers without one.
  package var unit: DurationUnit
  /// Whether `5:30` is minutes and seconds, not hours and minutes.
  package var isMinutesAndSeconds: Bool
  package var numbers: NumberReader

  /// The names of units for numbers without one, as mappings state them.
  package static let unitNames =
    ["milliseconds", "seconds", "minutes", "hours", "days", minutesAndSeconds]
  private static let minutesAndSeconds = "m:ss"

  /// A description of readable durations, for error messages.
  package static let form = "a duration such as 90 min, 1:30 or 1h 30m"

  package init(
    unit: DurationUnit = .minutes, isMinutesAndSeconds: Bool = false,
    numbers: NumberReader = NumberReader()
  ) {
    self.unit = unit
    self.isMinutesAndSeconds = isMinutesAndSeconds
    self.numbers = numbers
  }

  /// Creates a reader for the name of a unit in a mapping; `nil` for another name.
  package init?(unitName: String, numbers: NumberReader) {
    guard Self.unitNames.contains(unitName) else { return nil }
    self.init(
      unit: DurationUnit(rawValue: unitName) ?? .minutes,
      isMinutesAndSeconds: unitName == Self.minutesAndSeconds, numbers: numbers)
  }

  /// Reads a duration; `nil` when the text is none, also for a negative one.
  package func read(_ text: String) -> DurationReading? {
    if let number = numbers.read(text) {
      return unit.milliseconds(of: number).map {
        DurationReading(
          milliseconds: $0.milliseconds, isExact: $0.isExact && !numbers.isRounded(text))
      }
    }
    guard let written = written(text) else { return nil }
    return DurationReading(milliseconds: written.milliseconds, isExact: written.isExact)
  }

  /// Reads a duration that has a unit or a colon; `nil` for other texts.
  package func written(_ text: String) -> WrittenDuration? {
    WrittenDuration(text, isMinutesAndSeconds: isMinutesAndSeconds) { numbers.read($0) }
  }
}
