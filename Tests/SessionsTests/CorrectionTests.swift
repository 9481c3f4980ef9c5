import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

struct `Correcting a spark` {
  let store: Store

  init() throws { store = try .scratch() }

  private func titled(_ title: String) throws -> SparkChange {
    try SparkChange(["title": .text(title)])
  }

  @Test func `a removed spark has no consequences`() throws {
    let all = newSparks(60, seed: 3)
    for index in [0, 17, 30, 59] {
      let (with, without) = (try Store.scratch(), try Store.scratch())
      let id = try with.at { session in
        let ids = try all.map { try session.add($0).id }
        _ = try session.state()
        try session.removeSpark(id: ids[index])
        return ids[index]
      }
      try without.at { session in
        for (other, newSpark) in all.enumerated() where other != index {
          _ = try session.add(newSpark)
        }
      }
      let state = try with.state()
      #expect(try state == without.state())
      #expect(try state.encoded == without.state().encoded)
      #expect(try with.at { try $0.reader.sparkCount(SparkQuery()) } == 59)
      // Added again it has its old id, and its old effect.
      let again = try with.at { try $0.add(all[index]) }
      #expect(again.id == id)
      #expect(again.status == .restored)
      #expect(again.outcome == nil)
      _ = try without.at { try $0.add(all[index]) }
      #expect(try with.state() == without.state())
      let problems = try with.at { try $0.reader.verify() }.problems
      #expect(problems == [])
    }
  }

  @Test func `a removed spark is not found, and cannot be removed or changed`() throws {
    try store.at { session in
      let id = try session.add(newSpark("a")).id
      try session.removeSpark(id: id)
      #expect(try session.reader.spark(id: id)?.id == nil)
      #expect(throws: SessionError.notFound(kind: .spark, id: id)) {
        try session.removeSpark(id: id)
      }
      #expect(throws: SessionError.notFound(kind: .spark, id: id)) {
        try session.updateSpark(id: id, titled("b"))
      }
      #expect(session.tally.removed == 1)
    }
  }

  @Test func `a changed spark keeps its id and draw, and its original content is stored`() throws {
    let all = newSparks(40, seed: 8)
    try store.at { for newSpark in all { _ = try $0.add(newSpark) } }
    let before = try store.state()
    let (id, sequence) = try store.at { session in
      let found = try session.reader.sparks(sequences: [20])
      return (found[0].id, found[0].sequence)
    }
    let updated = try store.at { session in
      try session.updateSpark(
        id: id,
        SparkChange([
          "title": .text(" New "), "notes": .text("said"), "tags": .list(["B", "a"]),
          "estimated": .integer(5),
        ]))
    }
    #expect(updated.id == id)
    #expect(updated.spark.title == "New")
    #expect(updated.spark.tags == ["a", "b"])
    // Texts have no effect on the fold.
    #expect(try store.state() == before)
    let original = try store.access { try $0.sparks.original(id: id) }
    #expect(original?.title == all[19].title)
    // Removed again; repeating the same change has no effect.
    try store.at { session in
      let second = try SparkChange(["notes": .none, "estimated": .none])
      #expect(try session.updateSpark(id: id, second).spark.notes == nil)
      _ = try session.updateSpark(id: id, second)
      #expect(session.tally.updated == 1)
    }
    #expect(try store.access { try $0.sparks.original(id: id) }?.title == all[19].title)
    #expect(try store.rows("SELECT seq FROM spark_original") == ["\(sequence)"])
    #expect(try store.rows("SELECT count(*) FROM correction") == ["2"])
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `a change of time, category and intensity counts from the beginning`() throws {
    try store.at { session in
      for day in 1...9 { _ = try session.add(newSpark("s", at: "2026-03-0\(day)T10:00:00Z")) }
      let first = try session.reader.sparks(sequences: [1])[0]
      let changed = try session.updateSpark(
        id: first.id,
        SparkChange(["category": .name("challenge"), "intensity": .name("extreme")]),
        at: .written(Timestamp(local: CivilTime(day: day("2026-03-20")), offset: nil)))
      #expect(changed.spark.at == at("2026-03-19T23:00:00Z"))
      #expect(changed.spark.offset.seconds == 3600)
      let state = try session.state()
      #expect(state.sparkDays.latest == CivilDay("2026-03-20"))
      #expect(state.sparkDays.longestStreak == 8)
      #expect(state.sparksByCategory == [0, 0, 8, 0, 1])
      #expect(state.ledger.spark == 8 * 12 + 62)
      #expect(try state == session.reader.refoldedState())
      #expect(
        throws: SessionError.field(
          FieldError(
            field: "at", expected: "a time that is not later than now (2026-06-01T14:00:00+02:00)",
            found: "2026-06-02T02:00:00+02:00"))
      ) {
        try session.updateSpark(id: first.id, SparkChange(), at: .instant(at("2026-06-02")))
      }
      #expect(throws: SessionError.self) {
        try session.updateSpark(id: first.id, titled(" "))
      }
      #expect(try session.reader.spark(id: first.id)?.spark.category == .challenge)
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `the last of several corrections within one now counts`() throws {
    let id = try store.at { session in
      let id = try session.add(newSpark("a")).id
      for title in ["b", "c", "a", "d"] {
        _ = try session.updateSpark(id: id, titled(title))
      }
      try session.removeSpark(id: id)
      _ = try session.add(newSpark("a"))
      _ = try session.updateSpark(id: id, titled("e"))
      return id
    }
    #expect(try store.at { try $0.reader.spark(id: id) }?.spark.title == "e")
    let now = at(today).milliseconds
    #expect(
      try store.rows("SELECT recorded_at FROM correction ORDER BY seq")
        == (0..<7 as Range<Int64>).map { "\(now + $0)" })
    // A correction with an earlier now is not superseded by what was recorded later.
    _ = try store.at("2026-05-01T00:00:00Z") { session in
      try session.updateSpark(id: id, titled("f"))
    }
    #expect(try store.at { try $0.reader.spark(id: id) }?.spark.title == "f")
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `the greatest correction by instant, then hash, counts in any order of arrival`()
    throws
  {
    let id = try store.at { try $0.add(newSpark("a")).id }
    let seed = try store.access { try $0.profile.read() }.seed
    let spark = try #require(try store.at { try $0.reader.spark(id: id) }?.spark)
    func edited(_ title: String) throws -> Spark {
      try Spark(at: spark.at, offset: spark.offset, category: spark.category, title: title)
    }
    let instants = [at("2026-05-03"), at("2026-05-03"), at("2026-05-01"), at("2026-05-03")]
    let corrections = try zip(["p", "q", "r", "s"], instants).map { title, instant in
      Correction(
        event: id, cause: .edit, content: .spark(try edited(title)), recordedAt: instant)
    }
    let greatest = try #require(
      corrections.max { left, right in
        (left.recordedAt, left.hash(seed: seed)) < (right.recordedAt, right.hash(seed: seed))
      })
    guard case .spark(let wanted)? = greatest.content else { return }
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
      var title: String?
      var problems: [String] = ["unread"]
      // Each order on its own: uncommitted changes are discarded when the access ends.
      try store.access { access in
        try access.begin(writing: true)
        let batch = try access.batches.insert(kind: "merge", source: "", at: at("2026-05-04"))
        var counts: [Bool] = []
        for (position, index) in order.enumerated() {
          counts.append(
            try access.corrections.insert(
              corrections[index], hash: corrections[index].hash(seed: seed),
              Provenance(
                sequence: Int64(position) + 2, recordedAt: at("2026-05-04"), batch: batch)))
        }
        #expect(counts[0])
        title = try access.sparks.find(id)?.spark.title
        problems =
          try access.verification.correctionProblems()
          + access.verification.identityProblems(seed: seed)
      }
      #expect(title == wanted.title)
      #expect(problems == [])
    }
  }
}

private func day(_ text: String) -> CivilDay {
  CivilDay(text) ?? CivilDay(number: 0)
}
