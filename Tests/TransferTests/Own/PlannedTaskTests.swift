import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Testing

@testable import Transfer

/// Tables of tasks that recur, depend and wait.
@Suite struct `A table of planned tasks` {
  private func export(_ scratch: ImportScratch, _ kind: ExportKind = .tasks) throws -> String {
    try scratch.session { session in
      var bytes: [UInt8] = []
      _ = try ExportJob(ExportOptions(kind)).run(session) {
        $0.withUnsafeBufferPointer { bytes += Array($0) }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test func `is read as a person writes it, whatever the order of its rows`() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write(
      "tasks.csv",
      """
      id,name,added,due,tags,every,after,wait
      3,Paint,2026-06-01,2026-06-20,home|Next,,1|2,2026-06-10
      1,Buy paint,2026-06-01,,,,,
      2,Clear the room,2026-06-01,,,,,
      4,Water,2026-06-01,2026-06-05,,every 2 weeks,,

      """)
    let total = try scratch.run(file).total
    #expect(total.added == 4 && total.rejected == 0)
    let tasks = try scratch.state().tasks
    func task(_ name: String) throws -> TaskState {
      try #require(tasks.tasks.first { $0.name == name })
    }
    let paint = try task("Paint")
    #expect(paint.tags == ["home", "next"])
    #expect(paint.wait == CivilDay("2026-06-10"))
    #expect(
      Set(tasks.blockers(of: paint).map(\.name)) == ["Buy paint", "Clear the room"])
    #expect(try task("Water").every?.description == "2 weeks")
    let again = try scratch.run(file).total
    #expect(again.unchanged == 4 && again.added == 0)
  }

  @Test func `gives the same profile when it is imported again`() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write(
      "tasks.csv",
      """
      id,name,added,completed,change,at,due,tags,every,after,wait,cleared
      b,Buy paint,2026-06-01 08:00,2026-06-03 10:00,,,,shop,,,,
      p,Paint,2026-06-01 09:00,2026-06-04 10:00,,,,,,b,,
      w,Water,2026-06-01 09:00,,,,2026-06-02,,3 days,,2026-06-01,
      w,,,,complete,2026-06-02 10:00,,,,,,
      w,,,,complete,2026-06-05 10:00,,,,,,
      w,,,,update,2026-06-06 10:00,,,,p,,wait
      w,,,,start,2026-06-06 11:00,,,,,,
      w,,,,stop,2026-06-06 12:00,,,,,,

      """)
    let total = try scratch.run(file).total
    #expect(total.rejected == 0)
    let text = try export(scratch)
    let water = try #require(try scratch.state().tasks.tasks.first { $0.name == "Water" })
    #expect(water.completions.count == 2)
    #expect(water.due == CivilDay("2026-06-08"))
    #expect(water.wait == nil)
    let copy = try ImportScratch()
    let exported = try copy.write("tasks.csv", text)
    #expect(try copy.run(exported).total.rejected == 0)
    #expect(try export(copy) == text)
    #expect(try copy.state().tasks == scratch.state().tasks)
    let again = try scratch.run(try scratch.write("again.csv", text)).total
    #expect(again.added == 0 && again.rejected == 0)
  }

  @Test func `has the columns only where a task has such a value`() throws {
    let scratch = try ImportScratch()
    let plain = try scratch.write("tasks.csv", "id,name,added\n1,Read,2026-06-01\n")
    _ = try scratch.run(plain)
    #expect(
      try export(scratch).hasPrefix(
        "id,name,details,priority,type,project,due,reminder,added,completed,key\n"))
    let tagged = try scratch.write("more.csv", "id,name,added,tags\n2,Call,2026-06-01,phone\n")
    _ = try scratch.run(tagged)
    #expect(
      try export(scratch).hasPrefix(
        "id,name,details,priority,type,project,due,reminder,added,completed,tags,key\n"))
  }

  @Test func `refuses what it cannot mean, and names the column`() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write(
      "tasks.csv",
      """
      id,name,added,every,after
      1,Read,2026-06-01,often,
      2,Call,2026-06-01,,nobody

      """)
    let report = try scratch.run(file)
    #expect(report.total.rejected == 2)
  }
}
