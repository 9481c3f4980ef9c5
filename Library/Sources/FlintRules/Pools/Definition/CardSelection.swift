/// The cards of a pool: those listed, or those that match every filter given.
package struct CardSelection: Hashable, Sendable {
  /// The ids of the cards; empty where filters select them.
  package var ids: [String] = []
  /// The names of the only rarities; empty for all.
  package var rarities: [String] = []
  /// The names of the only categories; empty for all.
  package var categories: [String] = []

  /// Creates a selection.
  package init(ids: [String] = [], rarities: [String] = [], categories: [String] = []) {
    self.ids = ids
    self.rarities = rarities
    self.categories = categories
  }

  /// Returns whether a card is selected.
  func includes(_ card: CardDefinition) -> Bool {
    if !ids.isEmpty { return ids.contains(card.id) }
    return (rarities.isEmpty ? !card.isExclusive : rarities.contains(card.rarity.name))
      && (categories.isEmpty || categories.contains(card.category.name))
  }
}
