/// How scarce a card is.
public enum Rarity: UInt8, BitwiseCopyable, Sendable, CaseIterable, Comparable {
  /// The commonest.
  case common = 0
  /// Above common.
  case rare = 1
  /// Above rare.
  case epic = 2
  /// The rarest.
  case legendary = 3

  /// The name in Lua, CSV and the command line.
  public var name: String { Rarity.names[index] }

  /// The names of all rarities, commonest first.
  public static let names = ["common", "rare", "epic", "legendary"]

  /// Reads a name; `nil` when it is none.
  public init?(name: some StringProtocol) {
    guard let index = Rarity.names.firstIndex(where: { $0 == name }) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// The position among all rarities, from 0 = common.
  @inlinable public var index: Int { Int(rawValue) }

  /// Whether the left rarity is the commoner one.
  public static func < (left: Rarity, right: Rarity) -> Bool {
    left.rawValue < right.rawValue
  }
}
