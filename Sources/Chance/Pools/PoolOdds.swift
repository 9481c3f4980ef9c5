package import FlintRules

/// A question about rolls in pools, which a chain is built for.
package struct PoolOdds: Sendable {
  /// The stages in order: the next pool is rolled in when the goal of one is reached.
  package var stages: [PoolStage]
  var prizes: PoolCards?
  /// The currency that cards give back.
  var refunds: PoolRefunds?
  /// Whether rolls go on after the last goal to the end of the bundle, which is paid as a whole.
  var endsWithBundle = false
  /// Whether every tier and every kind of featured card is told apart.
  var isDetailed = false
  /// The chance that a roll is one in the pool; otherwise it gives nothing and counts for nothing.
  var chance = 1.0
  /// How many states a chain may have.
  package var reach = PoolChain.Reach()

  /// Creates a question about stages in order.
  package init(_ stages: [PoolStage]) { self.stages = stages }

  /// Creates a question about one goal; `nil` where rolls go on.
  package init(_ pool: PoolTable, until goal: PoolGoal?, from start: PoolStart = PoolStart()) {
    stages = [PoolStage(pool, until: goal, from: start)]
  }

  /// The maximum number of stages.
  package static let mostStages = 64

  /// Returns the distribution of the number of rolls until all goals are reached.
  ///
  /// - Throws: `OddsError` where the question is invalid, the goal may never be reached, or the chain is out of
  ///   reach, with the number of its states.
  package func distribution() throws(OddsError) -> Distribution {
    let machine = try machine()
    let exchanges = exchanges
    if let exchanges, machine.missingPoints(machine.initial) <= exchanges(0) {
      return Distribution(StepDistribution(ends: [1]), method: .chain(states: 1))
    }
    if let distribution = memoryless(machine) { return distribution }
    if exchanges == nil, let packs = PackCollection(machine) {
      return Distribution(try packs.distribution(), method: .chain(states: packs.count))
    }
    if let distribution = packs(machine) { return distribution }
    // Steps and chains follow the rolls in the pool.
    let (distribution, method) = try chainDistribution(machine)
    return Distribution(distribution.thinned(by: chance), method: method)
  }

  /// Whether there is an exact method that follows no chain of all counters.
  var isExactWithoutChain: Bool {
    guard let machine = try? machine(), exchanges == nil else { return false }
    return memoryless(machine) != nil || packs(machine) != nil || PackCollection(machine) != nil
  }

  private func chainDistribution(
    _ machine: PoolMachine
  ) throws(OddsError) -> (distribution: StepDistribution, method: Distribution.Method) {
    let exchanges = exchanges
    if exchanges == nil, machine.wantedCopies > reach.copies, let distribution = try steps(machine)
    {
      return distribution
    }
    do throws(OddsError) {
      let chain = try PoolChain(machine, reach, isClocked: exchanges != nil)
      return (try chain.distribution(exchanges: exchanges), .chain(states: chain.count))
    } catch {
      guard error.code == .noExactMethod, exchanges == nil, machine.wantedCopies <= reach.copies,
        let distribution = try? steps(machine)
      else { throw error }
      return distribution
    }
  }

  /// Returns the distribution where the goals are reached in independent steps that can be followed; `nil` otherwise.
  private func steps(
    _ machine: PoolMachine
  ) throws(OddsError) -> (distribution: StepDistribution, method: Distribution.Method)? {
    guard machine.wantedCopies > 1 || stages.count > 1 else { return nil }
    return try PoolSteps(machine)?.distribution
  }

  package func machine() throws(OddsError) -> PoolMachine {
    guard (1...Self.mostStages).contains(stages.count) else {
      throw .invalid(
        "pools", "expected 1 to \(Self.mostStages) pools in order, got \(stages.count)")
    }
    return try PoolMachine(self)
  }

  /// Returns the points for an exchange after a number of rolls, where one stage has one.
  package var exchanges: ((Int) -> Int)? {
    exchange.map { exchange in { exchange.points(after: $0) } }
  }

  /// The exchange of one stage, and the points for it before the first roll.
  struct PointExchange {
    var exchange: ExchangeDefinition
    var points: Int

    /// Returns the points after a number of rolls.
    func points(after rolls: Int) -> Int { points + rolls * exchange.pointsOfRoll }
  }

  /// The exchange where there is one stage, which has one that helps; `nil` otherwise.
  var exchange: PointExchange? {
    guard stages.count == 1, let exchange = stages[0].pool.definition.exchange, exchange.limit != 0
    else {
      return nil
    }
    // These points are part of the state.
    if exchange.countsDuplicates { return nil }
    if case .copies(let cards, _) = stages[0].goal, stages[0].pool.exchangePrice(of: cards) == nil {
      return nil
    }
    return PointExchange(exchange: exchange, points: stages[0].start.exchangePoints)
  }

  /// Returns the distribution where rolls are independent of each other and of the past; `nil` otherwise.
  private func memoryless(_ machine: PoolMachine) -> Distribution? {
    guard stages.count == 1, exchanges == nil, machine.stages[0].points.points < 0,
      stages[0].pool.definition.box == nil, !stages[0].pool.opensPacks,
      let rates = machine.independentRates()
    else { return nil }
    return occupancy(machine, rates)
  }

  /// Returns the distribution of packs whose cards all have the same rates; `nil` for others.
  private func packs(_ machine: PoolMachine) -> Distribution? {
    guard stages.count == 1, exchanges == nil, machine.stages[0].points.points < 0, chance == 1,
      stages[0].pool.opensPacks,
      let (rates, cards) = machine.packRates(), let distribution = occupancy(machine, rates),
      let packs = try? DayDistribution(distribution, sparksPerDay: Int64(cards))
    else { return nil }
    return Distribution(packs, method: .poisson)
  }

  /// Returns the distribution where each card has the same rates; `nil` where owned copies make cards unequal.
  private func occupancy(_ machine: PoolMachine, _ rates: [Double]) -> Distribution? {
    guard let target = machine.stages[0].target else { return nil }
    let wanted = machine.classes.indices.filter { machine.stages[0].isWanted[$0] }
    if let copies = target.copies {
      let rate = wanted.reduce(0) { $0 + rates[$1] }
      guard rate > 0 else { return nil }
      return Distribution(
        [.init(rate: min(1, rate) * chance, count: 1)], wanted: 1, copies: Int(copies))
    }
    guard let (count, copies) = target.different else { return nil }
    // Owned copies make cards unequal, but for those that are complete.
    var groups: [Occupancy.Group] = []
    var complete = 0
    for index in wanted {
      let group = machine.classes[index]
      let absent = Int(machine.initial[group.digit])
      let full = (copies...group.cap).reduce(0) { $0 + Int(machine.initial[group.digit + $1]) }
      guard absent + full == group.count else { return nil }
      complete += full
      if absent == 0 { continue }
      guard rates[index] > 0 else { return nil }
      groups.append(.init(rate: rates[index] / Double(group.count) * chance, count: absent))
    }
    guard count > complete, groups.reduce(0, { $0 + $1.count }) >= count - complete else {
      return nil
    }
    return Distribution(groups, wanted: count - complete, copies: copies)
  }
}

extension PoolMachine {
  /// Returns the chance of each class in a roll where nothing but the copies owned changes; `nil` otherwise.
  package func independentRates() -> [Double]? {
    let table = stages[0].table
    guard table.onlyCardsChange, table.variants.allSatisfy({ $0.draws.count == 1 }) else {
      return nil
    }
    let sum = table.variants.reduce(0) { $0 + Double($1.weight) }
    var rates = [Double](repeating: 0, count: classes.count)
    for variant in table.variants {
      let own = self.rates(of: table.draws[variant.draws.lowerBound])
      for group in rates.indices { rates[group] += own[group] * (Double(variant.weight) / sum) }
    }
    return rates
  }

  /// Returns the chance of each class in a card of a pack, and the number of cards, where these are the same for all cards
  /// and nothing but the copies owned changes; `nil` otherwise.
  fileprivate func packRates() -> (rates: [Double], cards: Int)? {
    let table = stages[0].table
    let variants = table.variants.filter { $0.weight > 0 }
    guard table.onlyCardsChange, variants.count == 1, !variants[0].draws.isEmpty else { return nil }
    let draws = table.draws[variants[0].draws]
    let rates = draws.map { self.rates(of: $0) }
    guard !draws.contains(where: \.isDistinct), rates.allSatisfy({ $0 == rates[0] }) else {
      return nil
    }
    return (rates[0], rates.count)
  }

  /// Returns the chance of each class in a draw where nothing but the copies owned changes.
  func rates(of draw: StageTable.Draw) -> [Double] {
    var rates = [Double](repeating: 0, count: classes.count)
    var choices = EveryChoice()
    repeat {
      var state = initial
      let card = self.draw(&state, stages[0], draw, &choices)
      if card.group >= 0 { rates[card.group] += choices.chance }
    } while choices.advance()
    return rates
  }
}

extension StageTable {
  /// Whether no counter, guarantee or position changes with a roll, and cards owned change no chance.
  var onlyCardsChange: Bool {
    counterDigits.allSatisfy { $0 < 0 } && ceiling == nil && bundle == nil
      && featured.allSatisfy { rule in
        guard let rule else { return true }
        return rule.flagDigit < 0 && rule.pathDigit < 0 && rule.lostDigit < 0
      }
      && copiesFirst.allSatisfy { $0 == 0 } && cycle == nil
  }
}
