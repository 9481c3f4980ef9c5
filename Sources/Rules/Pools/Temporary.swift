extension RulebookDefinition {
  /// The rarities, commonest first.
  public var rarities: [Rarity] { Rarity.allCases }
  var categories: [Category] { Category.allCases }
}
extension CardDefinition {
  var weight: UInt64 { 1 }
}
