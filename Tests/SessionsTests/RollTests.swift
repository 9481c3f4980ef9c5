import FlintRules
import Sessions
import Storage
import Testing

struct `Rolling a card` {
  let store: Store

  init() throws { store = try .scratch() }

  /// Enough sparks on one day to overflow the fuel, which grants a token.
  private func fill(_ session: Session, on day: String) throws -> [EventID] {
    try (0..<14).map { number in
      try session.add(
        newSpark(
          "fill \(number)", SparkCategory.ignition[number % 5],
          at: "\(day)T0\(number / 2):\(number % 2)0:00Z"
        ) { $0.intensity = .extreme }
      ).id
    }
  }

  @Test func `spends the token of a new profile, and then needs another`() throws {
    try store.at { session in
      let rolled = try session.roll(.idea)
      #expect(rolled.status == .added)
      #expect(rolled.outcome?.draw.card != nil)
      #expect(rolled.outcome?.basePoints == 0)
      #expect(try session.state().fuel.tokens == 0)
      // First Card pays 100 fuel of 1000.
      let error = #expect(throws: SessionError.self) { try session.roll(.idea) }
      #expect(error == .noToken(missingFuel: 900))
      #expect(session.tally.added == 1)
    }
    #expect(try store.rows("SELECT count(*) FROM card_roll") == ["1"])
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `again in another session is a duplicate`() throws {
    let time = EventTime.instant(at("2026-03-01T10:00:00Z"))
    let first = try store.at { try $0.roll(.idea, at: time) }
    let again = try store.at { try $0.roll(.idea, at: time) }
    #expect(again.id == first.id)
    #expect(again.status == .unchanged)
    try store.at { session throws in
      #expect(try session.roll(.idea, at: time).status == .unchanged)
      // A second roll in the session is another one, for which there is no token.
      #expect(throws: SessionError.self) { try session.roll(.idea, at: time) }
    }
    #expect(try store.rows("SELECT count(*) FROM card_roll") == ["1"])
  }

  @Test func `with a key identifies that one roll`() throws {
    let time = EventTime.instant(at("2026-03-01T10:00:00Z"))
    try store.at { session in
      let id = try session.roll(.idea, at: time, key: "k").id
      #expect(try session.roll(.idea, at: time, key: "k").status == .unchanged)
      #expect(throws: SessionError.conflict(key: "k", existing: id)) {
        try session.roll(.energy, at: time, key: "k")
      }
    }
  }

  @Test func `in the past without a token there is refused without a trace`() throws {
    try store.at { session in
      _ = try session.roll(.idea, at: .instant(at("2026-02-01")))
      _ = try fill(session, on: "2026-03-01")
      #expect(try session.state().fuel.tokens > 0)
    }
    let before = try (store.records(), store.rows("SELECT * FROM batch"), store.state())
    try store.at { session throws in
      // The first card had paid 100 fuel of 1000 by then.
      #expect(
        throws: SessionError.noTokenThen(at: "2026-02-15T01:00:00+01:00", missingFuel: 900)
      ) {
        try session.roll(.idea, at: .instant(at("2026-02-15")))
      }
      #expect(try session.state() == before.2)
      #expect(session.tally.added == 0)
    }
    #expect(try store.records() == before.0)
    #expect(try store.rows("SELECT * FROM batch") == before.1)
    // Where there is a token, it can be spent, and by the same call as before.
    try store.at { session in
      #expect(throws: SessionError.self) {
        try session.roll(.idea, at: .instant(at("2026-02-15")))
      }
      let past = try session.roll(.idea, at: .instant(at("2026-03-15")))
      #expect(past.status == .added)
      #expect(try session.state().fuel.tokens == before.2.fuel.tokens - 1)
      #expect(try session.state() == session.reader.refoldedState())
    }
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `does not take the token of a later roll, whose card is not drawn again`()
    throws
  {
    try store.at { session in
      _ = try session.roll(.idea, at: .instant(at("2026-03-02")))
      let before = try session.state()
      for time in ["2026-03-01", "2026-02-01"] {
        #expect(
          throws: SessionError.noTokenThen(at: "\(time)T01:00:00+01:00", missingFuel: nil)
        ) {
          try session.roll(.idea, at: .instant(at(time)))
        }
      }
      for time in ["2026-03-02", "2026-03-02T00:00:01Z"] {
        let error = #expect(throws: SessionError.self) {
          try session.roll(.idea, at: .instant(at(time)))
        }
        #expect(error.map { "\($0)".contains("token") } ?? false)
      }
      #expect(try session.state() == before)
      #expect(before.events.voids == [])
    }
    #expect(try store.rows("SELECT count(*) FROM card_roll") == ["1"])
    #expect(try store.at { try $0.reader.verify() }.problems == [])
  }

  @Test func `becomes void when changed history no longer funds it, and valid again`() throws {
    let (sparks, roll) = try store.at { session in
      _ = try session.roll(.idea, at: .instant(at("2026-02-01")))
      let sparks = try fill(session, on: "2026-03-01")
      return (sparks, try session.roll(.energy, at: .instant(at("2026-03-02"))).id)
    }
    let before = try store.state()
    #expect(before.events.voids == [])
    try store.at { session in for id in sparks { try session.removeSpark(id: id) } }
    let changed = try store.state()
    #expect(changed.events.voids.map(\.event) == [roll])
    #expect(changed.events.voids.map(\.reason) == [.noToken])
    #expect(changed.events.count == 2)
    #expect(try store.at { try $0.reader.summary() }.voids == 1)
    let check = try store.at { try $0.reader.verify() }
    #expect(check.problems == [])
    #expect(check.voids.map(\.event) == [roll])
    try store.at { session throws in
      #expect(try fill(session, on: "2026-03-01") == sparks)
      #expect(session.tally.restored == 14)
    }
    #expect(try store.state() == before)
  }
}
