/// The featured cards of a pool, among the cards of their rarities.
package struct FeaturedDefinition: Hashable, Sendable {
  /// The ids of the featured cards, of one or more rarities.
  package var cards: [String] = []
  /// The chance that a card of their rarity is a featured one.
  package var share = Fraction.one
  /// The chance after 1, 2, … chances lost in a row, of which the last holds from then on; empty where it is always
  /// `share`.
  ///
  /// A chance is lost by a card of the rarity that could have been featured and is not, and won by one that could have
  /// been another and is featured, which ends the row. A card that was featured for certain (by `hasGuarantee`, `path`,
  /// `hard` or `from`) was no chance: it neither adds to the row nor ends it.
  package var laterShares: [Fraction] = []
  /// Whether after a card of the rarity that is not featured the next one is.
  package var hasGuarantee = false
  /// The number of other cards of the rarity after which a chosen featured card is certain.
  package var path: Int64?
  /// The roll at which a featured card of the rarest such rarity is certain, counted from the last one; the next
  /// one, where a rarer card is certain in it.
  package var hard: Int64?
  /// The number of rolls since the last featured card after which the next card of the rarest featured rarity is
  /// featured. It makes no roll certain; a featured card ends it until as many rolls have passed again.
  package var from: Int64?
  /// Whether `hard` and `from` hold only until the first featured card.
  package var isHardOnce = false

  /// Creates featured cards.
  package init(cards: [String] = [], share: Fraction = .one) {
    self.cards = cards
    self.share = share
  }

  /// The chances by the number of chances lost in a row, of which the last holds from then on.
  package var shares: [Fraction] {
    get { [share] + laterShares }
    set {
      share = newValue.first ?? .one
      laterShares = Array(newValue.dropFirst())
    }
  }

  /// Returns the chance after a number of chances lost in a row.
  package func share(afterLosing lost: Int64) -> Fraction {
    guard lost > 0, let last = laterShares.last else { return share }
    return lost <= Int64(laterShares.count) ? laterShares[Int(lost) - 1] : last
  }

  /// Whether no card of the rarity is left to chance after a number of chances lost in a row, as written in `share`.
  package func isCertain(afterLosing lost: Int64) -> Bool {
    !laterShares.isEmpty && share(afterLosing: lost) == .one
  }
}
