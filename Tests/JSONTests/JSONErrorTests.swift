import FlintJSON
import Testing

/// Texts that are not JSON (RFC 8259), with the position and description of the first error.
struct `Text that is not JSON is refused` {
  struct Case: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]
    var error: JSONError
    var testDescription: String {
      JSONValue.string(String(String(decoding: bytes, as: UTF8.self).prefix(40))).text()
    }

    init(_ text: String, _ line: Int, _ column: Int, _ problem: String) {
      self.init(bytes: Array(text.utf8), line, column, problem)
    }

    init(bytes: [UInt8], _ line: Int, _ column: Int, _ problem: String) {
      self.bytes = bytes
      error = JSONError(line: line, column: column, problem: problem)
    }
  }

  private static let textEnds = "expected a value, but the text ends"

  static let structure: [Case] = [
    Case("", 1, 1, textEnds), Case(" \n ", 2, 2, textEnds), Case("\u{FEFF}", 1, 1, textEnds),
    Case("[", 1, 2, textEnds), Case("[1", 1, 3, "expected ',' or ']', but the text ends"),
    Case("[1,", 1, 4, textEnds), Case("[1,]", 1, 4, "expected a value, got ']'"),
    Case("[,1]", 1, 2, "expected a value, got ','"),
    Case("[1,,2]", 1, 4, "expected a value, got ','"),
    Case("[1 2]", 1, 4, "expected ',' or ']', got '2'"),
    Case("[1:2]", 1, 3, "expected ',' or ']', got ':'"),
    Case("[1}", 1, 3, "expected ',' or ']', got '}'"),
    Case("]", 1, 1, "expected a value, got ']'"), Case(",", 1, 1, "expected a value, got ','"),
    Case("{", 1, 2, "expected a name in quotes, but the text ends"),
    Case("{,}", 1, 2, "expected a name in quotes, got ','"),
    Case("{\"a\"", 1, 5, "expected ':', but the text ends"),
    Case("{\"a\"}", 1, 5, "expected ':', got '}'"),
    Case("{\"a\" 1}", 1, 6, "expected ':', got '1'"),
    Case("{\"a\",1}", 1, 5, "expected ':', got ','"),
    Case("{\"a\":}", 1, 6, "expected a value, got '}'"),
    Case("{\"a\"::1}", 1, 6, "expected a value, got ':'"),
    Case("{\"a\":1", 1, 7, "expected ',' or '}', but the text ends"),
    Case("{\"a\":1,}", 1, 8, "expected a name in quotes, got '}'"),
    Case("{\"a\":1,,\"b\":2}", 1, 8, "expected a name in quotes, got ','"),
    Case("{\"a\":1 \"b\":2}", 1, 8, "expected ',' or '}', got '\"'"),
    Case("{\"a\":1]", 1, 7, "expected ',' or '}', got ']'"),
    Case("{a:1}", 1, 2, "expected a name in quotes, got 'a'"),
    Case("{'a':1}", 1, 2, "expected a name in quotes, got '''"),
    Case("{1:1}", 1, 2, "expected a name in quotes, got '1'"),
    Case("{null:1}", 1, 2, "expected a name in quotes, got 'n'"),
    Case("1 2", 1, 3, "expected the end of the text, got '2'"),
    Case("[] []", 1, 4, "expected the end of the text, got '['"),
    Case("{}}", 1, 3, "expected the end of the text, got '}'"),
    Case("[1]\n x", 2, 2, "expected the end of the text, got 'x'"),
    Case("[1] // one", 1, 5, "expected the end of the text, got '/'"),
    Case("/* one */ 1", 1, 1, "expected a value, got '/'"),
    Case("[1]\u{0}", 1, 4, "expected the end of the text, got byte 0"),
    // White space that is not allowed in JSON.
    Case("[\u{c}1]", 1, 2, "expected a value, got byte 12"),
    Case("[\u{b}1]", 1, 2, "expected a value, got byte 11"),
    Case("[\u{a0}1]", 1, 2, "expected a value, got byte 194"),
    Case("\u{2060}1", 1, 1, "expected a value, got byte 226"),
    // A second byte-order mark, half of one, and UTF-16.
    Case("\u{FEFF}\u{FEFF}1", 1, 1, "expected a value, got byte 239"),
    Case(bytes: [0xEF, 0xBB, 0x31], 1, 1, "expected a value, got byte 239"),
    Case(bytes: [0xFF, 0xFE, 0x31, 0x00], 1, 1, "expected a value, got byte 255"),
    Case(bytes: [0x00, 0x31], 1, 1, "expected a value, got byte 0"),
  ]

  static let words: [Case] = [
    Case("True", 1, 1, "expected a value, got 'T'"), Case("tru", 1, 1, "expected a value, got 't'"),
    Case("[nul]", 1, 2, "expected a value, got 'n'"),
    Case("fals e", 1, 1, "expected a value, got 'f'"),
    Case("truee", 1, 5, "expected the end of the text, got 'e'"),
    Case("[true false]", 1, 7, "expected ',' or ']', got 'f'"),
    Case("nan", 1, 1, "expected a value, got 'n'"), Case("NaN", 1, 1, "expected a value, got 'N'"),
    Case("Infinity", 1, 1, "expected a value, got 'I'"),
    Case("undefined", 1, 1, "expected a value, got 'u'"),
    Case("abc", 1, 1, "expected a value, got 'a'"),
  ]

  private static let leadingZero = "a number may not begin with 0"

  static let numbers: [Case] = [
    Case("01", 1, 1, leadingZero), Case("-01", 1, 1, leadingZero),
    Case("[1,00]", 1, 4, leadingZero),
    Case("012.5", 1, 1, leadingZero),
    Case("+1", 1, 1, "expected a value, got '+'"), Case(".5", 1, 1, "expected a value, got '.'"),
    Case("-", 1, 2, "expected a digit, but the text ends"),
    Case("--1", 1, 2, "expected a digit, got '-'"),
    Case("- 1", 1, 2, "expected a digit, got byte 32"),
    Case("-a", 1, 2, "expected a digit, got 'a'"), Case("-.5", 1, 2, "expected a digit, got '.'"),
    Case("-Infinity", 1, 2, "expected a digit, got 'I'"),
    Case("[1.]", 1, 4, "expected a digit, got ']'"),
    Case("0.", 1, 3, "expected a digit, but the text ends"),
    Case("1. 5", 1, 3, "expected a digit, got byte 32"),
    Case("1.e1", 1, 3, "expected a digit, got 'e'"),
    Case("1e", 1, 3, "expected a digit, but the text ends"),
    Case("1e+", 1, 4, "expected a digit, but the text ends"),
    Case("1e +1", 1, 3, "expected a digit, got byte 32"),
    Case("1e-+1", 1, 4, "expected a digit, got '+'"),
    Case("1e1.5", 1, 4, "expected the end of the text, got '.'"),
    Case("1.2.3", 1, 4, "expected the end of the text, got '.'"),
    Case("1e1e1", 1, 4, "expected the end of the text, got 'e'"),
    Case("0x1f", 1, 2, "expected the end of the text, got 'x'"),
    Case("1_000", 1, 2, "expected the end of the text, got '_'"),
    Case("1,5", 1, 2, "expected the end of the text, got ','"),
    Case("1a", 1, 2, "expected the end of the text, got 'a'"),
    Case("١", 1, 1, "expected a value, got byte 217"),
    Case("1١", 1, 2, "expected the end of the text, got byte 217"),
    Case("[1e400]", 1, 2, "the number 1e400 is too large"),
    Case("-1e400", 1, 1, "the number -1e400 is too large"),
    Case("1.8e308", 1, 1, "the number 1.8e308 is too large"),
    Case("1e99999999999999999999", 1, 1, "the number 1e99999999999999999999 is too large"),
    Case(
      String(repeating: "9", count: 400), 1, 1,
      "the number " + String(repeating: "9", count: 40) + " is too large"),
  ]

  private static let half = "half of a surrogate pair"
  private static let control = "a control character in a string"
  private static let unended = "the string that begins here does not end"
  private static let digits = "expected four hexadecimal digits"
  private static let escape = "an escape that JSON does not have"
  private static let notUTF8 = "the string contains bytes that are not UTF-8"

  static let strings: [Case] = [
    Case("\"", 1, 1, unended), Case("[\"abc", 1, 2, unended), Case("\"\\\"", 1, 1, unended),
    Case("\"\\", 1, 1, unended), Case("\"a\\n", 1, 1, unended),
    Case("'a'", 1, 1, "expected a value, got '''"), Case("a\"", 1, 1, "expected a value, got 'a'"),
    Case("\"a\"b\"", 1, 4, "expected the end of the text, got 'b'"),
    Case("\"a\u{0}\"", 1, 3, control), Case("\"\t\"", 1, 2, control),
    Case("\"a\nb\"", 1, 3, control),
    Case("\"\u{1f}\"", 1, 2, control), Case("\"\\n\r\"", 1, 4, control),
    Case("\"\\a\"", 1, 2, escape), Case("\"\\'\"", 1, 2, escape), Case("\"\\0\"", 1, 2, escape),
    Case("\"\\x41\"", 1, 2, escape), Case("\"\\U0041\"", 1, 2, escape),
    Case("\"\\ \"", 1, 2, escape),
    Case("\"ab\\\n\"", 1, 4, escape), Case("\"\\é\"", 1, 2, escape),
    Case("\"\\u\"", 1, 2, digits), Case("\"\\u12\"", 1, 2, digits), Case("\"\\u123", 1, 2, digits),
    Case("\"\\u12g4\"", 1, 2, digits), Case("\"\\u-123\"", 1, 2, digits),
    Case("\"\\u+123\"", 1, 2, digits),
    Case("\"\\u{41}\"", 1, 2, digits), Case("\"\\u00é\"", 1, 2, digits),
    Case("\"\\uD834\"", 1, 2, half), Case("\"ab\\uD834x\"", 1, 4, half),
    Case("\"\\uD834\\n\"", 1, 2, half),
    Case("\"\\uDD1E\"", 1, 2, half), Case("\"\\uD834\\uE000\"", 1, 2, half),
    Case("\"\\uD834\\u0041\"", 1, 2, half),
    Case("\"\\uD834\\uD834\\uDD1E\"", 1, 2, half), Case("\"\\uDD1E\\uD834\"", 1, 2, half),
    Case("\"\\uD834\\uDD\"", 1, 2, digits),
    // Bytes that are not UTF-8: a lone continuation, a cut sequence, overlong forms, a surrogate,
    // past the last scalar, and Latin-1. The position is that of the byte.
    Case(bytes: [0x22, 0x61, 0x80, 0x22], 1, 3, notUTF8),
    Case(bytes: [0x22, 0xC3, 0x22], 1, 2, notUTF8),
    Case(bytes: [0x22, 0xC3, 0xA9, 0xE2, 0x82, 0x22], 1, 4, notUTF8),
    Case(bytes: [0x22, 0xC0, 0xAF, 0x22], 1, 2, notUTF8),
    Case(bytes: [0x22, 0xE0, 0x80, 0xAF, 0x22], 1, 2, notUTF8),
    Case(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], 1, 2, notUTF8),
    Case(bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, 2, notUTF8),
    Case(bytes: [0x22, 0x66, 0xFC, 0x72, 0x22], 1, 3, notUTF8),
    Case(bytes: [0x22, 0x5C, 0x6E, 0x61, 0xFF, 0x22], 1, 5, notUTF8),
    Case(bytes: Array("{\"\\u0041".utf8) + [0xFF] + Array("\":1}".utf8), 1, 9, notUTF8),
    Case(bytes: [0xE9], 1, 1, "expected a value, got byte 233"),
  ]

  static let positions: [Case] = [
    Case("{\n  \"a\": 1,\n  \"b\": x\n}", 3, 8, "expected a value, got 'x'"),
    Case("[1,\r\n2,\r\n,]", 3, 1, "expected a value, got ','"),
    Case("[1,\n", 2, 1, textEnds), Case("[\n\n\"a\n\"]", 3, 3, control),
    // Columns count bytes; a byte-order mark is none of them.
    Case("[\"é\", x]", 1, 8, "expected a value, got 'x'"),
    Case("\u{FEFF}x", 1, 1, "expected a value, got 'x'"),
    Case("\u{FEFF}[\nx]", 2, 1, "expected a value, got 'x'"),
  ]

  @Test(arguments: structure + words + numbers + strings + positions)
  func `with the position of the error`(refused: Case) {
    #expect(throws: refused.error) { try JSONValue(parsing: refused.bytes) }
  }

  @Test func `with a readable description`() {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "[\n1,]") }
    #expect(error?.description == "line 2, column 3: expected a value, got ']'")
  }
}
