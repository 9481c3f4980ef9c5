import FlintJSON
package import FlintSchema

/// The number of copies of a card up to which it precedes others of its rarity.
package struct ProtectionDefinition: Hashable, Sendable {
  /// The number of every rarity; `nil` where each rarity has its own.
  package var copies: Int64?
  /// The numbers by rarity; one that is not named is not protected.
  package var rarities: [NamedValue<Int64>] = []

  package init(_ copies: Int64?) { self.copies = copies }

  package init(_ rarities: [NamedValue<Int64>]) { self.rarities = rarities }

  /// The numbers that occur.
  package var numbers: [Int64] { copies.map { [$0] } ?? rarities.map(\.value) }

  /// Returns the number of a rarity; 0 where it is not protected.
  package func copies(of rarity: String) -> Int64 {
    copies ?? rarities.first { $0.name == rarity }?.value ?? 0
  }

  /// The number of every rarity, or a table by rarity.
  static let type: TableType<ProtectionDefinition> = {
    let copies = TableType<Int64>.whole.limited(to: 1...1_000_000)
    let rarities = TableType<[NamedValue<Int64>]>.named("a rarity", copies)
    var type = TableType(
      "a whole number, or a table with a rarity as key", blank: ProtectionDefinition(nil)
    ) { source, value, reader in
      if case .object = source {
        value.copies = nil
        return rarities.read(source, &value.rarities, &reader)
      }
      var number: Int64 = 1
      guard copies.read(source, &number, &reader) else { return false }
      value = ProtectionDefinition(number)
      return true
    } json: { protection in
      protection.copies.map(copies.json) ?? rarities.json(protection.rarities)
    }
    type.check = { protection, reader in
      if let number = protection.copies { return copies.check(number, &reader) }
      if protection.rarities.isEmpty { reader.fault("expected at least one rarity") }
      rarities.check(protection.rarities, &reader)
    }
    return type
  }()
}
