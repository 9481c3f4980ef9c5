import FlintRules
import FlintSchema
import Testing

@testable import Transfer

@Suite struct `Reading numbers` {
  @Test(arguments: [
    ("72", "72"), ("-0.5", "-0.5"), (".5", "0.5"), ("5.", "5"), ("1,234.5", "1234.5"),
    ("1 234 567", "1234567"), ("1'234.25", "1234.25"), ("12\u{202F}345", "12345"),
    ("\u{2212}3", "-3"), ("+3", "3"), ("1e-3", "0.001"), ("2E3", "2000"), ("1.234567", "1.234567"),
    ("", nil), ("1,23", nil), ("1,2345", nil), ("1234,567", nil), ("1.2.3", nil), ("x", nil),
    ("1.2345678", nil), ("1,234,56", nil), ("1 234,567", nil), ("--1", nil), ("1e", nil),
    ("9000000000001", nil), ("1e99999", nil), ("١", nil),
  ])
  func `with a point before decimals`(_ text: String, _ expected: String?) {
    #expect(NumberReader().read(text)?.description == expected)
  }

  @Test(arguments: [
    ("1.234,5", "1234.5"), ("0,5", "0.5"), ("1.234", "1234"), ("1 234,5", "1234.5"),
    ("1.5", nil), ("1,5,5", nil), ("0.125", nil), ("-0.125", nil), ("01.125", nil),
  ])
  func `with a comma before decimals`(_ text: String, _ expected: String?) {
    #expect(NumberReader(mark: .comma).read(text)?.description == expected)
  }

  @Test func `only if they are unambiguous, where the mark is not known`() {
    let reader = NumberReader(mark: nil)
    #expect(reader.read("12")?.description == "12")
    #expect(reader.read("1.5")?.description == "1.5")
    #expect(reader.read("1,5")?.description == "1.5")
    #expect(reader.read("1.500") == nil)
    #expect(reader.read("0.125")?.description == "0.125")
    #expect(reader.read("1.234,5")?.description == "1234.5")
  }

  @Test(
    arguments: [
      (nil, "1e15", "expected a number from -9000000000000 to 9000000000000"),
      (.comma, "9.000.000.000.001", "expected a number from -9000000000000 to 9000000000000"),
      (nil, "x", "expected a number such as 12 or 3.25"),
    ] as [(DecimalMark?, String, String)])
  func `or else told why not`(mark: DecimalMark?, text: String, problem: String) {
    #expect(NumberReader(mark: mark, isRounding: true).problem(with: text) == problem)
  }

  @Test(arguments: [
    ("-1.0000000000000002", "-1"), ("0.0000005", "0"), ("0.0000015", "0.000002"),
    ("0.0000025", "0.000002"), ("0.00000250001", "0.000003"), ("9.9999999", "10"),
    ("1.234567e-3", "0.001235"), ("5e-8", "0"), ("4.7", "4.7"), ("-2.44842e-17", "0"),
    ("0.9999995", "1"), ("123456789012345678901e-12", "123456789.012346"),
  ])
  func `rounded to six decimals, half to even, if asked`(_ text: String, _ expected: String) {
    #expect(NumberReader(isRounding: true).read(text)?.description == expected)
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [true, false])
  func `in two ways with the same result, plain and with an exponent of zero`(
    seed: UInt64, isRounding: Bool
  ) {
    // A linear congruential generator (Knuth's MMIX).
    var state = seed
    func draw(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    func digits(_ most: UInt64) -> String {
      // Mostly the digits of ties and carries.
      (0..<draw(most + 1)).map { _ in ["0", "5", "9", String(draw(10))][Int(draw(4))] }.joined()
    }
    let reader = NumberReader(isRounding: isRounding)
    for _ in 0..<5000 {
      let text = ["", "-"][Int(draw(2))] + digits(13) + ["", "." + digits(9)][Int(draw(2))]
      #expect(reader.read(text) == reader.read(text + "e0"), "\(text)")
    }
  }

  @Test func `without a known mark by the one that fits, if only one does`() {
    for mark in [".", ","] {
      for whole in 0...4 {
        for decimals in 0...8 {
          let text = String("1234".prefix(whole)) + mark + String("56789012".prefix(decimals))
          let point = NumberReader(mark: .point, isRounding: true).read(text)
          let comma = NumberReader(mark: .comma, isRounding: true).read(text)
          let expected = point == nil || comma == nil || point == comma ? point ?? comma : nil
          #expect(NumberReader(mark: nil, isRounding: true).read(text) == expected, "\(text)")
        }
      }
    }
  }

  @Test func `and whole ones`() {
    #expect(NumberReader().whole("1,200") == 1200)
    #expect(NumberReader().whole("3.0") == 3)
    #expect(NumberReader().whole("3.5") == nil)
  }

  @Test func `and Boolean values`() {
    #expect(
      ["Yes", "true", "Y", "1", " on ", "x"].map { BooleanParser.read($0) == true }
        == Array(repeating: true, count: 6))
    #expect(
      ["No", "FALSE", "n", "0", "off"].map { BooleanParser.read($0) == false }
        == Array(repeating: true, count: 5))
    #expect(BooleanParser.read("") == nil)
    #expect(BooleanParser.read("maybe") == nil)
  }
}

@Suite struct `Reading rich text` {
  @Test(arguments: [
    ("a<br>b<BR />c<br/>d", "a\nb\nc\nd"),
    ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"),
    ("<p>a</p><p>b</p>", "a\nb"),
    ("x<ul><li>a</li><li><i>b</i></li></ul>y", "x\n- a\n- b\ny"),
    ("<span style=\"color: red\">red</span> &amp;amp; &lt;b&gt; &#39;q&#x27;", "red &amp; <b> 'q'"),
    ("1 < 2, <3, a<b>c and R&D; &unknown; &#0; &", "1 < 2, <3, ac and R&D; &unknown; &#0; &"),
    ("<script>", "<script>"), ("<a", "<a"), (" a ", "a"), ("", ""),
  ])
  func `keeps the text and removes the markup`(_ text: String, _ expected: String) {
    #expect(RichText.plain(text) == expected)
  }
}
