import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

struct `A session` {
  let scratch: Scratch
  let store: Store

  init() throws {
    scratch = try Scratch()
    store = try scratch.create()
  }

  @Test func `is committed when its closure returns`() throws {
    try store.at { session in
      _ = try session.add(newSpark("One"))
      #expect(session.tally.added == 1)
      #expect(session.tally.unchanged == 0)
    }
    #expect(try store.at { try $0.reader.sparkCount(SparkQuery()) } == 1)
    #expect(try scratch.open().at { try $0.reader.sparkCount(SparkQuery()) } == 1)
    #expect(
      try store.rows("SELECT kind, source, recorded_at FROM batch")
        == ["\"test\"|\"test\"|\(at(today).milliseconds)"])
  }

  @Test func `is rolled back when its closure throws`() throws {
    try store.at { session in
      _ = try session.add(newSpark("Kept", key: "k"))
      _ = try session.add(newSpark("Removed"))
      _ = try session.roll(.idea)
    }
    let before = try (store.records(), store.rows("SELECT * FROM batch"), scratch.bytes())
    #expect(throws: Halt.self) {
      try store.at { session in
        _ = try session.add(newSpark("Lost"))
        for id in try session.reader.sparks(sequences: [2]).map(\.id) {
          try session.removeSpark(id: id)
        }
        _ = try session.add(newSpark("Lost", at: "2026-01-01"))
        _ = try session.state()
        throw Halt()
      }
    }
    #expect(try store.records() == before.0)
    #expect(try store.rows("SELECT * FROM batch") == before.1)
    #expect(try scratch.bytes() == before.2)
    #expect(try store.state().sparkCount == 2)
  }

  @Test func `keeps the changes before a checkpoint when later work fails`() throws {
    #expect(throws: Halt.self) {
      try store.at { session in
        _ = try session.add(newSpark("One"))
        try session.checkpoint()
        _ = try session.add(newSpark("Two"))
        try session.checkpoint()
        try session.checkpoint()
        _ = try session.add(newSpark("Three"))
        throw Halt()
      }
    }
    #expect(try store.rows("SELECT title FROM spark") == ["\"One\"", "\"Two\""])
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `counts equal content across its checkpoints and records of other sessions`()
    throws
  {
    let other = try scratch.open()
    try store.at { session in
      _ = try session.add(newSpark("Same"))
      try session.checkpoint()
      try other.at { _ = try $0.add(newSpark("Other")) }
      #expect(try session.add(newSpark("Same")).status == .added)
      try session.checkpoint()
      #expect(try session.add(newSpark("Same")).status == .added)
      #expect(try session.state().sparkCount == 4)
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
    let again = try store.at { session in
      try (0..<4).map { _ in try session.add(newSpark("Same")).status }
    }
    #expect(again == [.unchanged, .unchanged, .unchanged, .added])
  }

  @Test func `notices records of other sessions since its last transaction`() throws {
    let other = try scratch.open()
    try store.at { session in
      _ = try session.add(newSpark("One"))
      #expect(try session.state().sparkCount == 1)
      try session.checkpoint()
      try other.at { _ = try $0.add(newSpark("Two", at: "2026-02-01")) }
      #expect(try session.state().sparkCount == 2)
      #expect(try session.state() == session.reader.refoldedState())
      _ = try session.add(newSpark("Three"))
    }
    #expect(try store.state().sparkCount == 3)
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `on demand that is never opened changes nothing`() throws {
    try store.at { _ = try $0.add(newSpark("One")) }
    let reopened = try scratch.open()
    let before = try scratch.bytes()
    #expect(try reopened.sessionOnDemand { _ in 7 } == 7)
    #expect(try scratch.bytes() == before)
    #expect(throws: Halt.self) { try reopened.sessionOnDemand { _ in throw Halt() } }
    #expect(try scratch.bytes() == before)
  }

  @Test func `on demand is a single session, committed or rolled back like any other`() throws {
    let options = SessionOptions(at: today)
    try store.sessionOnDemand(options) { open in
      #expect(try open() === open())
      _ = try open().add(newSpark("One"))
    }
    #expect(try store.state().sparkCount == 1)
    #expect(throws: Halt.self) {
      try store.sessionOnDemand(options) { open in
        _ = try open().add(newSpark("Two"))
        throw Halt()
      }
    }
    #expect(try store.state().sparkCount == 1)
  }

  @Test func `without new records leaves no row`() throws {
    try store.at { _ = try $0.add(newSpark("One")) }
    let before = try (store.records(), store.rows("SELECT * FROM batch"))
    try store.at { session in
      #expect(try session.add(newSpark("One")).status == .unchanged)
      try session.checkpoint()
      #expect(throws: SessionError.self) { try session.add(newSpark(" ")) }
    }
    #expect(try store.records() == before.0)
    #expect(try store.rows("SELECT * FROM batch") == before.1)
  }

  @Test func `has one now, and gives increasing instants to events without a time`() throws {
    let given = try store.at { session in
      #expect(session.now == at(today))
      #expect(session.today == CivilDay("2026-06-01"))
      return [
        try session.add(newSpark("a", at: nil)), try session.add(newSpark("b", at: nil)),
        try session.add(newSpark("c", at: "2026-05-01T10:00:00Z")),
        try session.roll(.idea), try session.add(newSpark("b", at: nil)),
      ].map { $0.event.at.milliseconds - at(today).milliseconds }
    }
    #expect(
      given == [0, 1, at("2026-05-01T10:00:00Z").milliseconds - at(today).milliseconds, 2, 3])
  }

  @Test func `folds the events without a time even after history changed`() throws {
    try store.at { session in
      for title in ["a", "b", "c"] { _ = try session.add(newSpark(title, at: nil)) }
      #expect(try session.state().sparkCount == 3)
      _ = try session.add(newSpark("past", at: "2026-01-05"))
      #expect(try session.state().sparkCount == 4)
      #expect(try session.reader.refoldedState() == session.state())
      _ = try session.add(newSpark("d", at: nil))
      #expect(try session.state().sparkCount == 5)
      #expect(try session.reader.verify().problems == [])
    }
    // The state was complete, so it was cached.
    #expect(try store.rows("SELECT record_count FROM cached_state") == ["5"])
    #expect(try store.state("2026-06-01T12:00:01Z").sparkCount == 5)
  }

  @Test func `at the same now finds its earlier events as duplicates, and folds them`() throws {
    func run() throws -> [Recorded.Status] {
      try store.at { session in
        let statuses = try ["a", "b", "c"].map { try session.add(newSpark($0, at: nil)).status }
        #expect(try session.state().sparkCount == 3)
        #expect(try session.reader.refoldedState() == session.state())
        return statuses
      }
    }
    #expect(try run() == [.added, .added, .added])
    #expect(try run() == [.unchanged, .unchanged, .unchanged])
    // A millisecond or two after now, but recorded by then: they count.
    try store.at { session in
      #expect(try session.state().sparkCount == 3)
      _ = try session.add(newSpark("x", at: nil))
      #expect(try session.state().sparkCount == 4)
      _ = try session.add(newSpark("y", at: nil))
      #expect(try session.state().sparkCount == 5)
      #expect(try session.reader.refoldedState() == session.state())
    }
  }

  @Test func `refuses times after now and before the first day`() throws {
    try store.at { session in
      let later = #expect(throws: SessionError.self) {
        try session.add(newSpark("x", at: "2026-06-01T14:00:01+02:00"))
      }
      #expect(
        later?.description
          == "field \"at\": expected a time that is not later than now "
          + "(2026-06-01T14:00:00+02:00), got 2026-06-01T14:00:01+02:00")
      let next = SessionError.field(
        FieldError(
          field: "at", expected: "a time that is not later than now (2026-06-01T14:00:00+02:00)",
          found: "2026-06-01T14:00:00.001+02:00"))
      #expect(throws: next) {
        try session.roll(.idea, at: .instant(Instant(milliseconds: session.now.milliseconds + 1)))
      }
      #expect(
        throws: SessionError.field(
          FieldError(
            field: "at", expected: "an instant from \(Instant.earliest) on",
            found: "-62135596800000 ms"))
      ) {
        try session.add(newSpark("x", at: "0001-01-01T00:00:00Z"))
      }
      // Read in the profile's zone: two hours ahead of UTC.
      _ = try session.add(newSpark("x", at: "2026-06-01T14:00:00"))
      #expect(throws: next) { try session.add(newSpark("x", at: "2026-06-01T14:00:00.001")) }
      #expect(session.tally.added == 1)
    }
  }

  @Test func `notes ambiguous and skipped local times`() throws {
    try store.at { session in
      #expect(try session.add(newSpark("a", at: "2025-10-26T02:30:00")).note == .ambiguous)
      let skipped = try session.add(newSpark("b", at: "2026-03-29T02:30:00"))
      #expect(skipped.note == .skipped)
      #expect(skipped.event.at == at("2026-03-29T01:30:00Z"))
      #expect(skipped.event.offset.seconds == 3600)
      #expect(try session.add(newSpark("c", at: "2026-03-29T03:30:00")).note == nil)
      #expect(session.tally.ambiguousTimes == 1)
      #expect(session.tally.skippedTimes == 1)
    }
  }

  @Test func `without write permission adds nothing`() throws {
    try store.at { _ = try $0.add(newSpark("One")) }
    let before = try store.records()
    let error = #expect(throws: SessionError.self) {
      try store.session(SessionOptions(at: today, isWriting: false)) { session in
        _ = try session.add(newSpark("Two"))
      }
    }
    #expect(error == .store(StoreError(.readOnly, path: store.path)))
    let readOnly = try Store.open(path: scratch.path, readOnly: true)
    #expect(try readOnly.at { try $0.state() }.sparkCount == 1)
    #expect(throws: SessionError.store(StoreError(.readOnly, path: store.path))) {
      try readOnly.at { _ = try $0.add(newSpark("Two")) }
    }
    #expect(try store.records() == before)
  }

  @Test func `after a database error does nothing more, even if the error is caught`() throws {
    try store.at { _ = try $0.add(newSpark("One")) }
    let before = try store.records()
    // Triggers in a file are not run.
    try store.execute(
      """
      CREATE TEMP TRIGGER fail BEFORE INSERT ON spark WHEN NEW.title = 'fail'
      BEGIN SELECT RAISE(ROLLBACK, 'on purpose'); END
      """)
    func lastFailure() throws {
      try store.at { session in
        _ = try session.add(newSpark("Two"))
        #expect(throws: SessionError.self) { try session.add(newSpark("fail")) }
        #expect(throws: SessionError.self) { try session.add(newSpark("Three")) }
        #expect(throws: SessionError.self) { try session.checkpoint() }
      }
    }
    let error = #expect(throws: SessionError.self) { try lastFailure() }
    #expect(
      error == .store(StoreError(.database, path: store.path, detail: "on purpose")))
    #expect(try store.records() == before)
    try store.execute("DROP TRIGGER fail")
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `needs the rulebook and the time zone of its profile`() throws {
    try store.execute("UPDATE profile SET rulebook = 'mine'")
    let rulebook = #expect(throws: SessionError.self) { try store.at { _ in } }
    #expect(
      rulebook?.description
        == "the profile is folded with rulebook \"mine\", which this version does not have")
    try store.execute("UPDATE profile SET rulebook = 'ignition', zone = 'Mars/Olympus'")
    let zone = #expect(throws: SessionError.self) { try store.at { _ in } }
    #expect(zone == .unknownZone("Mars/Olympus"))
    #expect(throws: SessionError.unknownZone("Europe/Roma")) {
      try Profile.new(zone: "Europe/Roma")
    }
  }

  @Test func `describes refusals`() {
    let id = EventID(high: 0, low: 0xab)
    #expect(
      SessionError.conflict(key: "k", existing: id).description
        == "key \"k\" belongs to event 000000000000000000000000000000ab, which has different "
        + "content; change that event with update, or use another key")
    #expect(
      SessionError.notFound(kind: .spark, id: id).description
        == "there is no spark 000000000000000000000000000000ab")
    #expect(
      SessionError.noToken(missingFuel: 650).description
        == "no roll token; the next one needs 650 more fuel")
    #expect(
      SessionError.store(StoreError(.full, path: "/p")).description
        == "/p: the disk is full; nothing was changed")
    #expect(
      SessionError.field(FieldError(field: "title", expected: "x", found: "y")).description
        == "field \"title\": expected x, got y")
  }
}
