extension RulebookDefinition {
  /// The rarities, commonest first; the same in every rulebook.
  public var rarities: [Rarity] { Rarity.allCases }
  /// The categories, in their order; the same in every rulebook.
  public var categories: [Category] { Category.allCases }
}

extension CardDefinition {
  /// The weight among the cards that it is drawn with: all cards are equally likely.
  var weight: UInt64 { 1 }
}
