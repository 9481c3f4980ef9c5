import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

/// What is recorded from lines that were written earlier.
struct `A line that was written earlier` {
  private static let first = "2026-05-01T08:00:00Z"

  @Test func `is recorded now, at its time, and behind other lines of that time`() throws {
    let store = try Store.scratch()
    try store.at { session in
      for (number, time) in [Self.first, "2026-05-02T08:00:00Z", Self.first].enumerated() {
        try session.line(writtenAt: written(time), key: "line \(number)") {
          #expect(session.now == at(time))
          _ = try session.add(newSpark("Spark \(number)", at: nil))
        }
        #expect(session.now == at(today))
      }
    }
    let start = at(Self.first).milliseconds
    #expect(
      try store.rows("SELECT at, key FROM spark ORDER BY seq") == [
        "\(start)|\"line 0\"", "\(start + 86_400_000)|\"line 1\"", "\(start + 1)|\"line 2\"",
      ])
    #expect(
      try store.rows("SELECT DISTINCT recorded_at FROM spark") == ["\(at(today).milliseconds)"])
    _ = try store.state()
  }

  @Test func `gives each of its events a key, but those that have one`() throws {
    let store = try Store.scratch()
    try store.at { session in
      try session.line(writtenAt: written(Self.first), key: "line") {
        let id = try session.record(.task(.taskAdd(try TaskContent(name: "Milk")))).id
        _ = try session.add(newSpark("Own", at: nil, key: "own"))
        _ = try session.record(.task(.taskComplete(id)))
      }
      _ = try session.add(newSpark("Later", at: nil))
      #expect(try session.keys(beginningWith: "lin") == ["line", "line.2"])
      #expect(try session.keys(beginningWith: "") == ["line", "line.2", "own"])
    }
    #expect(try store.state().tasks.completedCount(on: civil("2026-05-01")) == 1)
  }

  @Test func `leaves nothing if it fails, nor if it is not kept`() throws {
    struct Failure: Error {}
    let store = try Store.scratch()
    try store.at { session in
      #expect(throws: Failure.self) {
        try session.line(writtenAt: written(Self.first), key: "line") {
          _ = try session.add(newSpark("Lost", at: nil))
          throw Failure()
        }
      }
      try session.line(writtenAt: written(Self.first), key: "line", isKept: { false }) {
        _ = try session.add(newSpark("Lost", at: nil))
      }
      #expect(session.now == at(today))
      try session.line(writtenAt: written(Self.first), key: "line") {
        _ = try session.add(newSpark("Kept", at: nil))
      }
    }
    #expect(
      try store.rows("SELECT title, at FROM spark") == ["\"Kept\"|\(at(Self.first).milliseconds)"])
  }

  @Test func `has the clocks of its writer where it has an offset`() throws {
    let store = try Store.scratch()
    try store.at { session in
      try session.line(writtenAt: written("2026-05-02T00:30:00+09:00"), key: "line") {
        #expect(session.today == civil("2026-05-02"))
        _ = try session.add(newSpark("Tokyo", at: nil))
      }
      // In Rome it is 17:30 of the day before.
      #expect(session.zone.day(of: at("2026-05-01T15:30:00Z")) == civil("2026-05-01"))
    }
    #expect(try store.rows("SELECT \"offset\" FROM spark") == ["32400"])
  }

  @Test func `is not moved behind what it refers to`() throws {
    let store = try Store.scratch()
    try store.at { session in
      let task = try session.addTask("Milk", at: "2026-05-20T08:00:00Z")
      #expect(throws: SessionError.self) {
        try session.line(writtenAt: written(Self.first), key: "line") {
          _ = try session.record(.task(.taskComplete(task)))
        }
      }
      #expect(try session.folded().tasks.task(task)?.isOpen == true)
    }
  }
}
