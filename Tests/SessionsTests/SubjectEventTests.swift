import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import TestSupport
import Testing

/// One event of every kind except sparks and rolls, each with an alternative content.
struct EveryKind {
  struct Said {
    var action: ProfileEvent.Action
    var instead: ProfileEvent.Action
    var time: String
    var key: String { action.kind.name }
  }

  /// The recorded events, in the order of time, with their ids.
  private(set) var all: [(said: Said, recorded: Recorded)] = []

  /// Records all of them, with keys, in the order of time.
  ///
  /// - Parameter edited: the kind that gets its alternative content at once, if any.
  init(in session: Session, edited: EventKind? = nil) throws {
    func set(_ name: String) throws -> QuestSet {
      let json = """
        {"id": "s", "name": "\(name)", "missions": [{"id": "m", "title": "M", "nodes": [
          {"id": "a", "orderIndex": 0, "title": "A", "dependencies": []},
          {"id": "b", "orderIndex": 1, "title": "B", "dependencies": []}],
          "gates": [{"id": "g", "type": "item", "afterNodeId": "b", "requirement": "rope"},
            {"id": "h", "type": "item", "afterNodeId": "b", "requirement": "hook"}]}]}
        """
      return try QuestFile(parsing: Array(json.utf8), file: "s.json").set
    }
    func node(_ id: String) -> QuestReference { QuestReference(set: "s", id: id) }
    func project(_ name: String) throws -> ProjectName { try ProjectName(name) }

    var time = 0
    func say(_ action: ProfileEvent.Action, _ instead: ProfileEvent.Action) throws -> EventID {
      time += 1
      let said = Said(
        action: action, instead: instead, time: "2026-04-\(time < 10 ? "0" : "")\(time)T10:00")
      let recorded = try session.record(
        action.kind == edited ? instead : action, at: written(said.time), key: said.key)
      all.append((said, recorded))
      return recorded.id
    }
    // Before all of it a thing to which two of them refer.
    let other = try session.addTask("Other", .p1, at: "2026-03-01T09:00")
    let done = try session.addTask("Done", .p0, at: "2026-03-01T09:00")
    let done2 = try session.addTask("Done too", .p1, at: "2026-03-01T09:00")
    for id in [done, done2] { try session.completeTask(id, at: "2026-03-02T09:00") }

    let task = try say(
      .task(.taskAdd(TaskContent(name: "Read", priority: .p1))),
      .task(.taskAdd(TaskContent(name: "Write", priority: .p3, project: "Desk"))))
    _ = try say(.task(.taskStart(task)), .task(.taskStart(other)))
    _ = try say(.task(.taskComplete(task)), .task(.taskComplete(other)))
    _ = try say(.task(.taskReopen(done)), .task(.taskReopen(done2)))
    _ = try say(
      .task(.taskUpdate(other, TaskChange(["priority": .name("P0")]))),
      .task(.taskUpdate(other, TaskChange(["details": .text("Soon")]))))
    _ = try say(
      .task(.projectAdd(ProjectContent(name: "House"))),
      .task(.projectAdd(ProjectContent(name: "House", description: "All of it"))))
    _ = try say(
      .task(.projectRename(from: project("house"), to: project("Home"))),
      .task(.projectRename(from: project("house"), to: project("Homestead"))))
    _ = try say(
      .task(.projectRemove(project(edited == .projectRename ? "Homestead" : "Home"))),
      .task(.projectRemove(project("HOME"))))
    _ = try say(.quest(.load(set("S"))), .quest(.load(set("Other name"))))
    _ = try say(.quest(.complete(node("a"))), .quest(.complete(node("b"))))
    _ = try say(
      .quest(.reset(.set("s"), cascade: false)), .quest(.reset(.everything, cascade: true)))
    _ = try say(.quest(.openGate(node("g"))), .quest(.openGate(node("h"))))
    _ = try say(.quest(.level(3)), .quest(.level(8)))
    _ = try say(
      .journey(.start(day: civil("2026-04-01"))), .journey(.start(day: civil("2026-03-01"))))
    _ = try say(.journey(.activity(.journal, text: "A")), .journey(.activity(.sos, text: nil)))
    _ = try say(
      .mood(.record(MoodContent(day: civil("2026-04-02"), mood: .great))),
      .mood(.record(MoodContent(day: civil("2026-04-03"), mood: .bad, note: "Rain"))))
    _ = try say(.mood(.fill(true)), .mood(.fill(false)))
    let tracker = try say(
      .tracker(.create(TrackerContent(name: "Runs"))),
      .tracker(.create(TrackerContent(name: "Rides", goal: "Far"))))
    _ = try say(
      .tracker(.update(tracker, TrackerChange(RecordChange(["name": .text("Walks")])))),
      .tracker(.update(tracker, TrackerChange(RecordChange(["name": .text("Hikes")])))))
    _ = try say(
      .tracker(.entry(EntryContent(tracker: tracker, kind: .session(minutes: 30)))),
      .tracker(.entry(EntryContent(tracker: tracker, kind: .rating(4), tags: ["a, b"]))))
    func plan(_ period: HabitSchedule.Period) throws -> ProfileEvent.Action {
      .habit(.plan(HabitContent(tracker: tracker, plan: try HabitPlan(HabitSchedule(period)))))
    }
    func skip(_ day: String) throws -> ProfileEvent.Action {
      .habit(.skip(try HabitSkip(tracker: tracker, day: civil(day))))
    }
    _ = try say(plan(.day), plan(.week))
    _ = try say(skip("2026-04-21"), skip("2026-04-22"))
    _ = try say(
      .habit(.pause(HabitPause(tracker: tracker))),
      .habit(.pause(HabitPause(tracker: tracker, note: "Ill"))))
    _ = try say(
      .habit(.resume(HabitPause(tracker: tracker))),
      .habit(.resume(HabitPause(tracker: tracker, note: "Well again"))))
  }
}

struct `An event other than a spark or roll` {
  private let store: Store
  private let all: [(said: EveryKind.Said, recorded: Recorded)]

  init() throws {
    store = try Store.scratch()
    all = try store.at { try EveryKind(in: $0).all }
  }

  private func check(_ store: Store) throws {
    _ = try store.state()
    let problems = try store.at { try $0.reader.verify() }.problems
    #expect(problems == [])
  }

  @Test func `is recorded and found with its content`() throws {
    let kinds = all.map(\.said.action.kind)
    #expect(
      Set(kinds)
        == Set(EventKind.allCases).subtracting(
          [
            .spark, .roll, .taskStop, .currencyGrant, .poolRoll, .poolExchange, .poolChoose,
            .cardBuy,
          ]))
    #expect(kinds.count == 24)
    try store.at { session in
      for (said, recorded) in all {
        #expect(recorded.status == .added)
        #expect(recorded.outcome?.void == nil)
        #expect(recorded.outcome != nil)
        let stored = try #require(try session.reader.event(id: recorded.id))
        #expect(stored.event.action == said.action)
        #expect(stored.key == said.key)
        let found = try session.reader.events(EventQuery(kinds: [said.action.kind]))
        #expect(found.contains { $0.event.id == recorded.id })
      }
      #expect(try session.reader.events(EventQuery()).count == 24 + 5)
      #expect(try session.state().events.voids == [])
    }
    try check(store)
  }

  @Test func `is a duplicate under its key, and a conflict with other content`() throws {
    let before = try store.everything()
    try store.at { session in
      for (said, recorded) in all {
        let again = try session.record(said.action, at: written(said.time), key: said.key)
        #expect((again.id, again.status) == (recorded.id, .unchanged))
        // Without a time it is equal at any time.
        #expect(try session.record(said.action, key: said.key).status == .unchanged)
        let conflict = SessionError.conflict(key: said.key, existing: recorded.id)
        #expect(throws: conflict) {
          _ = try session.record(said.instead, at: written(said.time), key: said.key)
        }
        #expect(throws: conflict) {
          _ = try session.record(said.action, at: written("2026-05-31T10:00"), key: said.key)
        }
      }
      #expect(session.tally.unchanged == 48)
    }
    #expect(try store.everything() == before)
  }

  @Test func `edited equals one recorded that way, and is found by its original content`()
    throws
  {
    for (said, recorded) in all {
      let (edited, direct) = (try Store.scratch(), try Store.scratch())
      try edited.at { _ = try EveryKind(in: $0) }
      let kind = said.action.kind
      let changed = try edited.at("2026-06-01T13:00:00Z") { session in
        try session.edit(recorded.id, of: kind) { action throws(SessionError) in
          #expect(action == said.action)
          return said.instead
        }
      }
      #expect(changed.event.action == said.instead)
      // A project's former name is removed by a name that it no longer has.
      if kind != .projectRename {
        try direct.at { _ = try EveryKind(in: $0, edited: kind) }
        #expect(try edited.state() == direct.state(), "\(kind)")
        #expect(try edited.state().encoded == direct.state().encoded, "\(kind)")
      }
      try edited.at("2026-06-01T14:00:00Z") { session in
        for action in [said.action, said.instead] {
          let again = try session.record(action, at: written(said.time), key: said.key)
          #expect((again.id, again.status) == (recorded.id, .unchanged), "\(kind)")
        }
      }
      // Undone, it has its original content.
      try edited.at("2026-06-01T15:00:00Z") { _ = try $0.history.undo(event: recorded.id) }
      #expect(try edited.state() == store.state(), "\(kind)")
      try check(edited)
    }
  }

  @Test func `edited without a change gets no new record`() throws {
    let before = try store.everything()
    try store.at { session in
      for (said, recorded) in all {
        _ = try session.edit(recorded.id, of: said.action.kind) { action throws(SessionError) in
          action
        }
      }
      #expect(session.tally.updated == 0)
    }
    #expect(try store.everything() == before)
  }

  @Test func `moved to another time counts there`() throws {
    let entry = try #require(all.first { $0.said.action.kind == .trackerEntry })
    try store.at { session in
      _ = try session.edit(entry.recorded.id, of: .trackerEntry, at: written("2026-05-01T10:00")) {
        action throws(SessionError) in action
      }
      let tracker = try #require(try session.state().trackers.tracker(named: "Walks"))
      #expect(tracker.days.map(\.day) == [civil("2026-05-01")])
    }
    try check(store)
  }

  @Test func `removed is gone, and recorded again is restored under its old id`() throws {
    let before = try store.state()
    for (said, recorded) in all {
      let kind = said.action.kind
      try store.at { session in
        try session.remove(recorded.id, of: .spark, kind)
        #expect(try session.reader.event(id: recorded.id) == nil)
        #expect(throws: SessionError.notFound(kind: kind, id: recorded.id)) {
          try session.remove(recorded.id, of: kind)
        }
        #expect(throws: SessionError.notFound(kind: kind, id: recorded.id)) {
          _ = try session.edit(recorded.id, of: kind) { action throws(SessionError) in action }
        }
      }
      #expect(try store.state() != before, "\(kind)")
      try check(store)
      let again = try store.at {
        try $0.record(said.action, at: written(said.time), key: said.key)
      }
      #expect((again.id, again.status) == (recorded.id, .restored))
      #expect(try store.state() == before, "\(kind)")
    }
    try check(store)
  }

  @Test func `undone with its batch is gone, and redone is restored`() throws {
    let before = try store.state()
    try store.at(kind: "undo") { _ = try $0.history.undoLatest() }
    let empty = try store.state()
    #expect(empty.events.count == 0)
    #expect(try store.at { try $0.reader.events(EventQuery()) }.isEmpty)
    try check(store)
    try store.at(kind: "redo") { _ = try $0.history.redoLatest() }
    #expect(try store.state() == before)
    try check(store)
  }

  @Test func `of another kind is not removed or changed`() throws {
    let before = try store.everything()
    try store.at { session in
      for (said, recorded) in all {
        let other: EventKind = said.action.kind == .mood ? .activity : .mood
        #expect(throws: SessionError.notFound(kind: other, id: recorded.id)) {
          try session.remove(recorded.id, of: other)
        }
        #expect(throws: SessionError.notFound(kind: other, id: recorded.id)) {
          _ = try session.edit(recorded.id, of: other) { action throws(SessionError) in action }
        }
      }
    }
    #expect(try store.everything() == before)
  }
}

struct `Equal events without a key` {
  private func entry(_ session: Session) throws -> Recorded {
    try session.rate("2026-03-01", .good, at: "2026-03-01T20:00")
  }

  @Test func `are as many as in the session with the most of them`() throws {
    let store = try Store.scratch()
    let first = try store.at { session in [try entry(session), try entry(session)] }
    #expect(first.map(\.status) == [.added, .added])
    #expect(first[0].id != first[1].id)
    let once = try store.at { try entry($0) }
    #expect((once.id, once.status) == (first[0].id, .unchanged))
    let thrice = try store.at { session in try (0..<3).map { _ in try entry(session) } }
    #expect(thrice.map(\.status) == [.unchanged, .unchanged, .added])
    #expect(thrice.prefix(2).map(\.id) == first.map(\.id))
    #expect(try store.at { try $0.reader.events(EventQuery()) }.count == 3)
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `are counted across the checkpoints of a session`() throws {
    let store = try Store.scratch()
    try store.at { session in
      #expect(try entry(session).status == .added)
      try session.checkpoint()
      #expect(try entry(session).status == .added)
      try session.checkpoint()
      #expect(try entry(session).status == .added)
    }
    #expect(try store.at { try $0.reader.events(EventQuery()) }.count == 3)
  }

  @Test func `are restored under their ids, however often they are removed`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let id = try entry(session).id
      for _ in 0..<3 {
        try session.remove(id, of: .mood)
        let again = try entry(session)
        #expect((again.id, again.status) == (id, .restored))
      }
      #expect(try session.reader.events(EventQuery()).count == 1)
    }
    try store.at { session in
      let id = try #require(try session.reader.events(EventQuery()).first).event.id
      for _ in 0..<3 {
        try session.remove(id, of: .mood)
        #expect(try entry(session).id == id)
      }
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `are as many as before after one was removed and recorded again`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let ids = try (0..<3).map { _ in try entry(session).id }
      try session.remove(ids[1], of: .mood)
      let again = try entry(session)
      #expect((again.id, again.status) == (ids[1], .restored))
      #expect(try session.reader.events(EventQuery()).count == 3)
    }
  }

  @Test func `removed by this session are restored before new ones are added`() throws {
    let store = try Store.scratch()
    let id = try store.at { try entry($0).id }
    try store.at { session in
      try session.remove(id, of: .mood)
      let again = [try entry(session), try entry(session)]
      #expect(again.map(\.status) == [.restored, .added])
      #expect(again[0].id == id)
    }
    #expect(try store.at { try $0.reader.events(EventQuery()) }.count == 2)
  }

  @Test func `removed by this session are restored before new ones are added, sparks too`()
    throws
  {
    let store = try Store.scratch()
    let id = try store.at { try $0.spark(at: "2026-03-01T10:00").id }
    try store.at { session in
      try session.removeSpark(id: id)
      var again = [try session.spark(at: "2026-03-01T10:00")]
      again.append(try session.spark(at: "2026-03-01T10:00"))
      #expect(again.map(\.status) == [.restored, .added])
      #expect(again[0].id == id)
    }
    #expect(try store.state().sparkCount == 2)
  }

  @Test func `that cannot be restored yet are restored later under the old id`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let task = try session.addTask("Letter", at: "2026-03-01T09:00")
      let id = try session.completeTask(task, at: "2026-03-03T09:00").id
      try session.remove(id, of: .taskComplete)
      let other = try session.completeTask(task, at: "2026-03-02T09:00").id
      for _ in 0..<2 {
        #expect(throws: SessionError.refused(.taskCompleted)) {
          try session.completeTask(task, at: "2026-03-03T09:00")
        }
      }
      try session.remove(other, of: .taskComplete)
      let again = try session.completeTask(task, at: "2026-03-03T09:00")
      #expect((again.id, again.status) == (id, .restored))
    }
  }

  @Test func `without a time are a millisecond apart`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let moods = try (0..<3).map { _ in try session.record(.mood(.fill(true))) }
      let now = session.now.milliseconds
      #expect(moods.map(\.event.at.milliseconds) == [now, now + 1, now + 2])
      #expect(Set(moods.map(\.id)).count == 3)
      #expect(moods.allSatisfy { $0.outcome?.void == nil && $0.outcome != nil })
    }
    #expect(try store.state().events.count == 3)
  }
}

struct `A refused event` {
  private let store: Store
  private let task: EventID
  private let done: EventID
  private let tracker: EventID

  init() throws {
    store = try Store.scratch()
    (task, done, tracker) = try store.at { session in
      let task = try session.addTask("Open", at: "2026-03-01T09:00")
      let done = try session.addTask("Done", at: "2026-03-01T09:00")
      try session.completeTask(done, at: "2026-03-02T09:00")
      _ = try session.record(
        .task(.projectAdd(ProjectContent(name: "House"))), at: written("2026-03-01T09:00"))
      try session.load(RandomSubjects.questFiles[0], at: "2026-03-01T09:00")
      try session.completeNode("s", "a", at: "2026-03-03T09:00")
      try session.completeNode("s", "b", at: "2026-03-04T09:00")
      let tracker = try session.record(
        .tracker(.create(TrackerContent(name: "Runs"))), at: written("2026-03-01T09:00")
      ).id
      _ = try session.record(
        .tracker(.create(TrackerContent(name: "Books"))), at: written("2026-03-01T09:00"))
      try session.rate("2026-03-01", .good, at: "2026-03-20T09:00")
      return (task, done, tracker)
    }
  }

  private static let nobody = EventID(high: 1, low: 2)

  private func refusals() throws -> [(ProfileEvent.Action, VoidReason)] {
    func node(_ id: String) -> QuestReference { QuestReference(set: "s", id: id) }
    func project(_ name: String) throws -> ProjectName { try ProjectName(name) }
    return [
      (.task(.taskComplete(Self.nobody)), .unknownTask),
      (.task(.taskComplete(done)), .taskCompleted),
      (.task(.taskReopen(task)), .taskOpen),
      (.task(.taskUpdate(Self.nobody, try TaskChange(["name": .text("x")]))), .unknownTask),
      (.task(.projectAdd(try ProjectContent(name: "inbox"))), .projectExists),
      (.task(.projectRename(from: try project("Nowhere"), to: try project("x"))), .unknownProject),
      (.task(.projectRename(from: .inbox, to: try project("x"))), .inboxIsFixed),
      (.task(.projectRename(from: try project("House"), to: .inbox)), .projectExists),
      (.task(.projectRemove(.inbox)), .inboxIsFixed),
      (.task(.projectRemove(try project("Nowhere"))), .unknownProject),
      (.quest(.complete(node("zz"))), .unknownQuest),
      (.quest(.complete(QuestReference(set: "zz", id: "a"))), .unknownQuest),
      (.quest(.complete(node("a"))), .nodeCompleted),
      (.quest(.complete(node("c"))), .nodeLocked),
      (.quest(.complete(node("d"))), .nodeLocked),
      (.quest(.reset(.node(node("c")), cascade: false)), .nodeOpen),
      (.quest(.reset(.node(node("a")), cascade: false)), .nodeNeeded),
      (.quest(.reset(.set("zz"), cascade: true)), .unknownQuest),
      (.quest(.openGate(node("zz"))), .unknownGate),
      (.quest(.openGate(node("lvl"))), .gateNotClosed),
      (.journey(.start(day: civil("2026-06-02"))), .laterDay),
      (
        .mood(.record(try MoodContent(day: civil("2026-06-02"), mood: .good))), .laterDay
      ),
      (
        .tracker(.update(tracker, try TrackerChange(RecordChange(["name": .text("Books")])))),
        .trackerExists
      ),
      (
        .tracker(.update(Self.nobody, try TrackerChange(RecordChange(["name": .text("x")])))),
        .unknownTracker
      ),
      (
        .tracker(.entry(try EntryContent(tracker: Self.nobody, kind: .log("x")))), .unknownTracker
      ),
      (
        .tracker(
          .entry(
            try EntryContent(
              tracker: tracker, kind: .log("x"),
              values: [.init(name: "place", value: .text("x"))]))), .unfitEntry
      ),
    ]
  }

  /// All traces that an event could leave in a profile.
  private struct Trace: Equatable {
    var rows: [String]
    var state: [UInt8]
  }

  private func trace() throws -> Trace {
    Trace(rows: try store.everything(), state: try store.state().encoded)
  }

  @Test(.slow) func `leaves no trace, at any position in history and in a session`()
    throws
  {
    let before = try trace()
    for (action, reason) in try refusals() {
      for time in [nil, "2026-06-01T10:00", "2026-03-10T09:00"] {
        for isRead in [false, true] {
          try store.at { session in
            if isRead { _ = try session.state() }
            #expect(throws: SessionError.refused(reason), "\(action) at \(time ?? "now")") {
              _ = try session.record(action, at: time.map(written))
            }
            #expect(session.tally.isNothing)
          }
          #expect(try trace() == before, "\(action) at \(time ?? "now")")
        }
      }
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `without a time does not use up an instant`() throws {
    try store.at { session in
      for _ in 0..<3 {
        #expect(throws: SessionError.refused(.taskCompleted)) {
          _ = try session.record(.task(.taskComplete(done)))
        }
      }
      let next = try session.record(.mood(.fill(true)))
      #expect(next.event.at == session.now)
    }
  }

  @Test func `does not affect the session's other records`() throws {
    let refusals = try refusals()
    try store.at { session in
      try session.activity(.open, at: "2026-05-01T09:00")
      for (number, (action, reason)) in refusals.enumerated() {
        #expect(throws: SessionError.refused(reason), "\(action)") {
          _ = try session.record(action, at: written("2026-05-20T09:00"), key: "k")
        }
        try session.activity(.open, at: "2026-05-02T09:\(10 + number)")
        try session.checkpoint()
      }
    }
    let opened = try store.at { try $0.reader.events(EventQuery(kinds: [.activity])) }
    #expect(opened.count == refusals.count + 1)
    #expect(try store.state().events.voids == [])
    #expect(try store.at { try $0.reader.verify() }.problems == [])
    // No event has the key: it is free.
    let used = try store.at { try $0.record(.mood(.fill(true)), key: "k") }
    #expect(used.status == .added)
  }

  @Test func `leaves no trace when it is an edit`() throws {
    let completion = try store.at { session in
      try #require(try session.reader.events(EventQuery(kinds: [.taskComplete])).first).event.id
    }
    let rating = try store.at { session in
      try #require(try session.reader.events(EventQuery(kinds: [.mood])).first).event.id
    }
    let before = try trace()
    let edits: [(EventID, EventKind, String?, ProfileEvent.Action, VoidReason)] = [
      (completion, .taskComplete, nil, .task(.taskComplete(Self.nobody)), .unknownTask),
      (
        completion, .taskComplete, "2026-02-01T09:00", .task(.taskComplete(done)), .unknownTask
      ),
      (
        rating, .mood, nil,
        .mood(.record(try MoodContent(day: civil("2026-03-21"), mood: .good))), .laterDay
      ),
    ]
    for (id, kind, time, action, reason) in edits {
      try store.at { session in
        #expect(throws: SessionError.refused(reason), "\(action)") {
          _ = try session.edit(id, of: kind, at: time.map(written)) { _ throws(SessionError) in
            action
          }
        }
        #expect(session.tally.isNothing)
        let state = try session.state()
        #expect(try state == session.reader.refoldedState())
      }
      #expect(try trace() == before, "\(action)")
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
    // Later edits still work.
    try store.at { session in
      _ = try session.edit(completion, of: .taskComplete) { [task] _ throws(SessionError) in
        .task(.taskComplete(task))
      }
    }
    #expect(try store.state().tasks.task(task)?.isOpen == false)
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `is not restored`() throws {
    let id = try store.at { session in
      let id = try session.completeTask(task, at: "2026-03-05T09:00").id
      try session.remove(id, of: .taskComplete)
      try session.completeTask(task, at: "2026-03-06T09:00")
      return id
    }
    // Then the task is open on the 5th, so it is restored; the later one is void.
    try store.at { session in
      #expect(try session.completeTask(task, at: "2026-03-05T09:00").status == .restored)
      #expect(try session.state().events.voids.count == 1)
      try session.remove(id, of: .taskComplete)
    }
    // Completed before it: it cannot be restored.
    try store.at { try $0.completeTask(task, at: "2026-03-04T09:00") }
    let before = try trace()
    try store.at { session in
      #expect(throws: SessionError.refused(.taskCompleted)) {
        try session.completeTask(task, at: "2026-03-05T09:00")
      }
      #expect(session.tally.isNothing)
    }
    #expect(try trace() == before)
  }
}

struct `A history of all subjects` {
  /// The events between the first day and the twentieth.
  private func recordHistory(_ session: Session, of task: EventID) throws -> [Recorded] {
    var all = [try session.completeTask(task, at: "2026-03-02T09:00")]
    all.append(try session.rate("2026-03-02", .good, at: "2026-03-03T09:00"))
    all.append(try session.activity(.journal, "A", at: "2026-03-04T09:00"))
    all.append(try session.spark(at: "2026-03-05T09:00"))
    return all
  }

  @Test func `recorded late is pending, and gives the same result`() throws {
    let (late, inOrder) = (try Store.scratch(), try Store.scratch())
    let pending = try late.at { session in
      let task = try session.addTask("Late", .p0, at: "2026-03-01T09:00")
      try session.startJourney(on: "2026-03-01", at: "2026-03-20T09:00")
      return try recordHistory(session, of: task)
    }
    #expect(pending.map(\.status) == [.added, .added, .added, .added])
    #expect(pending.count { $0.outcome == nil } == 4)
    let known = try inOrder.at { session in
      let task = try session.addTask("Late", .p0, at: "2026-03-01T09:00")
      let known = try recordHistory(session, of: task)
      try session.startJourney(on: "2026-03-01", at: "2026-03-20T09:00")
      return known
    }
    #expect(known.count { $0.outcome == nil } == 0)
    #expect(known.map(\.id) == pending.map(\.id))
    #expect(try late.state() == inOrder.state())
    #expect(try late.state().encoded == inOrder.state().encoded)
  }

  @Test(arguments: cases(11...22 as ClosedRange<UInt64>, usual: 5, quick: 1))
  func `is the same in any order of recording, in any sessions`(seed: UInt64) throws {
    let reference = try RandomSubjects.store()
    var subjects = RandomSubjects(seed: seed)
    let history = try subjects.history(of: 160, in: reference)
    #expect(history.count > 90)
    // Sets are loaded again without nodes that were completed.
    #expect(try reference.state().events.voids.allSatisfy { $0.reason == .nodeVanished })

    let store = try RandomSubjects.store()
    var random = SplitMix64(state: seed &+ 1000)
    var queue = history.shuffled(using: &random)
    var recorded: [(saying: Saying, id: EventID)] = []
    var (sessions, idle) = (0, 0)
    while !queue.isEmpty {
      sessions += 1
      let left = queue.count
      try store.at { session in
        for _ in 0..<Int.random(in: 1...30, using: &random) where !queue.isEmpty {
          let next = queue.removeFirst()
          do throws(SessionError) {
            let found = try RandomSubjects.record(next.saying, session)
            #expect(found.id == next.id)
            #expect(found.status != .unchanged)
            recorded.append(next)
          } catch {
            // It refers to something that is recorded later.
            switch error {
            case .refused, .tooEarly, .noToken, .noTokenThen: queue.append(next)
            default: throw error
            }
          }
          switch Int.random(in: 0..<40, using: &random) {
          case 0: #expect(try session.state() == session.reader.refoldedState())
          case 1: try session.checkpoint()
          case 2 where sessions < 40 && !recorded.isEmpty:
            let index = Int.random(in: 0..<recorded.count, using: &random)
            let kind = recorded[index].saying.kind
            guard kind != .roll else { break }
            let gone = recorded.remove(at: index)
            if kind == .spark {
              try session.removeSpark(id: gone.id)
            } else {
              try session.remove(gone.id, of: kind)
            }
            queue.append(gone)
          default: break
          }
        }
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        #expect(throws: Halt.self) {
          try store.at { session in
            for next in queue.prefix(5) { _ = try? RandomSubjects.record(next.saying, session) }
            throw Halt()
          }
        }
      }
      idle = queue.count < left ? 0 : idle + 1
      if idle > 200 {
        Issue.record("\(queue.count) events are never accepted: \(queue.map(\.saying))")
        return
      }
    }
    let state = try store.state()
    #expect(try state == reference.state())
    #expect(try state.encoded == reference.state().encoded)
    for store in [store, reference] {
      let verification = try store.at { try $0.reader.verify() }
      #expect(verification.problems == [])
      #expect(verification.voids.allSatisfy { $0.reason == .nodeVanished })
      #expect(verification.hadCache)
    }
    let rows = """
      SELECT hex(id), kind, at, "offset", content, key FROM event WHERE removed = 0 ORDER BY id
      """
    #expect(try store.rows(rows) == reference.rows(rows))
  }

  @Test func `without a task has a void completion, before an undo`() throws {
    let store = try Store.scratch()
    let (task, completion) = try store.at { session in
      let task = try session.addTask("Letter", .p0, at: "2026-03-01T09:00")
      return (task, try session.completeTask(task, at: "2026-03-02T09:00").id)
    }
    let before = try store.state()
    #expect(before.tasks.score(on: civil("2026-03-02")) == 7)
    try store.at("2026-06-01T12:00:01Z") { try $0.remove(task, of: .taskAdd) }
    let without = try store.state()
    #expect(without.events.voids.map(\.event) == [completion])
    #expect(without.events.voids.map(\.reason) == [.unknownTask])
    #expect(without.tasks.score(on: civil("2026-03-02")) == 0)
    #expect(
      without.history.days.allSatisfy { $0.subjects.taskScore == 0 && $0.subjects.tasks == 0 })
    #expect(try store.at { try $0.reader.verify() }.voids.map(\.event) == [completion])
    #expect(try store.at { try $0.reader.verify() }.problems == [])
    let report = try store.at("2026-06-01T12:00:02Z", kind: "undo") { try $0.history.undoLatest() }
    #expect(report?.restored == 1)
    #expect(try store.state() == before)
    try store.at("2026-06-01T12:00:03Z", kind: "redo") { _ = try $0.history.redoLatest() }
    #expect(try store.state() == without)
  }
}

struct `Achievement ladders of a profile` {
  /// The achievements of ladders as of a time, from the profile and folded from the beginning.
  private func unlocked(
    _ store: Store, _ ladders: String..., on now: String
  ) throws -> [String] {
    try store.at(now) { session in
      #expect(try session.state() == session.reader.refoldedState())
      return try session.unlocked().filter { unlocked in
        ladders.contains { unlocked.hasPrefix($0 + "-") }
      }
    }
  }

  /// 400 days from 2025-01-01 on: after 1, 3, 7, 14, 21, 30, 60, 90, 180 and 365.
  private static let time = [
    "time-1 2025-01-02", "time-3 2025-01-04", "time-7 2025-01-08", "time-14 2025-01-15",
    "time-21 2025-01-22", "time-30 2025-01-31", "time-60 2025-03-02", "time-90 2025-04-01",
    "time-180 2025-06-30", "time-365 2026-01-01",
  ]

  @Test(.slow) func `are climbed over time when the profile is read every day`() throws {
    let store = try Store.scratch()
    try store.at("2025-01-01T12:00") {
      try $0.startJourney(on: "2025-01-01", at: "2025-01-01T10:00")
    }
    for number in 0...400 {
      let day = civil("2025-01-01") + number
      let expected = Self.time.filter { $0.suffix(10) <= day.description }
      #expect(try unlocked(store, "time", on: "\(day)T00:00") == (number == 0 ? [] : expected))
    }
  }

  @Test func `are climbed on the same days when the profile is not read for 400 days`() throws {
    let store = try Store.scratch()
    try store.at("2025-01-01T12:00") {
      try $0.startJourney(on: "2025-01-01", at: "2025-01-01T10:00")
    }
    #expect(try unlocked(store, "time", on: "2026-02-05T12:00") == Self.time)
    // And when something happens after them.
    try store.at("2026-02-05T12:00") { try $0.spark(at: "2026-02-05T12:00") }
    #expect(try unlocked(store, "time", on: "2026-02-05T12:00") == Self.time)
    // Without a journey nothing is pending; there are two active days.
    #expect(try unlocked(store, "engagement", on: "2026-02-05T12:00") == [])
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `are climbed one rung a day when history is imported at once, in any order`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(state: seed)
    // Twelve entries on three days, recorded in one session, the last first.
    let times = (0..<12).map { "2026-03-\(["01", "02", "05"][$0 / 4])T1\($0 % 4):00" }
    let expected = [
      "journaling-1 2026-03-01", "engagement-3 2026-03-05", "journaling-5 2026-03-02",
      "journaling-10 2026-03-05",
    ].sorted()
    for order in [times, times.reversed(), times.shuffled(using: &random)] {
      let store = try Store.scratch()
      try store.at { session in
        for time in order { try session.activity(.journal, "At \(time)", at: time) }
      }
      #expect(
        try unlocked(store, "journaling", "engagement", "activity-streak", on: today).sorted()
          == expected)
    }
  }

  @Test func `are limited to one rung a day when many were reached at once`() throws {
    let store = try Store.scratch()
    try store.at { session in
      for page in 10..<60 {
        try session.activity(.journal, "Page", at: "2026-03-01T10:\(page)")
      }
    }
    #expect(
      try unlocked(store, "journaling", on: today) == [
        "journaling-1 2026-03-01", "journaling-5 2026-03-02", "journaling-10 2026-03-03",
        "journaling-25 2026-03-04", "journaling-50 2026-03-05",
      ])
  }

  @Test func `change to an earlier day when an earlier day is recorded late`() throws {
    let store = try Store.scratch()
    try store.at { session in
      for day in ["01", "02", "04"] { try session.spark(at: "2026-03-\(day)T10:00") }
    }
    #expect(
      try unlocked(store, "engagement", "activity-streak", on: today)
        == ["engagement-3 2026-03-04"])
    let late = try store.at { try $0.activity(.open, at: "2026-03-03T10:00") }
    #expect(late.outcome == nil)
    #expect(
      try unlocked(store, "engagement", "activity-streak", on: today).sorted()
        == ["activity-streak-3 2026-03-03", "engagement-3 2026-03-03"])
    // Undone, they are as before.
    try store.at { try $0.remove(late.id, of: .activity) }
    #expect(
      try unlocked(store, "engagement", "activity-streak", on: today)
        == ["engagement-3 2026-03-04"])
  }

  @Test func `change when a traveller's event fills an earlier day`() throws {
    let store = try Store.scratch()
    try store.at { session in
      try session.spark(at: "2026-03-01T10:00+01:00")
      // Morning of the 3rd in Rome; an hour later it is still the evening of the 2nd in Honolulu.
      try session.spark(at: "2026-03-03T08:00+01:00")
      try session.spark(at: "2026-03-02T22:00-10:00")
    }
    // The third active day is found while the 3rd is the current one.
    #expect(
      try unlocked(store, "engagement", "activity-streak", on: today).sorted()
        == ["activity-streak-3 2026-03-03", "engagement-3 2026-03-03"])
  }
}
