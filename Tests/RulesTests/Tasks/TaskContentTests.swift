import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

struct `The content of a task` {
  @Test func `the content has the defaults of the domain`() throws {
    let task = try TaskContent(name: "  Water the plants\n")
    #expect(task.name == "Water the plants")
    #expect(task.details == nil)
    #expect(task.priority == .p2)
    #expect(task.type == .morning)
    #expect(task.project == .inbox)
    #expect(task.project.text == "Inbox")
    #expect(task.due == nil)
    #expect(task.reminder == nil)
  }

  @Test func `a name has 1 to 200 characters`() throws {
    #expect(try TaskContent(name: String(repeating: "é", count: 200)).name.count == 200)
    #expect(try TaskContent(name: " " + String(repeating: "x", count: 200) + " ").name.count == 200)
    #expect(
      throws: FieldError(field: "name", expected: "1 to 200 characters", found: "201 characters")
    ) { try TaskContent(name: String(repeating: "x", count: 201)) }
    #expect(throws: FieldError(field: "name", expected: "1 to 200 characters", found: "\" \t\"")) {
      try TaskContent(name: " \t")
    }
  }

  @Test func `a project has 1 to 100 characters`() throws {
    #expect(
      try TaskContent(name: "a", project: String(repeating: "p", count: 100)).project.text.count
        == 100)
    #expect(
      throws: FieldError(
        field: "project", expected: "1 to 100 characters", found: "101 characters")
    ) { try TaskContent(name: "a", project: String(repeating: "p", count: 101)) }
    #expect(throws: FieldError(field: "project", expected: "1 to 100 characters", found: "\"\"")) {
      try TaskContent(name: "a", project: "")
    }
    #expect(throws: FieldError(field: "to", expected: "1 to 100 characters", found: "\" \"")) {
      try ProjectName(" ", field: "to")
    }
  }

  @Test(arguments: ["inbox", "INBOX", "iNbOx", "  Inbox  "])
  func `every spelling of inbox is Inbox`(_ spelling: String) throws {
    #expect(try ProjectName(spelling) == .inbox)
    #expect(try TaskContent(name: "a", project: spelling).project.text == "Inbox")
  }

  @Test func `due days and reminders are in range`() throws {
    func due(_ day: CivilDay) -> FieldError {
      FieldError(
        field: "due", expected: "a day from 0001-01-01 to 9999-12-31", found: day.description)
    }
    let before = CivilDay(number: -719_163)
    #expect(throws: due(before)) { try TaskContent(name: "a", due: before) }
    #expect(try TaskContent(name: "a", due: CivilDay(number: -719_162)).due?.number == -719_162)
    #expect(try TaskContent(name: "a", due: CivilDay(number: 2_932_896)).due?.number == 2_932_896)
    for day in [CivilDay(number: 2_932_897), CivilDay(number: .max)] {
      #expect(throws: due(day)) { try TaskChange(["due": .day(day)]) }
    }
    for milliseconds in [Int64.max, .min] {
      let instant = Instant(milliseconds: milliseconds)
      let error = FieldError(
        field: "reminder", expected: "an instant from \(Instant.earliest) to \(Instant.latest)",
        found: "\(milliseconds) ms")
      #expect(throws: error) { try TaskContent(name: "a", reminder: instant) }
      #expect(throws: error) { try TaskChange(["reminder": .instant(instant)]) }
    }
  }

  @Test(arguments: [
    ("P0", TaskPriority.p0), ("p0", .p0), ("1", .p0), ("P1", .p1), ("2", .p1), ("p2", .p2),
    ("3", .p2), ("P3", .p3), ("4", .p3), (" P1", .p1),
  ])
  func `a priority is read from its name or number`(
    _ text: String, _ priority: TaskPriority
  ) throws {
    #expect(try TaskPriority(reading: text, field: "priority") == priority)
  }

  @Test(arguments: ["", "0", "5", "P4", "P", "p 1", "01", "-1", "+1", "high", "1.0", "P١"])
  func `any other text is no priority, and no type`(_ text: String) {
    #expect(
      throws: FieldError(
        field: "priority", expected: "P0, P1, P2, P3, or 1 to 4 for these", found: "\"\(text)\"")
    ) { try TaskPriority(reading: text, field: "priority") }
    #expect(
      throws: FieldError(
        field: "kind", expected: "morning, evening, upcoming, inbox, or 1 to 4 for these",
        found: "\"\(text)\"")
    ) { try TaskType(reading: text, field: "kind") }
  }

  @Test func `numbers out of range are errors that name the field`() throws {
    for number: Int64 in [0, 5, -1, 256, 257, .max, .min] {
      #expect(
        throws: ContentError(
          description:
            "field \"priority\": expected P0, P1, P2, P3, or 1 to 4 for these, got \(number)")
      ) { try action(.taskAdd, #"{"name":"a","priority":\#(number)}"#) }
      #expect(
        throws: ContentError(
          description:
            "field \"type\": expected morning, evening, upcoming, inbox, or 1 to 4 for these, "
            + "got \(number)")
      ) { try action(.taskAdd, #"{"name":"a","type":\#(number)}"#) }
    }
    for (index, priority) in TaskPriority.allCases.enumerated() {
      #expect(
        try action(.taskAdd, #"{"name":"a","priority":\#(index + 1)}"#)
          == TaskContent(name: "a", priority: priority).action)
    }
    for (index, type) in TaskType.allCases.enumerated() {
      #expect(
        try action(.taskAdd, #"{"name":"a","type":\#(index + 1)}"#)
          == TaskContent(name: "a", type: type).action)
    }
    #expect(
      try ["morning", "2", "upcoming", "4"].map {
        try TaskType(reading: $0, field: "type").rawValue
      }
        == [1, 2, 3, 4])
  }

  @Test func `the rules define the score of a priority`() {
    #expect(TaskPriority.allCases.map { TaskRules().score(of: $0) } == [7, 4, 3, 2])
    #expect(TaskRules(scores: [5]).score(of: .p3) == 0)
  }
}
