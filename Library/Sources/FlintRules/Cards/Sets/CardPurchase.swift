package import FlintSchema

/// The content of an event that buys a missing card of choice.
package struct CardPurchase: SchemaRecord {
  /// The id of the card.
  package private(set) var card = ""

  package static let schema = RecordSchema<CardPurchase>([
    Field("card", \.card, "The id of the card.", type: .line(maximum: 100))
  ])
  package static let blank = CardPurchase()

  private init() {}

  /// - Throws: `FieldError` when the id is empty or too long.
  package init(card: String) throws(FieldError) {
    self.card = card
    self = try checked()
  }
}

extension Rulebook {
  /// Returns the price of a card of choice, by currency; empty where it cannot be bought.
  package func price(ofCard position: Int) -> [CurrencyAmount] {
    let card = definition.cards[position]
    if card.isExclusive { return [] }
    return definition.cardPrices.first { $0.name == card.rarity.name }?.value ?? []
  }

  /// Buys a missing card of choice for its price.
  func buy(
    _ purchase: CardPurchase, of event: ProfileEvent, _ moves: MissionPlan.Moves,
    _ state: inout ProfileState, _ outcome: inout Outcome
  ) -> SubjectEffect {
    guard let position = cardPosition(id: purchase.card) else { return .void(.unknownCard) }
    let card = definition.cards[position]
    let price = card.isExclusive ? [] : currencies.prices[rarityPosition(ofCard: position)]
    if price.isEmpty { return .void(.notForSale) }
    if state.holding(of: position).copies > 0 { return .void(.cardOwned) }
    guard card.season.contains(state.windows.newestDay.day) else { return .void(.outOfSeason) }
    guard state.wallet.spend([(price, 1)]) else { return .void(.notCovered) }
    outcome.draws = [
      receive(position, rarity: nil, isFeatured: false, at: event.at, moves, &state)
    ]
    return SubjectEffect()
  }
}
