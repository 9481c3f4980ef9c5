import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

struct `Verifying a profile` {
  let store: Store
  let ids: [EventID]

  init() throws {
    let store = try Store.scratch()
    ids = try store.at { session in
      var ids = try newSparks(30, seed: 12).map { try session.add($0).id }
      for _ in 0..<3 { ids.append(try session.add(newSpark("same")).id) }
      _ = try session.roll(.idea)
      let change = try SparkChange(["title": .text("changed")])
      _ = try session.updateSpark(id: ids[3], change)
      try session.removeSpark(id: ids[4])
      _ = try session.updateSpark(id: ids[31], change)
      return ids
    }
    self.store = store
  }

  private func problems() throws -> [String] {
    try store.at { try $0.reader.verify() }.problems
  }

  @Test func `accepts a sound profile`() throws {
    let found = try store.at { try $0.reader.verify() }
    #expect(found.problems == [])
    #expect(found.records == 37)
    #expect(found.events == 33)
    #expect(found.voids == [])
    #expect(found.hadCache)
    // Also one without a cache, and one seen from the past.
    try store.execute("DELETE FROM cached_state")
    let second = try store.session(SessionOptions(at: today, isWriting: false)) {
      try $0.reader.verify()
    }
    #expect(second.problems == [])
    #expect(!second.hadCache)
    let past = try store.at("2026-02-20") { try $0.reader.verify() }
    #expect(past.problems == [])
    #expect(past.events < 33)
  }

  @Test func `finds a cached state that differs from the folded one`() throws {
    let other = try Store.scratch()
    try other.at { _ = try $0.add(newSpark("other")) }
    let state = try other.state()
    let rulebook = try Rulebook(.ignition)
    try store.access { access in
      try access.stateCache.store(state, records: access.profile.recordSum(), rulebook: rulebook)
    }
    #expect(try problems() == ["the cached state differs from the folded one"])
  }

  @Test func `finds an unreadable cached state`() throws {
    try store.execute(
      """
      UPDATE cached_state SET state =
        CAST(substr(state, 1, 200) || x'5a5a' || substr(state, 203) AS BLOB)
      """)
    #expect(try problems() == ["the cached state cannot be read"])
    // The cache is not used, and the next state worth caching replaces it.
    #expect(try store.state().events.count == 33)
    try store.at { _ = try $0.add(newSpark("one more")) }
    #expect(try problems() == [])
  }

  @Test(arguments: ["record_count = 5", "record_low = record_low + 1", "record_high = 0"])
  func `finds a wrong sum of the records`(change: String) throws {
    try store.execute("UPDATE profile SET \(change)")
    #expect(try problems() == ["the sum of the records differs from the stored sum"])
  }

  @Test(arguments: ["spark WHERE seq = 9", "card_roll", "correction WHERE change = 2"])
  func `finds a missing record`(what: String) throws {
    try store.execute("DELETE FROM \(what)")
    let found = try problems()
    #expect(found.contains("the sum of the records differs from the stored sum"))
  }

  /// Not only a check finds it: what is exported or counted is either whole, or an error.
  @Test func `a spark that cannot be read ends every reading of all sparks`() throws {
    try store.execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE spark SET intensity = 99 WHERE seq = 9")
    var error: SessionError?
    // The session itself ends with an error, too, since it folds the sparks.
    _ = try? store.at { session in
      error = #expect(throws: SessionError.self) {
        try session.reader.forEachSparkRow { _ in true }
      }
    }
    #expect(error?.description.contains("spark \(ids[8]) has an unknown category") == true)
  }

  @Test func `finds a spark that was removed or restored by hand`() throws {
    try store.execute("UPDATE spark SET removed = 1 - removed WHERE seq IN (5, 8)")
    let found = try problems()
    #expect(
      Set(found) == [
        "spark \(ids[4]) differs from its corrections",
        "spark \(ids[7]) differs from its corrections",
        "the cached state differs from the folded one",
      ])
  }

  @Test(arguments: [
    "title = 'x'", "notes = 'x'", "tags = '[\"x\"]'", "actual = 3", "intensity = 5 - intensity",
    "at = at + 1", "\"offset\" = 60",
  ])
  func `finds a spark whose content was changed by hand`(change: String) throws {
    // The ninth and the thirty-second: a unique one, and one of several equal ones.
    for (sequence, index) in [(9, 8), (33, 32)] {
      let store = try self.store.copyInMemory()
      try store.execute("UPDATE spark SET \(change) WHERE seq = \(sequence)")
      let found = try store.at { try $0.reader.verify() }.problems
      #expect(found.contains("spark \(ids[index]) differs from its recorded content"))
    }
  }

  @Test func `finds a corrected spark with different content`() throws {
    try store.execute("UPDATE spark SET title = 'x' WHERE seq = 4")
    #expect(try problems() == ["spark \(ids[3]) differs from its corrections"])
  }

  @Test func `finds a correction and an original with different content`() throws {
    let corrections = try store.rows("SELECT lower(hex(hash)) FROM correction ORDER BY seq")
    try store.execute(
      "UPDATE spark_edit SET title = 'x'; UPDATE spark SET title = 'x' WHERE seq = 4")
    #expect(
      try problems().filter { $0.hasPrefix("correction") }
        == [corrections[0], corrections[2]].map {
          "correction \($0.dropFirst().dropLast()) differs from its recorded content"
        })
    try store.execute("UPDATE spark_original SET title = 'y' WHERE seq = 4")
    #expect(try problems().contains("spark \(ids[3]) differs from its recorded content"))
    try store.execute("DELETE FROM spark_edit")
    #expect(
      try problems().filter { $0.hasSuffix("cannot be read") }
        == [corrections[0], corrections[2]].map {
          "correction \($0.dropFirst().dropLast()) cannot be read"
        })
  }

  @Test func `finds another key and a changed roll`() throws {
    try store.execute("UPDATE spark SET key = 'x' WHERE seq = 6; UPDATE card_roll SET category = 1")
    let found = try problems()
    #expect(found.contains("spark \(ids[5]) does not have the key with which it was recorded"))
    #expect(
      found.contains { $0.hasPrefix("roll ") && $0.hasSuffix("differs from its recorded content") })
  }

  @Test(arguments: ["spark_id", "spark_at", "correction_event", "card_roll_id"])
  func `finds a missing index`(index: String) throws {
    try store.execute("DROP INDEX \(index)")
    #expect(try problems() == ["the index \(index) is missing"])
  }

  @Test func `finds an index with a wrong definition`() throws {
    try store.execute("DROP INDEX spark_id; CREATE INDEX spark_id ON spark (id)")
    #expect(try problems() == ["the index spark_id differs from the one that this version creates"])
  }

  @Test func `finds a row that refers to a missing one`() throws {
    try store.execute("PRAGMA foreign_keys = OFF; DELETE FROM batch; PRAGMA foreign_keys = ON")
    #expect(try problems().contains("a row of spark refers to a missing row"))
  }
}
