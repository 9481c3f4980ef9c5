import Testing

@testable import Sessions

/// The content of events, as canonical JSON, in which SQLite would cut off a text at the character U+0000.
struct `The content of an event` {
  @Test(arguments: [
    (#"{"name":"a\u0000b"}"#, "name"), (#"{"details":"x","name":"\\\u0000"}"#, "name"),
    (#"{"details":"\u0000","name":"x"}"#, "details"), (#"["\u0000"]"#, "text"),
  ])
  func `is refused with the field that contains the character U+0000`(
    content: String, field: String
  ) {
    let error = #expect(throws: SessionError.self) { try content.checkContentForNUL() }
    #expect(
      error?.description
        == "field \"\(field)\": expected text without the character U+0000, got one")
  }

  @Test(arguments: [
    #"{"name":"a"}"#, #"{"name":"a\\u0000b"}"#, #"{"name":"\\\\u0000"}"#, #"{"name":"a\u0001"}"#,
    #"{"name":"\\"}"#, #"{"name":"u0000"}"#,
  ])
  func `may contain backslashes and other escapes`(content: String) throws {
    try content.checkContentForNUL()
  }
}
