import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

/// Events about habits, recorded, undone, merged, and restored.
struct `Events about habits` {
  private static func create(_ session: Session, at time: String) throws -> EventID {
    let content = try TrackerContent(name: "Read")
    return try session.record(.tracker(.create(content)), at: written(time)).id
  }

  private static func plan(
    _ tracker: EventID, _ period: HabitSchedule.Period, times: Int? = nil
  ) throws -> ProfileEvent.Action {
    let plan = try HabitPlan(HabitSchedule(period, times: times))
    return .habit(.plan(HabitContent(tracker: tracker, plan: plan)))
  }

  private static func skip(_ tracker: EventID, _ day: String) throws -> ProfileEvent.Action {
    .habit(.skip(try HabitSkip(tracker: tracker, day: civil(day), note: "Travelling")))
  }

  private static func entry(_ tracker: EventID) throws -> ProfileEvent.Action {
    .tracker(.entry(try EntryContent(tracker: tracker, kind: .checklist(true))))
  }

  private static func letters(_ store: Store, today: String) throws -> String {
    let trackers = try store.at { try $0.state().trackers }
    let record = trackers.trackers.first.flatMap {
      trackers.habitRecord(of: $0, today: civil(today))
    }
    return record?.days.map { String($0.status.name.prefix(2)) }.joined(separator: " ") ?? "none"
  }

  @Test func `are refused when they would have no effect, with the reason`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let id = try Self.create(session, at: "2026-03-02T08:00")
      #expect(throws: SessionError.refused(.notHabit)) {
        try session.record(Self.skip(id, "2026-03-02"), at: written("2026-03-02T09:00"))
      }
      _ = try session.record(Self.plan(id, .day), at: written("2026-03-04T09:00"))
      let pause = ProfileEvent.Action.habit(.pause(HabitPause(tracker: id)))
      let early = #expect(throws: SessionError.self) {
        try session.record(pause, at: written("2026-03-03T09:00"))
      }
      #expect(early?.description.contains("\"Read\" is a habit from 2026-03-04 on") == true)
      _ = try session.record(pause, at: written("2026-03-05T09:00"))
      #expect(throws: SessionError.refused(.habitPaused)) {
        try session.record(pause, at: written("2026-03-06T09:00"))
      }
    }
    #expect(try store.at { try $0.state().events.voids } == [])
    #expect(try Self.letters(store, today: "2026-03-06") == "no pa pa")
  }

  /// Read and Write, of which the group Words needs any.
  @Test func `of a group follow from its members, of which there are as many as remain`() throws {
    let store = try Store.scratch()
    let ids = try store.at { session in
      try ["Read", "Write", "Words"].map { name in
        let content = try TrackerContent(name: name)
        return try session.record(.tracker(.create(content)), at: written("2026-03-02T08:00")).id
      }
    }
    try store.at { session in
      for id in ids.prefix(2) {
        _ = try session.record(Self.plan(id, .day), at: written("2026-03-02T08:00"))
      }
      let plan = try HabitPlan(
        HabitSchedule(.day), members: HabitMembers(Array(ids.prefix(2)), need: .any))
      _ = try session.record(
        .habit(.plan(HabitContent(tracker: ids[2], plan: plan))), at: written("2026-03-02T08:00"))
      let refusal = #expect(throws: SessionError.self) {
        try session.record(Self.entry(ids[2]), at: written("2026-03-02T09:00"))
      }
      #expect(
        refusal?.description.contains(
          "\"Words\" is a group, whose days follow from those of its members: record \"Read\" or "
            + "\"Write\"") == true)
      _ = try session.record(Self.entry(ids[1]), at: written("2026-03-02T10:00"))
    }
    func letters(today: String) throws -> String? {
      let trackers = try store.at { try $0.state().trackers }
      return trackers.tracker(named: "Words").flatMap {
        trackers.habitRecord(of: $0, today: civil(today))
      }?.days.map { String($0.status.name.prefix(2)) }.joined(separator: " ")
    }
    #expect(try letters(today: "2026-03-03") == "do un")
    // Without Write nothing was done.
    try store.at { try $0.remove(ids[1], of: .trackerCreate) }
    #expect(try letters(today: "2026-03-03") == "no un")
  }

  @Test func `are undone and redone`() throws {
    let store = try Store.scratch()
    let id = try store.at { try Self.create($0, at: "2026-03-02T08:00") }
    try store.at { session in
      _ = try session.record(Self.plan(id, .day), at: written("2026-03-02T09:00"))
      _ = try session.record(Self.entry(id), at: written("2026-03-02T10:00"))
    }
    try store.at { session in
      _ = try session.record(Self.skip(id, "2026-03-03"), at: written("2026-03-04T09:00"))
    }
    #expect(try Self.letters(store, today: "2026-03-04") == "do sk un")
    _ = try store.at { try $0.history.undoLatest() }
    #expect(try Self.letters(store, today: "2026-03-04") == "do no un")
    _ = try store.at { try $0.history.redoLatest() }
    #expect(try Self.letters(store, today: "2026-03-04") == "do sk un")
    // Without its plan, the skip has no effect; the entry counts for the tracker all the same.
    _ = try store.at { try $0.history.undo(batch: 2) }
    #expect(try Self.letters(store, today: "2026-03-04") == "none")
    #expect(try store.at { try $0.state().events.voids.map(\.reason) } == [.notHabit])
  }

  @Test func `of two copies that each created the habit merge into one`() throws {
    let scratch = try Scratch()
    try Store.create(path: scratch.path("home"), profile: .sample()).at { _ in }
    let laptop = try scratch.copy("home", "laptop")
    let home = try Store.open(path: scratch.path("home"))
    try home.at { session in
      let id = try Self.create(session, at: "2026-03-02T08:00")
      _ = try session.record(Self.plan(id, .day), at: written("2026-03-02T09:00"))
      _ = try session.record(Self.skip(id, "2026-03-05"), at: written("2026-03-03T09:00"))
    }
    try laptop.at { session in
      let id = try Self.create(session, at: "2026-03-03T08:00")
      _ = try session.record(Self.plan(id, .day), at: written("2026-03-03T09:00"))
      _ = try session.record(Self.entry(id), at: written("2026-03-04T09:00"))
    }
    try home.merge(scratch.path("laptop"), SessionOptions(at: today)) { session, _ in
      let state = try session.state()
      #expect(state.trackers.trackers.count == 1)
      #expect(state.events.voids == [])
    }
    #expect(try Self.letters(home, today: "2026-03-05") == "no no do sk")
    #expect(try home.at { try $0.state() } == laptopMerged(scratch, laptop))
  }

  private func laptopMerged(_ scratch: Scratch, _ laptop: Store) throws -> ProfileState {
    try laptop.merge(scratch.path("home"), SessionOptions(at: today)) { _, _ in }
    return try laptop.at { try $0.state() }
  }

  @Test func `late ones change what follows`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let id = try Self.create(session, at: "2026-03-02T08:00")
      _ = try session.record(Self.plan(id, .day), at: written("2026-03-02T09:00"))
      _ = try session.record(Self.entry(id), at: written("2026-03-06T09:00"))
      let pause = ProfileEvent.Action.habit(.pause(HabitPause(tracker: id)))
      _ = try session.record(pause, at: written("2026-03-03T09:00"))
      let resume = ProfileEvent.Action.habit(.resume(HabitPause(tracker: id)))
      _ = try session.record(resume, at: written("2026-03-05T09:00"))
    }
    #expect(try Self.letters(store, today: "2026-03-06") == "no pa pa no do")
  }
}
