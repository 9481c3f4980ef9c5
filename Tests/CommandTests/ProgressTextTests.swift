import Testing

@testable import Commands

/// Tests of progress as text.
struct `Progress text` {
  @Test func `progress shows the count, and later the rate and the remaining time`() {
    #expect(
      ProgressText(message: "rows", done: 550, total: 1000, seconds: 1).line
        == "rows: 550 of 1,000 (55 %)")
    #expect(
      ProgressText(message: "", done: 550, total: 1000, seconds: 5).line
        == "progress: 550 of 1,000 (55 %), 110 a second, 5 s left")
    // 3 in 60 s: 3 a minute; 7 left take 140 s.
    #expect(
      ProgressText(message: "days", done: 3, total: 10, seconds: 60).line
        == "days: 3 of 10 (30 %), 3 a minute, 2 min 20 s left")
    #expect(
      ProgressText(message: "a.csv", done: 1 << 20, total: 4 << 20, isInBytes: true, seconds: 10)
        .line == "a.csv: 25 %, 30 s left")
  }

  @Test func `progress accepts any numbers of a script`() {
    for (done, total) in [(0, 0), (5, 0), (Int64.max, 1), (0, Int64.max), (7, 3)]
      as [(Int64, Int64)]
    {
      let text = ProgressText(message: "x", done: done, total: total, seconds: 100)
      #expect((0...100).contains(text.percent))
      #expect(!text.line.isEmpty && !text.bar(columns: 80).isEmpty)
    }
    #expect(ProgressText(message: "x", done: 7, total: 3, seconds: 100).secondsLeft == nil)
  }

  @Test(arguments: [0, 1, 10, 40, 60, 80, 200])
  func `progress fits in a line of the terminal`(columns: Int) {
    let text = ProgressText(
      message: String(repeating: "long ", count: 30), done: 123_456, total: 1_000_000, seconds: 9)
    #expect(text.bar(columns: columns).count <= max(0, columns - 1))
  }

  @Test func `progress has a bar`() {
    #expect(
      ProgressText(message: "rows", done: 550, total: 1000, seconds: 5).bar(columns: 100)
        == "rows ███████████░░░░░░░░░  55 % 550 of 1,000, 110 a second, 5 s left")
    #expect(
      ProgressText(message: "a.csv", done: 1, total: 4, isInBytes: true, seconds: 10)
        .bar(columns: 100) == "a.csv █████░░░░░░░░░░░░░░░  25 %, 30 s left")
  }

  @Test func `durations have seconds, minutes and hours`() {
    #expect(ProgressText.duration(0) == "0 s")
    #expect(ProgressText.duration(190) == "3 min 10 s")
    #expect(ProgressText.duration(7500) == "2 h 5 min")
  }
}
