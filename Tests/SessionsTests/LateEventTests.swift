import FlintCalendar
import FlintRules
@testable import Sessions
import Storage
import TestSupport
import Testing

struct `Events recorded late` {
  /// The number of sparks, one minute apart: enough for several checkpoints.
  private static func store(_ count: Int) throws -> Store {
    let store = try Store.scratch()
    try store.at { session in
      for number in 0..<count {
        var newSpark = NewSpark(title: "Spark \(number)", category: .idea)
        newSpark.at = .instant(Self.minute(number))
        _ = try session.add(newSpark)
      }
    }
    return store
  }

  private static func minute(_ number: Int) -> Instant {
    Instant(milliseconds: at("2026-01-01T00:00:00Z").milliseconds + Int64(number) * 60_000)
  }

  @Test func `an event before a pending one is folded nevertheless`() throws {
    let store = try Self.store(13_000)
    try store.at { session in
      // History changes near its beginning, so that everything is folded again, with checkpoints.
      var early = NewSpark(title: "Early", category: .energy)
      early.at = .instant(Instant(milliseconds: Self.minute(3).milliseconds + 1))
      _ = try session.add(early)
      _ = try session.state()
      for (title, position) in [("Late", 12_000), ("Earlier", 5_000)] {
        var newSpark = NewSpark(title: title, category: .challenge)
        newSpark.intensity = .extreme
        newSpark.at = .instant(Instant(milliseconds: Self.minute(position).milliseconds + 1))
        _ = try session.add(newSpark)
      }
      #expect(try session.state() == session.reader.refoldedState())
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test(arguments: [true, false])
  func `are checked against the events at their time`(isBackwards: Bool) throws {
    let store = try Self.store(300)
    try store.at { session in
      var ids: [EventID] = []
      for number in 0..<60 {
        let content = try TaskContent(name: "Task \(number)")
        ids.append(
          try session.record(.task(.taskAdd(content)), at: .instant(Self.minute(number * 4))).id)
      }
      let order = isBackwards ? Array(ids.indices.reversed()) : Array(ids.indices)
      for number in order {
        let done = EventTime.instant(
          Instant(milliseconds: Self.minute(number * 4 + 7).milliseconds))
        #expect(try session.record(.task(.taskComplete(ids[number])), at: done).status == .added)
        // After that time it is completed already; before it was added it did not exist.
        let again = EventTime.instant(
          Instant(milliseconds: Self.minute(number * 4 + 8).milliseconds))
        #expect(throws: SessionError.refused(.taskCompleted)) {
          try session.record(.task(.taskComplete(ids[number])), at: again)
        }
        if number > 0 {
          let before = EventTime.instant(
            Instant(milliseconds: Self.minute(number * 4).milliseconds - 1))
          let error = #expect(throws: SessionError.self) {
            try session.record(.task(.taskComplete(ids[number])), at: before)
          }
          guard case .tooEarly = error else {
            Issue.record("\(String(describing: error))")
            continue
          }
        }
      }
      let state = try session.state()
      #expect(state.tasks.tasks.allSatisfy { !$0.isOpen })
      #expect(state.events.voids == [])
      #expect(try state == session.reader.refoldedState())
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test(arguments: cases(1...6 as ClosedRange<UInt64>, quick: 2))
  func `completions of quest nodes are checked against the events at their time`(seed: UInt64)
    throws
  {
    var random = SplitMix64(state: seed)
    let store = try Self.store(300)
    try store.at { session in
      let nodes = (0..<40).map { number in
        let needed = number % 3 == 0 || number < 5 ? "" : "\"n\(number / 3)\""
        return """
          {"id": "n\(number)", "orderIndex": \(number), "title": "\(number)",
          "dependencies": [\(needed)]}
          """
      }
      try session.load(
        """
        {"id": "s", "name": "S", "missions": [{"id": "m", "title": "M",
          "nodes": [\(nodes.joined(separator: ","))],
          "gates": [{"id": "g", "type": "item", "afterNodeId": "n30", "requirement": "key"}]}]}
        """, at: "2026-01-01T00:10:00Z")
      var count = 0
      for step in 0..<240 {
        let position = Int.random(in: 0..<280, using: &random)
        let node = QuestReference(set: "s", id: "n\(Int.random(in: 0..<40, using: &random))")
        // The result with all of history.
        let at = Self.minute(position)
        let event = ProfileEvent(
          id: EventID(high: .max, low: UInt64(step)), at: at, offset: .zero,
          action: .quest(.complete(node)))
        let events = try session.reader.events(EventQuery()).map(\.event).sorted {
          $0.foldPosition < $1.foldPosition
        }
        var state = session.rulebook.initialState()
        _ = session.rulebook.apply(events.filter { $0.at < at }, to: &state, seed: 1)
        let expected = session.rulebook.refusal(
          of: event, among: events.filter { $0.at == at }, in: &state, seed: 1
        ).reason
        do throws(SessionError) {
          _ = try session.record(event.action, at: .instant(at))
          #expect(expected == nil)
          count += 1
        } catch {
          switch error {
          case .refused(let reason): #expect(reason == expected)
          case .tooEarly: #expect(expected == .unknownQuest)
          default: throw error
          }
        }
        if step == 120 {
          let gate = QuestAction.openGate(QuestReference(set: "s", id: "g"))
          _ = try session.record(.quest(gate), at: .instant(Self.minute(100)))
        }
        if step == 200, let done = events.last(where: { $0.action.kind == .questComplete }) {
          try session.remove(done.id, of: .questComplete)
        }
        if step == 220 {
          _ = try? session.record(
            .quest(.reset(.node(QuestReference(set: "s", id: "n1")), cascade: true)),
            at: .instant(Self.minute(150)))
        }
      }
      #expect(count > 30)
      #expect(try session.state() == session.reader.refoldedState())
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test(arguments: cases(0..<16 as Range<UInt64>, usual: 8, quick: 2))
  func `give the same result whether or not the state is queried between them`(seed: UInt64) throws
  {
    // The incremental result is compared with folding everything again for each event.
    let (going, anew) = (try Self.store(200), try Self.store(200))
    let results = try [going, anew].map { store in
      try store.at { session in
        try Self.wander(session, SplitMix64(state: seed), isAsking: store === anew)
      }
    }
    #expect(results[0] == results[1])
    #expect(results[0].count(where: { $0.hasPrefix("refused") }) > 10)
    let states = try [going, anew].map { store in
      try store.at { session in
        let state = try session.state()
        #expect(try state == session.reader.refoldedState())
        return state
      }
    }
    #expect(states[0] == states[1])
    #expect(try going.at { try $0.reader.verify() }.problems == [])
  }

  /// Records tasks, completions, entries and sparks at times that mostly increase and sometimes
  /// jump, and removes some.
  ///
  /// - Returns: the result of each step.
  private static func wander(
    _ session: Session, _ stream: SplitMix64, isAsking: Bool
  ) throws -> [String] {
    var random = stream
    var tasks: [EventID] = []
    var trackers: [EventID] = []
    var position: Int64 = 0
    var results: [String] = []
    for step in 0..<160 {
      position =
        Int.random(in: 0..<8, using: &random) == 0
        ? Int64.random(in: 0..<12_000, using: &random)
        : position + Int64.random(in: 0..<40, using: &random)
      let at = EventTime.instant(
        Instant(milliseconds: minute(0).milliseconds + position * 1000 + 1))
      if isAsking { _ = try session.state() }
      do {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
          let content = try TaskContent(name: "Task \(step)")
          tasks.append(try session.record(.task(.taskAdd(content)), at: at).id)
          results.append("task")
        case 2:
          let content = try TrackerContent(name: "Tracker \(step)")
          trackers.append(try session.record(.tracker(.create(content)), at: at).id)
          results.append("tracker")
        case 3, 4, 5:
          guard !tasks.isEmpty else { continue }
          let task = tasks[Int.random(in: tasks.indices, using: &random)]
          let isReopening = Int.random(in: 0..<3, using: &random) == 0
          let action: TaskAction = isReopening ? .taskReopen(task) : .taskComplete(task)
          results.append("\(try session.record(.task(action), at: at).status)")
        case 6, 7:
          guard !trackers.isEmpty else { continue }
          let tracker = trackers[Int.random(in: trackers.indices, using: &random)]
          let content = try EntryContent(tracker: tracker, kind: .rating(3))
          results.append("\(try session.record(.tracker(.entry(content)), at: at).status)")
        case 8:
          var newSpark = NewSpark(title: "Late \(step)", category: .energy)
          newSpark.at = at
          results.append("\(try session.add(newSpark).status)")
        default:
          guard tasks.count > 4 else { continue }
          let task = tasks.remove(at: Int.random(in: tasks.indices, using: &random))
          try session.remove(task, of: .taskAdd)
          results.append("removed")
        }
      } catch let error as SessionError {
        results.append("refused: \(error)")
      }
    }
    return results
  }

  @Test func `an event that turns out to be the last returns its outcome`() throws {
    let store = try Self.store(20)
    try store.at { session in
      let first = try session.addTask("First", at: "2026-01-02T08:00:00Z")
      // Behind a later event: the state is pending until the next fold.
      _ = try session.addTask("Second", at: "2026-01-02T07:00:00Z")
      #expect(session.fold.isStale)
      let recorded = try session.completeTask(first, at: "2026-01-02T09:00:00Z")
      #expect(recorded.outcome?.taskScore == 3)
      #expect(!session.fold.isStale)
      #expect(try session.state() == session.reader.refoldedState())
    }
  }

  @Test func `the last event is unchanged when a change of it is refused`() throws {
    let store = try Self.store(5)
    try store.at { session in
      _ = try session.record(
        .task(.projectAdd(ProjectContent(name: "House"))), at: written("2026-02-01"))
      _ = try session.record(
        .task(.projectAdd(ProjectContent(name: "Home"))), at: written("2026-02-02"))
      let last = try session.record(
        .task(.projectAdd(ProjectContent(name: "Work"))), at: written("2026-02-03"))
      let before = try session.state()
      #expect(throws: SessionError.refused(.projectExists)) {
        _ = try session.edit(last.id, of: .projectAdd) { _ throws(SessionError) in
          do {
            return .task(.projectAdd(try ProjectContent(name: "Inbox")))
          } catch {
            throw .refused(.inboxIsFixed)
          }
        }
      }
      #expect(try session.state() == before)
      #expect(try session.state() == session.reader.refoldedState())
    }
  }
}

struct `Two sessions with the same now` {
  @Test func `an event without a time in the later session follows those of the earlier one`()
    throws
  {
    let store = try Store.scratch()
    let ids = try store.at { session in
      try (0..<8).map { number in
        try session.record(.task(.taskAdd(TaskContent(name: "Task \(number)")))).id
      }
    }
    for id in ids {
      let recorded = try store.at { try $0.record(.task(.taskComplete(id))) }
      #expect(recorded.status == .added)
    }
    // Recorded again, it is a duplicate.
    for id in ids {
      #expect(try store.at { try $0.record(.task(.taskComplete(id))) }.status == .unchanged)
    }
    #expect(try store.state().tasks.tasks.allSatisfy { !$0.isOpen })
    #expect(try store.at { try $0.reader.verify() }.voids == [])
  }

  @Test func `a token earned in the earlier session is spent in the later one`() throws {
    let store = try Store.scratch()
    try store.at { session in
      for number in 0..<40 {
        var newSpark = NewSpark(title: "Spark \(number)", category: .challenge)
        newSpark.intensity = .extreme
        _ = try session.add(newSpark)
      }
      #expect(try session.state().fuel.tokens > 0)
    }
    let tokens = try store.state().fuel.tokens
    #expect(try store.at { try $0.roll(.idea) }.status == .added)
    #expect(try store.state().fuel.tokens == tokens - 1)
    #expect(try store.at { try $0.roll(.idea) }.status == .unchanged)
    #expect(try store.state().fuel.tokens == tokens - 1)
  }
}
