import FlintCalendar
import FlintJSON
import FlintSchema
import Testing

@testable import FlintRules

/// The expected values are those of Taskwarrior's formula, computed by hand:
/// `((days overdue + 14) * 0.8 / 21 + 0.2) * 12` for a due day, `age / 365 * 2`, and so on.
struct `The urgency of a task` {
  private let today = PlayedTasks.march(1)

  private func urgency(
    _ fields: KeyValuePairs<String, FieldValue>, age: Int32 = 0
  ) throws -> Int64 {
    var played = PlayedTasks()
    let id = try played.add("a", with: fields, on: 1 - age)
    return try urgency(id, played)
  }

  private func urgency(
    _ id: EventID, _ played: PlayedTasks, _ rules: UrgencyRules = UrgencyRules()
  ) throws -> Int64 {
    let task = try #require(played.state.task(id))
    return played.state.urgency(of: task, by: rules, today: today).hundredths
  }

  @Test func `grows with the priority`() throws {
    #expect(
      try ["P0", "P1", "P2", "P3"].map { try urgency(["priority": .name($0)]) }
        == [600, 390, 180, 0])
  }

  @Test(arguments: [
    (-20, 240), (-14, 240), (-7, 560), (-1, 834), (0, 880), (3, 1017), (7, 1200), (40, 1200),
  ])
  func `grows with the days after the due day`(_ days: Int, _ expected: Int64) throws {
    #expect(try urgency(["priority": .name("P3"), "due": .day(today + -days)]) == expected)
  }

  @Test(arguments: [(0, 0), (30, 16), (100, 55), (365, 200), (400, 200)])
  func `grows with the age`(_ days: Int32, _ expected: Int64) throws {
    #expect(try urgency(["priority": .name("P3")], age: days) == expected)
  }

  @Test func `grows with tags and a project, and falls with a day to wait for`() throws {
    func of(_ fields: KeyValuePairs<String, FieldValue>) throws -> Int64 {
      try urgency(fields) - 180
    }
    #expect(try of(["tags": .list(["a"])]) == 80)
    #expect(try of(["tags": .list(["a", "b"])]) == 90)
    #expect(try of(["tags": .list(["a", "b", "c", "d"])]) == 100)
    #expect(try of(["tags": .list(["next"])]) == 1580)
    #expect(try of(["project": .text("Work")]) == 100)
    #expect(try of(["wait": .day(today + 1)]) == -300)
    #expect(try of(["wait": .day(today)]) == 0)
  }

  @Test func `is the sum of all that holds`() throws {
    var played = PlayedTasks()
    let id = try played.add(
      "a",
      with: [
        "priority": .name("P1"), "due": .day(today + -3), "tags": .list(["home", "next"]),
        "project": .text("Work"),
      ], on: -29)
    let other = try played.add("b", with: ["after": .list([id.description])])
    played.apply(.taskStart(id))
    let task = try #require(played.state.task(id))
    let urgency = played.state.urgency(of: task, by: UrgencyRules(), today: today)
    #expect(
      urgency.terms.map { "\($0.factor) \($0.hundredths)" } == [
        "priority 390", "due 1017", "age 16", "tags 90", "project 100", "blocking 800",
        "active 400", "tag 1500",
      ])
    #expect(urgency.hundredths == 4313)
    #expect(try self.urgency(other, played) == 180 - 500)
    played.complete(id)
    #expect(try self.urgency(id, played) == 0)
    #expect(try self.urgency(other, played) == 180)
  }

  @Test func `its amounts are those of the rulebook`() throws {
    var rules = UrgencyRules()
    rules.tags = [NamedValue("home", -250)]
    rules.priorities[2] = 33
    var played = PlayedTasks()
    let id = try played.add("a", with: ["tags": .list(["home", "next"])])
    #expect(try urgency(id, played, rules) == 33 + 90 - 250)
  }

  @Test func `orders tasks, the most urgent first`() throws {
    var played = PlayedTasks()
    _ = try played.add("usual")
    _ = try played.add("urgent", .p0)
    _ = try played.add("hidden", with: ["wait": .day(today + 5), "tags": .list(["next"])])
    let done = try played.add("done")
    played.complete(done)
    var query = TaskQuery()
    query.order = .urgency
    func names() -> [String] { played.state.tasks(query, today: today).map(\.name) }
    #expect(names() == ["hidden", "urgent", "usual", "done"])
    query.hidesWaiting = true
    query.status = .open
    #expect(names() == ["urgent", "usual"])
    query.hidesWaiting = false
    query.tag = " NEXT "
    #expect(names() == ["hidden"])
  }

  @Test func `conditions select tasks`() throws {
    var played = PlayedTasks()
    let first = try played.add("first")
    _ = try played.add("second", with: ["after": .list([first.description])])
    _ = try played.add("later", with: ["wait": .day(today + 1)])
    _ = try played.add("again", with: ["every": .text("day")])
    let done = try played.add("done")
    played.complete(done)
    played.apply(.taskStart(first))
    func names(_ condition: TaskCondition) -> [String] {
      var query = TaskQuery()
      (query.status, query.order) = (condition, .added)
      return played.state.tasks(query, today: today).map(\.name)
    }
    #expect(names(.open) == ["first", "second", "later", "again"])
    #expect(names(.ready) == ["first", "again"])
    #expect(names(.waiting) == ["later"])
    #expect(names(.blocked) == ["second"])
    #expect(names(.started) == ["first"])
    #expect(names(.recurring) == ["again"])
    #expect(names(.completed) == ["done"])
    // Views show what waits from its day on.
    #expect(
      played.state.tasks(TaskQuery(.inbox), today: today).map(\.name)
        == ["first", "second", "again"])
    #expect(played.state.tasks(TaskQuery(.inbox), today: today + 1).count == 4)
  }
}
