import Rules

extension PoolModel {
  /// The maximum numbers of a pool, so that no model takes for ever or overflows.
  enum Most {
    static let tiers = 16
    static let cards = 10_000
    static let weight: UInt64 = 1 << 32
    static let rolls: Int64 = 1_000_000
    static let bundle = 1000
    static let packCards = 200
    static let packs = 64
    static let path = 1000
    static let copies = 1000
    static let boxCopies = 100_000
    /// The maximum denominator of rates: it keeps every weight far from overflow.
    static let denominator: UInt64 = 1 << 48
  }

  /// Throws an error for the first fault of the model.
  func check() throws(OddsError) {
    try Self.check("tiers", tiers.count, in: 1...Most.tiers)
    try Self.check("cards", allCards.count, in: 1...Most.cards)
    for (tier, card) in allCards {
      guard card.weight <= Most.weight else {
        throw .invalid(
          "cards",
          "\(card.id) in tier \(tier): expected a weight up to \(Most.weight), got \(card.weight)")
      }
      if box != nil { try Self.check("count of \(card.id)", card.count, in: 0...Most.boxCopies) }
    }
    try Self.checkSum("rates", tiers.map(\.rate))
    for (index, tier) in tiers.enumerated() {
      if let pity = tier.pity {
        let field = "pity of tier \(index)"
        if let hard = pity.hard {
          try Self.check(field, Int(clamping: hard), in: 1...Int(Most.rolls))
        }
        if let start = pity.softStart {
          try Self.check(field, Int(clamping: start), in: 1...Int(Most.rolls))
        }
        guard pity.softStep.numerator <= pity.softStep.denominator else {
          throw .invalid(field, "expected a step from 0 to 1, got \(pity.softStep)")
        }
      }
      if let first = tier.first {
        try Self.check("first of tier \(index)", Int(clamping: first), in: 1...Int(Most.rolls))
      }
      if let featured = tier.featured {
        guard featured.share.numerator <= featured.share.denominator,
          featured.share.denominator <= Most.denominator
        else {
          throw .invalid(
            "featured of tier \(index)", "expected a share from 0 to 1, got \(featured.share)")
        }
        if let path = featured.path {
          try Self.check("path of tier \(index)", path, in: 1...Most.path)
        }
      }
    }
    if let ceiling { try Self.check("ceiling", ceiling.at, in: 1...Int(Most.rolls)) }
    if ceiling != nil && ceilingTier == nil {
      throw .invalid("ceiling", "the pool has no featured card that a roll could give for certain")
    }
    if let exchange {
      try Self.check("exchange", exchange.at, in: 1...Int(Most.rolls))
      if let limit = exchange.limit { try Self.check("exchange limit", limit, in: 0...Most.copies) }
    }
    if let bundle {
      try Self.check("bundle", bundle.size, in: 1...Most.bundle)
      if let tier = bundle.atLeast { try Self.check("bundle tier", tier, in: 0...tiers.count - 1) }
    }
    if let protection { try Self.check("protection", protection, in: 1...Most.copies) }
    try checkPacks()
  }

  private func checkPacks() throws(OddsError) {
    guard !packs.isEmpty else { return }
    guard box == nil else { throw .invalid("packs", "a pool has either packs or a box") }
    try Self.check("packs", packs.count, in: 1...Most.packs)
    try Self.checkSum("rates of packs", packs.map(\.rate))
    for pack in packs {
      for slot in pack.slots { try Self.check("slot count", slot.count, in: 1...Most.packCards) }
      let cards = pack.slots.reduce(0) { $0 + $1.count }
      try Self.check("cards of a pack", cards, in: 1...Most.packCards)
      if let tier = pack.atLeast { try Self.check("pack tier", tier, in: 0...tiers.count - 1) }
      for slot in pack.slots {
        try Self.check("rates of a slot", slot.rates.count, in: tiers.count...tiers.count)
        try Self.checkSum("rates of a slot", slot.rates)
        if let cards = slot.cards {
          try Self.check("tiers of a slot", cards.count, in: tiers.count...tiers.count)
        }
      }
    }
  }

  static func check(
    _ field: String, _ number: Int, in range: ClosedRange<Int>
  ) throws(OddsError) {
    guard range.contains(number) else {
      throw .invalid(
        field, "expected \(range.lowerBound) to \(range.upperBound), got \(number)")
    }
  }

  private static func checkSum(_ field: String, _ rates: [Fraction]) throws(OddsError) {
    guard rates.allSatisfy({ $0.numerator <= $0.denominator }),
      let common = Fraction.overCommonDenominator(rates, most: Most.denominator)
    else { throw .invalid(field, "expected rates from 0 to 1 of a common denominator below 2^48") }
    guard common.numerators.reduce(0, +) == common.denominator else {
      throw .invalid(field, "they must sum to 1")
    }
  }
}
