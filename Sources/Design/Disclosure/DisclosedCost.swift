import FlintCalendar
import Chance
package import FlintRules
package import FlintSchema

/// The rolls and the price of something that one may want of a pool.
package struct DisclosedCost: Sendable {
  /// What is wanted.
  package enum Subject: Sendable {
    case card(CardDefinition)
    case featured
    /// Any card of exactly a rarity.
    case rarity(CardRarity)
  }

  /// A number of rolls and its price.
  package struct Amount: Sendable {
    package var rolls: Int64
    /// The price, by currency; empty where rolls have none.
    package var price: [CurrencyAmount]
    /// The price in money by the cheapest offers, in millionths; `nil` where it is not sold.
    package var money: Int64?
  }

  /// The rolls that suffice with a probability.
  package struct Quantile: Sendable {
    package var level: Double
    /// The amount; `nil` where an estimate does not reach so far, or the limit of rolls comes first.
    package var amount: Amount?
  }

  /// What is wanted.
  package fileprivate(set) var subject: Subject
  /// The reason why there are no numbers; `nil` where there are.
  package fileprivate(set) var problem: String?
  /// The reason why the numbers are estimated; `nil` where they are exact.
  package fileprivate(set) var estimated: String?
  package fileprivate(set) var method = ""
  /// The expected number of rolls; `nil` where the limit of rolls comes first with some chance.
  package fileprivate(set) var mean: Double?
  /// The 95 % interval of the expected number of rolls, where it is estimated.
  package fileprivate(set) var meanInterval: (low: Double, high: Double)?
  /// The expected price, by currency.
  package fileprivate(set) var meanPrice: [NamedValue<Double>] = []
  /// The mean of what is paid in money by the cheapest offers; `nil` where it is not sold, or not known exactly.
  package fileprivate(set) var meanMoney: Double?
  /// The rolls that suffice with probabilities of 50, 90 and 99 %.
  package fileprivate(set) var quantiles: [Quantile] = []
  /// The rolls after which it is certain, for a new player; `nil` where it never is, or where that is not known.
  package fileprivate(set) var certain: Amount?
  /// The chance within the maximum number of rolls of a player, where the pool has one.
  package fileprivate(set) var withinLimit: Double?

  /// Creates a cost without numbers.
  fileprivate init(_ subject: Subject, problem: String? = nil) {
    self.subject = subject
    self.problem = problem
  }

  /// Whether the rolls and the prices are estimated.
  package var isEstimated: Bool { estimated != nil }

  /// The probabilities of the quantiles.
  package static let levels = [0.5, 0.9, 0.99]

  /// The goal, in the syntax of goals.
  var goal: String {
    switch subject {
    case .card(let card): "card:\(card.id)"
    case .featured: "featured"
    case .rarity(let rarity): "first:\(rarity.name)"
    }
  }
}

extension DisclosedCost {
  /// Returns the costs of each featured card, of any featured card and of each rarity of a pool, then those of the other
  /// cards that share a rarity.
  static func costs(
    of pool: PoolTable, in rulebook: RulebookDefinition, inBundles: Bool
  ) throws(OddsError) -> [DisclosedCost] {
    var wanted: [(Subject, PoolTarget)] = []
    let featured = pool.cards.joined().filter(\.isFeatured).map { rulebook.cards[$0.position] }
    for card in featured.prefix(mostCards) {
      wanted.append((.card(card), PoolTarget(.card(card.id))))
    }
    if featured.count > 1 { wanted.append((.featured, PoolTarget(.featured(nil)))) }
    for (index, cards) in pool.cards.enumerated().reversed() where !cards.isEmpty {
      let rarity = rulebook.rarities[index]
      wanted.append((.rarity(rarity), PoolTarget(.first(rarity.name))))
    }
    let sale = PoolSale(pool, rulebook)
    var costs: [DisclosedCost] = []
    for (subject, target) in wanted {
      costs.append(
        try DisclosedCost(subject, target, of: pool, rulebook, inBundles: inBundles, sale))
    }
    return try costs
      + others(pool, rulebook.cards) { card throws(OddsError) in
        try DisclosedCost(
          .card(card), PoolTarget(.card(card.id)), of: pool, rulebook, inBundles: inBundles, sale,
          isExactOnly: true)
      }
  }

  /// The maximum number of featured cards of a pool whose cost is computed, and of other cards that differ in more than
  /// the name.
  static let mostCards = 100

  /// What the rolls for a card follow from.
  private struct Standing: Hashable {
    var tier: Int
    var weight: UInt64
    var copies: Int64?
    var exchangePrice: Int64?
    /// The card, where cards have places of their own.
    var card: String?
  }

  /// Returns the costs of the cards that are not featured and share a rarity, the rarest first, as far as they are within
  /// reach.
  ///
  /// - Parameter cost: returns the cost of a card; one with a problem if there is none.
  private static func others(
    _ pool: PoolTable, _ cards: [CardDefinition],
    _ cost: (CardDefinition) throws(OddsError) -> DisclosedCost
  ) throws(OddsError) -> [DisclosedCost] {
    let copies = Dictionary(pool.contents.map { ($0.card, $0.count) }) { first, _ in first }
    var known: [Standing: DisclosedCost] = [:]
    // Where one card of a rarity is out of reach, the next is likely to be, too.
    var missed: Set<Int> = []
    var costs: [DisclosedCost] = []
    for (tier, all) in pool.cards.enumerated().reversed() where all.count > 1 {
      for card in all where !card.isFeatured {
        let definition = cards[card.position]
        let standing = Standing(
          tier: tier, weight: card.weight, copies: copies[card.position],
          exchangePrice: pool.exchangePrice(of: card, rarity: tier),
          card: pool.definition.cycle == nil ? nil : card.id)
        if known[standing] == nil {
          guard !missed.contains(tier), known.count < mostCards else { continue }
          known[standing] = try cost(definition)
        }
        guard var own = known[standing], own.problem == nil else {
          missed.insert(tier)
          continue
        }
        own.subject = .card(definition)
        costs.append(own)
      }
    }
    return costs
  }

  private init(
    _ subject: Subject, _ target: PoolTarget, of pool: PoolTable,
    _ rulebook: RulebookDefinition, inBundles: Bool, _ sale: PoolSale?,
    isExactOnly: Bool = false
  ) throws(OddsError) {
    var question = PoolQuestion(
      rulebook, [PoolQuestion.Stage(pool: pool.definition.id, target: target)])
    question.buysBundles = inBundles
    question.countsRefunds = false
    question.levels = Self.levels
    question.isExactOnly = isExactOnly
    if let limit = pool.definition.limit, limit <= 1_000_000 { question.at = [limit] }
    let answer: PoolAnswer
    do throws(OddsError) {
      answer = try question.answer()
    } catch {
      guard error.code != .invalid else { throw error }
      self.init(subject, problem: error.problem)
      return
    }
    func amount(_ rolls: Int64) -> Amount {
      let price = pool.price(of: rolls, inBundles: inBundles)
      return Amount(rolls: rolls, price: price, money: sale?.money(for: price))
    }
    let certain = try question.certainRoll(isEstimated: answer.estimate != nil).map(Int64.init)
    self.init(subject)
    estimated = answer.estimate?.reason
    method = answer.method
    mean = answer.mean
    meanInterval = answer.estimate?.value.mean.map { ($0.low, $0.high) }
    meanPrice = answer.meanPrice
    meanMoney = answer.distribution.flatMap { distribution in
      sale?.meanMoney(distribution) { pool.price(of: $0, inBundles: inBundles) }
    }
    quantiles = answer.quantiles.map { Quantile(level: $0.level, amount: $0.rolls.map(amount)) }
    self.certain = certain.flatMap { pool.definition.canReach($0) ? amount($0) : nil }
    withinLimit = answer.at.first?.chance.rounded(digits: 13)
    guard let limit = pool.definition.limit, let withinLimit, withinLimit < 1 - 1e-12 else {
      return
    }
    // What rolls beyond the limit would cost is no number of this pool.
    (mean, meanInterval, meanPrice, meanMoney) = (nil, nil, [], nil)
    for index in quantiles.indices where quantiles[index].amount.map({ $0.rolls > limit }) ?? false
    {
      quantiles[index].amount = nil
    }
  }

  /// Returns the costs of each rarity, in sparks of a category, then those of the cards that share one.
  ///
  /// - Parameter pool: the category as a pool.
  static func costs(
    of category: SparkCategory, _ pool: PoolTable, _ rulebook: Rulebook, on day: CivilDay
  ) throws(OddsError) -> [DisclosedCost] {
    let mix = try CategoryMix([category: .one], of: rulebook.definition.categories)
    func cost(_ subject: Subject, _ goal: Goal) throws(OddsError) -> DisclosedCost {
      do throws(OddsError) {
        let distribution = try Odds.distribution(
          of: goal, rulebook: rulebook, mix: mix, copies: 1, day: day)
        return DisclosedCost(subject, distribution, pool, rulebook)
      } catch {
        guard error.code != .invalid else { throw error }
        return DisclosedCost(subject, problem: error.problem)
      }
    }
    var costs: [DisclosedCost] = []
    for (index, cards) in pool.cards.enumerated().reversed() where !cards.isEmpty {
      let rarity = rulebook.definition.rarities[index]
      costs.append(try cost(.rarity(rarity), Goal(parsing: "first:\(rarity.name)")))
    }
    return try costs
      + others(pool, rulebook.definition.cards) { card throws(OddsError) in
        try cost(.card(card), .card(card.id))
      }
  }

  private init(
    _ subject: Subject, _ distribution: Distribution, _ pool: PoolTable, _ rulebook: Rulebook
  ) {
    self.init(subject)
    method = distribution.method.name
    mean = distribution.mean
    quantiles = Self.levels.map { level in
      let rolls = distribution.quantile(level)
      return Quantile(
        level: level, amount: rolls == .max ? nil : Amount(rolls: rolls, price: [], money: nil))
    }
    var certain: Int?
    let cards: PoolCards? =
      switch subject {
      case .rarity(let rarity):
        rulebook.definition.rarities.firstIndex(of: rarity).map { .tier($0) }
      case .card(let card): .ids([card.id])
      case .featured: nil
      }
    // A spark that may give no card is never certain to give one.
    if let cards, rulebook.definition.drops.chance == .one {
      certain = PoolOdds(pool, until: .copies(of: cards, 1)).certainRoll()
    }
    self.certain = certain.map { Amount(rolls: Int64($0), price: [], money: nil) }
  }
}

extension PoolQuestion {
  /// Returns the roll by which the first goal is reached for certain, for a new player.
  ///
  /// - Parameter isEstimated: whether the answer is, mostly since the chain is too large, which is then not tried for
  ///   as long again.
  fileprivate func certainRoll(isEstimated: Bool) throws(OddsError) -> Int? {
    guard let stage = stages.first else { return nil }
    let pool = try pool(stage.pool)
    var start = PoolStart()
    start.chosen = pool.cards.map { _ in nil }
    _ = choose(stage.target, pool, &start)
    let goal = try stage.target.resolved(in: pool, rulebook).goal
    var odds = PoolOdds(pool.bought(inBundles: buysBundles), until: goal, from: start)
    if isEstimated { odds.reach.draws /= 10 }
    return odds.certainRoll()
  }
}

/// The sale of the only currency of a pool's price.
private struct PoolSale {
  var currency: String
  var prices: OfferPrices

  /// Creates a sale; `nil` where the price has several currencies, or none that offers sell.
  init?(_ pool: PoolTable, _ rulebook: RulebookDefinition) {
    guard let currency = pool.currencies.first, pool.currencies.count == 1,
      let prices = OfferPrices(rulebook.offers, of: currency)
    else { return nil }
    self.currency = currency
    self.prices = prices
  }

  func money(for amounts: [CurrencyAmount]) -> Int64? {
    amounts.first { $0.name == currency }.flatMap { prices.cheapest(for: $0.value) }
  }

  /// Returns the mean of the lowest price in money of a random number of rolls; `nil` where they are too many to sum.
  ///
  /// - Parameter price: returns the price of a number of rolls.
  func meanMoney(_ rolls: Distribution, _ price: (Int64) -> [CurrencyAmount]) -> Double? {
    let most = rolls.quantile(1 - 1e-12)
    guard (1...(rolls.isTable ? 1_000_000 : 20_000)).contains(most) else { return nil }
    var (mean, before) = (0.0, Int64(0))
    for roll in 1...most {
      guard let money = money(for: price(roll)) else { return nil }
      if money == before { continue }
      mean += Double(money - before) / 1e6 * rolls.probability(notWithin: roll - 1)
      before = money
    }
    return mean
  }
}
