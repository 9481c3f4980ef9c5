import FlintJSON
import FlintRules
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
      #expect(
        problem { try roll(session) } == "the balance does not cover the price: 50 gems are missing"
      )
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

  private func problem(_ body: () throws -> Recorded) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `is refused with the names and numbers that matter`() throws {
    let definition = try RulebookDefinition(
      reading: JSONValue(
        parsing: """
          {"id": "shop", "extends": "ignition", "currencies": {"gems": {"start": 250}},
           "cards": [{"id": "sun", "name": "Sun", "category": "idea", "rarity": "epic", "exclusive": true}],
           "pools": [
             {"id": "p", "price": {"gems": 1}, "limit": 3, "exchange": {"at": 2, "choose": "any", "limit": 1},
              "cards": ["sun"], "rates": {"epic": 1}},
             {"id": "tokens"}, {"id": "packs", "bundle": {"size": 10, "price": {"gems": 9}}},
             {"id": "old", "before": "2020-01-01", "price": {"gems": 1}},
             {"id": "box", "price": {"gems": 1},
              "box": {"counts": {"sun": 2}, "reset": "never"}}]}
          """), bundled: RulebookDefinition.bundled)
    try store.at { session in
      try session.history.setRulebook(Rulebook(definition))
      func problem(_ action: PoolAction) -> String? {
        self.problem { try session.record(.pool(action)) }
      }
      func roll(_ pool: String, _ count: Int64 = 1) throws -> String? {
        problem(.roll(try PoolRoll(pool: pool, count: count)))
      }
      #expect(try roll("p", 1) == nil)
      #expect(
        try problem(.exchange(PoolChoice(pool: "p", card: "sun")))
          == "an exchange takes 2 rolls of pool p, and there are 1")
      #expect(try roll("p", 1) == nil)
      #expect(try roll("p", 2) == "too many rolls for the limit of pool p, which is 3; left: 1")
      #expect(
        try problem(.exchange(PoolChoice(pool: "p", card: "sum")))
          == "pool p does not offer card \"sum\" (did you mean \"sun\"?); expected sun")
      #expect(try problem(.exchange(PoolChoice(pool: "p", card: "sun"))) == nil)
      #expect(
        try problem(.exchange(PoolChoice(pool: "p", card: "sun")))
          == "the limit of exchanges of pool p, which is 1, is reached")
      #expect(
        try problem(.exchange(PoolChoice(pool: "old", card: "sun")))
          == "pool old is open before 2020-01-01 only")
      #expect(
        try problem(.choose(PoolChoice(pool: "p", card: "sun")))
          == "pool p has no path: no card can be chosen")
      #expect(
        try problem(.exchange(PoolChoice(pool: "box", card: "sun")))
          == "pool box has no exchange")
      #expect(try roll("tokens", 12) == "12 rolls take 12 roll tokens, and there are 1")
      #expect(
        try roll("packs")
          == "pool packs has a price for 10 rolls together only; roll 10, 20, … cards")
      #expect(try roll("box", 3) == "too many cards for the box of pool box; left: 2")
      #expect(
        try roll("boxx")
          == "rulebook shop has no pool \"boxx\" (did you mean \"box\"?); expected p, tokens, packs, "
          + "old or box")
      #expect(
        self.problem {
          try session.record(.currency(.grant(CurrencyGrant(currency: "gem", amount: 1))))
        }
          == "rulebook shop has no currency \"gem\" (did you mean \"gems\"?); expected gems")
    }
  }
}
