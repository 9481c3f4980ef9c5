import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

/// Things identified by name are one per name, even when two copies of a profile each created one.
struct `Things identified by name` {
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
      name: field, value: .number(try DecimalNumber(5 as Int64, field: field)))
    let entry = try EntryContent(tracker: tracker, kind: .session(minutes: 30), values: [value])
    _ = try session.record(.tracker(.entry(entry)), at: written(time))
  }

  /// Two copies of one profile.
  private static func copies(in scratch: Scratch) throws -> (home: Store, laptop: Store) {
    try Store.create(path: scratch.path("home"), profile: .sample()).at { _ in }
    let laptop = try scratch.copy("home", "laptop")
    return (try Store.open(path: scratch.path("home")), laptop)
  }

  private static func merge(_ path: String, into store: Store) throws {
    var options = SessionOptions(at: today)
    options.batchKind = "merge"
    try store.merge(path, options) { _, _ in }
  }

  @Test func `a tracker that two copies created contains the entries of both`() throws {
    let scratch = try Scratch()
    let (home, laptop) = try Self.copies(in: scratch)
    try home.at { session in
      let gym = try Self.create(session, "Gym", "weight", at: "2026-03-05T08:00")
      try Self.enter(session, gym, "weight", at: "2026-03-06T08:00")
    }
    try laptop.at { session in
      let gym = try Self.create(session, "gym", "reps", at: "2026-03-01T08:00")
      try Self.enter(session, gym, "reps", at: "2026-03-02T08:00")
      // The same entry as at home, except for its field.
      try Self.enter(session, gym, "reps", at: "2026-03-06T08:00")
    }
    let paths = [scratch.path("home"), scratch.path("laptop")]
    for (into, from) in [(home, paths[1]), (laptop, paths[0]), (home, paths[1])] {
      try into.merge(from, SessionOptions(at: today)) { session, _ in
        let state = try session.state()
        #expect(state.events.voids == [])
        #expect(state.trackers.trackers.map(\.content.name) == ["gym"])
        #expect(state.trackers.trackers.map(\.entries) == [3])
        #expect(
          state.trackers.trackers[0].content.fields.map(\.name) == ["reps", "weight"])
      }
      #expect(try into.at { try $0.reader.verify() }.problems == [])
    }
    #expect(try home.state() == laptop.state())
    #expect(try home.state().encoded == laptop.state().encoded)
  }

  @Test func `a quest set that two copies loaded has the completions of both`() throws {
    let scratch = try Scratch()
    let (home, laptop) = try Self.copies(in: scratch)
    func set(_ id: String) -> String {
      """
      {"id": "\(id)", "name": "\(id)", "missions": [{"id": "m", "title": "M", "nodes": [
        {"id": "a", "orderIndex": 0, "title": "A"}, {"id": "b", "orderIndex": 1, "title": "B"},
        {"id": "c", "orderIndex": 2, "title": "C", "dependencies": ["b"]}]}]}
      """
    }
    try home.at { session in
      try session.load(set("Harbour"), at: "2026-03-05T08:00")
      try session.completeNode("Harbour", "a", at: "2026-03-06T08:00")
    }
    try laptop.at { session in
      try session.load(set("harbour"), at: "2026-03-01T08:00")
      try session.completeNode("harbour", "b", at: "2026-03-02T08:00")
      try session.completeNode("HARBOUR", "c", at: "2026-03-07T08:00")
    }
    let paths = [scratch.path("home"), scratch.path("laptop")]
    for (into, from) in [(home, paths[1]), (laptop, paths[0]), (home, paths[1])] {
      try into.merge(from, SessionOptions(at: today)) { session, _ in
        let state = try session.state()
        #expect(state.events.voids == [])
        // The earlier loading defines the set, the later one changes it.
        #expect(state.quests.sets.map(\.set.id) == ["Harbour"])
        #expect(state.quests.sets.map(\.completedNodes) == [3])
      }
      #expect(try into.at { try $0.reader.verify() }.problems == [])
    }
    #expect(try home.state().encoded == laptop.state().encoded)
  }

  @Test func `both events that two copies recorded under one key are kept`() throws {
    let scratch = try Scratch()
    let (home, laptop) = try Self.copies(in: scratch)
    // Recorded first at home, but the one of the laptop is earlier in the fold.
    try home.at("2026-03-10T12:00:00Z") { session in
      _ = try session.add(newSpark("Home", at: "2026-03-05T12:00:00Z", key: "k"))
    }
    try laptop.at("2026-03-11T12:00:00Z") { session in
      _ = try session.add(newSpark("Laptop", at: "2026-03-04T12:00:00Z", key: "k"))
    }
    let paths = [scratch.path("home"), scratch.path("laptop")]
    for (into, from) in [(home, paths[1]), (laptop, paths[0]), (home, paths[1])] {
      try into.merge(from, SessionOptions(at: today)) { session, _ in
        let sparks = try session.reader.sparks(
          sequences: session.reader.sparkSequences(SparkQuery())[...])
        #expect(sparks.map(\.spark.title) == ["Laptop"])
      }
      #expect(try into.at { try $0.reader.verify() }.problems == [])
      // The other one exists as a separate, removed event.
      let titles = try into.rows("SELECT title, removed FROM spark ORDER BY title")
      #expect(titles == ["\"Home\"|1", "\"Laptop\"|0"] || titles == ["Home|1", "Laptop|0"])
    }
    let rows = "SELECT hex(id), title, removed, key FROM spark ORDER BY id"
    #expect(try home.rows(rows) == laptop.rows(rows))
    #expect(try home.state().encoded == laptop.state().encoded)
  }

  @Test func `undoing a merge keeps the later entries of a tracker`() throws {
    let scratch = try Scratch()
    let (home, laptop) = try Self.copies(in: scratch)
    try home.at { _ = try Self.create($0, "Gym", "weight", at: "2026-03-05T08:00") }
    try laptop.at { session in
      let gym = try Self.create(session, "Gym", "weight", at: "2026-03-04T08:00")
      try Self.enter(session, gym, "weight", at: "2026-03-06T08:00")
    }
    try Self.merge(scratch.path("laptop"), into: home)
    try home.at { session in
      let gym = try #require(try session.state().trackers.tracker(named: "Gym")).id
      try Self.enter(session, gym, "weight", at: "2026-03-12T08:00")
    }
    let merge = try #require(try home.at { try $0.history.batches() }.first { $0.kind == "merge" })
    let report = try home.at { try $0.history.undo(batch: merge.number) }
    #expect((report.removed, report.left.count) == (1, 1))
    let state = try home.state()
    #expect(state.events.voids == [])
    #expect(state.trackers.trackers.map(\.entries) == [1])
    #expect(try home.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `undoing an import keeps a quest set with completed nodes, ignoring case`()
    throws
  {
    let store = try Store.scratch(zone: "UTC")
    try store.at(kind: "import") { session in
      try session.load(
        """
        {"id": "Set", "name": "One", "category": "other", "missions": [{"id": "m", "title": "All",
        "nodes": [{"id": "n", "orderIndex": 0, "title": "Step", "dependencies": []}]}]}
        """, at: "2026-03-01")
    }
    try store.at { _ = try $0.completeNode("SET", "n", at: "2026-03-02") }
    let report = try store.at { try $0.history.undo(batch: 1) }
    #expect((report.removed, report.left.count) == (0, 1))
    let state = try store.state()
    #expect(state.events.voids == [])
    #expect(state.quests.missions(set: "set").map(\.completedNodes) == [1])
  }

  @Test func `undoing a merge restores a replaced original`() throws {
    let scratch = try Scratch()
    let (home, laptop) = try Self.copies(in: scratch)
    try home.at("2026-03-10T12:00:00Z") { session in
      _ = try session.add(newSpark("Home", at: "2026-03-05T12:00:00Z", key: "k"))
    }
    try laptop.at("2026-03-11T12:00:00Z") { session in
      _ = try session.add(newSpark("Laptop", at: "2026-03-04T12:00:00Z", key: "k"))
    }
    func titles() throws -> [String] {
      try home.at { session in
        try session.reader.sparks(sequences: session.reader.sparkSequences(SparkQuery())[...])
          .map(\.spark.title)
      }
    }
    let before = try home.state()
    try Self.merge(scratch.path("laptop"), into: home)
    #expect(try titles() == ["Laptop"])
    let merged = try home.state()
    #expect(try home.at { try $0.history.undoLatest() }?.changed == 1)
    #expect(try titles() == ["Home"])
    #expect(try home.state() == before)
    #expect(try home.at { try $0.history.redoLatest() }?.changed == 1)
    #expect(try titles() == ["Laptop"])
    #expect(try home.state() == merged)
    #expect(try home.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `superseded content is the same in any order of merging three copies`()
    throws
  {
    let scratch = try Scratch()
    try Store.create(path: scratch.path("base"), profile: .sample()).at { _ in }
    let names = ["a", "b", "c"]
    // The last recorded one is first in the fold.
    for (number, name) in names.enumerated() {
      let store = try scratch.copy("base", name)
      try store.at("2026-03-1\(number)T12:00:00Z") { session in
        _ = try session.add(newSpark(name, at: "2026-03-0\(5 - number)T12:00:00Z", key: "k"))
      }
    }
    let rows = try [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]].enumerated().map {
      number, order in
      let store = try scratch.copy(order[0], "merged\(number)")
      for other in order.dropFirst() {
        try store.merge(scratch.path(other), SessionOptions(at: today)) { _, _ in }
      }
      #expect(try store.at { try $0.reader.verify() }.problems == [])
      return try store.records()
    }
    #expect(rows[0] == rows[1] && rows[0] == rows[2])
  }

  @Test func `a second creation of a name is refused to scripts, except an earlier one`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let gym = ProfileEvent.Action.tracker(.create(try TrackerContent(name: "Gym")))
      let time = written("2026-02-01T08:00")
      try session.checkNameIsFree(gym, at: time, key: nil)
      _ = try session.record(gym, at: time)
      // The same creation is recorded already.
      try session.checkNameIsFree(gym, at: time, key: nil)
      #expect(throws: SessionError.refused(.trackerExists)) {
        try session.checkNameIsFree(gym, at: nil, key: nil)
      }
      let other = ProfileEvent.Action.tracker(
        .create(try TrackerContent(name: "GYM", goal: "More")))
      #expect(throws: SessionError.refused(.trackerExists)) {
        try session.checkNameIsFree(other, at: nil, key: nil)
      }
      // Before the tracker was created the name was free: the earlier creation defines it.
      try session.checkNameIsFree(other, at: written("2026-01-02T08:00"), key: nil)
      _ = try session.record(other, at: written("2026-01-02T08:00"))
      let tracker = try #require(try session.state().trackers.tracker(named: "gym"))
      #expect(tracker.content.name == "GYM")
      #expect(tracker.createdAt == at("2026-01-02T07:00:00Z"))
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `a name that is free again can be used for another tracker`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let gym = ProfileEvent.Action.tracker(.create(try TrackerContent(name: "Gym")))
      let first = try session.record(gym).id
      _ = try session.record(
        .tracker(.update(first, TrackerChange(RecordChange(["name": .text("Fitness")])))))
      try session.checkNameIsFree(gym, at: nil, key: nil)
      #expect(try session.record(gym).status == .added)
      #expect(
        try session.state().trackers.trackers.map(\.content.name) == ["Fitness", "Gym"])
    }
  }
}
