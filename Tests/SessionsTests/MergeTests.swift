import FlintCalendar
import Foundation
import FlintJSON
import FlintRules
import FlintSchema
import Sessions
import TestSupport
import Testing

@testable import Storage

struct `Merging copies of a profile` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A profile with some history, and copies of it that were continued independently.
  private func diverged(_ names: [String], seed: UInt64) throws {
    var history = MixedHistory(seed: seed)
    let base = try Store.create(path: scratch.path("base"), profile: .sample())
    try history.play(base, "2026-05-01T10:00:00Z", steps: 30)
    for (index, name) in names.enumerated() {
      let store = try scratch.copy("base", name)
      // They share some names and keys, and with some seeds the times of recording.
      var own = MixedHistory(seed: seed &* 31 &+ UInt64(index))
      own.label = index.isMultiple(of: 2) ? "" : "own "
      let day = seed.isMultiple(of: 2) ? 2 : index + 2
      try own.play(store, "2026-05-0\(day)T10:00:00Z", steps: 25)
      own.label = ""
      try own.play(store, "2026-05-0\(9 - day)T11:00:00Z", steps: 20)
      _ = try store.at("2026-05-10T10:00:00Z") { try $0.history.undoLatest() }
      if index == 1 { _ = try store.at("2026-05-11T10:00:00Z") { try $0.history.redoLatest() } }
    }
  }

  @discardableResult
  private func merge(_ name: String, into store: Store) throws -> MergeReport {
    var report: MergeReport?
    try store.merge(scratch.path(name), SessionOptions(at: today)) { report = $1 }
    return try #require(report)
  }

  @Test(arguments: [
    "title = ''", "tags = 'x'", "title = 'other'", "removed = 1", "category = 77",
  ])
  func `of a damaged copy is refused, and the profile is not changed`(change: String) throws {
    let ours = try Store.create(path: scratch.path("a"), profile: .sample())
    try ours.at { _ = try $0.add(newSpark("good")) }
    let theirs = try scratch.copy("a", "b")
    try theirs.at { _ = try $0.add(newSpark("new")) }
    try theirs.execute("UPDATE spark SET \(change) WHERE title = 'new'")
    let before = try ours.facts()
    let error = try #require(throws: StoreError.self) { try merge("b", into: ours) }
    #expect(error.code == .corrupted)
    #expect(error.path == scratch.path("b"))
    #expect(try ours.facts() == before)
    #expect(try ours.problems() == [])
  }

  @Test(arguments: cases(1...6 as ClosedRange<UInt64>, usual: 3, quick: 1))
  func `gives the same result in either direction, and when repeated`(seed: UInt64) throws {
    try diverged(["a", "b"], seed: seed)
    let (a, b) = (try scratch.copy("a", "a2"), try scratch.copy("b", "b2"))
    let (first, second) = (try merge("b", into: a), try merge("a", into: b))
    #expect(first.events > 0 && first.corrections > 0)
    #expect(Set(first.conflicts.map(\.event)) == Set(second.conflicts.map(\.event)))
    #expect(
      Set(first.conflicts.map(\.countingAt)) == Set(second.conflicts.map(\.countingAt)))
    let facts = try a.facts()
    #expect(try b.facts() == facts)
    let state = try a.state()
    #expect(try b.state() == state)
    #expect(try a.access { try $0.profile.recordSum() } == b.access { try $0.profile.recordSum() })
    for name in ["b", "a", "a2"] {
      let again = try merge(name, into: a)
      #expect((again.events, again.corrections) == (0, 0))
      #expect(try a.facts() == facts)
    }
    #expect(try a.state() == state)
    #expect(try a.problems() == [])
    #expect(try b.problems() == [])
    // No record of either copy is missing.
    for name in ["a", "b"] {
      let theirs = try Store.open(path: scratch.path(name)).facts()
      #expect(Set(theirs.originals.keys).isSubset(of: facts.originals.keys))
      #expect(Set(theirs.corrections.keys).isSubset(of: facts.corrections.keys))
    }
  }

  @Test(arguments: 11...12 as ClosedRange<UInt64>)
  func `of three copies gives the same result in any order`(seed: UInt64) throws {
    try diverged(["a", "b", "c"], seed: seed)
    var facts: Facts?
    var state: ProfileState?
    let orders = ["abc", "bca", "cba"]
    for order in orders {
      let names = order.map(String.init)
      let store = try scratch.copy(names[0], order)
      try merge(names[1], into: store)
      try merge(names[2], into: store)
      // Associated the other way.
      let pair = try scratch.copy(names[1], order + "2")
      try merge(names[2], into: pair)
      let whole = try scratch.copy(names[0], order + "3")
      try merge(order + "2", into: whole)
      for merged in [store, whole] {
        let found = try merged.facts()
        #expect(found == facts ?? found)
        facts = found
        let folded = try merged.state()
        #expect(folded == state ?? folded)
        state = folded
        #expect(try merged.problems() == [])
      }
    }
  }

  /// Two copies with a common spark.
  private func pair() throws -> (Store, Store, EventID) {
    let base = try Store.create(path: scratch.path("base"), profile: .sample())
    let id = try base.at("2026-05-01") { try $0.add(newSpark("shared")).id }
    return (try scratch.copy("base", "a"), try scratch.copy("base", "b"), id)
  }

  private func retitle(_ store: Store, _ id: EventID, _ title: String, _ now: String) throws {
    try store.at(now) { session in
      _ = try session.updateSpark(id: id, SparkChange(["title": .text(title)]))
    }
  }

  private func title(_ store: Store, _ id: EventID) throws -> String? {
    try store.at { try $0.reader.spark(id: id)?.spark.title }
  }

  @Test func `lets the later of two corrections count, and reports them`() throws {
    let (a, b, id) = try pair()
    try retitle(a, id, "A", "2026-05-03T00:00:00Z")
    try retitle(b, id, "B", "2026-05-02")
    let conflicts = try merge("b", into: a).conflicts
    #expect(conflicts.map(\.event) == [id])
    let conflict = try #require(conflicts.first)
    #expect(!conflict.isOriginal && conflict.isOursCounting)
    #expect(conflict.countingAt == at("2026-05-03T00:00:00Z"))
    #expect(conflict.theirs.recordedAt < conflict.ours.recordedAt)
    func words(_ content: Correction.Content?) -> String? {
      if case .spark(let spark)? = content { spark.title } else { nil }
    }
    #expect(words(conflict.original) == "shared")
    #expect([conflict.ours, conflict.theirs].map { words($0.content) } == ["A", "B"])
    #expect(try merge("a", into: b).conflicts == [])
    #expect(try title(a, id) == "A")
    #expect(try title(b, id) == "A")
    #expect(try a.facts() == b.facts())
  }

  @Test func `lets the greater hash count of two corrections at one instant`() throws {
    let (a, b, id) = try pair()
    try retitle(a, id, "A", "2026-05-03T00:00:00Z")
    try retitle(b, id, "B", "2026-05-03T00:00:00Z")
    let seed = try a.access { try $0.profile.read() }.seed
    func hash(_ store: Store) throws -> EventID {
      let records = try #require(try store.at { try $0.history.records(of: id) })
      return records.corrections[0].correction.hash(seed: seed)
    }
    let wanted = try hash(a) > hash(b) ? "A" : "B"
    #expect(try merge("b", into: a).conflicts.map(\.countingAt) == [at("2026-05-03T00:00:00Z")])
    #expect(try title(a, id) == wanted)
    try merge("a", into: b)
    #expect(try title(b, id) == wanted)
  }

  @Test func `does not report two equal corrections`() throws {
    let (a, b, id) = try pair()
    try a.at("2026-05-02") { try $0.removeSpark(id: id) }
    try b.at("2026-05-03T00:00:00Z") { try $0.removeSpark(id: id) }
    let report = try merge("b", into: a)
    #expect(report.conflicts == [])
    #expect(report.corrections == 1)
    #expect(try title(a, id) == nil)
    #expect(try a.problems() == [])
  }

  @Test func `lets the earlier of two events with one key count`() throws {
    let base = try Store.create(path: scratch.path("base"), profile: .sample())
    try base.at("2026-05-01") { _ = try $0.add(newSpark("other", at: "2026-01-02")) }
    let (a, b) = (try scratch.copy("base", "a"), try scratch.copy("base", "b"))
    for (store, now, name) in [(a, "2026-05-02", "A"), (b, "2026-05-03", "B")] {
      let text = name == "A" ? "2026-03-01T11:00:00Z" : "2026-03-01T10:00:00Z"
      let time = EventTime.instant(at(text))
      try store.at(now) { session in
        _ = try session.add(newSpark(name, name == "A" ? .idea : .energy, at: text, key: "k"))
        _ = try session.record(
          .task(.taskAdd(try TaskContent(name: name))), at: time, key: "k")
        _ = try session.roll(name == "A" ? .idea : .energy, at: time, key: "k")
      }
    }
    // It was corrected in one of them: the correction still applies.
    let spark = try a.at {
      try $0.reader.sparks(sequences: try $0.reader.sparkSequences(SparkQuery())[...])
    }
    .first { $0.key == "k" }
    try retitle(a, try #require(spark?.id), "corrected", "2026-05-04")
    let (first, second) = (try merge("b", into: a), try merge("a", into: b))
    #expect(first.conflicts.filter(\.isOriginal).count == 3)
    #expect(first.conflicts.count == 3)
    #expect(first.events == 0)
    #expect(second.conflicts == first.conflicts || second.conflicts == [])
    for store in [a, b] {
      let state = try store.state()
      #expect(state.tasks.tasks.map(\.name) == ["B"])
      #expect(try title(store, try #require(spark?.id)) == "corrected")
      let remaining = try store.rows("SELECT category FROM card_roll WHERE removed = 0")
      #expect(remaining == ["\(SparkCategory.energy.number)"])
      #expect(try store.problems() == [])
    }
    #expect(try a.facts() == b.facts())
    #expect(try a.state() == b.state())
  }

  @Test func `does not restore a removed event whose original it replaces`() throws {
    let base = try Store.create(path: scratch.path("base"), profile: .sample())
    try base.at("2026-05-01") { _ = try $0.add(newSpark("other", at: "2026-01-02")) }
    let (a, b) = (try scratch.copy("base", "a"), try scratch.copy("base", "b"))
    let id = try a.at("2026-05-03") { try $0.add(newSpark("mine", .idea, key: "k")).id }
    try a.at("2026-05-04") { try $0.removeSpark(id: id) }
    try b.at("2026-05-02") {
      _ = try $0.add(newSpark("theirs", .challenge, at: "2026-02-01T12:00:00Z", key: "k"))
    }
    try merge("b", into: a)
    try merge("a", into: b)
    for store in [a, b] {
      #expect(try store.at { try $0.reader.spark(id: id) } == nil)
      // The other spark is left; both originals are kept, removed.
      #expect(try store.rows("SELECT count(*), sum(removed) FROM spark") == ["3|2"])
      #expect(try store.problems() == [])
    }
    #expect(try a.facts() == b.facts())
  }

  @Test func `is noticed by a session that was open while an original was replaced`() throws {
    let base = try Store.create(path: scratch.path("base"), profile: .sample())
    try base.at("2026-05-01") { _ = try $0.add(newSpark("other", at: "2026-01-02")) }
    let (a, b) = (try scratch.copy("base", "a"), try scratch.copy("base", "b"))
    try a.at("2026-05-03") { _ = try $0.add(newSpark("mine", .idea, key: "k")) }
    try b.at("2026-05-02") {
      _ = try $0.add(newSpark("theirs", .challenge, at: "2026-02-01T12:00:00Z", key: "k"))
    }
    let second = try Store.open(path: scratch.path("a"))
    try a.at { session in
      let before = try session.state()
      try session.checkpoint()
      try merge("b", into: second)
      let after = try session.state()
      #expect(after.ledger.spark > before.ledger.spark)
      #expect(try after == session.reader.refoldedState())
      try session.checkpoint()
    }
    #expect(try a.problems() == [])
  }

  @Test func `of another profile is refused, and nothing changes`() throws {
    let (a, _, _) = try pair()
    var other = try Profile.sample()
    other.seed += 1
    _ = try Store.create(path: scratch.path("seed"), profile: other)
    other = try Profile.sample()
    _ = try Store.create(path: scratch.path("id"), profile: other)
    let before = try a.facts()
    for name in ["seed", "id"] {
      #expect(throws: SessionError.otherProfile(scratch.path(name))) { try merge(name, into: a) }
    }
    #expect(throws: StoreError(.missing, path: scratch.path("nowhere"))) {
      try merge("nowhere", into: a)
    }
    #expect(try a.facts() == before)
    #expect(try a.at { try $0.history.batches() }.count == 1)
  }

  @Test func `is rolled back when the following work fails, and can be repeated`() throws {
    let (a, b, _) = try pair()
    try b.at("2026-05-02") { _ = try $0.add(newSpark("new")) }
    let before = (try a.facts(), try Data(contentsOf: URL(fileURLWithPath: scratch.path("b"))))
    #expect(throws: Halt.self) {
      try a.merge(scratch.path("b"), SessionOptions(at: today)) { session, report in
        #expect(report.events == 1)
        #expect(try session.state().sparkCount == 2)
        throw Halt()
      }
    }
    #expect(try a.facts() == before.0)
    #expect(try merge("b", into: a).events == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path("b"))) == before.1)
    // Into a copy in memory, as in a dry run.
    let memory = try Store.open(path: scratch.path("base")).copyInMemory()
    #expect(try merge("b", into: memory).events == 1)
    #expect(try memory.facts() == a.facts())
  }

  @Test func `can be undone, and so can the merged records`() throws {
    let (a, b, id) = try pair()
    try retitle(b, id, "B", "2026-05-02")
    try b.at("2026-05-03T00:00:00Z") { _ = try $0.add(newSpark("new")) }
    try retitle(b, id, "BB", "2026-05-04")
    let before = try a.state()
    let report = try merge("b", into: a)
    #expect((report.events, report.corrections) == (1, 2))
    let merged = try a.facts()
    // Event by event: the batches of the other copy do not exist here.
    _ = try a.at { try $0.history.undo(event: id) }
    #expect(try title(a, id) == "B")
    _ = try a.at { try $0.history.redoLatest() }
    #expect(try title(a, id) == "BB")
    let undone = try a.at { try $0.history.undoLatest() }
    #expect((undone?.removed, undone?.changed) == (1, 1))
    #expect(try a.state() == before)
    // Merged again it is still undone; redone it is restored.
    #expect(try merge("b", into: a).events == 0)
    #expect(try a.state() == before)
    _ = try a.at { try $0.history.redoLatest() }
    #expect(try a.facts().current == merged.current)
    #expect(try a.problems() == [])
  }

  @Test func `reports another rulebook and keeps its own`() throws {
    let (a, b, _) = try pair()
    try b.access { access in
      try access.begin(writing: true)
      var other = RulebookDefinition.ignition
      other.id = "other"
      try access.profile.setRulebook(
        id: "other", hash: Rulebook(other).hash, definition: other.json.text())
      try access.commit()
    }
    #expect(try merge("b", into: a).otherRulebook == "other")
    #expect(try a.access { try $0.profile.read() }.rulebook == "ignition")
  }
}

struct `The order of imports` {
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `does not matter, nor does shuffling their rows together`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let base = at("2026-02-01T00:00:00Z").milliseconds
    func actions(_ label: String, _ count: Int) throws -> [(ProfileEvent.Action, EventTime)] {
      try (0..<count).map { number in
        let time = EventTime.instant(
          Instant(milliseconds: base + Int64.random(in: 0..<80, using: &random) * 21_600_000))
        let action: ProfileEvent.Action =
          switch number % 3 {
          case 0: .task(.taskAdd(try TaskContent(name: "\(label) \(number)", project: label)))
          case 1:
            .mood(
              .record(
                try MoodContent(
                  day: CivilDay("2026-01-01") ?? CivilDay(number: 0),
                  mood: Mood.ratings[number % 5], note: "\(label) \(number)")))
          default: .journey(try .activity(.journal, text: "\(label) \(number)"))
          }
        return (action, time)
      }
    }
    let files = [
      (newSparks(40, seed: seed), try actions("one", 30)),
      (
        newSparks(50, seed: seed + 50).map { newSpark in
          var newSpark = newSpark
          newSpark.title = "Other \(newSpark.title)"
          newSpark.key = newSpark.key.map { "other \($0)" }
          return newSpark
        }, try actions("two", 30)
      ),
    ]
    typealias Row = (Session) throws -> Void
    let rows: [[Row]] = files.map { sparks, actions in
      sparks.map { newSpark in { _ = try $0.add(newSpark) } }
        + actions.map { action, time in { _ = try $0.record(action, at: time) } }
    }
    var expected: (Facts, ProfileState, [UInt8])?
    for imports in [rows, rows.reversed(), [(rows[0] + rows[1]).shuffled(using: &random)]] {
      let store = try Store.scratch()
      for file in imports { try store.at { session in for row in file { try row(session) } } }
      let found = (try store.facts(), try store.state(), try store.state().encoded)
      if let expected {
        #expect(found.0 == expected.0)
        #expect(found.1 == expected.1)
        #expect(found.2 == expected.2)
      }
      expected = found
      // Repeating it changes nothing.
      for file in imports { try store.at { session in for row in file { try row(session) } } }
      #expect(try store.facts() == found.0)
    }
  }
}

extension MergeReport.Conflict {
  /// The instant of the correction that counts; `nil` where the event itself differed.
  fileprivate var countingAt: Instant? {
    isOriginal ? nil : (isOursCounting ? ours : theirs).recordedAt
  }
}
