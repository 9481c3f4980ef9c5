import Testing

@testable import Transfer

@Suite struct `The guard of texts` {
  static let letters = ["'", "=", "-", "@", "\t", "\n", " ", "\u{FF1D}", "a", ""]

  /// All texts of up to four of the significant characters.
  static let texts: [String] = {
    var texts = [""]
    for first in letters {
      for second in letters {
        for third in letters {
          for fourth in letters { texts.append(first + second + third + fourth) }
        }
      }
    }
    return Array(Set(texts)).sorted()
  }()

  private func read(_ field: String) -> String? {
    var field = field
    return field.withUTF8 { TextGuard.text($0.span) }
  }

  @Test(arguments: [false, true])
  func `restores every text, and writes no two texts as the same field`(isRaw: Bool) {
    let fields = Self.texts.map { TextGuard.guarded($0, isRaw: isRaw) }
    #expect(fields.map { read($0) } == Self.texts)
    #expect(Set(fields.map { Array($0.utf8) }).count == Self.texts.count)
  }

  @Test func `leaves no field that a spreadsheet interprets as a formula`() {
    for text in Self.texts {
      let field = TextGuard.guarded(text, isRaw: false)
      #expect(!field.isEmpty)
      let first = field.unicodeScalars.first
      let word = field.drop { $0 == " " }.unicodeScalars.first
      #expect(first.map { !"\t\n\r".unicodeScalars.contains($0) } ?? true, "\(field)")
      #expect(word.map { !"=+-@\u{FF1D}".unicodeScalars.contains($0) } ?? true, "\(field)")
    }
  }

  @Test func `adds one apostrophe if needed, and reads an empty field as no text`() {
    #expect(TextGuard.guarded("=1+1", isRaw: false) == "'=1+1")
    #expect(TextGuard.guarded("=1+1", isRaw: true) == "=1+1")
    #expect(TextGuard.guarded("'=1+1", isRaw: true) == "''=1+1")
    #expect(TextGuard.guarded("'tis", isRaw: false) == "''tis")
    #expect(TextGuard.guarded("'tis", isRaw: true) == "'tis")
    #expect(TextGuard.guarded("rock'n'roll", isRaw: false) == "rock'n'roll")
    #expect(read("") == nil)
    #expect(read("'") == "")
    #expect(read("'tis") == "'tis")
  }
}

@Suite struct `Several texts in one field` {
  @Test func `are restored with any content`() {
    let words = ["a", "|", "\\", "a|b", "\\|", "|\\", "a\\", "\\\\", "b, c"]
    for first in words {
      for second in words {
        for third in words {
          let texts = [first, second, third]
          #expect(TagList.split(TagList.joined(texts)) == texts)
        }
      }
      #expect(TagList.split(TagList.joined([first])) == [first])
    }
  }

  @Test func `escape only bars and backslashes`() {
    #expect(TagList.joined(["a|b", "c\\d", "e, f"]) == "a\\|b|c\\\\d|e, f")
    #expect(TagList.split("work\\life|home") == ["work\\life", "home"])
    #expect(TagList.split("") == [])
    #expect(TagList.split("end\\") == ["end\\"])
  }
}
