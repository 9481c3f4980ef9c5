import FlintRules
import FlintSchema

/// An entry of a policy's `pools`, compiled for a rulebook.
struct PolicyRolls {
  typealias Amount = (currency: Int, amount: Int64)

  let policy: PoolPolicy
  let pool: Int
  let action: ProfileEvent.Action
  /// The cost; `nil` where rolls cannot be bought.
  let cost: Rulebook.PoolCost?
  let saveUntil: [Amount]
  let keep: [Amount]
  let season: Season
  /// The choice of the card of the path; `nil` for none.
  let choice: ProfileEvent.Action?
  /// The cards that can be taken in exchange, each with its event.
  private let offers: [(card: Int, price: Int64, action: ProfileEvent.Action)]
  /// Whether rolls differ in their prices.
  let priceChanges: Bool
  var goal: PoolWatch?
  /// Whether nothing is left to roll.
  var isOver = false

  /// - Throws: `PlanProblem` when the rulebook lacks what the entry names.
  init(_ entry: PoolPolicy, _ rulebook: Rulebook, _ field: String) throws(PlanProblem) {
    let position = try rulebook.pool(entry.pool, "\(field).pool") as Int
    let definition = rulebook.definition.pools[position]
    guard let cost = rulebook.cost(ofRolls: Int(entry.roll), pool: position) else {
      throw PlanProblem(
        "\(field).roll",
        "pool \(entry.pool) sells bundles of \(definition.bundle?.size ?? 1) only, got \(entry.roll)"
      )
    }
    if let target = entry.stopAt {
      do throws(PlanProblem) {
        goal = try PoolWatch(target, in: entry.pool, rulebook)
      } catch {
        throw PlanProblem("\(field).stop_at", error.problem)
      }
    }
    do throws(FieldError) {
      action = .pool(.roll(try PoolRoll(pool: entry.pool, count: entry.roll)))
    } catch {
      throw PlanProblem("\(field).roll", "\(error)")
    }
    policy = entry
    pool = position
    self.cost = cost
    priceChanges = definition.priceChanges
    saveUntil = try Self.amounts(entry.saveUntil, rulebook, "\(field).save_until")
    keep = try Self.amounts(entry.keep, rulebook, "\(field).keep")
    season = definition.season
    choice = try Self.choice(entry, rulebook, "\(field).choose")
    offers = try Self.offers(entry, rulebook, "\(field).exchange")
  }

  static func amounts(
    _ amounts: [CurrencyAmount], _ rulebook: Rulebook, _ field: String
  ) throws(PlanProblem) -> [Amount] {
    var positions: [Amount] = []
    for amount in amounts {
      positions.append((try rulebook.currency(amount.name, field), amount.value))
    }
    return positions
  }

  /// Returns the event that chooses the card of the path.
  private static func choice(
    _ entry: PoolPolicy, _ rulebook: Rulebook, _ field: String
  ) throws(PlanProblem) -> ProfileEvent.Action? {
    guard let id = entry.choose else { return nil }
    guard let featured = rulebook.definition.pool(entry.pool)?.definition.featured,
      featured.path != nil
    else {
      throw PlanProblem(
        field, "pool \(entry.pool) has no path, on which a chosen card becomes certain")
    }
    return .pool(.choose(try card(id, of: entry, among: featured.cards, "featured card", field)))
  }

  /// Returns the cards that can be taken in exchange.
  private static func offers(
    _ entry: PoolPolicy, _ rulebook: Rulebook, _ field: String
  ) throws(PlanProblem) -> [(card: Int, price: Int64, action: ProfileEvent.Action)] {
    guard let wanted = entry.exchange, let pool = rulebook.definition.pool(entry.pool) else {
      return []
    }
    guard pool.definition.exchange != nil else {
      throw PlanProblem(field, "pool \(entry.pool) has no exchange of rolls for cards")
    }
    let cards = rulebook.definition.cards
    let offered = pool.offered.map { ($0.card.position, $0.price) }
    let ids =
      switch wanted {
      case .card(let id): [id]
      case .missing: offered.map { cards[$0.0].id }
      }
    var offers: [(card: Int, price: Int64, action: ProfileEvent.Action)] = []
    for id in ids {
      let choice = try card(id, of: entry, among: offered.map { cards[$0.0].id }, "card", field)
      guard let (position, price) = offered.first(where: { cards[$0.0].id == id }) else { continue }
      offers.append((position, price, .pool(.exchange(choice))))
    }
    return offers
  }

  private static func card(
    _ id: String, of entry: PoolPolicy, among ids: [String], _ kind: String, _ field: String
  ) throws(PlanProblem) -> PoolChoice {
    guard ids.contains(id) else {
      let hint = NearestName.hint(for: id, among: ids)
      let known = ids.count <= 16 ? ids.alternatives : "one of its \(ids.count)"
      throw PlanProblem(
        field,
        "pool \(entry.pool) has no \(kind) \"\(id)\""
          + (hint.isEmpty ? "; expected \(known)" : hint))
    }
    do throws(FieldError) {
      return try PoolChoice(pool: entry.pool, card: id)
    } catch {
      throw PlanProblem(field, "\(error)")
    }
  }

  mutating func begin() {
    isOver = false
    goal?.reset()
  }

  /// Returns the exchange that the player makes now; `nil` for none.
  ///
  /// - Parameter balance: the points of the player, and the number of exchanges left.
  func exchange(
    _ balance: (points: Int64, left: Int64), _ state: borrowing ProfileState
  ) -> ProfileEvent.Action? {
    guard balance.left > 0, let wanted = policy.exchange else { return nil }
    if case .card = wanted {
      return offers.first.flatMap { $0.price <= balance.points ? $0.action : nil }
    }
    if let goal {
      guard let gap = goal.gap(offered: offers.map { ($0.card, $0.price) }),
        gap.points <= balance.points, gap.copies <= balance.left
      else { return nil }
      return offers.first { $0.card == gap.card }?.action
    }
    for offer in offers
    where offer.price <= balance.points && state.holding(of: offer.card).copies == 0 {
      return offer.action
    }
    return nil
  }
}
