import Foundation
import FlintJSON
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

struct `Setting a profile's rulebook` {
  /// A custom rulebook: ideas are worth 20 instead of 8, and half as much again at medium
  /// intensity.
  private static let own: RulebookDefinition = {
    var own = RulebookDefinition.ignition
    own.id = "own"
    own.points.base[2] = 20
    own.cards.append(
      CardDefinition(id: "own-card", name: "Own", category: .idea, rarity: .rare))
    return own
  }()

  private static func filled() throws -> Store {
    let store = try Store.scratch()
    try store.at { session in
      for newSpark in newSparks(60, seed: 3) { _ = try session.add(newSpark) }
    }
    return store
  }

  private static func set(_ definition: RulebookDefinition, _ store: Store) throws {
    let rulebook = try Rulebook(definition)
    try store.at { try $0.history.setRulebook(rulebook) }
  }

  /// The state of a profile's events under a rulebook.
  private static func folded(
    _ store: Store, _ definition: RulebookDefinition
  ) throws -> ProfileState {
    try store.session(SessionOptions(at: today, isWriting: false, rulebook: definition)) {
      try $0.reader.refoldedState()
    }
  }

  private static func caches(_ store: Store) throws -> [String] {
    try store.rows("SELECT rulebook_hash FROM cached_state")
  }

  @Test func `folds all events again`() throws {
    let store = try Self.filled()
    let before = try store.state()
    let expected = try Self.folded(store, Self.own)
    #expect(expected.ledger.spark > before.ledger.spark)
    try Self.set(Self.own, store)
    #expect(try store.state() == expected)
    let hash = try Rulebook(Self.own).hash
    #expect(
      try store.rows("SELECT rulebook, rulebook_hash FROM profile") == ["\"own\"|\"\(hash)\""])
    #expect(try store.at { $0.rulebook.definition } == Self.own)
    // Later events are folded with it too.
    let outcome = try store.at { try $0.add(newSpark("next", at: nil)).outcome }
    #expect(outcome?.basePoints == 30)
    #expect(try store.at { try $0.reader.verify().problems } == [])
  }

  @Test func `caches its fold for the next session`() throws {
    let store = try Self.filled()
    let hash = try Rulebook(Self.own).hash
    try Self.set(Self.own, store)
    #expect(try Self.caches(store) == ["\"\(hash)\""])
    let verification = try store.session(SessionOptions(at: today, isWriting: false)) {
      try $0.reader.verify()
    }
    #expect(verification.hadCache)
    #expect(verification.problems == [])
  }

  @Test func `does not cache a state that lacks later events`() throws {
    let store = try Self.filled()
    let rulebook = try Rulebook(Self.own)
    // As seen before the last events.
    try store.at("2026-03-01T00:00:00Z") { try $0.history.setRulebook(rulebook) }
    #expect(try store.state() == (try Self.folded(store, Self.own)))
    #expect(try store.at { try $0.reader.verify().problems } == [])
  }

  @Test func `is rolled back when the session fails`() throws {
    let store = try Self.filled()
    let before = try store.state()
    let rulebook = try Rulebook(Self.own)
    #expect(throws: Halt.self) {
      try store.at { session in
        try session.history.setRulebook(rulebook)
        throw Halt()
      }
    }
    #expect(try store.state() == before)
    #expect(try store.at { $0.rulebook.definition } == .ignition)
  }

  @Test func `can be reversed by setting the other one again`() throws {
    let store = try Self.filled()
    let before = try store.state()
    try Self.set(Self.own, store)
    try Self.set(.ignition, store)
    #expect(try store.state() == before)
    #expect(try store.at { $0.rulebook.definition } == .ignition)
    // The other definition is still stored: a copy of the profile may be folded with it.
    #expect(try store.rows("SELECT count(*) FROM rulebook") == ["2"])
  }

  @Test func `is a batch that undo and redo reverse before earlier records`() throws {
    let store = try Self.filled()
    try Self.set(Self.own, store)
    #expect(try store.at { try $0.history.batches().map(\.kind) } == ["test", "test"])
    let change = try #require(try store.at { try $0.history.batches().first?.rulebookChange })
    #expect((change.old.id, change.new.id) == ("ignition", "own"))
    let own = try store.state()
    let undone = try #require(try store.at { try $0.history.undoLatest() })
    #expect((undone.removed, undone.rulebook) == (0, change.reversed))
    #expect(try store.at { $0.rulebook.definition } == .ignition)
    #expect(try store.state() == Self.folded(store, .ignition))
    let redone = try #require(try store.at { try $0.history.redoLatest() })
    #expect(redone.rulebook == change)
    #expect(try store.at { $0.rulebook.definition } == Self.own)
    #expect(try store.state() == own)
    // Records are undone under any rulebook.
    #expect(try store.at { try $0.history.undo(batch: 1) }.removed == 60)
    #expect(try store.at { $0.rulebook.definition } == Self.own)
    #expect(try store.at { try $0.reader.verify().problems } == [])
  }

  @Test func `applies the new rules in the session that sets it`() throws {
    let store = try Self.filled()
    let rulebook = try Rulebook(Self.own)
    let points = try store.at { session in
      try session.history.setRulebook(rulebook)
      return try session.add(newSpark("next", at: nil)).outcome?.basePoints
    }
    #expect(points == 30)
    #expect(try store.state() == Self.folded(store, Self.own))
    #expect(try store.at { try $0.history.batches().count } == 3)
  }

  @Test func `stores the definition in the profile and in its copies`() throws {
    let scratch = try Scratch()
    let store = try scratch.create()
    try store.at { session in
      for newSpark in newSparks(20, seed: 3) { _ = try session.add(newSpark) }
    }
    try Self.set(Self.own, store)
    let state = try store.state()
    let backup = scratch.directory.appendingPathComponent("backup.db").path
    try store.backUp(to: backup)
    let dump = scratch.directory.appendingPathComponent("dump").path
    _ = try Dump.write(store, to: dump)
    let imported = scratch.directory.appendingPathComponent("imported.db").path
    _ = try Dump.restore(dump, to: imported)
    for copy in [
      try scratch.open(), try Store.open(path: backup), try Store.open(path: imported),
      try Store.openForReading(path: scratch.path).copyInMemory(),
    ] {
      #expect(try copy.session(SessionOptions(at: today)) { $0.rulebook.definition } == Self.own)
      #expect(try copy.state() == state)
    }
  }

  @Test func `of one copy does not affect the other when they are merged`() throws {
    let scratch = try Scratch()
    let store = try scratch.create()
    try store.at { _ = try $0.add(newSpark("one")) }
    let path = scratch.directory.appendingPathComponent("copy.db").path
    try store.backUp(to: path)
    let copy = try Store.open(path: path)
    try Self.set(Self.own, copy)
    try copy.at { _ = try $0.add(newSpark("two")) }
    var reported: String?
    try store.merge(path, SessionOptions(at: today)) { _, report in reported = report.otherRulebook
    }
    #expect(reported == "own")
    #expect(try store.at { $0.rulebook.definition } == .ignition)
    #expect(try store.state().ledger.spark == 24)
    #expect(try copy.state().ledger.spark == 60)
  }

  /// A profile after an update of Flint that changed the bundled rulebook.
  private static func outdated() throws -> (store: Store, definition: RulebookDefinition) {
    let store = try Self.filled()
    var earlier = RulebookDefinition.ignition
    earlier.points.base[2] = 9
    let rulebook = try Rulebook(earlier)
    try store.access { access in
      try access.begin(writing: true)
      try access.profile.setRulebook(
        id: earlier.id, hash: rulebook.hash, definition: earlier.json.text())
      try access.commit()
    }
    return (store, earlier)
  }

  @Test func `leaves a profile with the old version of a changed bundled rulebook`() throws {
    let (store, earlier) = try Self.outdated()
    #expect(try store.at { $0.rulebook.definition } == earlier)
    #expect(try store.state() == (try Self.folded(store, earlier)))
    // The new version can be set explicitly.
    try Self.set(.ignition, store)
    #expect(try store.at { $0.rulebook.definition } == .ignition)
  }

  @Test func `is refused to replace an unreadable definition by another with its name`() throws {
    let (store, _) = try Self.outdated()
    try store.execute("UPDATE rulebook SET definition = '{\"id\": \"ignition\"}'")
    let error = #expect(throws: SessionError.self) { try store.at { _ in } }
    guard case .store(let damage)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(damage.code == .corrupted)
    #expect(damage.detail.hasSuffix(" in the profile is damaged: it cannot be read"))
    // Where no definition was stored, the name is the only information.
    try store.execute("DELETE FROM rulebook")
    #expect(try store.at { $0.rulebook.definition } == .ignition)
  }

  // MARK: Rulebooks and history

  @Test func `may not change the meaning of what was drawn or completed`() throws {
    let store = try Self.filled()
    let state = try store.state()
    let definition = RulebookDefinition.ignition
    let drawn = try #require(state.holdings.firstIndex { $0.copies > 0 })
    let undrawn = try #require(state.holdings.firstIndex { $0.copies == 0 })
    let completed = Int(try #require(state.missions.completions.first).mission)
    let open = try #require(
      definition.missions.indices.first { index in
        !state.missions.completions.contains { $0.mission == Int32(index) }
      })
    func obstacles(_ change: (inout RulebookDefinition) -> Void) throws -> [String] {
      var other = definition
      other.id = "other"
      change(&other)
      let changed = other
      return try store.at { try $0.reader.obstacles(to: changed).map(\.path.description) }
    }
    let id = definition.cards[drawn].id
    #expect(
      try obstacles { $0.cards[drawn].category = .challenge } == ["cards[\"\(id)\"].category"])
    #expect(try obstacles { $0.cards[undrawn].category = .challenge } == [])
    #expect(try obstacles { $0.cards[drawn].name = "Renamed" } == [])
    #expect(try obstacles { $0.cards.remove(at: drawn) } == [])
    let mission = definition.missions[completed].id
    #expect(
      try obstacles { $0.missions[completed].metric = .overloads }.map { $0.contains(mission) }
        == [true])
    #expect(try obstacles { $0.missions[open].metric = .overloads } == [])
    #expect(try obstacles { $0.missions[completed].target += 1 } == [])
  }

  @Test func `may not do so indirectly, nor as of a time before history`() throws {
    let store = try Self.filled()
    let first = try #require(try store.state().missions.completions.first)
    let index = Int(first.mission)
    var less = RulebookDefinition.ignition
    less.id = "less"
    less.missions.remove(at: index)
    var twisted = RulebookDefinition.ignition
    twisted.id = "twisted"
    twisted.missions[index].metric = .overloads
    let path = "missions[\"\(twisted.missions[index].id)\"].metric"
    #expect(
      try store.at("2020-01-01") { try $0.reader.obstacles(to: twisted).map(\.path.description) }
        == [path])
    #expect(try store.at { try $0.reader.obstacles(to: less) } == [])
    try Self.set(less, store)
    for now in [today, "2020-01-01"] {
      #expect(
        try store.at(now) { try $0.reader.obstacles(to: twisted).map(\.path.description) } == [path]
      )
      #expect(try store.at(now) { try $0.reader.obstacles(to: .ignition) } == [])
    }
    // A replay of all events covers the same range.
    let rulebook = try Rulebook(Self.own)
    let count = try store.at("2020-01-01") { session in
      (
        try session.reader.replay(under: rulebook).new.state.events.count,
        try session.reader.replay(under: rulebook, ofAll: true).new.state.events.count
      )
    }
    #expect(count == (0, 60))
  }

  // MARK: Replaying

  @Test func `is simulated by a replay that changes nothing`() throws {
    let store = try Self.filled()
    let before = try store.records()
    let own = try Rulebook(Self.own)
    let expected = try Self.folded(store, Self.own)
    try store.session(SessionOptions(at: today, isWriting: false)) { session in
      let replay = try session.reader.replay(under: own)
      #expect(replay.new.state == expected)
      #expect(try replay.old.state == session.state())
      #expect(replay.differences.first?.name == "total")
      let reverse = try session.reader.replay(under: session.rulebook, against: own)
      #expect(reverse.differences.map(\.old) != replay.differences.map(\.old))
      #expect(reverse.differences.count == replay.differences.count)
      #expect(reverse.divergence?.event == replay.divergence?.event)
      #expect(reverse.divergence?.old == replay.divergence?.new)
    }
    #expect(try store.records() == before)
  }
}
