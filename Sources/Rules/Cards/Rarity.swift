/// The scarcity of a card: one of those that its rulebook lists, commonest first.
public struct Rarity: RulebookName {
  /// The number that stands for the name in this process.
  public let code: UInt16

  /// Creates the rarity of a code.
  public init(code: UInt16) { self.code = code }

  /// The commonest rarity of `ignition`.
  public static var common: Rarity { Rarity(code: 0) }
  /// The rarity of `ignition` above common.
  public static var rare: Rarity { Rarity(code: 1) }
  /// The rarity of `ignition` above rare.
  public static var epic: Rarity { Rarity(code: 2) }
  /// The rarest of `ignition`.
  public static var legendary: Rarity { Rarity(code: 3) }

  /// The rarities of `ignition`, commonest first.
  public static let ignition: [Rarity] = [.common, .rare, .epic, .legendary]

  /// The number that hashes of rulebooks have for the commonest rarity of `ignition`.
  public static let firstNumber: UInt8 = 0

  /// The names that are known, by code.
  public static let table = NameTable(["common", "rare", "epic", "legendary"])

  /// The maximum number of rarities in a rulebook.
  public static let most = 16
}
