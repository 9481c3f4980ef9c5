/// A unit of time in which people and apps write durations.
package enum DurationUnit: String, CaseIterable, Sendable {
  case milliseconds
  case seconds
  case minutes
  case hours
  case days
  case weeks

  package var milliseconds: Int64 {
    switch self {
    case .milliseconds: 1
    case .seconds: 1000
    case .minutes: 60_000
    case .hours: 3_600_000
    case .days: 86_400_000
    case .weeks: 604_800_000
    }
  }

  /// Creates the unit with a name or an abbreviation in English, Spanish, Italian, German or French,
  /// ignoring case and a full stop at its end; `nil` for other texts.
  package init?(word: some StringProtocol) {
    let plain = word.lowercased()
    guard let unit = Self.words[plain.hasSuffix(".") ? String(plain.dropLast()) : plain] else {
      return nil
    }
    self = unit
  }

  /// The names and abbreviations of the units, in lower case.
  private static let words: [String: DurationUnit] = {
    var units: [String: DurationUnit] = [:]
    for (unit, words) in lists {
      for word in words.split(separator: " ") { units[String(word)] = unit }
    }
    return units
  }()

  private static let lists: [(DurationUnit, String)] = [
    (
      .milliseconds,
      "ms msec msecs millisecond milliseconds milisegundo milisegundos millisecondo millisecondi "
        + "millisekunde millisekunden milliseconde millisecondes"
    ),
    (
      .seconds,
      "s sec secs second seconds seg segs segundo segundos secondo secondi sek sekunde sekunden "
        + "seconde secondes \" ″ ''"
    ),
    (
      .minutes,
      "m min mins minute minutes mn minuto minutos minuti minuten ' ′"
    ),
    (.hours, "h hr hrs hour hours hora horas hs ora ore std stunde stunden heure heures"),
    (.days, "d day days día días dia dias giorno giorni tag tage tagen jour jours"),
    (
      .weeks, "w wk wks week weeks semana semanas settimana settimane woche wochen semaine semaines"
    ),
  ]

  /// Returns the milliseconds of a number of such units, to the nearest one, half up, and whether
  /// these are exact; `nil` for a negative number, or one out of range.
  package func milliseconds(of number: DecimalNumber) -> (milliseconds: Int64, isExact: Bool)? {
    guard number.millionths >= 0 else { return nil }
    let product = number.millionths.multipliedFullWidth(by: milliseconds)
    guard product.high < 500_000 else { return nil }
    let (quotient, rest) = Int64(1_000_000).dividingFullWidth(product)
    let (sum, isOver) = quotient.addingReportingOverflow(rest >= 500_000 ? 1 : 0)
    return isOver ? nil : (sum, rest == 0)
  }
}
