import BigInt
import Chance
package import Rules
import Schema

extension Sweep {
  /// Returns the rules with each of the values.
  ///
  /// - Throws: `PlanProblem` when a value makes the rulebook invalid.
  package func variants(of rulebook: Rulebook) throws(PlanProblem) -> [Plan.Variant] {
    try values.map { value throws(PlanProblem) in
      let shown = "\(name)=\(value)"
      let definition = try definition(rulebook.definition, value)
      do throws(RulebookError) {
        return Plan.Variant(name: shown, rulebook: try Rulebook(definition))
      } catch {
        throw PlanProblem(
          "sweep", "\(shown) makes the rulebook invalid: \(error.faults.first?.description ?? "")")
      }
    }
  }

  private func definition(
    _ rules: RulebookDefinition, _ value: Fraction
  ) throws(PlanProblem) -> RulebookDefinition {
    var definition = rules
    switch target {
    case .drop(let drop):
      try set(drop, of: rules, &definition.drops.rates, &definition.drops.pity, value)
    case .chance: definition.drops.chance = value
    case .duplicate(let rarity):
      definition.points.duplicates[try position(of: rarity, rules)] = try whole(value)
    case .fuelCapacity: definition.fuelCapacity = try whole(value)
    case .start(let id):
      definition.currencies[try currency(id, rules)].start = try whole(value)
    case .perDay(let id):
      definition.currencies[try currency(id, rules)].perDay = try whole(value)
    case .pool(let id, let number):
      let position = try Self.position(id, "pool", rules.pools.map(\.id), rules)
      try set(number, of: &definition.pools[position], rules, value)
    }
    return definition
  }

  private func set(
    _ number: PoolNumber, of pool: inout PoolDefinition, _ rules: RulebookDefinition,
    _ value: Fraction
  ) throws(PlanProblem) {
    /// An optional table of the pool, which it must have.
    func table<Table>(_ table: Table?, _ key: String) throws(PlanProblem) -> Table {
      if let table { return table }
      throw PlanProblem("sweep", "pool \(pool.id) has no \(key), which \(name) could vary")
    }
    switch number {
    case .drop(let drop):
      // What the pool takes from `drops` becomes its own.
      guard let resolved = PoolTable(pool, in: rules) else {
        throw PlanProblem(
          "sweep", "pool \(pool.id): the rates' common denominator is too large; round them")
      }
      var (rates, pity) = (resolved.rates, resolved.pity)
      try set(drop, of: rules, &rates, &pity, value)
      if rates != resolved.rates {
        pool.rates = zip(rules.rarities, rates).map { NamedValue($0.name, $1) }
      }
      if pity != resolved.pity {
        pool.pity = zip(rules.rarities, pity).compactMap { rarity, rule in
          rule.map { NamedValue(rarity.name, $0) }
        }
      }
    case .share, .path, .featuredHard:
      var featured = try table(pool.featured, "featured cards")
      switch number {
      case .path: featured.path = try whole(value)
      case .featuredHard: featured.hard = try whole(value)
      default: featured.share = value
      }
      pool.featured = featured
    case .exchange:
      var exchange = try table(pool.exchange, "exchange")
      exchange.at = try whole(value)
      pool.exchange = exchange
    case .price(let id):
      try set(try whole(value), of: id, in: &pool.price, rules)
    case .bundlePrice(let id):
      var bundle = try table(pool.bundle, "bundle")
      try set(try whole(value), of: id, in: &bundle.price, rules)
      pool.bundle = bundle
    case .bundleSize:
      var bundle = try table(pool.bundle, "bundle")
      bundle.size = try whole(value)
      pool.bundle = bundle
    case .limit: pool.limit = try whole(value)
    }
  }

  private func set(
    _ amount: Int64, of currency: String, in price: inout [CurrencyAmount],
    _ rules: RulebookDefinition
  ) throws(PlanProblem) {
    _ = try self.currency(currency, rules)
    if let index = price.firstIndex(where: { $0.name == currency }) {
      price[index].value = amount
    } else {
      price.append(CurrencyAmount(currency, amount))
      price.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
  }

  private func set(
    _ drop: Drop, of rules: RulebookDefinition, _ rates: inout [Fraction],
    _ pity: inout [PityDefinition?], _ value: Fraction
  ) throws(PlanProblem) {
    switch drop {
    case .rate(let rarity):
      rates = try scaled(rates, try position(of: rarity, rules), value)
    case .hard(let rarity):
      pity[try position(of: rarity, rules), default: PityDefinition()].hard = try whole(value)
    case .softStart(let rarity):
      pity[try position(of: rarity, rules), default: PityDefinition()].softStart = try whole(value)
    case .softStep(let rarity):
      pity[try position(of: rarity, rules), default: PityDefinition()].softStep = value
    }
  }

  private func position(
    of rarity: Rarity, _ rules: RulebookDefinition
  ) throws(PlanProblem) -> Int {
    try Self.position(rarity.name, "rarity", rules.rarities.names, rules)
  }

  private func currency(_ id: String, _ rules: RulebookDefinition) throws(PlanProblem) -> Int {
    try Self.position(id, "currency", rules.currencies.map(\.id), rules)
  }

  private static func position(
    _ name: String, _ kind: String, _ names: [String], _ rules: RulebookDefinition
  ) throws(PlanProblem) -> Int {
    if let position = names.firstIndex(of: name) { return position }
    throw PlanProblem(
      "sweep",
      "rulebook \(rules.id) has no \(kind) \"\(name)\"" + NearestName.hint(for: name, among: names))
  }

  private func whole(_ value: Fraction) throws(PlanProblem) -> Int64 {
    guard value.denominator == 1, let whole = Int64(exactly: value.numerator) else {
      throw PlanProblem("sweep", "\(name) is a whole number, got \(value)")
    }
    return whole
  }

  /// Returns the rates with a new value for one rarity: the others keep their proportions.
  private func scaled(
    _ rates: [Fraction], _ rarity: Int, _ value: Fraction
  ) throws(PlanProblem) -> [Fraction] {
    guard value.numerator <= value.denominator else {
      throw PlanProblem("sweep", "\(name): expected rates from 0 to 1, got \(value)")
    }
    guard rates[rarity] != .one else {
      throw PlanProblem(
        "sweep", "\(name): all other rates are 0, so that there is no proportion to keep")
    }
    let factor = (.one - Ratio(value)) / (.one - Ratio(rates[rarity]))
    return try rates.enumerated().map { index, rate throws(PlanProblem) in
      guard let scaled = index == rarity ? value : Fraction(Ratio(rate) * factor) else {
        throw PlanProblem("sweep", "\(name)=\(value) makes rates of too many digits; round them")
      }
      return scaled
    }
  }
}

extension [PityDefinition?] {
  /// The pity of a rarity, created where none exists.
  fileprivate subscript(rarity: Int, default default: PityDefinition) -> PityDefinition {
    get { self[rarity] ?? `default` }
    set { self[rarity] = newValue }
  }
}
