import Calendar
import Rules
import Schema

/// What a policy's player does after the sparks of a day under one rulebook: income, purchases and rolls,
/// each an event of the one entrance to the rules.
struct PolicyActions {
  /// An amount of the currency at a position.
  private typealias Amount = (currency: Int, amount: Int64)

  /// An entry of `pools`.
  private struct Rolls {
    let policy: PoolPolicy
    let pool: Int
    let action: Event.Action
    /// The cost; `nil` where rolls cannot be bought.
    let cost: Rulebook.PoolCost?
    let saveUntil: [Amount]
    let keep: [Amount]
    let season: Season
    var goal: PoolWatch?
    /// Whether nothing is left to roll.
    var isOver = false
  }

  /// An entry of `buys`.
  private struct Purchase {
    let policy: PurchasePolicy
    let actions: [Event.Action]
    let below: [Amount]
    let pool: Int?
    var count: Int64 = 0
    var nextDay: Int64 = 0
  }

  private var rolls: [Rolls]
  private var purchases: [Purchase]
  private let income: [Event.Action]
  /// What the first event of a day grants of each currency.
  private let perDay: [Int64]
  /// The number of events of the player.
  private(set) var events: Int64 = 0

  /// Whether there is nothing to do.
  var isEmpty: Bool { rolls.isEmpty && purchases.isEmpty && income.isEmpty }

  /// Compiles a policy for a rulebook.
  ///
  /// - Throws: `PlanProblem` when the rulebook lacks what the policy names.
  init(_ policy: Policy, _ rulebook: Rulebook) throws(PlanProblem) {
    let definition = rulebook.definition
    perDay = definition.currencies.map(\.perDay)
    income = try Self.grants(policy.income, rulebook, "income", reason: "income")
    var purchases: [Purchase] = []
    for (index, entry) in policy.buys.enumerated() {
      let field = "buys[\(index + 1)]"
      guard let offer = definition.offers.first(where: { $0.id == entry.offer }) else {
        throw rulebook.absence(
          of: "offer", entry.offer, among: definition.offers.map(\.id), "\(field).offer")
      }
      var pool: Int?
      if let id = entry.pool {
        pool = try rulebook.pool(id, "\(field).pool") as Int
        guard policy.pools.contains(where: { $0.pool == id }) else {
          throw PlanProblem("\(field).pool", "the policy does not roll in pool \"\(id)\"")
        }
      }
      purchases.append(
        Purchase(
          policy: entry,
          actions: try Self.grants(
            offer.grants, rulebook, "\(field).offer", reason: offer.id, money: offer.millionths,
            times: entry.count),
          below: try Self.amounts(entry.below, rulebook, "\(field).below"), pool: pool))
    }
    self.purchases = purchases
    var rolls: [Rolls] = []
    for (index, entry) in policy.pools.enumerated() {
      let field = "pools[\(index + 1)]"
      rolls.append(try Self.rolls(entry, rulebook, field))
    }
    self.rolls = rolls
  }

  private static func rolls(
    _ entry: PoolPolicy, _ rulebook: Rulebook, _ field: String
  ) throws(PlanProblem) -> Rolls {
    let pool = try rulebook.pool(entry.pool, "\(field).pool") as Int
    let action: PoolRoll
    do throws(FieldError) {
      action = try PoolRoll(pool: entry.pool, count: entry.roll)
    } catch {
      throw PlanProblem("\(field).roll", "\(error)")
    }
    guard let cost = rulebook.cost(ofRolls: Int(entry.roll), pool: pool) else {
      let size = rulebook.definition.pools[pool].bundle?.size ?? 1
      throw PlanProblem(
        "\(field).roll", "pool \(entry.pool) sells bundles of \(size) only, got \(entry.roll)")
    }
    var goal: PoolWatch?
    if let target = entry.stopAt {
      do throws(PlanProblem) {
        goal = try PoolWatch(target, in: entry.pool, rulebook)
      } catch {
        throw PlanProblem("\(field).stop_at", error.problem)
      }
    }
    return Rolls(
      policy: entry, pool: pool, action: .pool(.roll(action)), cost: cost,
      saveUntil: try amounts(entry.saveUntil, rulebook, "\(field).save_until"),
      keep: try amounts(entry.keep, rulebook, "\(field).keep"),
      season: rulebook.definition.pools[pool].season, goal: goal)
  }

  private static func amounts(
    _ amounts: [CurrencyAmount], _ rulebook: Rulebook, _ field: String
  ) throws(PlanProblem) -> [Amount] {
    var positions: [Amount] = []
    for amount in amounts {
      positions.append((try rulebook.currency(amount.name, field), amount.value))
    }
    return positions
  }

  /// Returns the events that grant amounts, the first with the money.
  private static func grants(
    _ amounts: [CurrencyAmount], _ rulebook: Rulebook, _ field: String, reason: String,
    money: Int64 = 0, times: Int64 = 1
  ) throws(PlanProblem) -> [Event.Action] {
    var actions: [Event.Action] = []
    for amount in amounts {
      _ = try rulebook.currency(amount.name, field)
      let (total, overflow) = amount.value.multipliedReportingOverflow(by: times)
      let (price, isTooLarge) = money.multipliedReportingOverflow(by: times)
      do throws(FieldError) {
        actions.append(
          .currency(
            .grant(
              try CurrencyGrant(
                currency: amount.name, amount: overflow ? .max : total, reason: reason,
                money: actions.isEmpty && money > 0
                  ? DecimalNumber(millionths: isTooLarge ? .max : price) : nil))))
      } catch {
        throw PlanProblem(field, "\(error)")
      }
    }
    return actions
  }

  /// Starts a player.
  mutating func begin() {
    events = 0
    for index in rolls.indices {
      rolls[index].isOver = false
      rolls[index].goal?.reset()
    }
    for index in purchases.indices { (purchases[index].count, purchases[index].nextDay) = (0, 0) }
  }

  /// A day of a player.
  struct Day {
    /// The player's number.
    let player: UInt64
    /// The day, counted from 1, and in the calendar.
    let number: Int64
    let date: CivilDay
    /// The time of the events, after all sparks.
    let time: Instant
    /// The number of sparks so far.
    let sparks: Int64
    /// Whether the day has an event yet.
    var hasEvent: Bool
  }

  /// Plays a day: income, purchases, rolls. Stops where the plan's goal is reached.
  mutating func play(
    _ day: consuming Day, _ rulebook: Rulebook, seed: UInt64, _ state: inout ProfileState,
    _ readings: inout Readings
  ) {
    var day = day
    for action in income { grant(action, &day, rulebook, seed, &state, &readings) }
    buy(&day, rulebook, seed, &state, &readings)
    /// The currencies that earlier entries have to themselves.
    var claimed: Set<Int> = []
    for index in rolls.indices {
      if readings.isAtGoal { return }
      roll(index, &day, rulebook, seed, &state, &readings, claimed)
      if isOpen(index, day), let cost = rolls[index].cost {
        claimed.formUnion(cost.amounts.map(\.currency))
      }
    }
  }

  /// Returns whether an entry of `pools` is not over, and its pool open.
  private func isOpen(_ index: Int, _ day: Day) -> Bool {
    let entry = rolls[index]
    return !entry.isOver && day.number >= entry.policy.fromDay
      && entry.policy.untilDay.map { day.number <= $0 } ?? true && entry.season.contains(day.date)
  }

  private mutating func buy(
    _ day: inout Day, _ rulebook: Rulebook, _ seed: UInt64, _ state: inout ProfileState,
    _ readings: inout Readings
  ) {
    for index in purchases.indices {
      let purchase = purchases[index]
      let policy = purchase.policy
      guard day.number >= max(policy.fromDay, purchase.nextDay),
        policy.untilDay.map({ day.number <= $0 }) ?? true,
        policy.atMost.map({ purchase.count < $0 }) ?? true,
        purchase.below.allSatisfy({ state.wallet.balances[$0.currency] < $0.amount }),
        purchase.pool.map({ pool in
          rolls.indices.contains { rolls[$0].pool == pool && isOpen($0, day) }
        }) ?? true
      else { continue }
      purchases[index].count += 1
      purchases[index].nextDay = day.number + policy.every
      for action in purchase.actions { grant(action, &day, rulebook, seed, &state, &readings) }
    }
  }

  private mutating func grant(
    _ action: Event.Action, _ day: inout Day, _ rulebook: Rulebook, _ seed: UInt64,
    _ state: inout ProfileState, _ readings: inout Readings
  ) {
    apply(action, &day, rulebook, seed, &state)
    readings.update(card: -1, isNew: false, state, sparks: day.sparks, day: day.number)
  }

  private mutating func roll(
    _ index: Int, _ day: inout Day, _ rulebook: Rulebook, _ seed: UInt64,
    _ state: inout ProfileState, _ readings: inout Readings, _ claimed: Set<Int>
  ) {
    let entry = rolls[index]
    guard isOpen(index, day), let cost = entry.cost,
      cost.amounts.allSatisfy({ !claimed.contains($0.currency) })
    else { return }
    /// What the first event of the day grants before it is paid.
    func expected(_ day: Day) -> [Int64] { day.hasEvent ? [] : perDay }
    func has(_ amounts: [Amount], after cost: Rulebook.PoolCost?, _ day: Day) -> Bool {
      amounts.allSatisfy { currency, least in
        let coming = day.hasEvent ? 0 : perDay[currency]
        let paid = cost?.amounts.first { $0.currency == currency }?.amount ?? 0
        return state.wallet.balances[currency] + coming - paid >= least
      }
    }
    guard has(entry.saveUntil, after: nil, day) else { return }
    var rolled: Int64 = 0
    while rolled < PoolPolicy.mostRollsPerDay, cost.isCovered(by: state, expected: expected(day)),
      has(entry.keep, after: cost, day)
    {
      let mark = state.events.voidMark
      let outcome = apply(entry.action, &day, rulebook, seed, &state)
      if outcome.isVoid {
        // The pool has no more rolls.
        state.removeLatestVoid(to: mark)
        rolls[index].isOver = true
        return
      }
      rolled += entry.policy.roll
      readings.update(
        outcome.draws, of: entry.pool, rolls: entry.policy.roll, state, sparks: day.sparks,
        day: day.number)
      if rolls[index].goal?.index(ofGoalIn: outcome.draws) != nil { rolls[index].isOver = true }
      if rolls[index].isOver || readings.isAtGoal { return }
    }
  }

  /// Applies an event.
  @discardableResult
  private mutating func apply(
    _ action: Event.Action, _ day: inout Day, _ rulebook: Rulebook, _ seed: UInt64,
    _ state: inout ProfileState
  ) -> Outcome {
    // The upper half of the ordinals: sparks, which have the lower one, are the same under rulebooks
    // whose players roll more or less often.
    let identity = day.player << 32 | 1 << 31 | UInt64(truncatingIfNeeded: events) & 0x7FFF_FFFF
    events += 1
    let outcome = rulebook.apply(
      Event(id: EventID(high: identity, low: 1), at: day.time, offset: .zero, action: action),
      to: &state, seed: seed)
    if !outcome.isVoid { day.hasEvent = true }
    return outcome
  }
}
