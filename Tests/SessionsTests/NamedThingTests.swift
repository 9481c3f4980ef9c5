import Rules
import Sessions
import Storage
import Testing

/// What goes by a name is one thing per name, also when two copies of a profile each created it.
struct `Things that go by a name` {
  private static func create(
    _ session: Session, _ name: String, _ field: String, at time: String
  ) throws -> EventID {
    let content = try TrackerContent(
      name: name, fields: [TrackerField(name: field, type: .number)])
    _ = try session.record(.tracker(.create(content)), at: written(time))
    return try #require(try session.state().trackers.tracker(named: name)).id
  }

  private static func enter(
    _ session: Session, _ tracker: EventID, _ field: String, at time: String
  ) throws {
    let value = EntryContent.Value(
      name: field, value: .number(try TrackerNumber(5 as Int64, field: field)))
    let entry = try EntryContent(tracker: tracker, kind: .session(minutes: 30), values: [value])
    _ = try session.record(.tracker(.entry(entry)), at: written(time))
  }

  @Test func `a tracker that two copies created keeps the entries of both`() throws {
    let scratch = try Scratch()
    try Store.create(path: scratch.path("home"), profile: .sample()).at { _ in }
    let laptop = try scratch.copy("home", "laptop")
    let home = try Store.open(path: scratch.path("home"))
    try home.at { session in
      let gym = try Self.create(session, "Gym", "weight", at: "2026-03-05T08:00")
      try Self.enter(session, gym, "weight", at: "2026-03-06T08:00")
    }
    try laptop.at { session in
      let gym = try Self.create(session, "gym", "reps", at: "2026-03-01T08:00")
      try Self.enter(session, gym, "reps", at: "2026-03-02T08:00")
      // The same entry as at home, but for its field.
      try Self.enter(session, gym, "reps", at: "2026-03-06T08:00")
    }
    let paths = [scratch.path("home"), scratch.path("laptop")]
    for (into, from) in [(home, paths[1]), (laptop, paths[0]), (home, paths[1])] {
      try into.merge(from, SessionOptions(at: today)) { session, _ in
        let state = try session.state()
        #expect(state.voids == [])
        #expect(state.trackers.trackers.map(\.content.name) == ["gym"])
        #expect(state.trackers.trackers.map(\.entries) == [3])
        #expect(
          state.trackers.trackers[0].content.fields.map(\.name) == ["reps", "weight"])
      }
      #expect(try into.at { try $0.verify() }.problems == [])
    }
    #expect(try home.state() == laptop.state())
    #expect(try home.state().encoded == laptop.state().encoded)
  }

  @Test func `both things that two copies recorded under one key are kept`() throws {
    let scratch = try Scratch()
    try Store.create(path: scratch.path("home"), profile: .sample()).at { _ in }
    let laptop = try scratch.copy("home", "laptop")
    let home = try Store.open(path: scratch.path("home"))
    // Recorded first at home, but the laptop's is earlier in the fold.
    try home.at("2026-03-10T12:00:00Z") { session in
      _ = try session.add(draft("Home", at: "2026-03-05T12:00:00Z", key: "k"))
    }
    try laptop.at("2026-03-11T12:00:00Z") { session in
      _ = try session.add(draft("Laptop", at: "2026-03-04T12:00:00Z", key: "k"))
    }
    let paths = [scratch.path("home"), scratch.path("laptop")]
    for (into, from) in [(home, paths[1]), (laptop, paths[0]), (home, paths[1])] {
      try into.merge(from, SessionOptions(at: today)) { session, _ in
        let sparks = try session.sparks(sequences: session.sparkSequences(SparkQuery())[...])
        #expect(sparks.map(\.spark.title) == ["Laptop"])
      }
      #expect(try into.at { try $0.verify() }.problems == [])
      // The other one is there, as an event of its own that is removed.
      let titles = try into.rows("SELECT title, removed FROM spark ORDER BY title")
      #expect(titles == ["\"Home\"|1", "\"Laptop\"|0"] || titles == ["Home|1", "Laptop|0"])
    }
    let rows = "SELECT hex(id), title, removed, key FROM spark ORDER BY id"
    #expect(try home.rows(rows) == laptop.rows(rows))
    #expect(try home.state().encoded == laptop.state().encoded)
  }

  @Test func `a second creation of a name is refused to scripts, but for an earlier one`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let gym = Event.Action.tracker(.create(try TrackerContent(name: "Gym")))
      let time = written("2026-02-01T08:00")
      try session.checkNameIsFree(gym, at: time, key: nil)
      _ = try session.record(gym, at: time)
      // The very same one is there already.
      try session.checkNameIsFree(gym, at: time, key: nil)
      #expect(throws: SessionError.refused(.trackerExists)) {
        try session.checkNameIsFree(gym, at: nil, key: nil)
      }
      let other = Event.Action.tracker(.create(try TrackerContent(name: "GYM", goal: "More")))
      #expect(throws: SessionError.refused(.trackerExists)) {
        try session.checkNameIsFree(other, at: nil, key: nil)
      }
      // Before the tracker was there the name was free: the earlier creation defines it.
      try session.checkNameIsFree(other, at: written("2026-01-02T08:00"), key: nil)
      _ = try session.record(other, at: written("2026-01-02T08:00"))
      let tracker = try #require(try session.state().trackers.tracker(named: "gym"))
      #expect(tracker.content.name == "GYM")
      #expect(tracker.createdAt == at("2026-01-02T07:00:00Z"))
    }
    #expect(try store.at { try $0.verify() }.problems == [])
  }

  @Test func `a name that was given up can be used again, for another tracker`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let gym = Event.Action.tracker(.create(try TrackerContent(name: "Gym")))
      let first = try session.record(gym).id
      _ = try session.record(.tracker(.update(first, TrackerChange(name: "Fitness"))))
      try session.checkNameIsFree(gym, at: nil, key: nil)
      #expect(try session.record(gym).status == .added)
      #expect(
        try session.state().trackers.trackers.map(\.content.name) == ["Fitness", "Gym"])
    }
  }
}
