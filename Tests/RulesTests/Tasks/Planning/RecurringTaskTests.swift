import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

extension PlayedTasks {
  /// Adds a task with fields by their names.
  mutating func add(
    _ name: String, with fields: KeyValuePairs<String, FieldValue>, on day: Int32 = 1
  ) throws -> EventID {
    let id = nextID
    var content = try TaskContent(name: name)
    try TaskChange(fields).apply(to: &content)
    apply(.taskAdd(content), on: day)
    return id
  }

  mutating func update(
    _ id: EventID, _ fields: KeyValuePairs<String, FieldValue>, on day: Int32 = 1
  ) throws -> SubjectEffect {
    apply(.taskUpdate(id, try TaskChange(fields)), on: day)
  }

  func due(_ id: EventID) -> CivilDay? { state.task(id)?.due }
}

struct `A task that comes again` {
  private func march(_ day: Int32) -> CivilDay { PlayedTasks.march(day) }

  @Test func `stays open, moves its due day, and keeps each completion`() throws {
    var played = PlayedTasks()
    let id = try played.add(
      "Water", with: ["every": .text("week"), "due": .day(march(6)), "priority": .name("P1")])
    let first = played.complete(id, on: 6)
    #expect(first.tasks == 1)
    #expect(first.taskScore == 4)
    #expect(played.due(id) == march(13))
    #expect(played.state.task(id)?.isOpen == true)
    #expect(played.state.task(id)?.completion == nil)
    // Late by two periods, then early.
    played.complete(id, on: 28)
    #expect(played.due(id) == march(34))
    played.complete(id, on: 30)
    #expect(played.due(id) == march(41))
    #expect(played.state.task(id)?.completions.map(\.day) == [march(6), march(28), march(30)])
    #expect(played.state.score(of: id) == 12)
    #expect([6, 28, 30, 34].map { played.score($0) } == [4, 4, 4, 0])
  }

  @Test func `without a due day counts from the day of completion`() throws {
    var played = PlayedTasks()
    // 2026-01-31 is the day -28 of March.
    let id = try played.add("Backup", with: ["every": .text("month")], on: -28)
    played.complete(id, on: -28)
    #expect(played.due(id)?.description == "2026-02-28")
    played.complete(id, on: 0)
    #expect(played.due(id)?.description == "2026-03-31")
  }

  @Test func `keeps the day of the month past short months`() throws {
    var played = PlayedTasks()
    let id = try played.add(
      "Rent", with: ["every": .text("month"), "due": .day(try #require(CivilDay("2026-01-31")))])
    var days: [String] = []
    for _ in 0..<4 {
      let due = try #require(played.due(id))
      played.complete(id, on: Int32(due - march(0)))
      days.append(played.due(id)?.description ?? "")
    }
    #expect(days == ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"])
  }

  @Test func `its waiting day and its reminder move along`() throws {
    var played = PlayedTasks()
    let reminder = Instant(milliseconds: 1_772_700_000_000)
    let id = try played.add(
      "Bins",
      with: [
        "every": .text("week"), "due": .day(march(6)), "wait": .day(march(4)),
        "reminder": .instant(reminder),
      ])
    played.complete(id, on: 15)
    #expect(played.due(id) == march(20))
    #expect(played.state.task(id)?.wait == march(18))
    #expect(
      played.state.task(id)?.reminder
        == Instant(milliseconds: reminder.milliseconds + 14 * 86_400_000))
  }

  @Test func `reopening takes back the latest completion and its days`() throws {
    var played = PlayedTasks()
    let id = try played.add(
      "Water", with: ["every": .text("3 days"), "due": .day(march(5)), "wait": .day(march(4))])
    let before = played.state
    played.complete(id, on: 5)
    let between = played.state
    played.complete(id, on: 8)
    let effect = played.reopen(id, on: 9)
    #expect(effect.reversals.map(\.day) == [march(8)])
    #expect(played.state == between)
    played.reopen(id, on: 9)
    #expect(played.state == before)
    #expect(played.reopen(id, on: 9).void == .taskOpen)
  }

  @Test func `reopening leaves a due day that was changed since`() throws {
    var played = PlayedTasks()
    let id = try played.add("Water", with: ["every": .text("week"), "due": .day(march(5))])
    played.complete(id, on: 5)
    _ = try played.update(id, ["due": .day(march(20))])
    played.reopen(id, on: 6)
    #expect(played.due(id) == march(20))
    played.complete(id, on: 21)
    #expect(played.due(id) == march(27))
  }

  @Test func `reopening leaves a day of waiting and a reminder that were changed since`() throws {
    var played = PlayedTasks()
    let reminder = Instant(milliseconds: 1_772_700_000_000)
    let fields: KeyValuePairs<String, FieldValue> = [
      "every": .text("week"), "due": .day(march(5)), "wait": .day(march(4)),
      "reminder": .instant(reminder),
    ]
    for (name, later) in [
      ("wait", FieldValue.day(march(12))),
      ("reminder", .instant(Instant(milliseconds: reminder.milliseconds + 1))),
    ] {
      let id = try played.add("Water", with: fields)
      played.complete(id, on: 5)
      _ = try played.update(id, [name: later])
      played.reopen(id, on: 6)
      let task = try #require(played.state.task(id))
      #expect(task.due == march(5))
      #expect(task.wait == march(name == "wait" ? 12 : 4))
      let moved = name == "reminder" ? reminder.milliseconds + 1 : reminder.milliseconds
      #expect(task.reminder == Instant(milliseconds: moved))
    }
  }

  @Test func `that no longer comes again is completed for good`() throws {
    var played = PlayedTasks()
    let id = try played.add("Water", with: ["every": .text("week"), "due": .day(march(5))])
    played.complete(id, on: 5)
    _ = try played.update(id, ["every": .none])
    played.complete(id, on: 12)
    #expect(played.state.task(id)?.isOpen == false)
    #expect(played.state.task(id)?.completions.count == 2)
    #expect(played.complete(id, on: 13).void == .taskCompleted)
  }

  @Test func `is counted with each completion and while it is open`() throws {
    var played = PlayedTasks()
    let id = try played.add("Water", with: ["every": .text("day"), "due": .day(march(1))])
    for day: Int32 in 1...3 { played.complete(id, on: day) }
    let analytics = played.state.analytics(since: march(2), before: march(4), today: march(4))
    #expect(analytics.completion == TaskAnalytics.Ratio(completed: 2, all: 3))
    #expect(analytics.projects.map(\.tally.completed) == [2])
    #expect(analytics.projects.map(\.tally.open) == [1])
    #expect(analytics.streak == TaskAnalytics.Streak(current: 3, longest: 3))
  }

  @Test func `the state is read back as it was written`() throws {
    var played = PlayedTasks()
    let blocker = try played.add("Fill", with: ["tags": .list(["b", "A"])])
    let id = try played.add(
      "Water",
      with: [
        "every": .text("mon,wed"), "due": .day(march(4)), "wait": .day(march(2)),
        "after": .list([blocker.description]),
      ])
    played.complete(blocker, on: 3)
    played.complete(id, on: 4)
    played.apply(.taskStart(id), on: 5)
    var writer = StateWriter()
    played.state.encode(to: &writer)
    var reader = StateReader(writer.bytes)
    let read = TasksState(from: &reader)
    #expect(reader.isAtEnd)
    #expect(read == played.state)
    #expect(read.dependents == played.state.dependents)
    #expect(read.score(on: march(4)) == 3)
  }
}
