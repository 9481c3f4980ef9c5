import FlintCalendar
import FlintRules
import FlintSchema
import Testing

struct `Tasks that cannot be done yet` {
  @Test func `are due once they wait no more, also before what comes first is completed`() throws {
    var story = try DueStory()
    func add(_ name: String, _ fields: KeyValuePairs<String, FieldValue>) throws -> EventID {
      let content = try TaskChange(fields).applied(to: TaskContent(name: name))
      return try story.apply(.task(.taskAdd(content)), "2026-02-01T08:00")
    }
    let first = try story.task("Buy paint", due: "2026-03-01")
    _ = try add(
      "Paint", ["due": .day(day("2026-03-01")), "after": .list([first.description])])
    _ = try add(
      "Bins", ["due": .day(day("2026-03-03")), "wait": .day(day("2026-03-02"))])
    func names(_ now: String) throws -> [String] {
      try story.dues(now, .overdue, .task, .reminder).compactMap(\.name)
    }
    #expect(try names("2026-03-01T09:00").sorted() == ["Buy paint", "Paint"])
    try story.apply(.task(.taskComplete(first)), "2026-03-01T10:00")
    #expect(try names("2026-03-01T11:00") == ["Paint"])
    #expect(try names("2026-03-02T09:00") == ["Paint", "Bins"])
  }

  @Test func `come again on their next day`() throws {
    var story = try DueStory()
    let content = try TaskChange(["due": .day(day("2026-03-01")), "every": .text("3 days")])
      .applied(to: TaskContent(name: "Water"))
    let id = try story.apply(.task(.taskAdd(content)), "2026-02-01T08:00")
    #expect(try story.dues("2026-03-01T09:00", .task).map(\.id) == ["task-\(id)"])
    try story.apply(.task(.taskComplete(id)), "2026-03-01T10:00")
    #expect(try story.dues("2026-03-01T11:00", .task).isEmpty)
    #expect(try story.dues("2026-03-04T09:00", .task).map(\.id) == ["task-\(id)"])
  }
}
