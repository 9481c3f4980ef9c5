import FlintRandom
import FlintJSON
import Testing

struct `JSON is written` {
  @Test(
    arguments: [
      (.null, "null"), (.boolean(true), "true"), (.boolean(false), "false"),
      (.integer(0), "0"), (.integer(.min), "-9223372036854775808"),
      (.integer(.max), "9223372036854775807"),
      (.number(1), "1.0"), (.number(0.1), "0.1"), (.number(-2.5), "-2.5"),
      (.number(1e300), "1e+300"), (.number(.leastNonzeroMagnitude), "5e-324"),
      (.number(-0.0), "-0.0"),
      (.number(.nan), "null"), (.number(.infinity), "null"), (.number(-.infinity), "null"),
      (.string(""), #""""#), (.string("a/b"), #""a/b""#), (.string("\"\\"), #""\"\\""#),
      (.string("\n\r\t\u{8}\u{c}\u{0}\u{1f}\u{7f}"), #""\n\r\t\u0008\u000c\u0000\u001f\u007f""#),
      (.string("a\r\nb"), #""a\r\nb""#), (.string("é\u{1D11E}\u{2028}"), "\"é\u{1D11E}\u{2028}\""),
      (.array([]), "[]"), (.object([]), "{}"),
      (.array([.integer(1), .array([.null])]), "[1,[null]]"),
      (
        .object([("b", .integer(1)), ("\n", .object([("a", .array([]))]))]),
        #"{"b":1,"\n":{"a":[]}}"#
      ),
    ] as [(JSONValue, String)])
  func `in a canonical form`(value: JSONValue, text: String) {
    #expect(value.text() == text)
  }

  @Test func `on separate lines when indented`() {
    let value = JSONValue.object([
      ("a", .array([.integer(1), .object([])])), ("b", .array([])),
    ])
    #expect(
      value.text(indented: true) == """
        {
          "a": [
            1,
            {}
          ],
          "b": []
        }
        """)
  }

  @Test func `and is equal only for equal bytes`() {
    #expect(JSONValue.string("\u{e9}") != .string("e\u{301}"))
    #expect(JSONValue.object([("\u{e9}", .null)]) != .object([("e\u{301}", .null)]))
    #expect(
      JSONValue.object([("a", .null), ("b", .null)]) != .object([("b", .null), ("a", .null)]))
    #expect(JSONValue.integer(1) != .number(1))
    #expect(JSONValue.null != .boolean(false))
    #expect(JSONValue.array([.null]) != .array([]))
  }

  @Test func `so that parsing restores the value`() throws {
    var random = CounterStream(key: 8259, identity: 0, purpose: 0)
    for _ in 0..<2000 {
      let value = randomValue(&random, depth: 0)
      #expect(try JSONValue(parsing: value.text()) == value)
      #expect(try JSONValue(parsing: value.text(indented: true)) == value)
    }
  }

  /// For any bytes, the result is a value or an error at a position within them; and a parsed value is
  /// parsed again from its own text.
  @Test func `and damaged, parses as a value or fails with a position`() throws {
    var random = CounterStream(key: 627, identity: 0, purpose: 0)
    for _ in 0..<5000 {
      var bytes = Array(randomValue(&random, depth: 0).text().utf8)
      for _ in 0...Int(random.bounded(3)) {
        let offset = Int(random.bounded(UInt64(bytes.count + 1)))
        switch random.bounded(3) {
        case 0: bytes.insert(UInt8(random.bounded(256)), at: offset)
        case 1 where offset < bytes.count: bytes[offset] = UInt8(random.bounded(256))
        default: bytes.removeSubrange(offset..<min(bytes.count, offset + 1))
        }
      }
      do {
        let value = try JSONValue(parsing: bytes)
        #expect(try JSONValue(parsing: value.text()) == value)
      } catch {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        try #require((1...lines.count).contains(error.line))
        #expect((1...lines[error.line - 1].count + 1).contains(error.column))
      }
    }
  }

  private func randomValue(_ random: inout CounterStream, depth: Int) -> JSONValue {
    switch random.bounded(depth > 3 ? 6 : 8) {
    case 0: return .null
    case 1: return .boolean(random.bounded(2) == 0)
    case 2: return .integer(Int64(truncatingIfNeeded: random.next64()))
    case 3: return .integer(Int64(random.bounded(100)) - 50)
    case 4:
      let number = Double(bitPattern: random.next64())
      return .number(number.isFinite ? number : 0.5)
    case 5: return .string(randomText(&random))
    case 6:
      return .array((0..<random.bounded(5)).map { _ in randomValue(&random, depth: depth + 1) })
    default:
      return .object(
        (0..<random.bounded(5)).map { _ in
          (randomText(&random), randomValue(&random, depth: depth + 1))
        })
    }
  }

  private func randomText(_ random: inout CounterStream) -> String {
    var text = ""
    for _ in 0..<random.bounded(8) {
      let limit: UInt64 = [0x80, 0x20, 0x800, 0x10000, 0x110000][Int(random.bounded(5))]
      if let scalar = Unicode.Scalar(UInt32(random.bounded(limit))) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
