import Testing

@testable import FlintRules

struct `Queries for tasks` {
  private func names(
    _ played: PlayedTasks, view: TaskView? = nil, _ change: (inout TaskQuery) -> Void = { _ in }
  ) -> [String] {
    var query = TaskQuery(view)
    change(&query)
    return played.state.tasks(query, today: PlayedTasks.march(10)).map(\.name)
  }

  private func sample() throws -> PlayedTasks {
    var played = PlayedTasks()
    _ = try played.add("banana", .p1, project: "Work", due: 12)
    _ = try played.add("Apple", .p3, type: .evening, details: "with ÖL")
    let cherry = try played.add("cherry", .p0, project: "Work", due: 12)
    _ = try played.add("apple", .p1, type: .inbox, project: "Home", due: 9)
    _ = try played.add("Date", .p1, due: 12, details: "no oil")
    played.complete(cherry)
    return played
  }

  @Test func `an empty query returns all tasks, by due day, priority and time of adding`() throws {
    #expect(try names(sample()) == ["apple", "cherry", "banana", "Date", "Apple"])
  }

  @Test func `a query returns tasks in its order`() throws {
    let played = try sample()
    #expect(
      names(played) { $0.order = .priority } == ["cherry", "apple", "banana", "Date", "Apple"])
    #expect(names(played) { $0.order = .added } == ["banana", "Apple", "cherry", "apple", "Date"])
    #expect(names(played) { $0.order = .name } == ["apple", "Apple", "banana", "cherry", "Date"])
  }

  @Test func `a query returns no more tasks than its limit`() throws {
    let played = try sample()
    #expect(names(played) { $0.limit = 2 } == ["apple", "cherry"])
    #expect(names(played) { $0.limit = 0 } == [])
    #expect(names(played) { $0.limit = -1 } == [])
    #expect(names(played) { $0.limit = 99 }.count == 5)
  }

  @Test func `a query filters by the fields of a task`() throws {
    let played = try sample()
    #expect(names(played) { $0.priority = .p1 } == ["apple", "banana", "Date"])
    #expect(names(played) { $0.type = .evening } == ["Apple"])
    #expect(names(played) { $0.status = .completed } == ["cherry"])
    #expect(names(played) { $0.status = .open } == ["apple", "banana", "Date", "Apple"])
    #expect(names(played) { $0.project = "WORK" } == ["cherry", "banana"])
    #expect(names(played) { $0.project = "inbox" } == ["Date", "Apple"])
    #expect(names(played) { $0.project = "Garden" } == [])
    #expect(names(played) { $0.project = "" } == [])
    #expect(
      names(played) {
        $0.project = "work"
        $0.status = .open
      } == ["banana"])
  }

  @Test func `the view of a project shows Inbox unless another is named`() throws {
    let played = try sample()
    #expect(names(played, view: .project) == ["Date", "Apple"])
    #expect(names(played, view: .project) { $0.project = "Work" } == ["cherry", "banana"])
  }

  @Test func `due days are a half-open range`() throws {
    let played = try sample()
    #expect(
      names(played) { $0.dueSince = PlayedTasks.march(12) } == ["cherry", "banana", "Date"])
    #expect(names(played) { $0.dueUntil = PlayedTasks.march(12) } == ["apple"])
    #expect(names(played) { $0.dueSince = PlayedTasks.march(13) } == [])
    #expect(
      names(played) {
        $0.dueSince = PlayedTasks.march(9)
        $0.dueUntil = PlayedTasks.march(13)
      } == ["apple", "cherry", "banana", "Date"])
  }

  @Test func `text is searched in name and details regardless of letter case`() throws {
    let played = try sample()
    #expect(names(played) { $0.text = "APP" } == ["apple", "Apple"])
    #expect(names(played) { $0.text = "öl" } == ["Apple"])
    #expect(names(played) { $0.text = "OIL" } == ["Date"])
    #expect(names(played) { $0.text = "pear" } == [])
    #expect(names(played) { $0.text = "" }.count == 5)
  }
}
