import FlintCalendar
import FlintRules
import FlintSchema
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
      if mood.isRating {
        #expect(try Mood(reading: " " + name + "\t", field: "mood") == mood)
        #expect(try Mood(reading: name.uppercased(), field: "mood") == mood)
      } else {
        #expect(
          throws: FieldError(
            field: "mood",
            expected: "horrible, bad, average, good, great, or a number from 0 to 4",
            found: "\"\(name)\"")
        ) { try Mood(reading: name, field: "mood") }
      }
    }
    #expect(try Mood(reading: "GrEaT", field: "mood") == .great)
  }

  @Test func `is parsed by the number of a rating`() throws {
    #expect(try (0...4).map { try Mood(reading: String($0), field: "mood") } == Mood.ratings)
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
      try Mood(reading: text, field: "mood")
    }
  }
}

struct `An entry type of moods` {
  @Test func `has a name and a number`() {
    let names = ["header", "list", "filled_in_missing", "import", "script"]
    #expect(MoodEntryType.allCases.map(\.name) == names)
    #expect(MoodEntryType.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(names.map { MoodEntryType(name: $0) } == MoodEntryType.allCases)
    #expect(MoodEntryType(name: "Import") == nil)
    #expect(MoodEntryType(name: "imported") == nil)
  }
}
