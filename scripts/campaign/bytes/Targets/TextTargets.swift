import FlintCalendar
import FlintJSON
@testable import FlintRules
import FlintSchema
@testable import Transfer

/// JSON: what was parsed is written and parsed back unchanged, and errors have a position in the text.
func jsonTarget(_ corpus: Corpus) throws -> Target {
  Target(
    try corpus.files("examples/data/[lq]*/*.json", "Tests/CommandTests/Stored/dump/*.json")
      + [#"[0,-1.5e-7,1E+30,"\u00e9\ud83d\ude00",{"a":{}},[],true,false,null]"#].map {
        Array($0.utf8)
      },
    words: [#"\ud83d\ude00"#, "1e-5", "\\u12", "[[", "]]"]
  ) { input in
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: input.bytes)
    } catch {
      try Violation.unless(
        (1...input.lineCount).contains(error.line)
          && (1...input.bytes.count + 1).contains(error.column),
        "the error is outside of the text: \(error)")
      throw error
    }
    for isIndented in [false, true] {
      let text = value.text(indented: isIndented)
      guard let again = try? JSONValue(parsing: text) else {
        throw Violation("cannot be parsed once it is written: \(text)")
      }
      try Violation.unless(again == value, "is another value once it is written: \(text)")
    }
  }
}

/// The rows of a JSON text: found where the text is JSON, and each the element that it is.
func jsonRowsTarget(_ corpus: Corpus) throws -> Target {
  Target(
    try corpus.files("examples/data/*/*.json", "examples/data/draws-uigf.json")
      + [#"[1,{"a":[2,3]},"x"]"#, #"{"list":[{"b":1},{"b":2}]}"#].map { Array($0.utf8) },
    areSamplesValid: false, words: ["$.list[*]", "[*]"]
  ) { input in
    let value = try? JSONValue(parsing: input.bytes)
    let rows = try? JSONRowFinder.rows(input.bytes, nil)
    try Violation.unless(
      (value == nil) == (rows == nil), "only one of JSONValue and JSONRowFinder reads the text")
    guard let value, let rows else { throw Refusal() }
    var elements = [value]
    if case .array(let values) = value { elements = values }
    try Violation.unless(
      rows.count == elements.count, "\(rows.count) rows of \(elements.count) elements")
    for (row, element) in zip(rows, elements) {
      try Violation.unless(
        try JSONValue(parsing: Array(input.bytes[row.bytes])) == element,
        "row \(row) is another element")
    }
    for path in ["list[*]", "hk4e[0].list[*]", "[*].a[0]"] {
      _ = try? JSONRowFinder.rows(input.bytes, try JSONPath(path))
    }
    _ = try? JSONPath(input.text)
  }
}

/// A refusal whose reason does not matter.
struct Refusal: Error {}

/// Timestamps: what is written is read back.
func timestampTarget(_ corpus: Corpus) throws -> Target {
  Target(
    [
      "2026-03-01", "2026-03-01T09:30:00Z", "2026-03-01 09:30", "2026-12-31T23:59:60.123456-03:30",
      "0001-01-02T00:00:00.001+18:00", "9999-12-30T23:59:59,9+00:00:01", "1900-02-29",
      "2024-02-29t00:00z",
    ].map { Array($0.utf8) }, areSamplesValid: false,
    words: ["T", "Z", "+", "-", ":60", "+18:00", "-18:00:01"]
  ) { input in
    guard let whole = Timestamp(utf8: input.bytes.span) else { throw Refusal() }
    try Violation.unless(
      (0..<86_400_000).contains(whole.local.milliseconds), "the time is outside of the day")
    let again =
      whole.isDay
      ? Timestamp(whole.local.day.description)
      : Timestamp(whole.local.description + (whole.offset?.description ?? ""))
    try Violation.unless(again == whole, "is another time once it is written: \(whole)")
  }
}

/// Dates as people write them: whatever they mean lies in the years 1 to 9999.
func dateTarget(_ corpus: Corpus) throws -> Target {
  let words = [
    "today", "yesterday", "tomorrow", "last", "next", "this", "week", "month", "year", "mon",
    "sunday",
    "3 days ago", "in 2 weeks", "-7d", "+2w", "14:30", "9am", "12:30 pm", "2026-11", "2026-W53",
    "..", "at", "now",
    "ago", "hours", "99999999", "y", "1.2.2026", "1/2/26",
  ]
  let zones = try ["UTC", "Europe/Rome"].map { try CivilZone(name: $0) }
  return Target(
    words.map { Array($0.utf8) }
      + ["yesterday 14:30", "2026-03-01..2026-03-31", "last 3 months", "fri 9:00", "2026-W01"].map {
        Array($0.utf8)
      },
    words: words.flatMap { [$0, " " + $0 + " "] }
  ) { input in
    var stream = input.stream
    let use = [DateUse.moment, .day, .bound, .dayBound, .range][stream.below(5)]
    let now = Instant(
      milliseconds: Int64(stream.below(253_402_000_000_000))
        - (stream.isOne(in: 2) ? 0 : 62_000_000_000_000))
    let context = DateContext(now: now, zone: zones[stream.below(2)])
    for text in input.text.split(separator: "\n").prefix(20).map(String.init) + [input.text] {
      guard let expression = try? DateExpression(text, as: use) else { continue }
      for direction in [DateExpression.Direction.latest, .next] {
        if let days = try? expression.days(context, direction: direction) {
          try Violation.unless(
            (1...9999).contains(days.lowerBound.components.year)
              && (1...9999).contains((days.upperBound + -1).components.year), "\(days) of \(text)")
        }
        if let moment = try? expression.moment(context, direction: direction) {
          try Violation.unless(
            (1...9999).contains(moment.local.day.components.year), "\(moment) of \(text)")
          _ = try? expression.instant(context, direction: direction)
        }
      }
    }
  }
}

/// Numbers in rulebooks, records and foreign tables: what is written is read back.
func numberTarget(_ corpus: Corpus) throws -> Target {
  Target(
    [
      "0.6%", "1/3", "12.5", "-0.000001", "1,234.5", "1.234,5", "9000000000000", "2h 30m",
      "1:30:00",
    ].map { Array($0.utf8) },
    words: ["%", "/", "e5", "E-3", "'", "\u{00A0}"] + Mutator.numbers
  ) { input in
    let text = input.text
    if let fraction = Fraction(text) {
      try Violation.unless(
        Fraction(ratioOrDecimal: fraction.description) == fraction,
        "is another fraction once it is written")
    }
    if let number = try? DecimalNumber(reading: text, field: "x") {
      let again = try? DecimalNumber(reading: number.description, field: "x")
      try Violation.unless(again == number, "is another number once it is written: \(number)")
    }
    for mark in [DecimalMark.point, .comma, nil] {
      if let number = NumberReader(mark: mark, isRounding: true).read(text) {
        let again = NumberReader().read(number.description)
        try Violation.unless(again == number, "is another number once it is written: \(number)")
      }
    }
    _ = DayStart(text)
  }
}
