import Foundation
import Testing

@testable import Charts

struct `The width of a text` {
  /// Widths as wcwidth-like programs and Unicode's rules for emoji define them, checked by hand.
  @Test(arguments: [
    ("", 0), ("abc", 3), ("Grüße", 5), ("日本", 4), ("ﾊﾝｶｸ", 4), ("Ｆｕｌｌ", 8), ("한국어", 6),
    // A syllable of three letters, and a letter with a combining mark.
    ("\u{1112}\u{1161}\u{11AB}", 2), ("e\u{301}", 1), ("ह\u{93F}न\u{94D}दी", 5),
    // Zero-width joiner alone, soft hyphen, line feed and a C1 control.
    ("a\u{200D}b", 2), ("a\u{AD}b", 3), ("a\n\u{9B}b", 2),
    // Emoji: one scalar, with skin, a family, a flag, half a flag, England's flag, a rainbow flag.
    ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("🇩", 1),
    ("\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("🏳️‍🌈", 2),
    // Signs that are text by themselves, and pictures with the variation selector; also on a key.
    ("❤", 1), ("❤️", 2), ("☝🏽", 2), ("©", 1), ("©️", 2), ("1️⃣", 2), ("1", 1), ("1\u{301}", 1),
    // A face of Unicode 15, which is later than the table.
    ("\u{1FAE8}", 2),
  ])
  func `is that of its grapheme clusters`(text: String, width: Int) {
    #expect(
      TextWidth.of(text) == width, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
  }

  /// The fixture is written by `Tests/Oracle/text_width.py widths`, from Python's unicodedata.
  @Test func `is that of Unicode's data for every assigned scalar`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Terminal/widths.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var count = 0
    for line in lines {
      let parts = line.split { ". ".contains($0) }
      let first = try #require(UInt32(parts[0], radix: 16))
      let last = try #require(UInt32(parts[1], radix: 16))
      for value in first...last {
        let scalar = try #require(Unicode.Scalar(value))
        // AHOM CONSONANT SIGN MEDIAL RA became a spacing mark after Unicode 14.
        if TextWidth.of(scalar) != Int(parts[2]), value != 0x1171E {
          Issue.record("\(String(value, radix: 16)): \(TextWidth.of(scalar)), not \(parts[2])")
        }
        count += 1
      }
    }
    // Unicode 14.0 has 144,697 characters, besides 65 controls and 137,468 for private use.
    #expect(count == 144_697 + 65 + 137_468)
  }

  @Test func `table has ascending ranges with gaps between them`() {
    for (left, right) in zip(TextWidth.wideRanges, TextWidth.wideRanges.dropFirst()) {
      #expect(left.first <= left.last && left.last + 1 < right.first)
    }
  }

  @Test func `limits a prefix without splitting a character`() {
    #expect(TextWidth.prefix(of: "日本語", width: 5) == "日本")
    #expect(TextWidth.prefix(of: "a👩‍👩‍👧b", width: 2) == "a")
    #expect(TextWidth.prefix(of: "a👩‍👩‍👧b", width: 3) == "a👩‍👩‍👧")
    #expect(TextWidth.prefix(of: "abc", width: 0) == "")
  }
}

struct `A text that is wider than its column` {
  @Test(arguments: [
    ("Buy milk", 8, "Buy milk"), ("Buy milk and bread", 8, "Buy…"),
    ("Buy milk and bread", 9, "Buy milk…"), ("Buy milk, bread", 10, "Buy milk…"),
    // A word that is wider than the column is broken, unless the words before it fill half of it.
    ("A Donaudampfschiff", 10, "A Donauda…"), ("Donaudampf fährt", 10, "Donaudamp…"),
    ("日本語の長い題名", 10, "日本語の…"), ("日本語 の長い題名です", 10, "日本語…"),
    ("House renovation", 8, "House…"),
  ])
  func `is cut after a word`(text: String, width: Int, shown: String) {
    #expect(TextWidth.elided(text, to: width) == shown)
    #expect(TextWidth.of(TextWidth.elided(text, to: width)) <= width)
  }

  @Test(arguments: [
    ("Buy milk", 8, ["Buy milk"]), ("Buy milk and bread", 8, ["Buy milk", "and", "bread"]),
    ("A Donaudampfschiff fährt", 10, ["A", "Donaudampf", "schiff", "fährt"]),
    ("日本語の長い題名", 6, ["日本語", "の長い", "題名"]), ("日本", 1, ["日", "本"]), ("", 5, [""]),
  ])
  func `continues on further lines`(text: String, width: Int, lines: [String]) {
    #expect(TextWidth.wrapped(text, to: width) == lines)
  }
}
