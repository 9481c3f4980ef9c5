import Foundation
import Testing

@testable import Charts

struct `A text of XML` {
  @Test(arguments: [
    ("<script>alert('x')</script>", "&lt;script&gt;alert('x')&lt;/script&gt;"),
    ("a & b &amp; \"c\"", "a &amp; b &amp;amp; &quot;c&quot;"), ("]]>", "]]&gt;"),
    ("a\tb\nc\rd", "a b c d"),
    ("\0\u{1}\u{8}\u{b}\u{1b}\u{1f}", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
    ("a\u{202a}\u{202e}\u{2066}\u{2069}\u{200f}b", "a\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{200f}b"),
    ("\u{7f}\u{80}\u{9f}\u{a0}", "\u{fffd}\u{fffd}\u{fffd}\u{a0}"),
    ("\u{fffd}\u{fffe}\u{ffff}\u{1fffe}\u{10ffff}", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
    ("e\u{301} 👩‍👩‍👧 שלום \u{202e}x", "e\u{301} 👩‍👩‍👧 שלום \u{fffd}x"), ("a\r\nb", "a  b"), ("", ""),
  ])
  func `has no character that XML interprets or forbids`(text: String, escaped: String) {
    #expect(Array(SVGText.escaped(text).unicodeScalars) == Array(escaped.unicodeScalars))
    #expect(SVGWriter.escaped(text) == SVGText.escaped(text))
  }

  /// The scalars of the first plane and the last ones of the others become what XML 1.0 allows (fifth edition,
  /// production 2), and none is markup.
  @Test func `is allowed for every scalar`() {
    for value in UInt32(0)...0x10ffff where value < 0x10000 || value & 0xffff > 0xfff0 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for escaped in SVGText.escaped(String(scalar)).unicodeScalars {
        let isAllowed =
          switch escaped.value {
          case 0x20...0xd7ff, 0xe000...0xfffd, 0x10000...0x10ffff: true
          default: false
          }
        if !isAllowed || "<>\"".unicodeScalars.contains(escaped) {
          Issue.record("\(String(value, radix: 16)) becomes \(String(escaped.value, radix: 16))")
        }
      }
    }
  }
}

struct `A coordinate of vector graphics` {
  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.005, ".01"), (-0.004, "0"), (0.004, "0"),
      (-0.005, "-.01"), (0.5, ".5"), (-0.25, "-.25"), (1.05, "1.05"), (12.346, "12.35"),
      (2.999, "3"), (99.995, "100"), (10, "10"), (1e8, "100000000"), (-1e8, "-100000000"),
      (.nan, "0"), (.infinity, "0"), (-.infinity, "0"), (1e300, "0"),
    ] as [(Double, String)])
  func `has at most two decimals`(value: Double, text: String) {
    #expect(SVGText.number(value) == text)
  }

  @Test func `is within half of a hundredth of its value, at random`() {
    var random = SplitMix(seed: 5)
    for _ in 0..<5000 {
      let value = (random.unit() - 0.5) * random.power(-3...6)
      let text = SVGText.number(value)
      #expect(((Double(text) ?? .nan) - value).magnitude <= 0.005 + 1e-9, "\(value): \(text)")
    }
  }
}
