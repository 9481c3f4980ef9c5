/// The scarcity of a card: one of those that its rulebook lists, commonest first.
public struct CardRarity: RulebookName {
  package let code: UInt16

  package init(code: UInt16) { self.code = code }

  /// Creates the rarity of a name, which rulebooks in this process may list from then on; `nil` when there are
  /// too many names.
  public init?(declaring name: String) {
    guard let code = Self.table.declare(name) else { return nil }
    self.init(code: code)
  }

  /// The name in rulebooks, JSON, Lua, CSV and on the command line.
  public var name: String { Self.table[code] }
  /// The name.
  public var description: String { name }

  /// The commonest rarity of `ignition`.
  public static var common: CardRarity { CardRarity(code: 0) }
  /// The rarity of `ignition` above common.
  public static var rare: CardRarity { CardRarity(code: 1) }
  /// The rarity of `ignition` above rare.
  public static var epic: CardRarity { CardRarity(code: 2) }
  /// The rarest of `ignition`.
  public static var legendary: CardRarity { CardRarity(code: 3) }

  /// The rarities of `ignition`, commonest first.
  package static let ignition: [CardRarity] = [.common, .rare, .epic, .legendary]

  /// The number that hashes of rulebooks have for the commonest rarity of `ignition`.
  package static let firstNumber: UInt8 = 0

  package static let table = NameTable(["common", "rare", "epic", "legendary"])

  /// The maximum number of rarities in a rulebook.
  package static let most = 16
}
