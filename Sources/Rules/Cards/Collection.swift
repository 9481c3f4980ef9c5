/// A card and how it stands in a profile's collection.
public struct CardView: Sendable {
  /// The card's position in the rulebook.
  public var position: Int
  /// The card.
  public var definition: CardDefinition
  /// Copies given; 0 = not owned.
  public var copies: Int
  /// When the first copy was given.
  public var first: Instant?
  /// Bonus points that each further copy pays.
  public var duplicateValue: Int64
  /// Bonus points that duplicates of it have paid so far.
  public var duplicatePoints: Int64 { Int64(max(0, copies - 1)) * duplicateValue }
}

/// Which cards are wanted.
public struct CardFilter: Sendable {
  /// Only owned ones, or only missing ones.
  public var owned: Bool?
  /// Only cards of this category.
  public var category: Category?
  /// Only cards of this rarity.
  public var rarity: Rarity?
  /// Only cards whose name contains this, case aside.
  public var search: String?

  /// Makes a filter; what is not given filters nothing.
  public init(
    owned: Bool? = nil, category: Category? = nil, rarity: Rarity? = nil, search: String? = nil
  ) {
    self.owned = owned
    self.category = category
    self.rarity = rarity
    self.search = search
  }
}

/// How many cards of some sort there are, and how many of them are owned.
public struct CardTally: Equatable, Sendable {
  /// Distinct cards owned.
  public var owned = 0
  /// Cards there are.
  public var total = 0
}

extension Rulebook {
  /// A card by its position.
  public func card(at position: Int, in state: ProfileState) -> CardView {
    let card = definition.cards[position]
    let holding = state.holding(of: position)
    return CardView(
      position: position, definition: card, copies: Int(holding.copies),
      first: holding.copies > 0 ? holding.first : nil,
      duplicateValue: duplicatePoints[card.rarity.index])
  }

  /// The cards that pass a filter, in rulebook order.
  public func collection(in state: ProfileState, filter: CardFilter = CardFilter()) -> [CardView] {
    let wanted = filter.search?.lowercased()
    return definition.cards.indices.lazy.map { card(at: $0, in: state) }.filter { view in
      (filter.owned == nil || (view.copies > 0) == filter.owned)
        && (filter.category == nil || view.definition.category == filter.category)
        && (filter.rarity == nil || view.definition.rarity == filter.rarity)
        && (wanted.map { view.definition.name.lowercased().contains($0) } ?? true)
    }
  }

  /// Owned of total, by category in the order of `Category.allCases`.
  public func tallyByCategory(in state: ProfileState) -> [CardTally] {
    tally(in: state, buckets: Category.allCases.count) { $0.category.index }
  }

  /// Owned of total, by rarity, commonest first.
  public func tallyByRarity(in state: ProfileState) -> [CardTally] {
    tally(in: state, buckets: Rarity.allCases.count) { $0.rarity.index }
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

  /// The rarest cards owned: by rarity, then the earliest owned first.
  public func rarestCards(_ count: Int, in state: ProfileState) -> [CardView] {
    // Sorted by places: views are large, and only a few of them are wanted.
    let (holdings, rarities) = (state.holdings, definition.cards.map(\.rarity))
    let places = holdings.indices.filter { holdings[$0].copies > 0 }.sorted { left, right in
      if rarities[left] != rarities[right] {
        return rarities[left] > rarities[right]
      }
      return (holdings[left].first.milliseconds, left)
        < (holdings[right].first.milliseconds, right)
    }
    return places.prefix(count).map { card(at: $0, in: state) }
  }
}
