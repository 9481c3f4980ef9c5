import FlintRules

/// The maximum numbers of a question about pools, so that no chain takes for ever or overflows.
enum PoolLimits {
  static let tiers = 16
  static let cards = 10_000
  static let weight: UInt64 = 1 << 32
  package static let rolls = 1_000_000
  static let packCards = 200
  static let packs = 64
  static let copies = 1000

  /// Throws an error for a number that is out of range.
  static func check(_ field: String, _ number: Int, in range: ClosedRange<Int>) throws(OddsError) {
    guard range.contains(number) else {
      throw .invalid(field, "expected \(range.lowerBound) to \(range.upperBound), got \(number)")
    }
  }
}

extension PoolTable {
  /// Throws an error for the first number of the pool that is out of reach of a chain, though a rulebook may have it.
  func checkLimits() throws(OddsError) {
    func check(_ field: String, _ number: Int?, _ range: ClosedRange<Int>) throws(OddsError) {
      if let number, !range.contains(number) {
        throw .invalid(
          "pool",
          "\(definition.id): \(field): expected \(range.lowerBound) to \(range.upperBound), got \(number)"
        )
      }
    }
    try check("tiers", cards.count, 1...PoolLimits.tiers)
    try check("cards", allCards.count, 1...PoolLimits.cards)
    for (tier, card) in allCards where card.weight > PoolLimits.weight {
      throw .invalid(
        "pool",
        "\(definition.id): \(card.id) in tier \(tier): expected a weight up to \(PoolLimits.weight), got \(card.weight)"
      )
    }
    for (tier, rule) in pity.enumerated() {
      for number in [rule?.hard, rule?.softStart, rule?.first, rule?.rates.last?.from] {
        try check("pity of tier \(tier)", number.map { Int(clamping: $0) }, 1...PoolLimits.rolls)
      }
    }
    let limit = definition.exchange?.limit.map { Int(clamping: $0) }
    try check("exchange limit", limit, 0...PoolLimits.copies)
    if opensPacks { try check("packs", packs.count, 1...PoolLimits.packs) }
    for pack in packs where !pack.cards.isEmpty {
      try check("cards of a pack", pack.cards.count, 1...PoolLimits.packCards)
    }
  }
}
