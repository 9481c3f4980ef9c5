import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// `pool`: the pools of the rulebook, rolls, exchanges and chosen cards.
struct PoolModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "pool", "Pools of cards with rules of their own: banners, packs and boxes of the rulebook.",
      denial: "the pool module is read-only; roll cards with pool.roll(…)",
      functions: [roll, exchange, choose] + each + [get])
  }

  private var roll: HostFunction {
    HostFunction(
      "roll",
      "Rolls cards of a pool, for its price, and returns them. As many bundles as possible are "
        + "bought; nothing is rolled if the balances do not cover the whole price.",
      parameters: PoolRoll.schema.declarations.map(\.hostField) + [RecordingOptions.parameter],
      returns: HostResult(
        "outcome", "table?",
        "The outcome; nil and an error if the price is not covered or the pool is closed.",
        of: PoolOutcome.self),
      example: """
        local got, why = pool.roll("standard", 10)
        print(got and got.status or why.message)
        """
    ) { [context] call throws(HostFailure) in
      let (content, _) = try call.record(PoolRoll.self, try context.session())
      try context.recordPool(.roll(content), call)
    }
  }

  private func choice(_ call: borrowing HostCall) throws(HostFailure) -> PoolChoice {
    try call.record(PoolChoice.self, try context.session()).record
  }

  private static let choiceParameters =
    PoolChoice.schema.declarations.map(\.hostField) + [RecordingOptions.parameter]

  private var exchange: HostFunction {
    HostFunction(
      "exchange", "Exchanges rolls of a pool for a card that it offers.",
      parameters: Self.choiceParameters,
      returns: HostResult(
        "outcome", "table?",
        "The outcome; nil and an error if there are too few rolls, or the card is not offered.",
        of: PoolOutcome.self),
      example: """
        local got, why = pool.exchange("standard", "sun-queen")
        print(got and got.cards[1].name or why.message)
        """
    ) { [self, context] call throws(HostFailure) in
      try context.recordPool(.exchange(try choice(call)), call)
    }
  }

  private var choose: HostFunction {
    HostFunction(
      "choose",
      "Chooses a featured card of a pool, which is certain after a number of other cards of its "
        + "rarity. Another choice begins to count anew.",
      parameters: Self.choiceParameters,
      returns: HostResult(
        "outcome", "table?", "The outcome; nil and an error if the pool has no such choice.",
        of: PoolOutcome.self),
      example: """
        local chosen, why = pool.choose("standard", "sun-queen")
        print(chosen and chosen.status or why.message)
        """
    ) { [self, context] call throws(HostFailure) in
      try context.recordPool(.choose(try choice(call)), call)
    }
  }

  private var each: [HostFunction] {
    .each(
      "pools", "Iterates over the pools of the rulebook, one table each, in its order.",
      of: SessionRow<PoolView>.self,
      example: """
        for p in pool.each() do print(p.id, p.rolls) end
        """,
      listing: """
        print(#pool.all())
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let state = try HostFailure.converting(session.state())
      return ViewIterator(session.rows(session.rulebook.pools(in: state, on: session.today)))
    }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Returns the pool with an id.",
      parameter: HostParameter("id", .string, "The id of the pool."),
      returns: HostResult(
        "pool", "table?", "The pool; nil if there is none with this id.",
        of: SessionRow<PoolView>.self),
      example: """
        local standard = pool.get("standard")
        print(standard and standard.rolls)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let wanted = try call.string("id")
      let state = try HostFailure.converting(session.state())
      let pools = session.rulebook.pools(in: state, on: session.today)
      let pool = pools.first { $0.pool.definition.id == wanted }
      call.reply.row(pool.map { session.row($0) })
    }
  }
}

extension ScriptContext {
  /// Records an event about a pool and replies its outcome with the cards.
  func recordPool(_ action: PoolAction, _ call: borrowing HostCall) throws(HostFailure) {
    let session = try session()
    let options = try RecordingOptions(call, session)
    try recordPool(action, at: options.at, key: options.key, call)
  }

  /// Rolls the pool that a table names, as `pool.roll` does.
  func rollPool(_ slot: HostSlot, _ call: borrowing HostCall) throws(HostFailure) {
    let table = try call.value(slot).json
    let names = ["pool", "count"]
    if case .object(let members) = table,
      let unknown = members.first(where: { !names.contains($0.name) })?.name
    {
      throw .argument(
        slot, expected: "the fields pool and count", got: "\"\(unknown)\"",
        hint: NearestName.hint(for: unknown, among: names))
    }
    guard case .object = table, case .string(let pool)? = table["pool"] else {
      throw .argument(
        slot, expected: "a category, or a table such as {pool = \"banner\", count = 10}",
        got: table.summary)
    }
    let roll: PoolRoll
    do throws(FieldError) {
      guard case .integer(let count) = table["count"] ?? .integer(1) else {
        throw FieldError(
          field: "count", expected: "1 to \(PoolRoll.maximumCount)",
          found: table["count"]?.summary ?? "nothing")
      }
      roll = try PoolRoll(pool: pool, count: count)
    } catch {
      throw .argument(slot, expected: "\(error.field) \(error.expected)", got: error.found)
    }
    try recordPool(.roll(roll), call)
  }

  func recordPool(
    _ action: PoolAction, at time: EventTime?, key: String?, _ call: borrowing HostCall
  ) throws(HostFailure) {
    let session = try session()
    do throws(SessionError) {
      let recorded = try session.record(.pool(action), at: time, key: key)
      call.reply.row(try PoolOutcome(recorded, session))
      call.chargePermanentMemory(Self.eventSize)
    } catch {
      try call.answer(error)
    }
  }
}
