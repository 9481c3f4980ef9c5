import BigInt
package import FlintCalendar
package import FlintRules

/// A question about odds, as asked on the command line or in Lua.
package struct OddsQuestion: Sendable {
  package enum Subject: Sendable {
    /// A goal under a rulebook, on a day (default: the time before every season).
    case cards(Goal, Rulebook, CategoryMix, day: CivilDay?)
    /// A goal over things of given weights; with `rest`, a roll gives nothing where they sum to less than 1.
    case weights(Goal, [Fraction], rest: Bool = false)
    case prize(Prize)
  }

  package var subject: Subject
  /// The number of copies of each card of the goal, or the number of prizes.
  package var copies = 1
  /// The numbers of sparks whose chances of reaching the goal are asked for.
  package var at: [Int64] = []
  /// The number of sparks per day, where days are asked for.
  package var sparksPerDay: Int64?
  /// The size of an estimate.
  package var estimate = EstimateSize()

  package init(_ subject: Subject) { self.subject = subject }

  package func answer() throws(OddsError) -> OddsAnswer {
    if let sparks = at.first(where: { $0 < 0 || $0 > OddsAnswer.mostSparks }) {
      throw .invalid("at", "expected 0 to \(OddsAnswer.mostSparks), got \(sparks)")
    }
    try estimate.check()
    let distribution: Distribution
    var reason = ""
    switch subject {
    case .cards(let goal, let rulebook, let mix, let day):
      (distribution, reason) = try Distribution.exact { () throws(OddsError) in
        try Odds.distribution(of: goal, rulebook: rulebook, mix: mix, copies: copies, day: day)
      } else: { () throws(OddsError) in
        try CardRates(rulebook, mix: mix, day: day).estimate(goal, copies: copies, estimate)
      }
      if !reason.isEmpty {
        reason += "; without pity, or for the cards of one rarity (all:RARITY), it is exact"
      }
    case .weights(let goal, let weights, let rest):
      distribution = try Odds.distribution(of: goal, weights: weights, rest: rest, copies: copies)
    case .prize(let prize): distribution = try Odds.distribution(of: prize, wins: copies)
    }
    return try OddsAnswer(question: self, distribution: distribution, reason: reason)
  }
}

/// The answer to a question about odds, computed in full.
package struct OddsAnswer: Sendable {
  /// The chance of reaching the goal within a number of sparks.
  package struct Chance: Sendable {
    package var sparks: Int64
    /// The chance that the sparks reach the goal, with a bound of its error.
    package var chance: BoundedValue
    /// The chance that the sparks reach the goal.
    package var probability: Double { chance.value }
    /// The expected number of different cards after the sparks; `nil` for a prize, and where pity leads
    /// to too many states.
    package var distinct: Double?
    /// The number of sparks per day, where days are asked for.
    fileprivate var sparksPerDay: Int64?

    /// The number of days that the sparks take, the last one counted as a whole.
    package var days: Int64? {
      sparksPerDay.map { sparks / $0 + (sparks % $0 == 0 ? 0 : 1) }
    }
  }

  /// The rate of a rarity, nominal and effective over all categories, without pity.
  package struct Rate: Sendable {
    package var rarity: CardRarity
    /// The rate in the drop table.
    package var nominal: Fraction
    /// The chance that a spark gives a card of the rarity.
    package var effective: Double
  }

  /// The maximum number of sparks in a question.
  package static let mostSparks: Int64 = 1_000_000_000_000

  package let question: OddsQuestion
  /// The distribution of the number of sparks.
  package let distribution: Distribution
  /// Why it is estimated, and what would make it exact; empty where it is exact.
  package let reason: String
  /// The minimum numbers of sparks that reach the goal with probabilities of 0.5, 0.9, 0.95 and 0.99.
  package let quantiles: [(name: String, sparks: Int64)]
  package let at: [Chance]
  /// The distribution of the number of days, where asked for.
  package let days: DayDistribution?
  /// The rates of the rulebook; empty without one.
  package let rates: [Rate]

  /// The quantiles that every answer has.
  package static let levels: [(name: String, probability: Double)] = [
    ("median", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99),
  ]

  init(
    question: OddsQuestion, distribution: Distribution, reason: String = ""
  ) throws(OddsError) {
    self.question = question
    self.distribution = distribution
    self.reason = reason
    try Self.check("the mean", distribution.boundedMean)
    try Self.check("the standard deviation", distribution.boundedDeviation)
    quantiles = Self.levels.map { ($0.name, distribution.quantile($0.probability)) }
    var distinct: DistinctCards?
    var rates: [Rate] = []
    switch question.subject {
    case .cards(_, let rulebook, let mix, let day):
      rates = Self.rates(rulebook, mix, day)
      if !question.at.isEmpty {
        distinct = Odds.distinctCards(rulebook: rulebook, mix: mix, day: day)
      }
    case .weights(_, let weights, let rest):
      distinct = try Odds.distinctCards(weights: weights, rest: rest)
    case .prize: break
    }
    self.rates = rates
    at = question.at.map { sparks in
      Chance(
        sparks: sparks, chance: distribution.chance(doneWithin: sparks),
        distinct: distinct?.expected(after: sparks), sparksPerDay: question.sparksPerDay)
    }
    for chance in at where chance.probability.isNaN {
      try Self.check("the chance at \(chance.sparks)", chance.chance)
    }
    if let level = quantiles.first(where: { $0.sparks == .max }) {
      try Self.check("the quantile \(level.name)", BoundedValue(.nan, error: .nan))
    }
    if let sparks = question.sparksPerDay {
      let days = try DayDistribution(distribution, sparksPerDay: sparks)
      try Self.check("the mean of the days", days.boundedMean)
      try Self.check("the standard deviation of the days", days.boundedDeviation)
      self.days = days
    } else {
      days = nil
    }
  }

  /// Returns the chance of reaching the goal within a number of sparks.
  package func chance(within sparks: Int64) -> Chance {
    at.first { $0.sparks == sparks }
      ?? Chance(
        sparks: sparks, chance: distribution.chance(doneWithin: sparks),
        sparksPerDay: question.sparksPerDay)
  }

  /// Throws an error for a number that could not be computed.
  private static func check(_ name: String, _ value: BoundedValue) throws(OddsError) {
    guard value.isUnusable else { return }
    throw OddsError(
      .noExactMethod,
      "no exact method within reach: the error of \(name) is too large; use flint simulate")
  }

  /// The numbers whose errors may exceed the one that exact odds promise.
  package var imprecise: [(name: String, value: BoundedValue)] {
    var all = [("mean", distribution.boundedMean), ("sd", distribution.boundedDeviation)]
    all += at.map { ("chance at \($0.sparks)", $0.chance) }
    if let days {
      all += [("mean of days", days.boundedMean), ("sd of days", days.boundedDeviation)]
    }
    return all.filter(\.1.isImprecise)
  }

  private static func rates(
    _ rulebook: Rulebook, _ mix: CategoryMix, _ day: CivilDay?
  ) -> [Rate] {
    let table = CardRates(rulebook, mix: mix, day: day)
    return rulebook.definition.rarities.enumerated().map { position, rarity in
      let effective = table.cells.filter { $0.rarity == position }.reduce(Ratio.zero) {
        $0 + $1.rate * Ratio(.init($1.cards.count), over: 1)
      }
      return Rate(
        rarity: rarity, nominal: rulebook.definition.drops.rates[position],
        effective: effective.approximation)
    }
  }
}
