public import FlintCalendar

/// A card and its state in a profile's collection.
public struct CardView: Sendable {
  package var position: Int
  package var definition: CardDefinition
  /// The number of copies received; 0 when the card is not owned.
  public var copies: Int
  /// The instant of the first copy; `nil` when the card is not owned.
  public var first: Instant?
  /// The id in the rulebook.
  public var id: String { definition.id }
  /// The name.
  public var name: String { definition.name }
  /// The rarity.
  public var rarity: CardRarity { definition.rarity }
  /// The category of the sparks that draw it.
  public var category: SparkCategory { definition.category }
  /// The bonus points that each further copy pays.
  package var duplicateValue: Int64
  /// The bonus points that duplicates of the card have paid so far.
  package var duplicatePoints: Int64 { Int64(max(0, copies - 1)) * duplicateValue }
}

package struct CardFilter: Sendable {
  /// Whether to select owned cards (`true`), missing cards (`false`) or both (`nil`).
  package var owned: Bool?
  /// The only category to select; `nil` for every category.
  package var category: SparkCategory?
  /// The only rarity to select; `nil` for every rarity.
  package var rarity: CardRarity?
  /// The id of the only set to select; `nil` for every card.
  package var set: String?
  /// The text that a selected card's name, sentence, category or rarity contains, ignoring case; `nil` for every
  /// card.
  package var search: String?

  /// Creates a filter; a condition that is `nil` selects every card.
  package init(
    owned: Bool? = nil, category: SparkCategory? = nil, rarity: CardRarity? = nil,
    set: String? = nil, search: String? = nil
  ) {
    self.owned = owned
    self.category = category
    self.rarity = rarity
    self.set = set
    self.search = search
  }
}

/// The number of cards in a group and the number of them that are owned.
package struct CardTally: Equatable, Sendable {
  package var owned = 0
  package var total = 0
}

extension Rulebook {
  /// Returns the cards that a profile owns, in the order of the rulebook.
  public func ownedCards(in state: ProfileState) -> [CardView] {
    collection(in: state, filter: CardFilter(owned: true))
  }

  /// Returns the card that an event drew; `nil` when it drew none.
  public func card(of draw: Outcome.Draw, in state: ProfileState) -> CardView? {
    draw.card.map { card(at: $0, in: state) }
  }

  /// Returns a card by its rulebook position.
  package func card(at position: Int, in state: ProfileState) -> CardView {
    let card = definition.cards[position]
    let holding = state.holding(of: position)
    return CardView(
      position: position, definition: card, copies: Int(holding.copies),
      first: holding.copies > 0 ? holding.first : nil,
      duplicateValue: cards.duplicatePoints[Int(cards[position].rarity)])
  }

  /// Returns the cards that a filter selects, in rulebook order.
  package func collection(in state: ProfileState, filter: CardFilter = CardFilter()) -> [CardView] {
    let wanted = filter.search?.lowercased()
    return definition.cards.indices.lazy.map { card(at: $0, in: state) }.filter { view in
      (filter.owned == nil || (view.copies > 0) == filter.owned)
        && (filter.category == nil || view.definition.category == filter.category)
        && (filter.rarity == nil || view.definition.rarity == filter.rarity)
        && (filter.set == nil || view.definition.set == filter.set)
        && (wanted.map { text in
          let card = view.definition
          return [card.name, card.text ?? "", card.category.name, card.rarity.name].contains {
            $0.lowercased().contains(text)
          }
        } ?? true)
    }
  }

  /// Returns owned and total cards by category, in the order of the rulebook.
  package func tallyByCategory(in state: ProfileState) -> [CardTally] {
    tally(in: state, buckets: definition.categories.count) { categories[$0.category] }
  }

  /// Returns owned and total cards by rarity, commonest first.
  package func tallyByRarity(in state: ProfileState) -> [CardTally] {
    tally(in: state, buckets: definition.rarities.count) { definition.position(of: $0.rarity) }
  }

  private func tally(
    in state: ProfileState, buckets: Int, by bucket: (CardDefinition) -> Int
  ) -> [CardTally] {
    var tallies = [CardTally](repeating: CardTally(), count: buckets)
    for (card, holding) in zip(definition.cards, state.holdings) {
      tallies[bucket(card)].total += 1
      if holding.copies > 0 { tallies[bucket(card)].owned += 1 }
    }
    return tallies
  }

  /// Returns the rarest owned cards: rarest first, then earliest owned first.
  package func rarestCards(_ count: Int, in state: ProfileState) -> [CardView] {
    // Positions are sorted instead of views: views are large, and only a few are needed.
    let (holdings, rarities) = (
      state.holdings, definition.cards.indices.map { cards[$0].rarity }
    )
    let positions = holdings.indices.filter { holdings[$0].copies > 0 }.sorted { left, right in
      if rarities[left] != rarities[right] {
        return rarities[left] > rarities[right]
      }
      return (holdings[left].first.milliseconds, left)
        < (holdings[right].first.milliseconds, right)
    }
    return positions.prefix(count).map { card(at: $0, in: state) }
  }
}
