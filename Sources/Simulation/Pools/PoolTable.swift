import Rules

/// The compiled rolls of one stage: integer weights, and where each counter is in the state.
struct PoolTable {
  /// Cards that one draw can give: those of a class with equally many copies drawn and owned.
  struct Entry {
    var group: Int
    /// The number of copies owned, up to the class's cap.
    var owned: Int
    /// The position of their number in the state; −1 where it is one.
    var digit: Int
    var weight: UInt64
  }

  /// The cards of a tier in one list.
  struct Part {
    var featured: [Entry] = []
    var others: [Entry] = []
    var chosen: [Entry] = []
    var isEmpty: Bool { featured.isEmpty && others.isEmpty }
  }

  /// A card of a roll: a roll without packs has one.
  struct Draw {
    var weights: [UInt64]
    /// The cards by tier.
    var parts: [Part]
    /// The tiers for which it is the last card of the roll that can give them.
    var isLast: [Bool]
    /// Whether each tier's rate can rise.
    var canRise: [Bool]
  }

  struct Variant {
    var weight: UInt64
    var draws: [Draw]
    /// The tier that is certain by the end of the roll.
    var atLeast: Int?
  }

  struct Pity {
    var softStart: Int64
    var softStep: UInt64
    var hard: Int64
    var first: Int64
  }

  /// The rules of a tier's featured cards, and their place in the state; −1 for what does not matter.
  struct Featured {
    var share: UInt64
    var denominator: UInt64
    var hasGuarantee: Bool
    var path: Int32
    var flagDigit: Int
    var pathDigit: Int
  }

  struct Ceiling {
    var tier: Int
    var at: Int32
    var isOnce: Bool
    var sinceDigit: Int
    var hadDigit: Int
  }

  struct Bundle {
    var size: Int32
    var atLeast: Int?
    var positionDigit: Int
    var givenDigit: Int
  }

  var denominator: UInt64
  var variants: [Variant]
  var emptyCell: EmptyCell
  /// The pity rules of the tiers that matter.
  var pity: [Pity?]
  /// The positions of the counters, and the numbers beyond which they do not count; −1 for none.
  var counterDigits: [Int]
  var saturations: [Int32]
  /// The positions that tell whether a tier has come at all; −1 for none.
  var hadDigits: [Int]
  var featured: [Featured?]
  var ceiling: Ceiling?
  var bundle: Bundle?
  var protection: Int
  var protects: [Bool]
  var hasPacks: Bool
  /// The position that tells whether the pack has given its certain tier; −1 for none.
  var packDigit = -1
  var box: BoxContents?

  /// A box as entries of every drawn number, and where its featured cards are counted.
  struct BoxContents {
    var reset: PoolModel.BoxReset
    var entries: [Entry]
    var tiers: [Int]
    var isFeatured: [Bool]
  }

  /// The lists of cards of a pool by tier: its own, then those of its slots.
  static func lists(_ pool: PoolModel) -> [[[PoolModel.Card]]] {
    [pool.tiers.map(\.cards)] + pool.packs.flatMap(\.slots).compactMap(\.cards)
  }
}

extension PoolTable.Pity {
  /// Creates a pity rule; `nil` where the tier has none.
  init?(_ tier: PoolModel.Tier, step: UInt64) {
    guard tier.pity != nil || tier.first != nil else { return nil }
    softStart = tier.pity?.softStart ?? .max
    softStep = step
    hard = tier.pity?.hard ?? .max
    first = tier.first ?? .max
  }

  /// The counter from which on the rate does not change any more, for a base rate.
  func saturation(base: UInt64, of denominator: UInt64) -> Int32 {
    var full = hard
    if softStart < .max, softStep > 0 {
      let missing = denominator > base ? denominator - base : 0
      let steps = max(1, (missing + softStep - 1) / softStep)
      let (sum, overflow) = softStart.addingReportingOverflow(Int64(clamping: steps) - 1)
      if !overflow { full = min(full, sum) }
    }
    let last = max(full == .max ? 0 : full, first == .max ? 0 : first)
    return Int32(clamping: last)
  }

  /// Returns the weight of a tier at the coming roll of a counter.
  @inline(__always)
  func raised(
    _ base: UInt64, coming: Int64, hasHad: Bool, denominator: UInt64, isLast: Bool
  ) -> UInt64 {
    if isLast, coming >= hard || (!hasHad && coming >= first) { return denominator }
    guard coming >= softStart else { return base }
    let (gain, overflow) = softStep.multipliedReportingOverflow(by: UInt64(coming - softStart + 1))
    return overflow ? denominator : min(denominator, base + min(gain, denominator))
  }
}
