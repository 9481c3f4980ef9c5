/// A duration in one of the forms in which people and apps write durations with a unit or a colon:
/// `90 min`, `1h30`, `1.5 hours`, `1d 2h`, `1:30`, `01:30:00`, `0 days 01:05:00`, `PT1H30M`, `45'`.
package struct WrittenDuration: Hashable, Sendable {
  package private(set) var milliseconds: Int64 = 0
  /// Whether the milliseconds are what is written, not rounded.
  package private(set) var isExact = true
  /// The units that are written, the largest first.
  package private(set) var units: [DurationUnit] = []
  /// Whether a part of it is written with colons.
  package private(set) var hasClock = false

  /// Reads a duration; `nil` for other texts, also for a number without a unit.
  ///
  /// - Parameters:
  ///   - isMinutesAndSeconds: whether `5:30` is five minutes and a half, not five hours and a half.
  ///   - number: the reader of numbers before a unit.
  package init?(
    _ text: String, isMinutesAndSeconds: Bool = false,
    number: (String) -> DecimalNumber? = { try? DecimalNumber(reading: $0, field: "duration") }
  ) {
    var scan = DurationScan(text)
    let isRead =
      scan.takesPeriodMark
      ? readPeriod(&scan, number) : readWords(&scan, isMinutesAndSeconds, number)
    guard isRead, !units.isEmpty else { return nil }
  }

  // MARK: Forms

  /// Reads what follows the `P` of ISO 8601, such as `1DT2H30M`.
  private mutating func readPeriod(
    _ scan: inout DurationScan, _ number: (String) -> DecimalNumber?
  ) -> Bool {
    var isTime = false
    while !scan.isAtEnd {
      if !isTime, scan.take("t") {
        isTime = true
        continue
      }
      guard let digits = scan.number(), let letter = scan.letter() else { return false }
      let unit: DurationUnit? =
        switch (letter, isTime) {
        case ("w", false): .weeks
        case ("d", false): .days
        case ("h", true): .hours
        case ("m", true): .minutes
        case ("s", true): .seconds
        default: nil
        }
      // The standard allows a comma before decimals, and a point.
      let decimal = number(digits) ?? number(digits.replacing(",", with: "."))
      guard let unit, let decimal, add(decimal, unit) else { return false }
    }
    return true
  }

  /// Reads numbers with units, clocks, and a number without a unit behind a larger unit.
  private mutating func readWords(
    _ scan: inout DurationScan, _ isMinutesAndSeconds: Bool, _ number: (String) -> DecimalNumber?
  ) -> Bool {
    while true {
      scan.skipSeparators(isFirst: units.isEmpty)
      if scan.isAtEnd { return true }
      guard let digits = scan.number() else { return false }
      if scan.take(":") {
        return addClock(digits, &scan, isMinutesAndSeconds) && scan.isAtEnd
      }
      scan.skipSpace()
      let unit: DurationUnit
      if let word = scan.word() {
        guard let named = DurationUnit(word: word) else { return false }
        unit = named
      } else if let smaller = units.last.flatMap(Self.smaller), digits.utf8.count <= 2 {
        unit = smaller
      } else {
        return false
      }
      guard let decimal = number(digits), fits(decimal, unit), add(decimal, unit) else {
        return false
      }
    }
  }

  /// Reads what follows the first colon of a clock.
  private mutating func addClock(
    _ first: String, _ scan: inout DurationScan, _ isMinutesAndSeconds: Bool
  ) -> Bool {
    var components = [first]
    repeat {
      guard let next = scan.number() else { return false }
      components.append(next)
    } while scan.take(":")
    scan.skipSpace()
    let unit = scan.word().map { DurationUnit(word: $0) }
    if case .some(nil) = unit { return false }
    var largest = DurationUnit.hours
    switch (components.count, unit ?? nil) {
    case (2, .minutes), (2, .seconds): largest = .minutes
    case (2, nil) where isMinutesAndSeconds: largest = .minutes
    case (2, .hours), (2, nil), (3, .hours), (3, nil): break
    default: return false
    }
    // As .NET writes days: 1.02:03:04.
    if components.count == 3, units.isEmpty,
      let match = components[0].wholeMatch(of: /(\d+)\.(\d\d)/)
    {
      guard let days = try? DecimalNumber(reading: String(match.1), field: "days"), add(days, .days)
      else { return false }
      components[0] = String(match.2)
    }
    hasClock = true
    var current: DurationUnit? = largest
    for (index, component) in components.enumerated() {
      let (whole, isLast) = (component.prefix { $0.isNumber }, index == components.count - 1)
      guard let unit = current, index == 0 || whole.count == 2,
        whole.count == component.count || (isLast && unit == .seconds),
        let decimal = try? DecimalNumber(
          reading: component.replacing(",", with: "."), field: "clock"),
        index == 0 && units.isEmpty || decimal.millionths < (unit == .hours ? 24 : 60) * 1_000_000,
        add(decimal, unit)
      else { return false }
      current = Self.smaller(unit)
    }
    return true
  }

  // MARK: Sums

  /// Whether a number of units may follow what is written before it: below a larger unit, there is
  /// less than one of it.
  private func fits(_ number: DecimalNumber, _ unit: DurationUnit) -> Bool {
    guard let larger = units.last else { return true }
    guard let part = unit.milliseconds(of: number) else { return false }
    return part.milliseconds < larger.milliseconds
  }

  private mutating func add(_ number: DecimalNumber, _ unit: DurationUnit) -> Bool {
    if let last = units.last, last.milliseconds <= unit.milliseconds { return false }
    guard let part = unit.milliseconds(of: number) else { return false }
    let (sum, isOver) = milliseconds.addingReportingOverflow(part.milliseconds)
    if isOver { return false }
    milliseconds = sum
    isExact = isExact && part.isExact
    units.append(unit)
    return true
  }

  private static func smaller(_ unit: DurationUnit) -> DurationUnit? {
    switch unit {
    case .hours: .minutes
    case .minutes: .seconds
    default: nil
    }
  }
}
