import Rules
import Sessions
import Storage
import Testing

struct `Events recorded late` {
  /// So many sparks, a minute apart: enough for states to be kept along the way.
  private static func store(_ count: Int) throws -> Store {
    let store = try Store.scratch()
    try store.at { session in
      for number in 0..<count {
        var draft = SparkDraft(title: "Spark \(number)", category: .idea)
        draft.at = .instant(Self.minute(number))
        _ = try session.add(draft)
      }
    }
    return store
  }

  private static func minute(_ number: Int) -> Instant {
    Instant(milliseconds: at("2026-01-01T00:00:00Z").milliseconds + Int64(number) * 60_000)
  }

  @Test func `one before another that waits for the fold is folded all the same`() throws {
    let store = try Self.store(13_000)
    try store.at { session in
      // History is changed near its beginning, so that the fold is made anew, with checkpoints.
      var early = SparkDraft(title: "Early", category: .energy)
      early.at = .instant(Instant(milliseconds: Self.minute(3).milliseconds + 1))
      _ = try session.add(early)
      _ = try session.state()
      for (title, place) in [("Late", 12_000), ("Earlier", 5_000)] {
        var draft = SparkDraft(title: title, category: .challenge)
        draft.intensity = .extreme
        draft.at = .instant(Instant(milliseconds: Self.minute(place).milliseconds + 1))
        _ = try session.add(draft)
      }
      #expect(try session.state() == session.refoldedState())
    }
    #expect(try store.at { try $0.verify() }.problems == [])
  }

  @Test(arguments: [true, false])
  func `are held against what was there at their places`(isBackwards: Bool) throws {
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
        // Behind that it is completed already; before it was added it was not there yet.
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
      #expect(state.voids == [])
      #expect(try state == session.refoldedState())
    }
    #expect(try store.at { try $0.verify() }.problems == [])
  }

  @Test func `one that is the last after all tells what it brought`() throws {
    let store = try Self.store(20)
    try store.at { session in
      let first = try session.addTask("First", at: "2026-01-02T08:00:00Z")
      // Behind a later event: the state waits for the next fold.
      _ = try session.addTask("Second", at: "2026-01-02T07:00:00Z")
      #expect(session.isPending)
      let recorded = try session.completeTask(first, at: "2026-01-02T09:00:00Z")
      #expect(recorded.outcome?.taskScore == 3)
      #expect(!session.isPending)
      #expect(try session.state() == session.refoldedState())
    }
  }

  @Test func `the last one stays as it was when a change of it is refused`() throws {
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
            return .task(.projectAdd(try ProjectContent(name: "Home")))
          } catch {
            throw .refused(.inboxIsFixed)
          }
        }
      }
      #expect(try session.state() == before)
      #expect(try session.state() == session.refoldedState())
    }
  }
}

struct `Two sessions with one now` {
  @Test func `what the later one says without a time comes after the earlier one's`() throws {
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
    // Said again, it is the same thing.
    for id in ids {
      #expect(try store.at { try $0.record(.task(.taskComplete(id))) }.status == .unchanged)
    }
    #expect(try store.state().tasks.tasks.allSatisfy { !$0.isOpen })
    #expect(try store.at { try $0.verify() }.voids == [])
  }

  @Test func `a token earned in the earlier one is spent in the later one`() throws {
    let store = try Store.scratch()
    try store.at { session in
      for number in 0..<40 {
        var draft = SparkDraft(title: "Spark \(number)", category: .challenge)
        draft.intensity = .extreme
        _ = try session.add(draft)
      }
      #expect(try session.state().tokens > 0)
    }
    let tokens = try store.state().tokens
    #expect(try store.at { try $0.roll(.idea) }.status == .added)
    #expect(try store.state().tokens == tokens - 1)
    #expect(try store.at { try $0.roll(.idea) }.status == .unchanged)
    #expect(try store.state().tokens == tokens - 1)
  }
}
