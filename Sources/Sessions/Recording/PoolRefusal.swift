import FlintCalendar
import FlintRules
import FlintSchema

/// Why the rules refuse an event about a pool or a currency, with the names and numbers that the reason lacks.
struct PoolRefusal {
  let rulebook: Rulebook
  let day: CivilDay
  /// The state before the event; `nil` where later events exist.
  let state: ProfileState?

  /// Returns the sentence for a reason; `nil` where the reason says it all.
  func sentence(_ action: ProfileEvent.Action, _ reason: VoidReason) -> String? {
    switch action {
    case .currency(.grant(let grant)) where reason == .unknownCurrency:
      return absence(
        "currency", "currencies", grant.currency, among: rulebook.definition.currencies.map(\.id))
    case .pool(.roll(let roll)): return sentence(roll.pool, reason, rolls: roll.count, nil)
    case .pool(.exchange(let choice)): return sentence(choice.pool, reason, rolls: 0, choice.card)
    case .pool(.buy(let purchase)): return sentence(purchase.card, reason)
    case .pool(.choose(let choice)):
      guard reason == .notOffered, let pool = rulebook.definition.pool(choice.pool) else {
        return sentence(choice.pool, reason, rolls: 0, choice.card)
      }
      guard pool.definition.featured?.path != nil else {
        return "pool \(choice.pool) has no path: no card can be chosen"
      }
      return unoffered(choice.card, pool, among: pool.cards.joined().filter(\.isFeatured))
    default: return nil
    }
  }

  private func sentence(
    _ id: String, _ reason: VoidReason, rolls: Int64, _ card: String?
  ) -> String? {
    if reason == .unknownPool {
      return absence("pool", "pools", id, among: rulebook.definition.pools.map(\.id))
    }
    guard let position = rulebook.poolPosition(id: id), let pool = rulebook.definition.pool(id)
    else { return nil }
    let definition = pool.definition
    let view = state.flatMap { rulebook.pools(in: $0, on: day)[position] }
    switch reason {
    case .poolClosed:
      let season = definition.season.occurrence(near: day)
      let words = [season.from.map { "from \($0)" }, season.before.map { "before \($0)" }]
      return "pool \(id) is open \(words.compactMap(\.self).joined(separator: " and ")) only"
    case .poolLimit:
      guard let limit = definition.limit, let view else { return nil }
      return
        "too many rolls for the limit of pool \(id), which is \(limit); left: \(limit - view.rolls)"
    case .boxEmpty:
      return view.map { view in
        "too many cards for the box of pool \(id); left: \(view.box.reduce(0) { $0 + $1.count })"
      }
    case .tooFewRolls:
      guard let exchange = definition.exchange, let view else { return nil }
      let cards = rulebook.definition.cards
      let price = pool.offered.first { cards[$0.card.position].id == card }?.price
      let unit = exchange.countsRolls ? "rolls" : "points"
      return
        "an exchange takes \(price ?? exchange.at ?? 0) \(unit) of pool \(id), and there are \(view.points)"
    case .noToken:
      guard let state, rolls > 1 else { return nil }
      return "\(rolls) rolls take \(rolls) roll tokens, and there are \(state.fuel.tokens)"
    case .notCovered: return price(of: rolls, position, definition)
    case .notOffered:
      guard let exchange = definition.exchange else { return "pool \(id) has no exchange" }
      if let limit = exchange.limit, let view, view.exchanges >= limit {
        return "the limit of exchanges of pool \(id), which is \(limit), is reached"
      }
      return unoffered(card ?? "", pool, among: pool.offered.map(\.card))
    default: return nil
    }
  }

  /// Returns the sentence for a reason why a card of choice cannot be bought.
  private func sentence(_ id: String, _ reason: VoidReason) -> String? {
    let cards = rulebook.definition.cards
    guard let position = rulebook.cardPosition(id: id) else {
      return "rulebook \(rulebook.definition.id) has no card \"\(id)\""
        + NearestName.hint(for: id, among: cards.map(\.id)) + "; flint cards lists the cards"
    }
    let card = cards[position]
    switch reason {
    case .cardOwned:
      return "the card \(card.name) is owned already; only missing cards can be bought"
    case .notForSale:
      return
        "the card \(card.name) cannot be bought: rulebook \(rulebook.definition.id) has no price for "
        + (card.isExclusive ? "cards that only pools draw" : "\(card.rarity.name) cards")
    case .outOfSeason:
      let season = card.season.occurrence(near: day)
      let days = [
        season.from.map { "from \($0)" }, season.before.map { "before \($0)" },
      ].compactMap(\.self).joined(separator: " and ")
      return "the card \(card.name) can be bought in its season only, \(days)"
    case .notCovered:
      guard let state else { return nil }
      let price = rulebook.price(ofCard: position)
      let amounts = price.map { amount in
        let balance =
          rulebook.currencyPosition(id: amount.name).map { state.wallet.balances[$0] } ?? 0
        return "\(amount.value) \(amount.name), of which there are \(max(0, balance))"
      }
      return "the card \(card.name) costs \(amounts.joined(separator: ", and "))"
    default: return nil
    }
  }

  /// Returns what is missing of a price, or that rolls are sold in bundles alone.
  private func price(of rolls: Int64, _ position: Int, _ pool: PoolDefinition) -> String? {
    let count = Int(clamping: rolls)
    let known = state.map { rulebook.cost(ofRolls: count, pool: position, in: $0) }
    guard let cost = known ?? rulebook.cost(ofRolls: count, pool: position) else {
      return pool.bundle.map {
        "pool \(pool.id) has a price for \($0.size) rolls together only; roll \($0.size), "
          + "\($0.size * 2), … cards"
      }
    }
    guard let state else { return nil }
    let missing = cost.amounts.compactMap { currency, amount -> String? in
      let missing = amount - state.wallet.balances[currency]
      return missing > 0 ? "\(missing) \(rulebook.definition.currencies[currency].id)" : nil
    }
    return missing.isEmpty
      ? nil : "the balance does not cover the price: \(missing.joined(separator: ", ")) are missing"
  }

  private func unoffered(
    _ card: String, _ pool: PoolTable, among offers: [PoolTable.Card]
  ) -> String {
    let cards = rulebook.definition.cards
    let offered = offers.map { cards[$0.position].id }
    return "pool \(pool.definition.id) does not offer card \"\(card)\""
      + NearestName.hint(for: card, among: offered)
      + (offered.count <= 16 ? "; expected \(offered.alternatives)" : "")
  }

  private func absence(_ noun: String, _ plural: String, _ id: String, among ids: [String])
    -> String
  {
    if ids.isEmpty { return "rulebook \(rulebook.definition.id) has no \(plural)" }
    return "rulebook \(rulebook.definition.id) has no \(noun) \"\(id)\""
      + NearestName.hint(for: id, among: ids)
      + (ids.count <= 16 ? "; expected \(ids.alternatives)" : "")
  }
}
