import JSON
import Testing

@Suite struct `The number of values` {
  @Test(arguments: [("1", 1), ("[]", 1), ("[1,2]", 3), (#"{"a":[1,{"b":null}]}"#, 5)])
  func `is limited, those within lists and objects included`(text: String, count: Int) throws {
    let bytes = Array(text.utf8)
    #expect(try JSONValue(parsing: bytes, maximumCount: count) == JSONValue(parsing: text))
    let error = #expect(throws: JSONError.self) {
      try JSONValue(parsing: bytes, maximumCount: count - 1)
    }
    #expect(error?.problem == "it has too many values")
  }
}
