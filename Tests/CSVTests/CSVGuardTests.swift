import CSV
import Testing

@Suite struct `The guard against formulas` {
  private func isGuarded(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer(CSVGuard.isNeeded)
  }

  @Test(
    arguments: [
      "=", "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\ta", "\r", "\r\n", "\n", "'", "'a", "''",
      "＝1", "＋", "－1", "＠a", " =1", "   @", "  ＝", " -",
    ])
  func `is put in front of texts that may be interpreted as formulas`(text: String) {
    #expect(isGuarded(Array(text.utf8)))
  }

  @Test(
    arguments: [
      "", " ", "   ", "a", "1", "a=", "a'", " a=", " '", "é", "！", "\u{FEFF}=", "ï", "1-1", "\"=",
    ])
  func `is not put in front of anything else`(text: String) {
    #expect(!isGuarded(Array(text.utf8)))
  }

  @Test func `guards different texts differently`() {
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
    let guarded = Set(different.map { isGuarded($0) ? [CSVGuard.character] + $0 : $0 })
    #expect(guarded.count == different.count)
  }
}
