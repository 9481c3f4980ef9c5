import FlintCalendar
import FlintRules
import FlintSchema
import Testing

struct `Events about moods` {
  static func content(_ action: MoodAction) -> String { ProfileEvent.Action.mood(action).content }

  static func rating(
    _ mood: Mood = .good, type: MoodEntryType = .script, note: String? = nil
  ) throws -> MoodAction {
    .record(try MoodContent(day: day("2026-03-01"), mood: mood, entryType: type, note: note))
  }

  @Test func `have a canonical content`() throws {
    #expect(
      Self.content(try Self.rating(.great)) == #"{"day":"2026-03-01","mood":"great"}"#)
    #expect(
      Self.content(try Self.rating(.horrible, type: .filledInMissing, note: "a \"b\",\nc"))
        == #"{"day":"2026-03-01","mood":"horrible","entry_type":"filled_in_missing","#
        + #""note":"a \"b\",\nc"}"#)
    #expect(Self.content(.fill(true)) == #"{"on":true}"#)
    #expect(Self.content(.fill(false)) == #"{"on":false}"#)
    #expect(try Self.rating().kind == .mood)
    #expect(MoodAction.fill(true).kind == .moodFill)
  }

  @Test func `are decoded as they were encoded`() throws {
    for mood in Mood.ratings {
      for type in MoodEntryType.allCases {
        for note in [nil, " ", "rain, then 🌈\u{0}"] as [String?] {
          let rating = try Self.rating(mood, type: type, note: note)
          #expect(try action(.mood, Self.content(rating)) == .mood(rating))
        }
      }
    }
    for isOn in [true, false] {
      #expect(try action(.moodFill, Self.content(.fill(isOn))) == .mood(.fill(isOn)))
    }
  }

  @Test func `ignore members of later versions`() throws {
    #expect(
      try action(.mood, #"{"x":[{"y":1}],"mood":"good","z":null,"day":"2026-03-01"}"#)
        == .mood(Self.rating()))
    #expect(try action(.moodFill, #"{"since":1,"on":true}"#) == .mood(.fill(true)))
  }

  @Test(arguments: [
    #"{}"#, #"{"mood":"good"}"#, #"{"day":"2026-03-01"}"#, #"{"day":"2026-02-29","mood":"good"}"#,
    #"{"day":"2026-03-01","mood":"fine"}"#, #"{"day":"2026-03-01","mood":3}"#,
    #"{"day":"2026-03-01","mood":"missing"}"#,
    #"{"day":"2026-03-01","mood":"good","entry_type":"page"}"#,
    #"{"day":"2026-03-01","mood":"good","note":1}"#, #"{"day":"2026-03-01""#,
  ])
  func `are damaged when a member is absent or invalid`(text: String) {
    #expect(throws: ContentError.self) { try action(.mood, text) }
    #expect(throws: ContentError.self) { try action(.moodFill, text) }
  }
}

struct `A rating of a day` {
  @Test func `cannot be one of the marks`() {
    let expected = "horrible, bad, average, good, great, or a number from 0 to 4"
    #expect(
      throws: FieldError(
        field: "mood", expected: expected, found: "\"missing\"")
    ) {
      try MoodContent(day: day("2026-03-01"), mood: .missing)
    }
    #expect(
      throws: FieldError(
        field: "mood", expected: expected, found: "\"placeholder\"")
    ) {
      try MoodContent(day: day("2026-03-01"), mood: .placeholder)
    }
  }

  @Test func `has a day with a four-digit year`() throws {
    for text in ["0001-01-01", "9999-12-31"] {
      #expect(try MoodContent(day: day(text), mood: .good).day == day(text))
    }
    for day in [day("0001-01-01") + -1, day("9999-12-31") + 1] {
      let error = #expect(throws: FieldError.self) { try MoodContent(day: day, mood: .good) }
      #expect(error?.field == "day")
    }
  }

  @Test func `has the entry type script by default, and no empty note`() throws {
    let content = try MoodContent(day: day("2026-03-01"), mood: .good, note: "")
    #expect(content.entryType == .script)
    #expect(content.note == nil)
    #expect(try MoodContent(day: day("2026-03-01"), mood: .good, note: " ").note == " ")
  }

  @Test func `is for today or an earlier day`() throws {
    let content = try MoodContent(day: day("2026-03-01"), mood: .good)
    #expect(content.problem(recordedOn: day("2026-03-01")) == nil)
    #expect(content.problem(recordedOn: day("2027-03-01")) == nil)
    #expect(
      content.problem(recordedOn: day("2026-02-28"))
        == FieldError(
          field: "day", expected: "a day that is not later than 2026-02-28", found: "2026-03-01"))
  }
}
