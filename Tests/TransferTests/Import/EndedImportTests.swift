import Foundation
import FlintJSON
import FlintRules
import Sessions
import Testing
import Transfer

/// The report of an import that is aborted.
struct `An import that ends early` {
  private struct Enough: Error {}

  /// Returns the report of an import that ends at its first rejected row, and the number of
  /// committed rows.
  private func aborted(
    _ scratch: ImportScratch, _ text: String, commitEvery: Int?
  ) throws -> (report: ImportReport, committed: Int) {
    let path = try scratch.write("in.csv", text)
    var job: ImportJob?
    var options = ImportOptions()
    options.commitEvery = commitEvery
    if commitEvery == nil { options.errors.onError = .stop }
    #expect(throws: (any Error).self) {
      try scratch.session { session in
        let made = try ImportJob([path], options, session)
        job = made
        if commitEvery != nil { made.onReject = { _, _ in throw Enough() } }
        _ = try made.run()
      }
    }
    let ended = try #require(job)
    return (ended.reportSoFar, ended.committedRecords)
  }

  @Test(arguments: [
    "at,title,category\n2026-01-01,One,idea\n2026-01-02,Two,no\n2026-01-03,Three,idea\n",
    "date,mood,value\n2026-01-01,good,\n2026-01-02,no,\n2026-01-03,bad,\n",
    "full_date,weekday,mood,activities,note\n2026-01-01,,good,,\n2026-01-02,,no,,\n2026-01-03,,bad,,\n",
  ])
  func `counts the row at which it ends, and none after it`(text: String) throws {
    let (report, _) = try aborted(try ImportScratch(), text, commitEvery: nil)
    let all = report.total
    #expect(all.rejected == 1 && all.isBalanced && all.read <= 2, "\(report.line)")
    #expect(report.sources.map(\.batch) == [nil])
  }

  @Test(arguments: ["sparks", "moods"])
  func `commits the rows it has read, and reports their batch`(kind: String) throws {
    let scratch = try ImportScratch()
    var text = kind == "sparks" ? "title,category,at\n" : "date,mood,value\n"
    for row in 0..<100 {
      let day = "2026-0\(row / 28 + 1)-\(row % 28 < 9 ? "0" : "")\(row % 28 + 1)"
      text += kind == "sparks" ? "s\(row),idea,\(day)\n" : "\(day),good,\n"
    }
    text += kind == "sparks" ? "x,no,2026-01-01\n" : "2026-01-01,no,\n"
    let (report, committed) = try aborted(scratch, text, commitEvery: 20)
    #expect(committed == 100)
    let count = try kind == "sparks" ? scratch.sparks().count : scratch.state().moods.ratings.count
    #expect(count == 100)
    #expect(report.line == "100=100+0+0+0+0")
    let batches = try scratch.session { try $0.history.batches() }
    #expect(report.sources.map(\.batch) == [batches.first?.number])
    let detail = try JSONValue(parsing: Array(try #require(batches.first?.detail).utf8))
    #expect(detail["counts"]?["read"] == .integer(100))
    #expect(detail["counts"]?["added"] == .integer(100))
  }

  @Test func `records the same with and without intermediate commits`() throws {
    var text = "at,tracker,kind,value\n"
    for row in (0..<60).reversed() {
      text +=
        "2026-02-\(row % 28 < 9 ? "0" : "")\(row % 28 + 1)T10:\(10 + row / 28):00,Run,session,\(row + 1)\n"
    }
    var states: [ProfileState] = []
    for every in [nil, 7] {
      let scratch = try ImportScratch()
      try scratch.write("in.csv", text)
      #expect(try scratch.run("in.csv") { $0.commitEvery = every }.line == "60=60+0+0+0+0")
      states.append(try scratch.state())
    }
    #expect(states[0].trackers == states[1].trackers)
  }
}
