import CSV
import Testing

@Suite struct `The guard against formulas` {
  @Test(
    arguments: [
      "=", "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\ta", "\r", "\r\n", "\n", "'", "'a", "''",
      "＝1", "＋", "－1", "＠a", " =1", "   @", "  ＝", " -",
    ])
  func `is put in front of texts that may be interpreted as formulas`(text: String) {
    #expect(CSVGuard.guarded(text) == "'" + text)
    #expect(CSVGuard.guarded(Array(text.utf8)) == Array(("'" + text).utf8))
    #expect(CSVGuard.unguarded("'" + text) == text)
  }

  @Test(
    arguments: [
      "", " ", "   ", "a", "1", "a=", "a'", " a=", " '", "é", "！", "\u{FEFF}=", "ï", "1-1", "\"=",
    ])
  func `is not put in front of anything else`(text: String) {
    #expect(CSVGuard.guarded(text) == text)
    #expect(CSVGuard.unguarded(text) == text)
  }

  @Test func `is as long as one byte even before a combining mark`() {
    #expect(Array(CSVGuard.guarded("=\u{301}").utf8) == Array("'=\u{301}".utf8))
    #expect(Array(CSVGuard.unguarded("'\u{301}").utf8) == [0xCC, 0x81])
  }

  @Test func `is removed once, from unguarded texts as well`() {
    #expect(CSVGuard.unguarded("'a") == "a")
    #expect(CSVGuard.unguarded("''a") == "'a")
    #expect(CSVGuard.unguarded("a'") == "a'")
    let guarded = Array("'=1".utf8).withUnsafeBufferPointer { Array(CSVGuard.unguarded($0)) }
    #expect(guarded == Array("=1".utf8))
    let other = Array("=1".utf8).withUnsafeBufferPointer { Array(CSVGuard.unguarded($0)) }
    #expect(other == Array("=1".utf8))
  }

  @Test func `guards different texts differently, and restores each`() {
    let pieces: [[UInt8]] = [
      [0x27], [0x3D], [0x20], [0x61], [0x09], [0x0A], [0xEF, 0xBC, 0x9D], [0xEF], [0xBC],
    ]
    var texts: [[UInt8]] = [[]]
    var start = 0
    for _ in 1...4 {
      let end = texts.count
      for text in texts[start..<end] { texts += pieces.map { text + $0 } }
      start = end
    }
    let different = Set(texts)
    #expect(Set(different.map(CSVGuard.guarded)).count == different.count)
    for text in different where CSVGuard.unguarded(CSVGuard.guarded(text)) != text {
      Issue.record("\(text)")
    }
  }
}
