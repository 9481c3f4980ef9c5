import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import TestSupport
import Testing

struct `Work on tasks` {
  private let store: Store

  init() throws { store = try Store.scratch() }

  private func tracker(_ name: String) throws -> Tracker? {
    try store.at { try $0.state().trackers.tracker(named: name) }
  }

  private func check() throws {
    #expect(try store.state().events.voids == [])
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `becomes an entry in the tracker of the project when it stops`() throws {
    try store.at { session in
      let task = try session.addTask("Read", at: "2026-05-01T08:00")
      let started = try session.startWork(on: task, at: written("2026-05-01T09:00"))
      #expect(started.stopped == nil)
      #expect(try session.folded().tasks.running?.task == task)
      let stopped = try session.stopWork(at: written("2026-05-01T09:25:20"))
      #expect(stopped.task.id == task)
      #expect(stopped.minutes == 25)
      #expect(stopped.tracker == "Inbox")
      #expect(stopped.entry?.status == .added)
      #expect(try session.folded().tasks.running == nil)
    }
    #expect(try tracker("inbox")?.minutes == 25)
    let entries = try store.at { try $0.reader.events(EventQuery(kinds: [.trackerEntry])) }
    guard case .tracker(.entry(let entry))? = entries.first?.event.action else {
      Issue.record("no entry")
      return
    }
    #expect(entry.title == "Read")
    #expect(entry.kind == .session(minutes: 25))
    try check()
  }

  @Test func `cannot be started or stopped before other work`() throws {
    try store.at { session in
      let first = try session.addTask("Read", at: "2026-05-01T08:00")
      let second = try session.addTask("Write", at: "2026-05-01T08:00")
      _ = try session.startWork(on: first, at: written("2026-05-01T09:00"))
      let early = written("2026-05-01T08:30")
      func refusal(_ body: () throws(SessionError) -> Void) -> String? {
        do throws(SessionError) {
          try body()
          return nil
        } catch {
          return error.description
        }
      }
      let started = "work on \"Read\" was started 2026-05-01T09:00:00+02:00, after that time; "
      let way = "flint entry records the minutes of earlier work"
      #expect(
        refusal { () throws(SessionError) in _ = try session.startWork(on: second, at: early) }
          == started + way)
      #expect(
        refusal { () throws(SessionError) in _ = try session.stopWork(at: early) } == started + way)
      _ = try session.stopWork(at: written("2026-05-01T09:30"))
      #expect(
        refusal { () throws(SessionError) in
          _ = try session.startWork(on: second, at: written("2026-05-01T09:10"))
        } == "work on \"Read\" was stopped 2026-05-01T09:30:00+02:00, after that time; " + way)
      // At the time at which other work stopped, work may start, and its own start counts once.
      _ = try session.startWork(on: second, at: written("2026-05-01T09:30"))
    }
    try store.at { session in
      let second = try #require(session.folded().tasks.running?.task)
      #expect(
        try session.startWork(on: second, at: written("2026-05-01T09:30")).start.status
          == .unchanged)
      #expect(try session.stopWork(at: written("2026-05-01T10:00")).minutes == 30)
    }
    try check()
  }

  @Test func `on another task stops the first`() throws {
    try store.at { session in
      let first = try session.addTask("Read", at: "2026-05-01T08:00")
      let second = try session.record(
        .task(.taskAdd(TaskContent(name: "Write", project: "Book", tags: ["draft"]))),
        at: written("2026-05-01T08:00")
      ).id
      _ = try session.startWork(on: first, at: written("2026-05-01T09:00"))
      let started = try session.startWork(on: second, at: written("2026-05-01T10:30"))
      #expect(started.stopped?.task.id == first)
      #expect(started.stopped?.minutes == 90)
      let (_, stopped) = try session.complete(second, at: written("2026-05-01T10:45"))
      #expect(stopped?.minutes == 15)
      #expect(stopped?.tracker == "Book")
      #expect(try session.complete(first, at: written("2026-05-01T11:00")).stopped == nil)
      #expect(throws: SessionError.refused(.taskCompleted)) {
        _ = try session.startWork(on: first)
      }
    }
    #expect(try tracker("Inbox")?.minutes == 90)
    #expect(try tracker("Book")?.minutes == 15)
    try check()
  }

  @Test func `of less than half a minute leaves no entry and no tracker`() throws {
    try store.at { session in
      let task = try session.addTask("Read", at: "2026-05-01T08:00")
      _ = try session.startWork(on: task, at: written("2026-05-01T09:00"))
      let stopped = try session.stopWork(at: written("2026-05-01T09:00:29"))
      #expect(stopped.minutes == 0)
      #expect(stopped.entry == nil)
    }
    #expect(try tracker("Inbox") == nil)
    try check()
  }

  @Test func `that is not possible is refused, and nothing is recorded`() throws {
    try store.at { session in _ = try session.addTask("Read", at: "2026-05-01T08:00") }
    let rows = try store.everything()
    try store.at { session in
      let task = try #require(try session.folded().tasks.tasks.first).id
      #expect(throws: SessionError.refusedInDetail(.taskNotStarted, "no task is started")) {
        _ = try session.stopWork()
      }
      #expect(throws: SessionError.refused(.unknownTask)) {
        _ = try session.startWork(on: EventID(high: 1, low: 1))
      }
      let time = written("2026-04-01T08:00")
      #expect(throws: SessionError.self) { _ = try session.startWork(on: task, at: time) }
    }
    #expect(try store.everything() == rows)
  }

  @Test func `stops without an entry where the tracker of the project can have none`() throws {
    try store.at { session in
      let task = try session.record(
        .task(.taskAdd(TaskContent(name: "Dig", project: "Garden"))),
        at: written("2026-05-01T08:00")
      ).id
      _ = try session.startWork(on: task, at: written("2026-05-01T09:00"))
      _ = try session.record(
        .tracker(.create(TrackerContent(name: "Garden"))), at: written("2026-05-01T12:00"))
      let stopped = try session.stopWork(at: written("2026-05-01T10:00"))
      #expect(stopped.minutes == 60)
      #expect(stopped.entry == nil)
      #expect(try session.folded().tasks.running == nil)
    }
    #expect(try tracker("Garden")?.minutes == 0)
    try check()
  }

  @Test func `cannot end before it began`() throws {
    try store.at { session in
      let task = try session.addTask("Read", at: "2026-05-01T08:00")
      let other = try session.addTask("Write", at: "2026-05-01T08:00")
      _ = try session.startWork(on: task, at: written("2026-05-01T10:00"))
      #expect(throws: SessionError.refused(.taskStarted)) { _ = try session.startWork(on: task) }
      let early = written("2026-05-01T09:00")
      for work in [
        { _ = try session.stopWork(at: early) },
        { _ = try session.startWork(on: other, at: early) },
      ] as [() throws -> Void] {
        let error = #expect(throws: SessionError.self) { try work() }
        #expect(error?.description.hasPrefix("work on \"Read\" was started") ?? false)
      }
    }
  }

  @Test func `can be started and stopped without times`() throws {
    try store.at { session in
      let task = try session.record(.task(.taskAdd(TaskContent(name: "Read")))).id
      _ = try session.startWork(on: task)
      #expect(try session.stopWork().minutes == 0)
      _ = try session.startWork(on: task)
      #expect(try session.complete(task).stopped?.minutes == 0)
    }
    try check()
  }

  @Test func `that a script records again is there once`() throws {
    func run() throws {
      try store.at { session in
        let first = try session.record(
          .task(.taskAdd(TaskContent(name: "Read"))), at: written("2026-05-01T08:00")
        ).id
        let second = try session.record(
          .task(.taskAdd(TaskContent(name: "Write"))), at: written("2026-05-01T08:00")
        ).id
        _ = try session.startWork(on: first, at: written("2026-05-01T09:00"))
        _ = try session.startWork(on: second, at: written("2026-05-01T10:00"))
        #expect(try session.stopWork(at: written("2026-05-01T10:30")).minutes == 30)
      }
    }
    try run()
    let rows = try store.everything()
    try run()
    #expect(try store.everything() == rows)
    #expect(try tracker("Inbox")?.minutes == 90)
  }

  @Test func `is undone with its entry`() throws {
    try store.at { session in
      let task = try session.addTask("Read", at: "2026-05-01T08:00")
      _ = try session.startWork(on: task, at: written("2026-05-01T09:00"))
    }
    let before = try store.state()
    try store.at { _ = try $0.stopWork(at: written("2026-05-01T09:30")) }
    try store.at(kind: "undo") { _ = try $0.history.undoLatest() }
    #expect(try store.state().tasks == before.tasks)
    #expect(try tracker("Inbox") == nil)
  }
}

struct `Tasks that recur and depend, in a session` {
  private let store: Store

  init() throws { store = try Store.scratch() }

  private func content(
    _ name: String, _ fields: KeyValuePairs<String, FieldValue>
  ) throws -> TaskContent {
    try TaskChange(fields).applied(to: TaskContent(name: name))
  }

  @Test func `a removed completion takes its move of days back`() throws {
    try store.at { session in
      let task = try session.record(
        .task(
          .taskAdd(content("Water", ["every": .text("week"), "due": .day(civil("2026-05-01"))]))),
        at: written("2026-04-20T08:00")
      ).id
      let first = try session.completeTask(task, at: "2026-05-01T10:00")
      _ = try session.completeTask(task, at: "2026-05-08T10:00")
      #expect(try session.state().tasks.task(task)?.due == civil("2026-05-15"))
      try session.remove(first.id, of: .taskComplete)
      let state = try session.state().tasks
      #expect(state.task(task)?.due == civil("2026-05-15"))
      #expect(state.task(task)?.completions.count == 1)
      try session.remove(
        try #require(try session.reader.events(EventQuery(kinds: [.taskComplete])).first).event.id,
        of: .taskComplete)
      #expect(try session.state().tasks.task(task)?.due == civil("2026-05-01"))
    }
  }

  @Test func `a blocked task names what comes first, also when it is recorded late`() throws {
    try store.at { session in
      let paint = try session.addTask("Buy paint", at: "2026-05-01T08:00")
      let room = try session.addTask("Clear the room", at: "2026-05-01T08:00")
      let last = try session.record(
        .task(
          .taskAdd(content("Paint", ["after": .list([paint.description, room.description])]))),
        at: written("2026-05-01T09:00")
      ).id
      let error = #expect(throws: SessionError.self) {
        _ = try session.completeTask(last, at: "2026-05-02T10:00")
      }
      #expect(
        [
          "\"Paint\" comes after \"Buy paint\" and \"Clear the room\"; complete those first",
          "\"Paint\" comes after \"Clear the room\" and \"Buy paint\"; complete those first",
        ].contains(error?.description))
      _ = try session.completeTask(paint, at: "2026-05-03T10:00")
      _ = try session.completeTask(room, at: "2026-05-04T10:00")
      #expect(throws: SessionError.refused(.taskBlocked)) {
        _ = try session.completeTask(last, at: "2026-05-03T12:00")
      }
      #expect(try session.completeTask(last, at: "2026-05-04T12:00").status == .added)
    }
    #expect(try store.state().events.voids == [])
  }

  @Test func `a cycle is refused with the names of its tasks`() throws {
    try store.at { session in
      let a = try session.addTask("a", at: "2026-05-01T08:00")
      let b = try session.record(
        .task(.taskAdd(content("b", ["after": .list([a.description])]))),
        at: written("2026-05-01T09:00")
      ).id
      let change = try TaskChange(["after": .list([b.description])])
      #expect(
        throws: SessionError.refusedInDetail(
          .taskCycle, "the tasks would wait for each other: \"a\" after \"b\" after \"a\"")
      ) {
        _ = try session.record(.task(.taskUpdate(a, change)), at: written("2026-05-02T09:00"))
      }
      let own = try TaskChange(["after": .list([a.description])])
      #expect(
        throws: SessionError.refusedInDetail(.taskCycle, "\"a\" cannot come after itself")
      ) { _ = try session.record(.task(.taskUpdate(a, own)), at: written("2026-05-02T09:00")) }
    }
  }

  @Test func `tasks are named by id, prefix or name, and have to exist`() throws {
    try store.at { session in
      let task = try session.addTask("Buy paint", at: "2026-05-01T08:00")
      let prefix = String(task.description.prefix(8))
      #expect(
        try session.reader.ids(["buy paint", prefix, task.description, "buy", " "], ofKind: "task")
          == [String](repeating: task.description, count: 4))
      for text in ["sell", EventID(high: 1, low: 1).description] {
        #expect(throws: SessionError.self) {
          _ = try session.reader.ids([text], ofKind: "task")
        }
      }
    }
  }
}
