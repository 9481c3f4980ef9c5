import JSON
import Rules
import Sessions
import Storage
import Testing

struct `Rolling a pool` {
  let store: Store

  /// A profile whose pool costs 100 of 250 gems.
  init() throws {
    store = try .scratch()
    let definition = try RulebookDefinition(
      reading: JSONValue(
        parsing: """
          {"id": "world", "extends": "ignition", "currencies": {"gems": {"start": 250}},
           "pools": [{"id": "p", "price": {"gems": 100}}]}
          """), bundled: RulebookDefinition.bundled)
    try store.at { try $0.history.setRulebook(Rulebook(definition)) }
  }

  private func roll(_ session: Session, at time: String? = nil) throws -> Recorded {
    try session.record(
      .pool(.roll(try PoolRoll(pool: "p"))), at: time.map { .instant(at($0)) })
  }

  private func gems(_ session: Session) throws -> Int64 {
    session.rulebook.balances(in: try session.state())[0].balance
  }

  @Test func `spends the balance, and is refused beyond it`() throws {
    try store.at { session in
      #expect(try roll(session).outcome?.draws.count == 1)
      _ = try roll(session)
      #expect(try gems(session) == 50)
      #expect(throws: SessionError.notCovered(missing: "50 gems")) { try roll(session) }
      #expect(session.tally.added == 2)
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `into the past takes no card of a later roll away`() throws {
    try store.at { session in
      let later = try roll(session, at: "2026-02-10T10:00:00Z")
      _ = try roll(session, at: "2026-02-11T10:00:00Z")
      // The balance of that time covers it, but not the two later rolls as well.
      #expect(throws: SessionError.self) { try roll(session, at: "2026-02-01T10:00:00Z") }
      #expect(try session.state().events.voids.isEmpty)
      // With more gems before, all three are covered.
      let grant = try CurrencyGrant(currency: "gems", amount: 100)
      _ = try session.record(.currency(.grant(grant)), at: .instant(at("2026-01-01T10:00:00Z")))
      _ = try roll(session, at: "2026-02-01T10:00:00Z")
      #expect(try gems(session) == 50)
      // Without the first of them, the last one is not covered: it is void, and kept.
      try session.remove(later.id, of: .poolRoll)
      #expect(try gems(session) == 150)
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `is undone with its cards and its price`() throws {
    try store.at { _ = try roll($0) }
    try store.at { session in
      #expect(try session.state().ownedCount == 1)
      let batch = try #require(try session.history.batches().map(\.number).max())
      _ = try session.history.undo(batch: batch)
      #expect(try session.state().ownedCount == 0)
      #expect(try gems(session) == 250)
    }
  }
}
