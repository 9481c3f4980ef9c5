/// The featured cards of a pool, among the cards of their rarities.
package struct FeaturedDefinition: Hashable, Sendable {
  /// The ids of the featured cards, of one or more rarities.
  package var cards: [String] = []
  /// The chance that a card of their rarity is a featured one.
  package var share = Fraction.one
  /// Whether after a card of the rarity that is not featured the next one is.
  package var hasGuarantee = false
  /// The number of other cards of the rarity after which a chosen featured card is certain.
  package var path: Int64?
  /// The roll at which a featured card of the rarest such rarity is certain, counted from the last one; the next
  /// one, where a rarer card is certain in it.
  package var hard: Int64?
  /// Whether `hard` holds only until the first featured card.
  package var isHardOnce = false

  /// Creates featured cards.
  package init(cards: [String] = [], share: Fraction = .one) {
    self.cards = cards
    self.share = share
  }
}
