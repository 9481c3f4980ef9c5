import FlintSchema
import Testing

@testable import FlintRules

/// Entries that cannot be, with the whole text.
struct `An entry is refused` {
  private static let tracker = EventID(high: 0, low: 42)

  static let values:
    [(kind: EntryKind, minutes: Int64?, field: String, expected: String, found: String)] = [
      (.session(minutes: -1), nil, "minutes", "minutes from 0 to 2147483647", "-1"),
      (
        .session(minutes: 2_147_483_648), nil, "minutes", "minutes from 0 to 2147483647",
        "2147483648"
      ),
      (.checklist(true), -1, "minutes", "minutes from 0 to 2147483647", "-1"),
      (.checklist(true), 2_147_483_648, "minutes", "minutes from 0 to 2147483647", "2147483648"),
      (.session(minutes: 1), 2, "minutes", "minutes given only once for a session", "2"),
      (.log(" \n"), nil, "text", "a text that is not empty", "\" \n\""),
      (.rating(0), nil, "rating", "a rating from 1 to 5", "0"),
      (.rating(6), nil, "rating", "a rating from 1 to 5", "6"),
    ]

  @Test(arguments: values.indices)
  func `with its field and what is expected`(index: Int) {
    let (kind, minutes, field, expected, found) = Self.values[index]
    #expect(throws: FieldError(field: field, expected: expected, found: found)) {
      try EntryContent(tracker: Self.tracker, kind: kind, minutes: minutes)
    }
  }

  @Test(
    arguments: [
      (.session(minutes: 0), nil), (.session(minutes: 2_147_483_647), nil), (.rating(1), 0),
      (.rating(5), 2_147_483_647), (.log("x"), nil),
    ] as [(EntryKind, Int64?)])
  func `but not at its limits`(kind: EntryKind, minutes: Int64?) {
    #expect(throws: Never.self) {
      try EntryContent(tracker: Self.tracker, kind: kind, minutes: minutes)
    }
  }

  @Test(arguments: [
    (#""kind":"session""#, "kind", "an entry with the value of its kind", "session"),
    (
      #""kind":"session","rating":5"#, "rating",
      "no rating in an entry of kind session, whose value is its minutes", "5"
    ),
    (
      #""kind":"checklist","done":true,"rating":5"#, "rating",
      "no rating in an entry of kind checklist, whose value is its done", "5"
    ),
    (#""kind":"rating","rating":5,"values":[]"#, "values", "values by name", "a list"),
    (
      #""kind":"rating","rating":5,"values":{"a":[]}"#, "values",
      "a text, number, boolean or day", "a list"
    ),
  ])
  func `where its members do not fit`(
    members: String, field: String, expected: String, found: String
  ) {
    let text = #"{"tracker":"0000000000000000000000000000002a",\#(members)}"#
    let error = FieldError(field: field, expected: expected, found: found)
    #expect(throws: ContentError(description: "\(error)")) {
      try ProfileEvent.Action(.trackerEntry, content: Array(text.utf8))
    }
  }
}
