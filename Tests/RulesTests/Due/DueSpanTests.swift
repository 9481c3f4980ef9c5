import FlintRules
import FlintSchema
import Testing

struct `The period of due items` {
  @Test(arguments: [
    ("2d", DueSpan.days(2)), ("0d", .days(0)), ("3", .days(3)), (" 1w ", .days(7)),
    ("12h", .minutes(720)), ("90m", .minutes(90)), ("0h", .minutes(0)), ("3660d", .days(3660)),
    ("522w", .days(3654)), ("87840h", .minutes(5_270_400)),
  ])
  func `is parsed`(text: String, span: DueSpan) throws {
    #expect(try DueSpan(text) == span)
  }

  @Test(arguments: [
    "", "d", "-1d", "+1d", "1.5d", "1y", "2 d", "3661d", "523w", "87841h", "5270401m", "١d",
    "99999999999999999999d", "1d1h", "soon",
  ])
  func `refuses other texts`(text: String) {
    #expect(
      throws: FieldError(
        field: "within", expected: "a span such as 2d, 12h, 90m or 1w, of at most 3660 days",
        found: "\"\(text)\"")
    ) { try DueSpan(text) }
  }

  @Test func `is of 0 to 3660 days`() throws {
    #expect(try DueSpan(days: 0) == .days(0))
    #expect(try DueSpan(days: 3660) == .days(3660))
    for days: Int64 in [-1, 3661, .max, .min] {
      let error = #expect(throws: FieldError.self) { try DueSpan(days: days) }
      #expect(error?.field == "within")
      #expect(error?.found == "\(days)")
    }
  }
}
