public import Rules
public import Schema

/// A question about pools of a rulebook, as asked on the command line or in Lua.
public struct PoolInquiry: Sendable {
  /// A pool and the goal in it.
  public struct Stage: Hashable, Sendable {
    /// The id of the pool.
    public var pool: String
    /// The goal.
    public var target: PoolTarget

    /// Creates a stage.
    public init(pool: String, target: PoolTarget) {
      self.pool = pool
      self.target = target
    }
  }

  /// What a player can spend.
  public struct Budget: Hashable, Sendable {
    /// The amounts of currencies, beside the balances of the state.
    public var amounts: [CurrencyAmount] = []
    /// The money for offers, in millionths.
    public var money: Int64 = 0

    /// Creates a budget of nothing.
    public init() {}
  }

  /// The rulebook.
  public var rulebook: RulebookDefinition
  /// The goals in order: the next pool is rolled in when the goal of one is reached.
  public var stages: [Stage]
  /// The state before the first roll.
  public var start = PoolStartText()
  /// Whether rolls are bought in whole bundles.
  public var buysBundles = false
  /// The numbers of rolls whose number of prizes is asked for: cards that the goal of the first stage names.
  public var rolls: [Int64] = []
  /// The numbers of rolls whose chances of reaching the goal are asked for.
  public var at: [Int64] = []
  /// The probabilities whose quantiles are asked for.
  public var levels: [Double] = [0.5, 0.9, 0.95, 0.99]
  /// What can be spent, where that is asked.
  public var budget: Budget?
  /// The key of the random streams of an estimate.
  public var seed: UInt64 = 1
  /// The number of players of an estimate.
  public var players = 20_000

  /// Creates a question.
  public init(_ rulebook: RulebookDefinition, _ stages: [Stage]) {
    self.rulebook = rulebook
    self.stages = stages
  }

  /// Parses goals in an order of pools: `limited/featured*2, weapons/card:blade`.
  public static func stages(parsing text: String) throws(OddsError) -> [Stage] {
    var stages: [Stage] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let stage = String(part).trimmedWhitespace
      guard let slash = stage.firstIndex(of: "/") else {
        throw .invalid("order", "expected POOL/GOAL, POOL/GOAL, …, got \"\(stage)\"")
      }
      stages.append(
        Stage(
          pool: String(stage[..<slash]),
          target: try PoolTarget(parsing: String(stage[stage.index(after: slash)...]))))
    }
    return stages
  }

  /// Returns the pool of an id, with the defaults of the rulebook.
  ///
  /// - Throws: `OddsError` with the nearest id where there is none.
  public func pool(_ id: String) throws(OddsError) -> ResolvedPool {
    if let pool = rulebook.pool(id) { return pool }
    let ids = rulebook.pools.map(\.id)
    throw .invalid(
      "pool",
      ids.isEmpty
        ? "rulebook \(rulebook.id) has no pools"
        : "rulebook \(rulebook.id) has no pool \"\(id)\"\(NearestName.hint(for: id, among: ids)); expected "
          + (ids.count <= 16 ? ids.alternatives : "one of its \(ids.count) pools"))
  }

  /// Returns the answer.
  public func answer() throws(OddsError) -> PoolAnswer {
    for number in rolls + at where !(0...Int64(1_000_000)).contains(number) {
      throw .invalid("at", "expected 0 to 1000000 rolls, got \(number)")
    }
    var odds: [PoolStage] = []
    var balances: [String: Int64] = [:]
    var pools: [ResolvedPool] = []
    for stage in stages {
      let pool = try pool(stage.pool)
      var (start, owned) = try self.start.start(in: pool, rulebook)
      let model = PoolModel(pool, in: rulebook, buysBundles: buysBundles)
      choose(stage.target, pool, &start)
      odds.append(
        PoolStage(model, until: try stage.target.resolved(in: pool, rulebook).goal, from: start))
      balances.merge(owned) { first, _ in first }
      pools.append(pool)
    }
    guard let first = stages.first else { throw .invalid("pool", "expected at least one pool") }
    var prizes: [PrizeLaw] = []
    for count in rolls {
      prizes.append(
        try PoolOdds.prizes(
          first.target.resolved(in: pools[0], rulebook).cards, in: odds[0].pool,
          rolls: Int(count), from: odds[0].start))
    }
    return try PoolAnswer(
      self, PoolOdds(odds), pools: pools, balances: balances, prizes: prizes)
  }

  /// Chooses the card of the goal where the pool has a path and the state names no card.
  private func choose(_ target: PoolTarget, _ pool: ResolvedPool, _ start: inout PoolStart) {
    guard pool.definition.featured?.path != nil, start.chosen.allSatisfy({ $0 == nil }),
      case .card(let id) = target.kind, pool.definition.featured?.cards.contains(id) ?? false,
      let tier = pool.tier(of: id, in: rulebook)
    else { return }
    start.chosen[tier] = id
  }
}

extension PoolInquiry.Budget {
  /// Parses a budget: `gems=28800,money=100` or `money=99.99EUR`.
  public init(parsing text: String) throws(OddsError) {
    self.init()
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else {
        throw .invalid("budget", "expected CURRENCY=N or money=N, got \"\(part)\"")
      }
      if sides[0] == "money" {
        var digits = sides[1]
        while let last = digits.unicodeScalars.last, !("0"..."9").contains(last) {
          digits.unicodeScalars.removeLast()
        }
        guard let number = try? DecimalNumber(reading: digits, field: "money"),
          number.millionths >= 0, number.millionths <= 1_000_000_000_000
        else { throw .invalid("budget", "money: expected 0 to 1000000, got \"\(sides[1])\"") }
        money = number.millionths
        continue
      }
      guard let amount = Int64(sides[1]), (0...1_000_000_000_000).contains(amount) else {
        throw .invalid(
          "budget", "\(sides[0]): expected a whole number of at least 0, got \"\(sides[1])\"")
      }
      amounts.append(CurrencyAmount(sides[0], amount))
    }
  }
}
