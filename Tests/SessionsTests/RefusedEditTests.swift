import FlintRules
import Sessions
import Storage
import Testing

/// An edit that the rules refuse leaves no trace, not even in checkpoints.
struct `A refused edit` {
  private static let set = """
    {"id": "s", "name": "Two", "category": "other", "missions": [{"id": "m", "title": "All", "nodes": [
      {"id": "n0", "orderIndex": 0, "title": "First", "dependencies": []},
      {"id": "n1", "orderIndex": 1, "title": "Second", "dependencies": ["n0"]}]}]}
    """

  @Test func `to a later time keeps the event in later folds`() throws {
    let store = try Store.scratch(zone: "UTC")
    try store.at { session in
      try session.load(Self.set, at: "2026-01-02")
      try session.completeNode("s", "n0", at: "2026-01-03")
      let second = try session.completeNode("s", "n1", at: "2026-01-04").id
      for number in 0..<40 {
        try session.spark(at: "2026-01-0\(5 + number / 20)T10:\(10 + number % 20)")
      }
      _ = try session.record(
        .quest(.reset(.node(QuestReference(set: "s", id: "n0")), cascade: true)),
        at: written("2026-01-10"))
      // By then its first node is open again.
      #expect(throws: SessionError.self) {
        try session.edit(second, of: .questComplete, at: written("2026-01-15")) { $0 }
      }
      try session.completeNode("s", "n0", at: "2026-01-16")
      try session.spark(at: "2026-01-17")
      let (state, refolded) = (try session.state(), try session.reader.refoldedState())
      #expect(state == refolded)
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }
}
