import FlintRules
import Sessions
import Testing

@testable import Transfer

/// Rows of one instant that complete a task which another row of the instant reopens.
@Suite struct `A task completed twice at one instant` {
  private static let header = "id,name,added,change,at\n"
  private static let added = "t1,Call,2026-06-20 10:00,,\n"
  private static let complete = "t1,,,complete,2026-06-21\n"
  private static let reopen = "t1,,,reopen,2026-06-21\n"

  private func completions(_ scratch: ImportScratch) throws -> Int {
    try scratch.session { try $0.reader.events(EventQuery(kinds: [.taskComplete])).count }
  }

  @Test(arguments: [
    [added, complete, reopen, complete], [added, complete, complete, reopen],
    [reopen, complete, complete, added],
  ])
  func `is completed by both rows, in any order`(rows: [String]) throws {
    let scratch = try ImportScratch()
    let file = try scratch.write("tasks.csv", Self.header + rows.joined())
    let first = try scratch.run(file).total
    #expect(first.added == 4 && first.rejected == 0)
    #expect(try completions(scratch) == 2)
    #expect(try scratch.state().tasks.tasks.first?.completion != nil)
    let again = try scratch.run(file).total
    #expect(again.unchanged == 4 && again.added == 0)
  }

  @Test func `is unchanged by a second row where nothing reopens it`() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write(
      "tasks.csv", Self.header + Self.added + Self.complete + Self.complete)
    let total = try scratch.run(file).total
    #expect(total.added == 2 && total.unchanged == 1 && total.rejected == 0)
    #expect(try completions(scratch) == 1)
  }
}
