import FlintJSON
import Testing

@Suite struct `The number of values` {
  @Test(arguments: [("1", 1), ("[]", 1), ("[1,2]", 3), (#"{"a":[1,{"b":null}]}"#, 5)])
  func `is limited, those within lists and objects included`(text: String, count: Int) throws {
    let bytes = Array(text.utf8)
    #expect(try JSONValue(foreign: bytes, maximumCount: count) == JSONValue(parsing: text))
    let error = #expect(throws: JSONError.self) {
      try JSONValue(foreign: bytes, maximumCount: count - 1)
    }
    #expect(error?.problem == "it has too many values")
  }
}

@Suite struct `A member that an object has twice` {
  @Test(arguments: [
    (#"{"a":1,"b":{"c":1,"c":2}}"#, 1, 19, "c"), ("{\"a\":1,\n \"\\u0061\":1}", 2, 2, "a"),
    ("[{},{\(names(16))},{\(names(17)),\"n16\":0}]", 1, 0, "n16"),
    ("{\(names(40)),\"n3\":0}", 1, 0, "n3"),
  ])
  func `is refused in JSON from elsewhere`(text: String, line: Int, column: Int, name: String)
    throws
  {
    #expect(throws: Never.self) { try JSONValue(parsing: text) }
    let error = try #require(throws: JSONError.self) { try JSONValue(foreign: Array(text.utf8)) }
    #expect(error.problem == "a second member \"\(name)\" of the same object" && error.line == line)
    #expect(column == 0 || error.column == column)
  }

  @Test(arguments: [#"{"a":{"a":1},"b":[{"a":1},{"a":1}]}"#, "{\(names(40))}"])
  func `is none where objects differ`(text: String) throws {
    #expect(try JSONValue(foreign: Array(text.utf8)) == JSONValue(parsing: text))
  }
}

/// Members `"n0":0,"n1":0 …`.
private func names(_ count: Int) -> String {
  (0..<count).map { "\"n\($0)\":0" }.joined(separator: ",")
}
