import FlintJSON
import Testing

/// Valid JSON texts (RFC 8259) and their values.
struct `JSON is read` {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var value: JSONValue
    var testDescription: String { JSONValue.string(String(text.prefix(40))).text() }

    init(_ text: String, _ value: JSONValue) {
      self.text = text
      self.value = value
    }
  }

  static let values: [Case] = [
    Case("null", .null), Case("true", .boolean(true)), Case("false", .boolean(false)),
    Case("\"\"", .string("")), Case("[]", .array([])), Case("{}", .object([])),
    Case(" \t\r\n7 \t\r\n", .integer(7)),
    Case("[ ]", .array([])), Case("{\n}", .object([])),
    Case("[[]]", .array([.array([])])), Case("[{},[]]", .array([.object([]), .array([])])),
    Case("[1 , 2,\n3 ]", .array([.integer(1), .integer(2), .integer(3)])),
    Case(
      " { \"a\" : 1 , \"b\":[true] } ",
      .object([("a", .integer(1)), ("b", .array([.boolean(true)]))])),
    Case("{\"\":0}", .object([("", .integer(0))])),
    // Members keep their order, and a duplicate name is preserved.
    Case(
      "{\"b\":1,\"a\":2,\"b\":3}",
      .object([("b", .integer(1)), ("a", .integer(2)), ("b", .integer(3))])),
    Case("{\"a\\u0062\":null}", .object([("ab", .null)])),
    Case("\u{FEFF}[1]", .array([.integer(1)])),
  ]

  @Test(arguments: values)
  func `in every form`(expected: Case) throws {
    #expect(try JSONValue(parsing: expected.text) == expected.value)
  }

  static let numbers: [Case] = [
    Case("0", .integer(0)), Case("-0", .integer(0)), Case("-1", .integer(-1)),
    Case("10", .integer(10)), Case("1234567890", .integer(1_234_567_890)),
    Case("9223372036854775807", .integer(.max)), Case("-9223372036854775808", .integer(.min)),
    // Integers beyond 64 bits are the nearest floating-point numbers.
    Case("9223372036854775808", .number(9_223_372_036_854_775_808)),
    Case("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
    Case("18446744073709551616", .number(18_446_744_073_709_551_616)),
    Case("100000000000000000000000", .number(1e23)),
    Case("0.0", .number(0)), Case("1.0", .number(1)), Case("1.5", .number(1.5)),
    Case("-2.25", .number(-2.25)), Case("0.1", .number(0.1)), Case("0e0", .number(0)),
    Case("1e2", .number(100)), Case("1E2", .number(100)), Case("1e+2", .number(100)),
    Case("1e-2", .number(0.01)), Case("1.5e3", .number(1500)), Case("1e02", .number(100)),
    Case("1e00", .number(1)), Case("-0e1", .number(0)),
    Case("123.456e-2", .number(1.23456)),
    Case("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
    Case("5e-324", .number(.leastNonzeroMagnitude)),
    Case("0.000000000000000000000000000000000001", .number(1e-36)),
    // A number too small to distinguish from zero is no error.
    Case("1e-400", .number(0)), Case("-1e-400", .number(0)), Case("0e999999999999", .number(0)),
  ]

  @Test(arguments: numbers)
  func `with integers where numbers are written as such`(expected: Case) throws {
    #expect(try JSONValue(parsing: expected.text) == expected.value)
  }

  @Test func `with the sign of a floating-point zero`() throws {
    guard case .number(let zero) = try JSONValue(parsing: "-0.0") else {
      Issue.record("not a number")
      return
    }
    #expect(zero == 0 && zero.sign == .minus)
  }

  static let strings: [(String, String)] = [
    (#""a b""#, "a b"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
    (#""/""#, "/"), (#""\u0041""#, "A"), (#""\u00e9\u00E9""#, "éé"), (#""\u0000""#, "\0"),
    (#""\u20ac""#, "€"), (#""\uFFFF""#, "\u{FFFF}"), (#""\uFEFF""#, "\u{FEFF}"),
    (#""\uD7FF\uE000""#, "\u{D7FF}\u{E000}"),
    // U+1D11E, and the first and last scalars that need two units.
    (#""\uD834\uDD1E""#, "\u{1D11E}"), (#""\ud834\udd1e""#, "\u{1D11E}"),
    (#""\uD800\uDC00""#, "\u{10000}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
    (#""x\uD834\uDD1Ey""#, "x\u{1D11E}y"),
    ("\"é€\u{1D11E}\"", "é€\u{1D11E}"), ("\"\u{7f}\u{80}\u{2028}\"", "\u{7f}\u{80}\u{2028}"),
    (#""é\né""#, "é\né"), (#""\\u0041""#, "\\u0041"), (#""[1,{}]""#, "[1,{}]"),
    // An escape preserves bytes that Unicode would display as one character.
    (#""e\u0301""#, "e\u{301}"), (#""a\u000D\u000Ab""#, "a\r\nb"),
  ]

  @Test(arguments: strings)
  func `with every escape`(text: String, string: String) throws {
    guard case .string(let read) = try JSONValue(parsing: text) else {
      Issue.record("not a string")
      return
    }
    #expect(Array(read.unicodeScalars) == Array(string.unicodeScalars))
  }

  @Test func `down to 256 levels and no further`() throws {
    func nested(_ depth: Int, _ opening: String, _ closing: String) -> String {
      String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
    }
    var value = try JSONValue(parsing: nested(256, "[", "]"))
    var depth = 0
    while case .array(let list) = value, let first = list.first {
      value = first
      depth += 1
    }
    #expect(depth == 256)
    #expect(value == .integer(1))
    _ = try JSONValue(parsing: nested(128, "[{\"a\":", "}]"))
    #expect(throws: JSONError(line: 1, column: 257, problem: "more than 256 levels deep")) {
      try JSONValue(parsing: nested(257, "[", "]"))
    }
    #expect(throws: JSONError(line: 1, column: 769, problem: "more than 256 levels deep")) {
      try JSONValue(parsing: nested(129, "[{\"a\":", "}]"))
    }
    // The recursion is limited.
    #expect(throws: JSONError.self) {
      try JSONValue(parsing: String(repeating: "[", count: 1_000_000))
    }
    #expect(throws: JSONError.self) {
      try JSONValue(parsing: String(repeating: "{\"\":", count: 1_000_000))
    }
  }

  @Test func `with many values side by side`() throws {
    let text = "[" + String(repeating: "[[]],", count: 10_000) + "0]"
    guard case .array(let list) = try JSONValue(parsing: text) else {
      Issue.record("not a list")
      return
    }
    #expect(list.count == 10_001)
  }

  @Test func `with access to a member by its name, the last of several`() throws {
    let value = try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#)
    #expect(value["a"] == .integer(3))
    #expect(value["b"] == .integer(2))
    #expect(value["c"] == nil)
    #expect(JSONValue.array([])["a"] == nil)
    // Names are compared by bytes: two encodings of one accent are different names.
    let accents = JSONValue.object([("\u{e9}", .integer(1)), ("e\u{301}", .integer(2))])
    #expect(accents["\u{e9}"] == .integer(1))
    #expect(accents["e\u{301}"] == .integer(2))
  }

  @Test func `and shown in messages without control characters`() {
    #expect(JSONValue.string("a\u{1b}[2J\"").summary == #""a\u001b[2J\"""#)
    #expect(
      JSONValue.string(String(repeating: "x", count: 61)).summary
        == "\"" + String(repeating: "x", count: 60) + "\"…")
    #expect(JSONValue.array([]).summary == "a list")
    #expect(JSONValue.object([]).summary == "a table")
    #expect(JSONValue.integer(-3).summary == "-3")
    #expect(JSONValue.number(0.5).summary == "0.5")
    #expect(JSONValue.boolean(false).summary == "false")
    #expect(JSONValue.null.summary == "null")
  }
}
