import FlintRules

/// The compiled rolls of one stage: integer weights, and where each counter is in the state.
///
/// What rolls read is in few lists of plain numbers: simulated players pass through here some hundred million
/// times, and each list of its own would be retained and released, for which threads wait for each other.
package struct StageTable {
  /// Cards that one draw can give: those of a class with equally many copies drawn and owned.
  package struct Entry: BitwiseCopyable {
    var group: Int
    package var tier: Int
    /// The number of copies owned, up to the class's cap.
    var owned: Int
    /// The position of their number in the state; −1 where it is one.
    package var digit: Int
    var weight: UInt64
    /// The number of cards where it is not in the state; their weights are equal if slots of different cards give them.
    var count: Int32 = 1
    /// The position of the number of these cards that the slot of different cards has given; −1 where it does not
    /// matter.
    var given = -1

    static func nothing(weight: UInt64) -> Entry {
      Entry(group: -1, tier: -1, owned: 0, digit: -1, weight: weight)
    }
  }

  /// What a tier that is drawn gives in one list, as ranges of `entries`.
  struct Part {
    var featured = 0..<0
    /// The other cards, which follow the featured ones.
    var others = 0..<0
    var chosen = 0..<0
    var all: Range<Int> { featured.lowerBound..<others.upperBound }
    var isEmpty: Bool { all.isEmpty }
  }

  /// What a card of a roll has of a tier.
  package struct Share {
    var weight: UInt64
    var part: Part
    /// Whether it is the last card of the roll that can be of the tier.
    var isLast: Bool
    var canRise: Bool
  }

  /// A card of a roll, of which a roll without packs has one: the position in `shares` of that of its first
  /// tier.
  package struct Draw: BitwiseCopyable {
    var first: Int
    /// Whether it gives no card that its slot has given.
    var isDistinct = false
    /// Whether its slot of different cards ends with it.
    var endsSlot = false
  }

  package struct Variant {
    var weight: UInt64
    package var draws: Range<Int>
  }

  /// The rules of a tier's featured cards, and their place in the state; −1 for what does not matter.
  struct Featured {
    /// The position in `featuredShares` of the share before any chance is lost, and the number of shares.
    var shares: Range<Int>
    var hasGuarantee: Bool
    var path: Int32
    var flagDigit = -1
    var pathDigit = -1
    var lostDigit = -1
  }

  /// Rolls in which the rate of a tier stays as it is at the first of them: the positions of the number of rolls made
  /// and of the counter that holds, which is 0 between rounds.
  struct Round: BitwiseCopyable {
    var tier: Int
    var length: Int32
    var turnDigit: Int
    var settledDigit: Int
  }

  /// A card that the player chooses as long as the goal lacks it, and no earlier one.
  package struct Choice: BitwiseCopyable {
    /// The class, which has no other card.
    var group: Int
    package var tier: Int
    /// The number of copies that the goal asks for.
    var copies: Int
  }

  package struct Ceiling {
    package var tier: Int
    /// The roll at which a card is certain, and that from which on the next one of the tier is featured; `Int32.max` for
    /// none.
    var at: Int32
    var from: Int32
    var isOnce: Bool
    var sinceDigit: Int
    var hadDigit: Int
  }

  package struct Bundle {
    var size: Int32
    var atLeast: Int?
    var positionDigit: Int
    var givenDigit: Int
  }

  package var denominator: UInt64
  package var variants: [Variant] = []
  package var draws: [Draw] = []
  var shares: [Share] = []
  var entries: [Entry] = []
  var emptyCell: EmptyCell
  /// The pity rules of the tiers that matter.
  var pity: [PityWeight?]
  /// The positions of the counters, and the numbers beyond which they do not count; −1 for none.
  var counterDigits: [Int]
  var saturations: [Int32]
  /// The positions that each roll with a card counts up: the counters, and the rolls since a featured card.
  var countedDigits: [Int] = []
  /// The positions of what a slot of different cards has given, which are 0 outside of one.
  var givenDigits: [Int] = []
  /// The positions that tell whether a tier has come at all; −1 for none.
  var hadDigits: [Int]
  /// The tiers whose counters only their own cards reset, a bit each.
  var exact: UInt32 = 0
  var rounds: [Round] = []
  var featured: [Featured?]
  var featuredShares: [Fraction] = []
  /// The cards that are chosen one after the other; empty where the choice stays.
  var choices: [Choice] = []
  package var ceiling: Ceiling?
  var bundle: Bundle?
  /// By tier, the number of copies of a card with fewer of which it precedes others; 0 where none does.
  var copiesFirst: [Int]
  var hasPacks: Bool
  package var box: BoxContents?
  var cycle: Cycle?

  /// Whether a rate can differ from its base.
  var canRise = true

  /// A box as entries of every drawn number, and where its featured cards are counted.
  package struct BoxContents {
    package var number: Int
    var reset: BoxDefinition.Reset
    var entries: [Entry] = []
    /// For each entry, the distance to the position with another copy drawn.
    var steps: [Int] = []
    var isFeatured: [Bool] = []
    /// The moves of positions of the state that fill the box.
    var refills: [(from: Int, to: Int)] = []
  }

  /// Cards in a fixed order: for each roll, the entries of its card by the copies owned.
  struct Cycle {
    var rolls: [Range<Int>] = []
    /// The place of the number of rolls in the state; their number where it is not known.
    var digit = -1
  }

  var tiers: Int { pity.count }

  /// Returns what a card of a roll has of a tier.
  @inline(__always)
  func share(_ draw: Draw, _ tier: Int) -> Share { shares[draw.first + tier] }

  /// Returns the weight of an entry: that of all its cards, but for those that a slot of different cards has given.
  @inline(__always)
  func weight(_ index: Int, _ state: [Int32], _ draw: Draw) -> UInt64 {
    let entry = entries[index]
    if draw.isDistinct, entry.given >= 0 {
      let (count, one) =
        entry.digit < 0
        ? (entry.count, entry.weight / UInt64(entry.count)) : (state[entry.digit], entry.weight)
      return one &* UInt64(max(0, count - state[entry.given]))
    }
    return entry.digit < 0 ? entry.weight : entry.weight &* UInt64(state[entry.digit])
  }

  /// Returns whether a draw can give one of some entries.
  @inline(__always)
  func hasAny(of entries: Range<Int>, _ state: [Int32], _ draw: Draw) -> Bool {
    draw.isDistinct ? entries.contains { weight($0, state, draw) > 0 } : !entries.isEmpty
  }
}

extension PityWeight {
  /// Returns the counter from which on the rate does not change any more, for a base rate.
  func saturation(base: UInt64, of denominator: UInt64) -> Int32 {
    Int32(clamping: max(constant(from: base, of: denominator), first == .max ? 0 : first))
  }
}
