import Calendar
import Rules
import Schema
import Testing

struct `A mood` {
  static let names = ["horrible", "bad", "average", "good", "great", "missing", "placeholder"]

  @Test func `has a name and a number`() {
    #expect(Mood.allCases.map(\.name) == Self.names)
    #expect(Mood.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
    #expect(Mood.allCases.map(\.rating) == [0, 1, 2, 3, 4, nil, nil])
    #expect(Mood.allCases.map(\.isRating) == [true, true, true, true, true, false, false])
    #expect(Mood.ratings == [.horrible, .bad, .average, .good, .great])
  }

  @Test func `is parsed by name, ignoring case`() throws {
    for (name, mood) in zip(Self.names, Mood.allCases) {
      #expect(Mood(name: name) == mood)
      #expect(Mood(name: name.uppercased()) == mood)
      #expect(try Mood(reading: " " + name + "\t") == mood)
    }
    #expect(try Mood(reading: "GrEaT") == .great)
  }

  @Test func `is parsed by the number of a rating`() throws {
    #expect(try (0...4).map { try Mood(reading: String($0)) } == Mood.ratings)
    #expect((-1...7).map { Mood(rating: $0)?.rating } == [nil, 0, 1, 2, 3, 4, nil, nil, nil])
  }

  @Test(arguments: ["", "5", "6", "-1", "2.0", "fine", "great!", "99999999999999999999"])
  func `is not parsed from other texts`(text: String) {
    #expect(
      throws: FieldError(
        field: "mood",
        expected: "horrible, bad, average, good, great, or a number from 0 to 4",
        found: "\"\(text)\"")
    ) {
      try Mood(reading: text)
    }
  }
}

struct `An entry type of moods` {
  @Test func `has a name and a number`() {
    let names = ["header", "list", "filled_in_missing", "import", "script"]
    #expect(MoodEntryType.allCases.map(\.name) == names)
    #expect(MoodEntryType.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(names.map { MoodEntryType(name: $0) } == MoodEntryType.allCases)
    #expect(MoodEntryType(name: "Import") == .imported)
    #expect(MoodEntryType(name: "imported") == nil)
  }
}

struct `A set of weekdays` {
  @Test func `is parsed by full and short names`() throws {
    #expect(
      try Weekdays(names: ["mon", "Sunday", " FRI "]).weekdays == [.monday, .friday, .sunday])
    #expect(try Weekdays(names: []) == [])
    let short = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    #expect(try Weekdays(names: short) == .all)
    #expect(short.map { Weekday(name: $0) } == Weekday.allCases)
    #expect(Weekday.allCases.map { Weekday(name: $0.name) } == Weekday.allCases)
  }

  @Test(arguments: ["", "mo", "mond", "weekend", "1"])
  func `is not parsed from other names`(name: String) {
    #expect(
      throws: FieldError(
        field: "weekdays", expected: "weekdays such as mon or Monday", found: "\"\(name)\"")
    ) {
      try Weekdays(names: ["tue", name])
    }
  }

  @Test func `is numbered from Sunday in tables`() {
    // 1 March 2026 was a Sunday.
    let week = (0..<7).map { day("2026-03-01") + $0 }
    #expect(week.map { Weekday($0).numberFromSunday } == [1, 2, 3, 4, 5, 6, 7])
    #expect(week.map { Weekday($0).name } == week.map(\.weekdayName))
  }

  @Test func `contains the days of its weekdays`() throws {
    let weekend = try Weekdays(names: ["sat", "sun"])
    let days = (0..<14).map { day("2026-03-02") + $0 }.filter { weekend.contains($0) }
    #expect(days == ["2026-03-07", "2026-03-08", "2026-03-14", "2026-03-15"].map { day($0) })
    #expect(Weekdays(rawValue: 0xff) == .all)
  }
}

struct `A civil month` {
  @Test func `has a first day and an end`() {
    let cases = [
      (2024, 2, "2024-02-01", "2024-03-01"), (2026, 12, "2026-12-01", "2027-01-01"),
      (1, 1, "0001-01-01", "0001-02-01"), (9999, 11, "9999-11-01", "9999-12-01"),
    ]
    for (year, number, first, end) in cases {
      let month = CivilMonth(year: year, month: number)
      #expect(month?.firstDay == day(first))
      #expect(month?.end == day(end))
      #expect(month?.description == String(first.prefix(7)))
      #expect(CivilMonth(day(end) + -1) == month)
      #expect(CivilMonth(day(first)) == month)
    }
    #expect(CivilMonth(year: 2026, month: 0) == nil)
    #expect(CivilMonth(year: 2026, month: 13) == nil)
    #expect(CivilMonth(year: 0, month: 1) == nil)
    #expect(CivilMonth(year: 10_000, month: 1) == nil)
  }
}
