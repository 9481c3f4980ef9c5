import FlintSchema
import Testing

@testable import Transfer

/// Expected milliseconds are minutes × 60,000 worked by hand.
struct `Reading durations` {
  @Test(arguments: [
    ("90", 5_400_000), ("1:30", 5_400_000), ("01:30:00", 5_400_000), ("1h 30m", 5_400_000),
    ("1h30", 5_400_000), ("1h30m", 5_400_000), ("90 min", 5_400_000), ("90min", 5_400_000),
    ("1.5h", 5_400_000), ("1,5 h", 5_400_000), ("1.5 hours", 5_400_000), ("PT1H30M", 5_400_000),
    ("P1DT2H", 93_600_000), ("0 days 01:05:00", 3_900_000), ("1d 2h", 93_600_000),
    ("5400s", 5_400_000), ("2h 13m 5s", 7_985_000), ("45'", 2_700_000), ("5'30\"", 330_000),
    ("500 ms", 500), ("00:45:10.5", 2_710_500), ("1 day, 2:03:04", 93_784_000),
    ("1.02:03:04", 93_784_000), ("7:30 min", 450_000), ("1:30 h", 5_400_000),
    ("100:00", 360_000_000),
    ("0", 0), ("0:00", 0), ("89.6", 5_376_000), ("PT36H", 129_600_000), ("P1W", 604_800_000),
    ("1'000 s", 1_000_000), ("1h:30m", 5_400_000), ("+1:30", 5_400_000),
  ])
  func `in all usual forms`(text: String, milliseconds: Int64) {
    let reader = DurationReader(numbers: NumberReader(mark: nil))
    #expect(reader.read(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    ("1 Std. 30 Min.", 90), ("2 Stunden", 120), ("2 ore e 5 minuti", 125), ("1 ora", 60),
    ("1 heure et 20 minutes", 80), ("2 horas y 3 minutos", 123), ("90 Minuten", 90),
    ("1 giorno", 1440), ("2 jours", 2880), ("1 hour and 1 minute", 61), ("3600 secondes", 60),
  ])
  func `with units in five languages`(text: String, minutes: Int64) {
    let reading = DurationReader().read(text)
    #expect(reading?.minutes.minutes == minutes)
    #expect(reading?.minutes.isRounded == false)
  }

  @Test(arguments: [
    "", "-1:30", "-5", "1h 90m", "1:75", "1:2", "1:30 PM", "7:30:00 AM", "x", "h", "5 kg", "3 5",
    "2026-01-02", "1m 2h", "1h 2h", "12:00:00:00", "999999999999999999 h", "1:30 kg", "PT", "P5X",
  ])
  func `refuses what is none`(text: String) {
    #expect(DurationReader().read(text) == nil)
  }

  @Test func `takes the unit of bare numbers from the mapping`() {
    let cases: [(String, Int64)] = [
      ("milliseconds", 90), ("seconds", 90_000), ("minutes", 5_400_000), ("hours", 324_000_000),
      ("days", 7_776_000_000), ("m:ss", 5_400_000),
    ]
    #expect(cases.map(\.0) == DurationReader.unitNames)
    for (name, milliseconds) in cases {
      let reader = DurationReader(unitName: name, numbers: NumberReader())
      #expect(reader?.read("90")?.milliseconds == milliseconds)
    }
    let clock = DurationReader(unitName: "m:ss", numbers: NumberReader())
    #expect(clock?.read("5:30")?.milliseconds == 330_000)
    #expect(clock?.read("1:05:30")?.milliseconds == 3_930_000)
    #expect(DurationReader(unitName: "weeks", numbers: NumberReader()) == nil)
  }

  @Test(arguments: [
    ("89.5", 90, true), ("89.4", 89, true), ("0:29:30", 30, true), ("0:29:29", 29, true),
    ("30 s", 1, true), ("29 s", 0, true), ("1h", 60, false),
  ])
  func `rounds half a minute up`(text: String, minutes: Int64, isRounded: Bool) {
    let reading = DurationReader().read(text)?.minutes
    #expect(reading?.minutes == minutes)
    #expect(reading?.isRounded == isRounded)
  }
}

struct `Reading quantities` {
  private func read(_ text: String, _ unit: String?, _ mark: DecimalMark? = .point) -> String {
    do throws(AmountFault) {
      let reader = QuantityReader(
        unit: unit.map { QuantityUnit($0) }, numbers: NumberReader(mark: mark, isRounding: true))
      let reading = try reader.read(text)
      return reading.number.description + (reading.isRounded ? " rounded" : "")
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [
    ("70.5 kg", "kg", "70.5"), ("70.5kg", "kg", "70.5"), ("70.5", "kg", "70.5"),
    ("3 lbs", "lb", "3"), ("79%", "%", "79"), ("79 %", "%", "79"), ("€12.50", "EUR", "12.5"),
    ("EUR 12", "EUR", "12"), ("EUR 12", "€", "12"), ("-€3", "EUR", "-3"), ("€-3", "EUR", "-3"),
    ("\u{2212}€3", "EUR", "-3"), ("(9.00)", "EUR", "-9"), ("$1,234.56", "USD", "1234.56"),
    ("$5 USD", "USD", "5"), ("12 kr.", "SEK", "12"), ("5 zł", "PLN", "5"), ("CHF 5", "CHF", "5"),
    ("-3.5°C", "°C", "-3.5"), ("10,000 steps", "steps", "10000"), ("5 m2", "m2", "5"),
    ("100 m", "m", "100"), ("12 345 kg", "kg", "12345"),
    ("7:30", "hours", "7.5"), ("7h 30m", "hours", "7.5"), ("7.5", "hours", "7.5"),
    ("-0:30", "hours", "-0.5"), ("1:30", "min", "90"), ("1:20", "hours", "1.333333 rounded"),
    ("92.46666666667", "kg", "92.466667 rounded"),
  ])
  func `of the unit of the mapping`(text: String, unit: String, number: String) {
    #expect(read(text, unit) == number)
  }

  @Test func `with a decimal comma`() {
    #expect(read("12,50 €", "EUR", .comma) == "12.5")
    #expect(read("1.234,50 €", "EUR", .comma) == "1234.5")
  }

  @Test(
    arguments: [
      ("155 lb", "kg", "it is in lb, and the mapping says kg"),
      ("$5", "EUR", "it is in $, and the mapping says EUR"),
      ("5 kg", "hours", "it is in kg, and the mapping says hours"),
      ("70.5 kg", nil, "it is in kg: state that in the mapping, unit = \"kg\""),
      ("120/80 mmHg", "mmHg", "expected a number such as 1234.5"),
      ("(9.00)", "kg", "expected a number such as 1234.5"),
      ("1-2 kg", "kg", "expected a number such as 1234.5"),
      ("soon", "kg", "expected a number such as 1234.5"),
      ("soon", "hours", "expected a number of hours, or a duration such as 7:30 or 7h 30m"),
    ] as [(String, String?, String)])
  func `refuses other units and texts`(text: String, unit: String?, reason: String) {
    #expect(read(text, unit) == reason)
  }
}

struct `Reading amounts` {
  @Test(
    arguments: [
      ("90 min", nil, "90 min"), ("1:30", nil, "90 min"), ("1h30", nil, "90 min"),
      ("7.5", nil, "7.5"), ("79%", nil, "79"), ("5 km", nil, "5"), ("30", "min", "30 min"),
      ("8", "hours", "480 min"), ("5", "count", "5"), ("5", "m", "5"), ("3 times", "times", "3"),
      ("5", "", "5"), ("1:30", "h", "90 min"),
    ] as [(String, String?, String)])
  func `as minutes where the unit is one of time`(text: String, unit: String?, expected: String)
    throws
  {
    let found =
      switch try AmountReader().read(text, unit: unit) {
      case .minutes(let minutes, _): "\(minutes) min"
      case .number(let number, _): "\(number)"
      }
    #expect(found == expected)
  }

  @Test(arguments: [
    "10k", "5 or 6", "3 sets of 10", "room 101", "<5", "5 min ago", "-5 min", "-5 m",
  ])
  func `refuses texts that may mean another number`(text: String) {
    #expect(throws: AmountFault.self) { try AmountReader().read(text) }
  }

  @Test func `refuses a unit other than that of the column`() {
    #expect(throws: AmountFault(reason: "it is in kg, and the mapping says lb")) {
      try AmountReader().read("5 kg", unit: "lb")
    }
  }
}
