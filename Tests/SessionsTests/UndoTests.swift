import FlintRules
import FlintSchema
import Sessions
import Storage
import TestSupport
import Testing

struct `Undo and redo` {
  let store: Store

  init() throws { store = try .scratch() }

  private func batches() throws -> [StoredBatch] { try store.at { try $0.history.batches() } }

  /// The content of a task.
  private func task(_ name: String) throws -> ProfileEvent.Action {
    .task(.taskAdd(try TaskContent(name: name)))
  }

  private func rename(_ id: EventID, _ name: String, _ session: Session) throws {
    _ = try session.edit(id, of: .taskAdd) { _ throws(SessionError) in
      do throws(FieldError) {
        return .task(.taskAdd(try TaskContent(name: name)))
      } catch {
        throw .field(error)
      }
    }
  }

  private func name(of id: EventID) throws -> String? {
    try store.at { try $0.state().tasks.task(id)?.name }
  }

  /// A session that names a task, and two more that rename it.
  private func renamedTwice() throws -> EventID {
    let id = try store.at { try $0.record(task("a"), at: .instant(at("2026-03-01"))).id }
    try store.at { try rename(id, "b", $0) }
    try store.at { try rename(id, "c", $0) }
    return id
  }

  @Test(arguments: cases(1...5 as ClosedRange<UInt64>, usual: 3, quick: 1))
  func `step back session by session, and forward again to the same states`(seed: UInt64) throws {
    var history = MixedHistory(seed: seed)
    var moments = [(try store.facts().current, try store.state())]
    for day in 2...5 {
      try history.play(store, "2026-05-0\(day)T10:00:00Z")
      moments.append((try store.facts().current, try store.state()))
    }
    for round in 0..<2 {
      for moment in moments.dropLast().reversed() {
        let report = try store.at { try $0.history.undoLatest() }
        #expect(report?.left == [], "round \(round)")
        #expect(try store.facts().current == moment.0)
        #expect(try store.state() == moment.1)
      }
      #expect(try store.at { try $0.history.undoLatest() } == nil)
      for moment in moments.dropFirst() {
        let report = try store.at { try $0.history.redoLatest() }
        #expect(report?.left == [])
        #expect(try store.facts().current == moment.0)
        #expect(try store.state() == moment.1)
      }
      #expect(try store.at { try $0.history.redoLatest() } == nil)
    }
    #expect(try store.problems() == [])
  }

  @Test(.slow, arguments: 20...23 as ClosedRange<UInt64>)
  func `in any order keep the profile sound`(seed: UInt64) throws {
    var history = MixedHistory(seed: seed)
    var random = SplitMix64(state: seed)
    for step in 0..<24 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: try history.play(store, today, steps: 8)
      case 2: _ = try store.at { try $0.history.undoLatest() }
      case 3: _ = try store.at { try $0.history.redoLatest() }
      default:
        try store.at { session in
          guard let batch = try session.history.batches().randomElement(using: &random) else {
            return
          }
          _ = try session.history.undo(batch: batch.number)
        }
      }
      if step % 6 == 5 { #expect(try store.problems() == []) }
      _ = try store.state()
    }
  }

  @Test func `of a batch that added, changed and removed reverse all three`() throws {
    let (spark, gone, old, entry) = try store.at { session in
      let tracker = try session.record(.tracker(.create(try TrackerContent(name: "Running")))).id
      return (
        try session.add(newSpark("kept")).id, try session.add(newSpark("gone")).id,
        try session.record(task("old"), at: .instant(at("2026-03-01"))).id,
        try session.record(
          .tracker(.entry(try EntryContent(tracker: tracker, kind: .session(minutes: 30))))
        ).id
      )
    }
    let before = (try store.facts(), try store.state())
    try store.at { session in
      _ = try session.add(newSpark("new", .challenge))
      _ = try session.record(task("new"), at: .instant(at("2026-03-02")))
      _ = try session.record(.task(.taskComplete(old)))
      _ = try session.record(
        .mood(.record(try MoodContent(day: session.today, mood: .great))))
      _ = try session.updateSpark(id: spark, SparkChange(["title": .text("changed")]))
      try rename(old, "renamed", session)
      try session.removeSpark(id: gone)
      try session.remove(entry, of: .trackerEntry)
    }
    let after = (try store.facts(), try store.state())
    let report = try #require(try store.at { try $0.history.undoLatest() })
    #expect(report.batch == 2)
    #expect((report.removed, report.restored, report.changed) == (4, 2, 2))
    #expect(report.left == [])
    #expect(try store.facts().current == before.0.current)
    #expect(try store.state() == before.1)
    let redone = try #require(try store.at { try $0.history.redoLatest() })
    #expect(redone.batch == 2)
    #expect((redone.removed, redone.restored, redone.changed) == (2, 4, 2))
    #expect(try store.facts().current == after.0.current)
    #expect(try store.state() == after.1)
    // Nothing was deleted meanwhile.
    #expect(try store.facts().originals == after.0.originals)
    #expect(try store.facts().corrections.count == after.0.corrections.count + 16)
    #expect(
      try batches().map { "\($0.kind) \($0.undoes ?? 0)" }
        == ["redo 3", "undo 2", "test 0", "test 0"])
    #expect(try store.problems() == [])
  }

  @Test func `of an event step through its records, to nothing and forward again`() throws {
    let id = try renamedTwice()
    var names: [String?] = []
    for _ in 0..<4 {
      let report = try store.at { try $0.history.undo(event: id) }
      names.append(try name(of: id))
      #expect(report.left == [])
    }
    #expect(names == ["b", "a", nil, nil])
    names = []
    for _ in 0..<3 {
      _ = try store.at { try $0.history.redoLatest() }
      names.append(try name(of: id))
    }
    #expect(names == ["a", "b", "c"])
    #expect(try store.at { try $0.history.redoLatest() } == nil)
    let missing = EventID(high: 1, low: 2)
    #expect(throws: SessionError.noSuchEvent(missing)) {
      try store.at { try $0.history.undo(event: missing) }
    }
    #expect(throws: SessionError.noBatch(99)) { try store.at { try $0.history.undo(batch: 99) } }
    #expect(try store.problems() == [])
  }

  @Test func `leave changes of a later batch, and report that`() throws {
    let (first, second) = try store.at { session in
      (
        try session.record(task("a"), at: .instant(at("2026-03-01"))).id,
        try session.record(task("x"), at: .instant(at("2026-03-02"))).id
      )
    }
    try store.at { session in
      try rename(first, "b", session)
      try rename(second, "y", session)
    }
    try store.at { try rename(first, "c", $0) }
    let report = try store.at { try $0.history.undo(batch: 2) }
    #expect(report.left == [first])
    #expect(report.changed == 1)
    #expect(try name(of: first) == "c")
    #expect(try name(of: second) == "x")
    // Undoing the later batch restores the state that it had found.
    _ = try store.at { try $0.history.undo(batch: 3) }
    #expect(try name(of: first) == "b")
    // Events that the batch added are removed, even if others changed them since.
    let gone = try store.at { try $0.history.undo(batch: 1) }
    #expect(gone.removed == 2)
    #expect(gone.left == [])
    #expect(try store.state().tasks.tasks.isEmpty)
    #expect(try store.problems() == [])
  }

  @Test func `leave what was recorded after an undo when it is redone`() throws {
    let id = try renamedTwice()
    _ = try store.at { try $0.history.undoLatest() }
    try store.at { try rename(id, "d", $0) }
    let report = try store.at { try $0.history.redo(batch: 3) }
    #expect(report?.left == [id])
    #expect(try name(of: id) == "d")
    let kinds = try batches().map(\.kind)
    #expect(kinds == ["test", "undo", "test", "test", "test"])
  }

  @Test func `end at new records, and redo an older batch by its number`() throws {
    let (a, b) = (newSpark("a"), newSpark("b"))
    try store.at { _ = try $0.add(a) }
    try store.at { _ = try $0.add(b) }
    for _ in 0..<2 { _ = try store.at { try $0.history.undoLatest() } }
    // Batches 3 and 4 are undos of 2 and 1. Redoing one of them does not end the other.
    #expect(try store.at { try $0.history.redoLatest() }?.batch == 1)
    try store.at { _ = try $0.add(newSpark("c")) }
    #expect(try store.at { try $0.history.redoLatest() } == nil)
    #expect(try store.at { try $0.history.undoneBefore } == 2)
    // A batch that is not undone, and one that does not exist.
    #expect(try store.at { try $0.history.redo(batch: 1) } == nil)
    #expect(throws: SessionError.noBatch(99)) { try store.at { try $0.history.redo(batch: 99) } }
    // By the number of the batch, or of its undo.
    #expect(try store.at { try $0.history.redo(batch: 2) }?.restored == 1)
    #expect(try store.at { try $0.history.undoneBefore } == nil)
    #expect(try store.at { try $0.history.undo(batch: 2) }.removed == 1)
    let undo = try batches()[0].number
    try store.at { _ = try $0.add(newSpark("d")) }
    #expect(try store.at { try $0.history.redo(batch: undo) }?.batch == 2)
    #expect(try store.at { try $0.reader.sparkCount(SparkQuery()) } == 4)
    #expect(try store.problems() == [])
  }

  @Test func `skip what cannot be redone and what has to be left`() throws {
    try store.at { _ = try $0.add(newSpark("s", key: "s")) }
    try store.at { _ = try $0.add(newSpark("t")) }
    for _ in 0..<2 { _ = try store.at { try $0.history.undoLatest() } }
    try store.at { _ = try $0.add(newSpark("s", key: "s")) }
    let report = try #require(try store.at { try $0.history.redo(batch: 2) })
    #expect((report.batch, report.restored) == (2, 1))
    #expect(try store.at { try $0.reader.sparkCount(SparkQuery()) } == 2)
    let nothing = try #require(try store.at { try $0.history.redo(batch: 1) })
    #expect(!nothing.isDone && nothing.left.count == 1)
    // Changes of a later session are left, and older ones are reached.
    let id = try store.at { try $0.record(task("a"), at: .instant(at("2026-03-01"))).id }
    try store.at { try rename(id, "b", $0) }
    let number = try batches()[0].number
    try store.at { try rename(id, "c", $0) }
    #expect(try store.at { try $0.history.undo(batch: number) }.left == [id])
    _ = try store.at { try $0.history.undo(batch: number + 1) }
    #expect(try name(of: id) == "b")
    #expect(try store.problems() == [])
  }

  @Test func `out of order show no event whose batch is undone`() throws {
    let (s, t) = try store.at { (try $0.add(newSpark("s")).id, try $0.add(newSpark("t")).id) }
    try store.at { try $0.removeSpark(id: t) }
    let report = try store.at { try $0.history.undo(batch: 1) }
    #expect((report.removed, report.unchanged, report.left) == (1, 1, []))
    #expect(try store.at { try $0.history.undoLatest() } == nil)
    #expect(try store.at { try $0.history.undo(batch: 2) }.isDone == false)
    #expect(try store.at { try $0.history.undo(event: t) }.isDone == false)
    #expect(try store.facts().current == [:])
    _ = try store.at { try $0.history.redoLatest() }
    #expect(Set(try store.facts().current.keys) == [s])
    _ = try store.at { try $0.history.undoLatest() }
    #expect(Set(try store.facts().current.keys) == [s, t])
  }

  @Test(arguments: cases(40...47 as ClosedRange<UInt64>, usual: 4, quick: 1))
  func `in any order show no event whose batch is undone`(seed: UInt64) throws {
    var history = MixedHistory(seed: seed)
    var random = SplitMix64(state: seed)
    for day in 1...6 { try history.play(store, "2026-05-0\(day)T10:00:00Z", steps: 12) }
    let batchOf = Dictionary(
      uniqueKeysWithValues: try store.facts().originals.keys.map { id in
        (id, try store.at { try $0.history.records(of: id)?.batch })
      })
    var undone: Set<Int64> = []
    for number in (Array(1...6) as [Int64]).shuffled(using: &random) {
      _ = try store.at { try $0.history.undo(batch: number) }
      undone.insert(number)
      let shown = try store.facts().current.keys.filter { id in
        // An event that a later session added again belongs to that session too.
        (try? store.at { try $0.history.records(of: id) })?.map { records in
          undone.contains(records.batch)
            && records.corrections.allSatisfy {
              $0.correction.cause != .edit || undone.contains($0.batch)
            }
        } ?? false
      }
      #expect(shown.isEmpty)
      #expect(batchOf.count == (try store.facts().originals.count))
    }
    #expect(try store.facts().current == [:])
    #expect(try store.problems() == [])
  }

  @Test func `of changes of one event nest`() throws {
    let id = try renamedTwice()
    var names: [String?] = []
    for _ in 0..<2 {
      for _ in 0..<2 {
        _ = try store.at { try $0.history.undoLatest() }
        names.append(try name(of: id))
      }
      for _ in 0..<2 {
        _ = try store.at { try $0.history.redoLatest() }
        names.append(try name(of: id))
      }
    }
    #expect(names == ["b", "a", "b", "c", "b", "a", "b", "c"])
  }

  @Test func `by the number of an undo or redo reverse that`() throws {
    let id = try renamedTwice()
    _ = try store.at { try $0.history.undo(batch: 3) }
    #expect(try store.at { try $0.history.undo(batch: 4) }.batch == 3)
    #expect(try name(of: id) == "c")
    #expect(try batches()[0].kind == "redo")
    #expect(try store.at { try $0.history.undo(batch: 5) }.batch == 3)
    #expect(try name(of: id) == "b")
    #expect(try batches()[0].kind == "undo")
    // The same for the records of an event.
    _ = try store.at { try $0.history.redoLatest() }
    _ = try store.at { try $0.history.undo(event: id) }
    _ = try store.at { try $0.history.redoLatest() }
    #expect(try name(of: id) == "c")
    _ = try store.at { try $0.history.undo(batch: try $0.history.batches()[0].number) }
    #expect(try name(of: id) == "b")
    // Without an effect there is no batch.
    let count = try batches().count
    _ = try store.at { try $0.history.undo(batch: 3) }
    #expect(try batches().count == count)
  }

  @Test func `of an import of thousands of sparks, and forward again`() throws {
    try store.at { _ = try $0.add(newSpark("before", at: "2026-01-15")) }
    let before = try store.state()
    var options = SessionOptions(at: today)
    options.batchKind = "import"
    options.batchSource = "sparks.csv"
    let all = newSparks(6000, seed: 77)
    try store.session(options) { session in for newSpark in all { _ = try session.add(newSpark) } }
    let after = try store.state()
    let report = try store.at { try $0.history.undoLatest() }
    #expect(report?.removed == 6000)
    #expect(try store.state() == before)
    #expect(try store.at { try $0.reader.sparkCount(SparkQuery()) } == 1)
    #expect(try store.at { try $0.history.redoLatest() }?.restored == 6000)
    #expect(try store.state() == after)
    #expect(try store.problems() == [])
  }

  @Test func `within a session have batches of their own, and keep its own records`()
    throws
  {
    let first = try store.at { try $0.add(newSpark("first")).id }
    let (second, third) = try store.at { session in
      let second = try session.add(newSpark("second")).id
      #expect(try session.history.undoLatest()?.batch == 1)
      let third = try session.add(newSpark("third")).id
      // Everything before is undone, but not its own records.
      #expect(try session.history.undoLatest() == nil)
      #expect(session.tally.removed == 1)
      return (second, third)
    }
    #expect(
      try batches().map { "\($0.kind) \($0.undoes ?? 0)" }
        == ["test 0", "undo 1", "test 0", "test 0"])
    let found = try ([1, 2, 3, 4] as [Int64]).map { batch in
      var query = LogQuery()
      query.batch = batch
      return try store.at { try $0.history.log(query) }.map(\.event)
    }
    #expect(found == [[first], [second], [first], [third]])
    let report = try store.at { session in
      let undone = try session.history.undoLatest()
      #expect(try session.history.redoLatest()?.batch == 4)
      // The undo of the first batch precedes new records.
      #expect(try session.history.redoLatest() == nil)
      #expect(try session.history.redo(batch: 1)?.batch == 1)
      return undone
    }
    #expect(report?.batch == 4)
    #expect(try store.at { try $0.reader.sparkCount(SparkQuery()) } == 3)
    #expect(try store.problems() == [])
  }

  @Test func `within a session leave no empty batch`() throws {
    try store.at { session in
      #expect(try session.history.undoLatest() == nil)
      #expect(try session.history.redoLatest() == nil)
      _ = try session.add(newSpark("one", key: "k"))
      try session.checkpoint()
      // A duplicate: the batch that was opened for it is discarded when the next begins.
      _ = try session.add(newSpark("one", key: "k"))
      #expect(try session.history.undoLatest()?.removed == 1)
      #expect(throws: SessionError.noBatch(77)) { try session.history.undo(batch: 77) }
    }
    #expect(try batches().map(\.kind) == ["undo", "test"])
    #expect(try store.rows("SELECT count(*) FROM spark WHERE removed") == ["1"])
  }

  @Test func `do not affect what is recorded again after them`() throws {
    let time = EventTime.instant(at("2026-03-01T10:00:00Z"))
    try store.at { session in
      let spark = try session.add(newSpark("a"))
      let roll = try session.roll(.idea, at: time)
      let added = try session.record(task("t"), at: time)
      let before = try session.state()
      try session.checkpoint()
      #expect(try session.history.undoLatest()?.removed == 3)
      #expect(try session.state().events.count == 0)
      let again = (
        try session.add(newSpark("a")), try session.roll(.idea, at: time),
        try session.record(task("t"), at: time)
      )
      #expect(again.0.status == .restored && again.0.id == spark.id)
      #expect(again.1.status == .restored && again.1.id == roll.id)
      #expect(again.2.status == .restored && again.2.id == added.id)
      #expect(try session.state() == before)
    }
    #expect(try store.problems() == [])
  }

  @Test func `do not restore a roll without a token`() throws {
    let time = EventTime.instant(at("2026-03-01T10:00:00Z"))
    let roll = try store.at { try $0.roll(.idea, at: time) }
    _ = try store.at { try $0.history.undoLatest() }
    // The token is spent on another roll.
    let other = try store.at { try $0.roll(.energy, at: time) }
    #expect(other.status == .added)
    let before = try store.state()
    #expect(throws: SessionError.noToken(missingFuel: 900)) {
      try store.at { try $0.roll(.idea, at: time) }
    }
    #expect(try store.state() == before)
    // Redo applies no rules: a restored roll without a token is void.
    _ = try store.at { try $0.history.redo(batch: 1) }
    let voids = try store.state().events.voids
    #expect(voids.count == 1)
    #expect([roll.id, other.id].contains(voids[0].event))
    #expect(try store.problems() == [])
  }

  @Test func `are shown in the log as such`() throws {
    let id = try renamedTwice()
    _ = try store.at { try $0.history.undoLatest() }
    var query = LogQuery()
    query.event = id
    let log = try store.at { try $0.history.log(query) }
    #expect(log.map { $0.cause?.name ?? "add" } == ["undo", "edit", "edit", "add"])
    #expect(
      log.map(\.text)
        == ["b", "c", "b", "a"].map { "{\"name\":\"\($0)\"}" })
    #expect(log.allSatisfy { $0.kind == .taskAdd && !$0.isRemoved && $0.event == id })
    query.limit = 2
    query.beforeSequence = log[0].sequence
    #expect(try store.at { try $0.history.log(query) }.map(\.text) == Array(log.map(\.text)[1...2]))
    query.isCorrectionsOnly = true
    query.limit = nil
    query.beforeSequence = nil
    #expect(try store.at { try $0.history.log(query) }.count == 3)
  }
}
