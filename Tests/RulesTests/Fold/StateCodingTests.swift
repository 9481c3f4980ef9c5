import FlintCalendar
import Testing

@testable import FlintRules

struct `The coding of cached states` {
  /// Each computed by hand: doubled, or doubled and less one where negative; seven bits a byte.
  @Test(
    arguments: [
      (0, [0]), (-1, [1]), (1, [2]), (63, [126]), (-64, [127]), (64, [128, 1]), (-65, [129, 1]),
      (8191, [254, 127]), (8192, [128, 128, 1]),
      (.max, [254] + [UInt8](repeating: 255, count: 8) + [1]),
      (.min, [UInt8](repeating: 255, count: 9) + [1]),
    ] as [(Int64, [UInt8])])
  func `uses the minimum number of bytes per word`(word: Int64, bytes: [UInt8]) {
    var writer = StateWriter()
    writer.write(word)
    #expect(writer.bytes == bytes)
    var reader = StateReader(bytes)
    #expect(reader.word() == word)
    #expect(reader.isAtEnd)
  }

  @Test func `decodes the encoded values`() {
    let texts = ["", "a", "Zoë 🔥", "e\u{301}", "\u{0}\n\"", String(repeating: "long ", count: 999)]
    let words: [UInt64] = [0, 1, .max, 1 << 63, 0x0123_4567_89ab_cdef]
    var writer = StateWriter()
    for text in texts { writer.write(text) }
    for word in words { writer.writeWhole(word) }
    for word in words { writer.write(EventID(high: word, low: ~word)) }
    writer.write(list: words) { $0.writeWhole($1) }
    writer.write(CivilDay?.none) { $0.write($1) }
    writer.write(CivilDay(number: -719_162)) { $0.write($1) }
    var reader = StateReader(writer.bytes)
    for text in texts { #expect(reader.text().utf8.elementsEqual(text.utf8)) }
    for word in words { #expect(reader.wholeWord() == word) }
    for word in words { #expect(reader.id() == EventID(high: word, low: ~word)) }
    #expect(reader.list { $0.wholeWord() } == words)
    #expect(reader.optional { $0.day() } == nil)
    #expect(reader.optional { $0.day() } == CivilDay(number: -719_162))
    #expect(reader.isAtEnd)
  }

  @Test(
    arguments: [
      [], [0x80], [UInt8](repeating: 0x80, count: 9), [UInt8](repeating: 0xff, count: 11),
    ] as [[UInt8]])
  func `refuses a word that does not end`(bytes: [UInt8]) {
    var reader = StateReader(bytes)
    #expect(reader.word() == 0)
    #expect(!reader.isSound)
    #expect(reader.text().isEmpty)
    #expect(!reader.isAtEnd)
  }

  @Test func `refuses a number that is too wide, and a length beyond the end`() {
    var writer = StateWriter()
    writer.write(1 << 40 as Int64)
    for read in [
      { _ = $0.integer(Int32.self) }, { _ = $0.text() }, { _ = $0.list { $0.word() } },
    ] as [(inout StateReader) -> ()] {
      var reader = StateReader(writer.bytes)
      read(&reader)
      #expect(!reader.isSound)
    }
  }
}
