extension RulebookDefinition {
  /// The rarities, commonest first.
  public var rarities: [Rarity] { Rarity.allCases }
  /// The categories, in their order.
  public var categories: [Category] { Category.allCases }
}
extension CardDefinition {
  var weight: UInt64 { 1 }
}
