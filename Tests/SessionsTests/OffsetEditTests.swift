import FlintCalendar
import FlintRules
import FlintSchema
import Storage
import Testing

@testable import Sessions

/// The offset of the local clock is a part of an event's content: it decides the civil day.
struct `An edit of an event's offset alone` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func task(_ session: Session) throws -> EventID {
    try session.addTask("Task", at: "2026-03-01T12:00:00+01:00")
  }

  private func edit(_ id: EventID, to time: String, _ session: Session) throws {
    _ = try session.edit(id, of: .taskAdd, at: written(time)) { $0 }
  }

  private func offset(_ store: Store, _ id: EventID) throws -> Int32? {
    try store.at { try $0.reader.event(id: id)?.event.offset.seconds }
  }

  @Test func `is a correction`() throws {
    let store = try Store.scratch()
    let id = try store.at { session in
      let id = try task(session)
      // The same instant with the same offset changes nothing.
      try edit(id, to: "2026-03-01T12:00:00+01:00", session)
      #expect(session.tally.updated == 0)
      try edit(id, to: "2026-03-01T11:00:00Z", session)
      #expect(session.tally.updated == 1)
      return id
    }
    #expect(try offset(store, id) == 0)
    let log = try store.at { try $0.history.log(LogQuery()) }
    #expect(log.map(\.cause) == [.edit, nil])
    #expect(log.map(\.offset.seconds) == [0, 3600])
    #expect(Set(log.map(\.at)) == [at("2026-03-01T11:00:00Z")])
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `conflicts with another one of another copy`() throws {
    let base = try Store.create(path: scratch.path("base"), profile: .sample())
    let id = try base.at("2026-05-01") { try task($0) }
    let (a, b) = (try scratch.copy("base", "a"), try scratch.copy("base", "b"))
    try a.at("2026-05-02") { try edit(id, to: "2026-03-01T11:00:00Z", $0) }
    try b.at("2026-05-03") { try edit(id, to: "2026-03-01T13:00:00+02:00", $0) }
    var merged: MergeReport?
    try a.merge(scratch.path("b"), SessionOptions(at: today)) { merged = $1 }
    let report = try #require(merged)
    #expect(report.conflicts.map(\.event) == [id])
    let conflict = try #require(report.conflicts.first)
    func offset(_ content: Correction.Content?) -> Int32? {
      if case .event(_, let offset, _)? = content { offset.seconds } else { nil }
    }
    #expect(offset(conflict.original) == 3600)
    #expect(offset(conflict.ours.content) == 0)
    #expect(offset(conflict.theirs.content) == 7200)
    #expect(!conflict.isOursCounting)
    #expect(try self.offset(a, id) == 7200)
  }
}

struct `A spark of an unlisted name` {
  @Test func `is refused with the names that the rulebook lists`() throws {
    let category = try #require(SparkCategory(declaring: "unlisted-in-tests"))
    let intensity = try #require(SparkIntensity(declaring: "unlisted-in-tests"))
    let cases: [(FieldError, (inout NewSpark) -> Void)] = [
      (
        FieldError(
          field: "category", expected: "decision, energy, idea, experiment or challenge",
          found: "\"unlisted-in-tests\""), { $0.category = category }
      ),
      (
        FieldError(
          field: "intensity", expected: "low, medium, high or extreme",
          found: "\"unlisted-in-tests\""), { $0.intensity = intensity }
      ),
    ]
    let store = try Store.scratch()
    for (error, change) in cases {
      let spark = newSpark("x") { change(&$0) }
      try store.at { session in
        #expect(throws: SessionError.field(error)) {
          try spark.storable(at: at(today), offset: .zero, in: session)
        }
        #expect(throws: SessionError.field(error)) {
          try spark.storable(at: at(today), offset: .zero, under: session.rulebook)
        }
        #expect(throws: error) {
          try spark.spark(at: at(today), offset: .zero, under: session.rulebook)
        }
        #expect(throws: SessionError.field(error)) { try session.add(spark) }
      }
    }
    #expect(try store.rows("SELECT * FROM spark") == [])
  }
}
