import FlintCalendar
import FlintRules
import FlintSchema

/// What a policy's player does after the sparks of a day under one rulebook: income, purchases and rolls,
/// each an event of the one entrance to the rules.
struct PolicyActions {
  private struct Purchase {
    let policy: PurchasePolicy
    let actions: [ProfileEvent.Action]
    let below: [PolicyRolls.Amount]
    let pool: Int?
    var count: Int64 = 0
    var nextDay: Int64 = 0
  }

  private var rolls: [PolicyRolls]
  private var purchases: [Purchase]
  private let income: [ProfileEvent.Action]
  /// The latest choice of the card of a path, by pool.
  private var chosen: [ProfileEvent.Action?]
  /// What the first event of a day grants of each currency.
  private let perDay: [Int64]
  private(set) var events: Int64 = 0

  /// Whether there is nothing to do.
  var isEmpty: Bool { rolls.isEmpty && purchases.isEmpty && income.isEmpty }

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
          below: try PolicyRolls.amounts(entry.below, rulebook, "\(field).below"), pool: pool))
    }
    self.purchases = purchases
    var rolls: [PolicyRolls] = []
    for (index, entry) in policy.pools.enumerated() {
      rolls.append(try PolicyRolls(entry, rulebook, "pools[\(index + 1)]"))
    }
    self.rolls = rolls
    chosen = definition.pools.map { _ in nil }
  }

  /// Returns the events that grant amounts, the first with the money.
  private static func grants(
    _ amounts: [CurrencyAmount], _ rulebook: Rulebook, _ field: String, reason: String,
    money: Int64 = 0, times: Int64 = 1
  ) throws(PlanProblem) -> [ProfileEvent.Action] {
    var actions: [ProfileEvent.Action] = []
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

  mutating func begin() {
    events = 0
    for index in rolls.indices { rolls[index].begin() }
    for index in chosen.indices { chosen[index] = nil }
    for index in purchases.indices { (purchases[index].count, purchases[index].nextDay) = (0, 0) }
  }

  struct Day {
    let player: UInt64
    /// The day, counted from 1, and in the calendar.
    let number: Int64
    let date: CivilDay
    /// The time of the events, after all sparks.
    let time: Instant
    /// The number of sparks so far.
    let sparks: Int64
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
    _ action: ProfileEvent.Action, _ day: inout Day, _ rulebook: Rulebook, _ seed: UInt64,
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
    guard isOpen(index, day) else { return }
    exchange(index, &day, rulebook, seed, &state, &readings)
    /// What the coming rolls cost.
    func next(_ state: borrowing ProfileState) -> Rulebook.PoolCost? {
      entry.priceChanges
        ? rulebook.cost(ofRolls: Int(entry.policy.roll), pool: entry.pool, in: state) : entry.cost
    }
    guard !rolls[index].isOver, !readings.isAtGoal, var cost = next(state),
      cost.amounts.allSatisfy({ !claimed.contains($0.currency) })
    else { return }
    /// What the first event of the day grants before it is paid.
    func expected(_ day: Day) -> [Int64] { day.hasEvent ? [] : perDay }
    func has(_ amounts: [PolicyRolls.Amount], after cost: Rulebook.PoolCost?, _ day: Day) -> Bool {
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
      if let choice = entry.choice, chosen[entry.pool] != choice {
        apply(choice, &day, rulebook, seed, &state)
        chosen[entry.pool] = choice
      }
      let mark = state.events.voidMark
      let outcome = apply(entry.action, &day, rulebook, seed, &state)
      if outcome.isVoid {
        // The pool has no more rolls.
        state.removeLatestVoid(to: mark)
        rolls[index].isOver = true
        return
      }
      rolled += entry.policy.roll
      if entry.priceChanges, let coming = next(state) { cost = coming }
      count(outcome, rolls: entry.policy.roll, index, day, state, &readings)
      exchange(index, &day, rulebook, seed, &state, &readings)
      if rolls[index].isOver || readings.isAtGoal { return }
    }
  }

  /// Takes cards in exchange for rolls, as many as the entry wants.
  private mutating func exchange(
    _ index: Int, _ day: inout Day, _ rulebook: Rulebook, _ seed: UInt64,
    _ state: inout ProfileState, _ readings: inout Readings
  ) {
    guard rolls[index].policy.exchange != nil else { return }
    let pool = rolls[index].pool
    while !rolls[index].isOver, !readings.isAtGoal,
      let action = rolls[index].exchange(rulebook.exchangeBalance(of: pool, in: state), state)
    {
      let outcome = apply(action, &day, rulebook, seed, &state)
      if outcome.isVoid { return }
      count(outcome, rolls: 0, index, day, state, &readings)
    }
  }

  /// Counts the cards of an event of the pool of an entry.
  private mutating func count(
    _ outcome: Outcome, rolls number: Int64, _ index: Int, _ day: Day,
    _ state: borrowing ProfileState, _ readings: inout Readings
  ) {
    readings.update(
      outcome.draws, of: rolls[index].pool, rolls: number, state, sparks: day.sparks,
      day: day.number)
    if rolls[index].goal?.index(ofGoalIn: outcome.draws) != nil { rolls[index].isOver = true }
  }

  @discardableResult
  private mutating func apply(
    _ action: ProfileEvent.Action, _ day: inout Day, _ rulebook: Rulebook, _ seed: UInt64,
    _ state: inout ProfileState
  ) -> Outcome {
    // The upper half of the ordinals: sparks, which have the lower one, are the same under rulebooks
    // whose players roll more or less often.
    let identity = day.player << 32 | 1 << 31 | UInt64(truncatingIfNeeded: events) & 0x7FFF_FFFF
    events += 1
    let outcome = rulebook.apply(
      ProfileEvent(
        id: EventID(high: identity, low: 1), at: day.time, offset: .zero, action: action),
      to: &state, seed: seed)
    if !outcome.isVoid { day.hasEvent = true }
    return outcome
  }
}
