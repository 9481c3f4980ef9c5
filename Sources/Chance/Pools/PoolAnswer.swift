package import FlintRules
package import FlintSchema

/// The answer to a question about pools.
package struct PoolAnswer: Sendable {
  /// The chance of reaching the goals within a number of rolls.
  package struct Chance: Sendable {
    package var rolls: Int64
    /// The chance; its interval where it is estimated.
    package var chance: Double
    /// The 95 % interval of an estimate.
    package var interval: (low: Double, high: Double)?
    /// The price of the rolls, by currency.
    package var price: [CurrencyAmount]
  }

  /// A quantile of the number of rolls.
  package struct Quantile: Sendable {
    package var level: Double
    /// The least number of rolls that reaches the goals with at least the probability; `nil` beyond an estimate.
    package var rolls: Int64?
    /// The price of the rolls, by currency.
    package var price: [CurrencyAmount]
    /// The 95 % interval of an estimate; a bound is `nil` where the players are too few.
    package var interval: (low: Int64?, high: Int64?)?

    /// The name: `median`, `p90`.
    package var name: String {
      level == 0.5 ? "median" : "p" + Quantile.text(level * 100)
    }

    private static func text(_ percent: Double) -> String {
      let rounded = (percent * 1e6).rounded() / 1e6
      return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
  }

  /// What a budget buys.
  package struct Spending: Sendable {
    /// The amounts of the currencies of the price, offers included.
    package var amounts: [CurrencyAmount]
    /// The offers bought with money.
    package var offers: [NamedValue<Int64>]
    /// The number of rolls that the amounts buy, without what cards give back; `nil` where pools have different prices.
    package var rolls: Int64?
    /// The chance of reaching the goals.
    package var chance: Double
    /// The 95 % interval where the chance is estimated.
    package var interval: (low: Double, high: Double)?
    /// Whether cards give something back, which is spent, too.
    package var hasRefunds: Bool
    /// Whether cards give something back that is not counted, so that the chance is at least this.
    package var isLowerBound = false
  }

  /// The question.
  package let question: PoolQuestion
  /// The distribution of the number of rolls, exact or estimated.
  private let anyDistribution: Distribution
  /// Why it is estimated.
  private let reason: String
  package let quantiles: [Quantile]
  package let at: [Chance]
  /// The distributions of the number of prizes, for each number of rolls asked for.
  package let prizes: [CountDistribution]
  /// What the budget buys, where that is asked.
  package let spending: Spending?
  /// The expected price of the goals, by currency; empty where rolls have none.
  package let meanPrice: [NamedValue<Double>]
  /// The expected amounts of the currencies of the price that duplicates give back until the goals are reached.
  package let meanRefund: [NamedValue<Double>]

  /// What the numbers leave out.
  package private(set) var notes: [String]

  /// The pool whose price all rolls have; `nil` where pools of different prices are rolled in.
  private let pricing: PoolTable?

  /// The distribution of the number of rolls; `nil` where it is estimated.
  package var distribution: Distribution? {
    anyDistribution.estimate == nil ? anyDistribution : nil
  }
  /// The estimate where there is no exact distribution, and the reason.
  package var estimate: (value: PoolEstimate, reason: String)? {
    anyDistribution.estimate.map { ($0, reason) }
  }
  /// The expected number of rolls; `nil` where an estimate has none.
  package var mean: Double? { anyDistribution.mean.isNaN ? nil : anyDistribution.mean }
  /// The chance of each number of rolls; `nil` where it is estimated or was not asked for.
  package var steps: [Distribution.Step]? { question.listsRolls ? distribution?.steps : nil }
  package var standardDeviation: Double? {
    anyDistribution.standardDeviation.isNaN ? nil : anyDistribution.standardDeviation
  }
  /// The method.
  package var method: String { anyDistribution.method.name }

  init(
    _ question: PoolQuestion, _ odds: PoolOdds, pools: [PoolTable], balances: [String: Int64],
    prizes: [CountDistribution], notes: [String]
  ) throws(OddsError) {
    self.question = question
    self.prizes = prizes
    self.notes = notes
    let (anyDistribution, reason) =
      question.isExactOnly
      ? (try odds.distribution(), "")
      : try Distribution.exact { () throws(OddsError) in
        try odds.distribution()
      } else: { () throws(OddsError) in
        Distribution(try odds.estimate(question.estimateSize), seed: question.seed)
      }
    let estimate = anyDistribution.estimate
    self.anyDistribution = anyDistribution
    self.reason = estimate == nil ? reason : "\(reason); \(odds.remedy)"
    self.notes += [estimate?.remark(on: question.estimateSize)].compactMap(\.self)
    let hasOnePrice = Set(pools.map { PoolPriceKey($0) }).count == 1
    let pricing = hasOnePrice ? pools.first : nil
    self.pricing = pricing
    if estimate != nil, pricing?.definition.priceChanges == true {
      self.notes.append("the mean price counts each roll at the mean price of a round")
    }
    func price(_ rolls: Int64) -> [CurrencyAmount] {
      pricing?.price(of: rolls, inBundles: question.buysBundles) ?? []
    }
    quantiles = question.levels.map { level in
      func whole(_ value: Double) -> Int64? { value.isFinite ? Int64(value) : nil }
      let estimated = estimate?.quantile(level)
      let rolls: Int64? = estimated.map { whole($0.value) } ?? anyDistribution.quantile(level)
      let known = rolls.flatMap { $0 == .max ? nil : $0 }
      return Quantile(
        level: level, rolls: known, price: known.map(price) ?? [],
        interval: estimated.map { (whole($0.low), whole($0.high)) })
    }
    func chance(_ rolls: Int64) -> Chance {
      Chance(rolls: rolls, anyDistribution, price: price(rolls))
    }
    at = question.at.map(chance)
    self.notes += zip(odds.stages, pools).compactMap { stage, pool in
      guard let limit = stage.pool.definition.limit, let left = pool.definition.limit else {
        return nil
      }
      return Self.remark(
        "pool \(pool.definition.id) has at most \(limit) rolls", made: stage.start.rolls,
        left: left, chance: pools.count == 1 ? chance(left).chance : nil)
    }
    let mean = anyDistribution.mean
    if hasOnePrice {
      meanPrice =
        mean.isNaN
        ? []
        : pools[0].meanPrice(
          of: mean, estimate == nil ? anyDistribution : nil, inBundles: question.buysBundles)
    } else {
      meanPrice =
        estimate == nil
        ? odds.meanPrice(of: mean, pools, inBundles: question.buysBundles) ?? [] : []
      self.notes.append(
        "the pools have different prices, so that "
          + (meanPrice.isEmpty ? "no price of the rolls is given" : "only the mean price is given"))
    }
    let refund = try Self.meanRefund(
      odds, meanPrice.map(\.name), question)
    meanRefund = refund.amounts
    self.notes += refund.notes
    (spending, self.notes) = try question.spending(
      odds, pools, balances, hasOnePrice: hasOnePrice, chance, notes: self.notes)
    if estimate == nil, spending?.interval == nil, question.estimateSize.isGiven {
      self.notes.append(EstimateSize.noEffect)
    }
  }
}

extension PoolAnswer {
  /// The expected price less what duplicates give back of it, by currency; empty where they give back nothing.
  package var meanNetPrice: [NamedValue<Double>] {
    meanRefund.isEmpty
      ? []
      : meanPrice.map { price in
        let refund = meanRefund.first { $0.name == price.name }?.value ?? 0
        return NamedValue(price.name, price.value - refund)
      }
  }

  /// Returns the expected amounts that duplicates give back, and notes on what they and the prices leave out.
  private static func meanRefund(
    _ odds: PoolOdds, _ currencies: [String], _ question: PoolQuestion
  ) throws(OddsError) -> (amounts: [NamedValue<Double>], notes: [String]) {
    let pools = odds.stages.map(\.pool)
    var odds = odds
    odds.endsWithBundle = question.buysBundles
    var amounts: [NamedValue<Double>] = []
    var notes: [String] = []
    for currency in currencies where question.countsRefunds {
      guard let refunds = PoolRefunds(of: currency, in: pools, question.rulebook) else { continue }
      // A bundle is paid for with all its cards, also those after the goal.
      let isUnknown =
        question.buysBundles
        ? odds.exchanges != nil
        : question.stages.contains { stage in
          question.rulebook.pool(stage.pool)?.bundleReplacesFewer ?? false
        }
      guard !isUnknown, let refund = try odds.meanRefund(refunds, seed: question.seed) else {
        notes.append(
          "the prices leave out what duplicates give back of \(currency)"
            + (isUnknown ? ", since a bundle has cards after the goal, which are not followed" : "")
        )
        continue
      }
      amounts.append(NamedValue(currency, refund.mean))
      if let reach = refund.reach {
        notes.append(
          "what duplicates give back of \(currency) is estimated from simulated players, ± \((reach * 100).rounded() / 100)"
        )
      }
    }
    if !amounts.isEmpty {
      notes.append(
        "what duplicates give back of the price is counted only in the mean price after that"
          + (pools.contains { $0.definition.exchange != nil }
            ? ", and that of cards taken in exchange is not" : ""))
    }
    return (amounts, notes)
  }

  /// Returns what a limit means for the numbers.
  ///
  /// - Parameters:
  ///   - limit: the limit in words.
  ///   - made: the number of rolls before.
  ///   - left: the number of rolls that the limit leaves.
  ///   - chance: the chance of reaching the goal within them, where they are those of one goal.
  private static func remark(
    _ limit: String, made: Int64, left: Int64, chance: Double?
  ) -> String {
    let within = chance.map { ", within which the chance is \(percent($0))" }
    guard made > 0 else { return limit + (within ?? ", beyond which the numbers do not hold") }
    guard left > 0 else { return "\(limit), all of which have been made: none is left" }
    return "\(limit), of which \(made) have been made: \(left) \(left == 1 ? "is" : "are") left"
      + (within ?? ", beyond which the numbers do not hold")
  }

  /// A chance as a percentage with two decimals.
  private static func percent(_ chance: Double) -> String {
    "\((chance * 10_000).rounded() / 100) %"
  }

  /// Returns the chance of reaching the goals within a number of rolls, with the price of the rolls.
  package func chance(within rolls: Int64) -> Chance {
    Chance(
      rolls: rolls, anyDistribution,
      price: pricing?.price(of: rolls, inBundles: question.buysBundles) ?? [])
  }

  /// The chance of reaching the goals within a number of rolls.
  func probability(within rolls: Int64) -> Double {
    anyDistribution.probability(doneWithin: rolls)
  }

  /// The number of rolls within which nearly all players are done.
  package var longest: Int64 { max(0, anyDistribution.quantile(0.999999)) }

  /// The answers about each goal but the last of an order of pools, and those before it; those that have none
  /// are left out.
  package var milestones: [PoolAnswer] {
    question.stages.indices.dropFirst().compactMap { count in
      var part = question
      part.stages = Array(question.stages.prefix(count))
      (part.rolls, part.at, part.budget) = ([], [], nil)
      part.countsRefunds = false
      return try? part.answer(checksState: false)
    }
  }
}

extension PoolAnswer.Chance {
  fileprivate init(rolls: Int64, _ distribution: Distribution, price: [CurrencyAmount]) {
    (self.rolls, self.price) = (rolls, price)
    chance = distribution.probability(doneWithin: rolls)
    interval = distribution.estimate.map { $0.chance(within: rolls) }.map { ($0.low, $0.high) }
  }
}

/// What pools of one price have in common.
private struct PoolPriceKey: Hashable {
  private var prices: [NamedValue<[Int64]>]
  /// The pool whose rolls are counted, where prices depend on it.
  private var pool: String?
  var bundle: [CurrencyAmount]
  var size: Int64

  init(_ pool: PoolTable) {
    prices = pool.definition.prices
    self.pool = pool.definition.priceChanges ? pool.definition.id : nil
    bundle = pool.definition.bundle?.price ?? []
    size = pool.definition.bundle?.size ?? 0
  }
}
