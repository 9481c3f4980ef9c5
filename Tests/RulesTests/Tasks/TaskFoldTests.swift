import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

struct `The fold of tasks` {
  private func march(_ day: Int32) -> CivilDay { PlayedTasks.march(day) }

  @Test func `a task has the fields of its event`() throws {
    var played = PlayedTasks()
    let id = played.nextID
    played.apply(
      .taskAdd(
        try TaskContent(
          name: "Pay rent", details: "by transfer", priority: .p1, type: .upcoming,
          project: "Home", due: march(5), reminder: Instant(milliseconds: 42))), on: 2)
    let task = try #require(played.state.task(id))
    #expect(task.id == id)
    #expect(task.addedAt == Instant(milliseconds: 1_772_323_201_000))
    #expect(task.addedDay == march(2))
    #expect(task.name == "Pay rent")
    #expect(task.details == "by transfer")
    #expect(task.priority == .p1)
    #expect(task.type == .upcoming)
    #expect(task.due == march(5))
    #expect(task.reminder == Instant(milliseconds: 42))
    #expect(task.status == .open)
    #expect(played.project(of: id) == "Home")
    #expect(played.state.score(of: id) == 0)
    #expect(played.state.score(of: EventID(high: 9, low: 9)) == nil)
  }

  @Test func `a task scores by its priority under the rules, on the day of completion`() throws {
    for (priority, score) in zip(TaskPriority.allCases, [7, 4, 3, 2] as [Int64]) {
      var played = PlayedTasks()
      let id = try played.add("a", priority, on: 1)
      let effect = played.complete(id, on: 3)
      #expect(effect.void == nil)
      #expect(effect.tasks == 1)
      #expect(effect.taskScore == score)
      #expect(effect.reversals.isEmpty)
      #expect(played.state.score(of: id) == score)
      #expect(played.score(1) == 0)
      #expect(played.score(3) == score)
      #expect(played.state.task(id)?.completion?.day == march(3))
      #expect(
        played.state.task(id)?.completion?.at == Instant(milliseconds: 1_772_323_202_000))
    }
  }

  @Test func `a task completed twice scores once`() throws {
    var played = PlayedTasks()
    let id = try played.add("a", .p0)
    played.complete(id, on: 1)
    let before = played.state
    let again = played.complete(id, on: 2)
    #expect(again.void == .taskCompleted)
    #expect(again.tasks == 0)
    #expect(again.taskScore == 0)
    #expect(played.state == before)
    #expect(played.score(1) == 7)
    #expect(played.score(2) == 0)
  }

  @Test func `a day's score never counts tasks completed on other days`() throws {
    var played = PlayedTasks()
    let ids = try (0..<5).map { try played.add("task \($0)", .p1, due: 2) }
    for (id, day) in zip(ids, [1, 2, 2, 4, 3] as [Int32]) { played.complete(id, on: day) }
    #expect((0...5).map { played.score($0) } == [0, 4, 8, 4, 4, 0])
    #expect((0...5).map { played.state.completedCount(on: march($0)) } == [0, 1, 2, 1, 1, 0])
  }

  @Test func `reopening subtracts the score from the day of completion`() throws {
    var played = PlayedTasks()
    let first = try played.add("a", .p0)
    let second = try played.add("b", .p3)
    let before = played.state
    played.complete(second, on: 1)
    played.complete(first, on: 1)
    let effect = played.reopen(first, on: 4)
    #expect(effect.void == nil)
    #expect(effect.tasks == 0)
    #expect(effect.taskScore == 0)
    #expect(effect.reversals.count == 1)
    #expect(effect.reversals.first?.day == march(1))
    #expect(effect.reversals.first?.tasks == 1)
    #expect(effect.reversals.first?.taskScore == 7)
    #expect(played.score(1) == 2)
    #expect(played.score(4) == 0)
    #expect(played.reopen(first, on: 5).void == .taskOpen)
    played.reopen(second, on: 5)
    #expect(played.state == before)
    #expect(played.state.days == before.days)
  }

  @Test func `a task completed again after reopening scores on the later day`() throws {
    var played = PlayedTasks()
    let id = try played.add("a", .p1)
    played.complete(id, on: 1)
    played.reopen(id, on: 2)
    #expect(played.complete(id, on: 3).taskScore == 4)
    #expect((1...3).map { played.score($0) } == [0, 0, 4])
  }

  @Test func `a task scores by the priority it had when it was completed`() throws {
    var played = PlayedTasks()
    let id = try played.add("a", .p3)
    played.apply(.taskUpdate(id, try TaskChange(["priority": .name("P0")])))
    played.complete(id, on: 1)
    played.apply(.taskUpdate(id, try TaskChange(["priority": .name("P1")])), on: 2)
    #expect(played.state.score(of: id) == 7)
    #expect(played.score(1) == 7)
    #expect(played.state.task(id)?.priority == .p1)
    #expect(played.state.task(id)?.completion?.priority == .p0)
    let back = played.reopen(id, on: 3)
    #expect(back.reversals.first?.taskScore == 7)
    #expect(played.complete(id, on: 3).taskScore == 4)
  }

  @Test func `other rules, other scores`() throws {
    var played = PlayedTasks()
    played.rules = TaskRules(scores: [100, 0, -3, 1])
    let ids = try TaskPriority.allCases.map { try played.add("a", $0) }
    #expect(ids.map { played.complete($0).taskScore } == [100, 0, -3, 1])
    #expect(played.score(1) == 98)
  }

  @Test func `a change alters only the fields that it names`() throws {
    var played = PlayedTasks()
    let id = try played.add("a", .p1, type: .inbox, project: "Home", due: 5, details: "d")
    let before = try #require(played.state.task(id))
    played.apply(.taskUpdate(id, TaskChange()))
    #expect(played.state.task(id) == before)
    let reminder = Instant(milliseconds: 1)
    played.apply(
      .taskUpdate(id, try TaskChange(["name": .text(" b "), "reminder": .instant(reminder)])))
    var expected = before
    expected.content = try TaskContent(
      name: "b", details: "d", priority: .p1, type: .inbox, project: "Home", due: march(5),
      reminder: reminder)
    #expect(played.state.task(id) == expected)
    played.apply(
      .taskUpdate(
        id,
        try TaskChange([
          "details": .none, "type": .name("evening"), "due": .day(march(9)), "reminder": .none,
        ])))
    expected.content = try TaskContent(
      name: "b", priority: .p1, type: .evening, project: "Home", due: march(9))
    expected.first = march(9)
    #expect(played.state.task(id) == expected)
    played.apply(.taskUpdate(id, try TaskChange(["project": .text("Work"), "due": .none])))
    #expect(played.project(of: id) == "Work")
    #expect(played.state.task(id)?.due == nil)
    #expect(played.projectNames == ["Inbox", "Home", "Work"])
  }

  @Test func `an event about an unknown task is void and changes nothing`() throws {
    var played = PlayedTasks()
    _ = try played.add("a")
    let before = played.state
    let nobody = EventID(high: 7, low: 7)
    let actions: [TaskAction] = [
      .taskComplete(nobody), .taskReopen(nobody),
      .taskUpdate(nobody, try TaskChange(["project": .text("New")])),
    ]
    for action in actions { #expect(played.apply(action).void == .unknownTask) }
    #expect(played.state == before)
    #expect(played.projectNames == ["Inbox"])
  }

  @Test func `a completion may be on an earlier civil day than the previous one`() throws {
    var played = PlayedTasks()
    let ids = try (0..<4).map { try played.add("task \($0)", .p3, on: 3) }
    for (id, day) in zip(ids, [3, 1, 2, 1] as [Int32]) { played.complete(id, on: day) }
    #expect((0...4).map { played.score($0) } == [0, 4, 2, 2, 0])
    #expect(played.state.days.map(\.day) == [march(1), march(2), march(3)])
  }
}
