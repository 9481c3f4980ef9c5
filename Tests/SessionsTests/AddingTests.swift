import FlintCalendar
import FlintRules
import FlintSchema
@testable import Sessions
import Storage
import Testing

struct `Adding a spark` {
  let store: Store

  init() throws { store = try .scratch() }

  private func statuses(
    _ newSparks: [NewSpark], _ now: String = today
  ) throws -> [Recorded.Status] {
    try store.at(now) { session in try newSparks.map { try session.add($0).status } }
  }

  @Test func `returns the outcome at once when it is the newest`() throws {
    try store.at { session in
      let first = try session.add(
        newSpark("x", .challenge) { $0.intensity = .extreme })
      #expect(first.outcome?.basePoints == 62)
      #expect(first.outcome?.draw.isNew == true)
      let past = try session.add(newSpark("y", at: "2026-02-01"))
      #expect(past.outcome == nil)
      #expect(session.fold.isStale)
      #expect(try session.add(newSpark("z", at: "2026-03-02")).outcome == nil)
      #expect(try session.state().sparkCount == 3)
      #expect(!session.fold.isStale)
      #expect(try session.add(newSpark("w", at: "2026-03-03")).outcome?.basePoints == 12)
    }
  }

  @Test func `with a known key is a duplicate`() throws {
    #expect(try statuses([newSpark("a", key: "k")]) == [.added])
    #expect(
      try statuses([newSpark("a", key: "k"), newSpark("a", key: "k")]) == [.unchanged, .unchanged])
    try store.at { session in
      let id = try session.add(newSpark("a", key: "k")).id
      let error = #expect(throws: SessionError.self) { try session.add(newSpark("b", key: "k")) }
      #expect(error == .conflict(key: "k", existing: id))
      // Equivalent in Unicode, but not equal: bytes are compared.
      let composed = try session.add(newSpark("\u{e9}", key: "é")).id
      #expect(throws: SessionError.conflict(key: "é", existing: composed)) {
        try session.add(newSpark("e\u{301}", key: "é"))
      }
      // The key is the identity: the same content under another key is another spark.
      #expect(try session.add(newSpark("a", key: "l")).id != id)
      #expect(try session.add(newSpark("a")).status == .added)
    }
    #expect(try store.state().sparkCount == 4)
  }

  @Test func `with the key of an edited spark changes nothing`() throws {
    let id = try store.at { session in
      let id = try session.add(newSpark("a", key: "k")).id
      _ = try session.updateSpark(id: id, SparkChange(["title": .text("b")]))
      return id
    }
    // Its original and its current content are both known; anything else is a conflict.
    #expect(
      try statuses([newSpark("a", key: "k"), newSpark("b", key: "k")]) == [.unchanged, .unchanged])
    #expect(throws: SessionError.conflict(key: "k", existing: id)) {
      try statuses([newSpark("c", key: "k")])
    }
    #expect(try store.rows("SELECT title FROM spark") == ["\"b\""])
  }

  @Test func `refuses keys that are empty or too long`() throws {
    try store.at { session in
      for (key, count) in [("", 0), (String(repeating: "é", count: 501), 1002)] {
        let error = SessionError.field(
          FieldError(field: "key", expected: "1 to 1000 bytes", found: "\(count) bytes"))
        #expect(throws: error) { try session.add(newSpark("a", key: key)) }
        #expect(throws: error) { try session.roll(.idea, key: key) }
      }
      _ = try session.add(newSpark("a", key: String(repeating: "é", count: 500)))
    }
    #expect(try store.state().events.count == 1)
  }

  @Test func `without a key counts equal ones in each session`() throws {
    let same = newSpark("same")
    #expect(try statuses([same, same]) == [.added, .added])
    #expect(try statuses([same, same]) == [.unchanged, .unchanged])
    #expect(try statuses([same]) == [.unchanged])
    #expect(try statuses([same, same, same]) == [.unchanged, .unchanged, .added])
    #expect(try statuses([same, same, same]) == [.unchanged, .unchanged, .unchanged])
    #expect(try store.state().sparkCount == 3)
    let ids = try store.at { session in try (0..<4).map { _ in try session.add(same).id } }
    #expect(Set(ids).count == 4)
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2], [0, 2, 1], [2, 0, 1]])
  func `from overlapping files gives the same result in any order`(order: [Int]) throws {
    let (a, b, c) = (newSpark("a"), newSpark("b"), newSpark("c", key: "c"))
    let files = [[a, a, b], [b, a, c, b], [c, a, a, a, b]]
    for file in order { _ = try statuses(files[file]) }
    // As many as in the file with the most of them: 3 a, 2 b, 1 c.
    #expect(try store.state().sparkCount == 6)
    let other = try Store.scratch()
    try other.at { session in
      for file in [a, b, a, b, a, c] { _ = try session.add(file) }
    }
    #expect(try store.records() == other.records())
  }

  @Test func `after removing it in the same session restores it with its draw`() throws {
    let same = newSpark("same")
    try store.at { session in
      let first = try session.add(same).id
      let second = try session.add(same).id
      #expect(first != second)
      for id in [second, first, second] {
        try session.removeSpark(id: id)
        let again = try session.add(same)
        #expect(again.status == .restored)
        #expect(again.id == id)
      }
      try session.removeSpark(id: first)
      try session.removeSpark(id: second)
      #expect(try Set([session.add(same).id, session.add(same).id]) == [first, second])
      #expect(try session.add(same).status == .added)
      #expect(try session.state().sparkCount == 3)
      #expect(try session.reader.verify().problems == [])
    }
  }

  @Test func `refuses invalid fields`() throws {
    let refused: [(NewSpark, String)] = [
      (newSpark(" \n"), "field \"title\": expected a title that is not empty, got \" \n\""),
      (
        newSpark("x") { $0.estimatedMinutes = -1 },
        "field \"estimated\": expected minutes from 0 to 2147483647, got -1"
      ),
      (
        newSpark("x") { $0.actualMinutes = 1 << 31 },
        "field \"actual\": expected minutes from 0 to 2147483647, got 2147483648"
      ),
      (
        newSpark("x") { $0.tags = ["a", " "] },
        "field \"tags\": expected tags that are not empty, got \" \""
      ),
      // SQLite would store such a text, but read only what precedes the character.
      (
        newSpark("x\0y"),
        "field \"title\": expected text without the character U+0000, got one at byte 2"
      ),
      (
        newSpark("x") { $0.notes = "\0" },
        "field \"notes\": expected text without the character U+0000, got one at byte 1"
      ),
      (
        newSpark("x") { $0.tags = ["ab\0"] },
        "field \"tags\": expected text without the character U+0000, got one at byte 3"
      ),
      (
        newSpark(String(repeating: "é", count: 500_001)),
        "field \"title\": expected at most 1000000 bytes, got 1000002 bytes"
      ),
      (
        newSpark("x") { $0.notes = String(repeating: "n", count: 1_000_001) },
        "field \"notes\": expected at most 1000000 bytes, got 1000001 bytes"
      ),
      (
        newSpark("x") {
          $0.tags = (1...11).map { "\($0)" + String(repeating: "t", count: 100_000) }
        },
        "field \"tags\": expected at most 1000000 bytes, got 1100013 bytes"
      ),
      (
        newSpark("x", key: "k\0"),
        "field \"key\": expected text without the character U+0000, got one at byte 2"
      ),
    ]
    try store.at { session in
      for (newSpark, text) in refused {
        let error = #expect(throws: SessionError.self) { try session.add(newSpark) }
        #expect(error?.description == text)
      }
    }
    #expect(try store.rows("SELECT * FROM batch") == [])
  }

  @Test func `stores every field`() throws {
    try store.at { session in
      let id = try session.add(
        newSpark(
          "  Título, \"quoted\" | bar 🎉 ", .energy, at: "2026-03-01T23:30:00-08:00", key: "k"
        ) {
          $0.intensity = .high
          $0.notes = "\u{1} one\r\nand lines\n"
          $0.tags = ["Zeta", "a, b", "ÉTÉ", "zeta "]
          $0.estimatedMinutes = 0
          $0.actualMinutes = 2_147_483_647
        }
      ).id
      let stored = try #require(try session.reader.spark(id: id))
      let expected = try Spark(
        at: at("2026-03-02T07:30:00Z"), offset: UTCOffset(seconds: -28_800), category: .energy,
        intensity: .high, title: "Título, \"quoted\" | bar 🎉", notes: "\u{1} one\r\nand lines\n",
        tags: ["a, b", "zeta", "été"], estimatedMinutes: 0, actualMinutes: 2_147_483_647)
      #expect(stored.spark == expected)
      #expect(stored.spark.isIdentical(to: expected))
      #expect(stored.key == "k")
      #expect(stored.sequence == 1)
      #expect(try session.reader.spark(id: EventID(high: 1, low: 2))?.id == nil)
    }
  }
}
