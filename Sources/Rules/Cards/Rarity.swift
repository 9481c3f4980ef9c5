public import Schema

/// The scarcity of a card.
public enum Rarity: UInt8, BitwiseCopyable, NamedChoice, Comparable {
  /// The commonest rarity.
  case common = 0
  /// The rarity above common.
  case rare = 1
  /// The rarity above rare.
  case epic = 2
  /// The rarest.
  case legendary = 3

  /// The name in Lua, CSV and the command line.
  public var name: String { Rarity.names[index] }

  /// The names of all rarities, commonest first.
  public static let names = ["common", "rare", "epic", "legendary"]

  /// The index among all rarities; 0 is common.
  @inlinable public var index: Int { Int(rawValue) }

  /// Returns whether the left rarity is commoner.
  public static func < (left: Rarity, right: Rarity) -> Bool {
    left.rawValue < right.rawValue
  }
}
