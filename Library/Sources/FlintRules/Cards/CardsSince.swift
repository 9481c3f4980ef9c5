/// The number of cards received since the last of each rarity of a rulebook or better, commonest first.
///
/// It is as long as the longest list of rarities, so that the fold counts without a branch; what
/// lies beyond the rulebook's own list stays 0.
struct CardsSince: BitwiseCopyable, Sendable {
  private typealias Lane = SIMD4<Int32>

  private var lanes: (SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>)

  /// The counts before any card.
  init() { lanes = (.zero, .zero, .zero, .zero) }

  /// Creates counts from a list, of which those beyond the longest possible one are ignored.
  init(_ counts: [Int32]) {
    self.init()
    for (index, count) in counts.prefix(CardRarity.most).enumerated() { self[index] = count }
  }

  subscript(position: Int) -> Int32 {
    get {
      switch position >> 2 {
      case 0: lanes.0[position & 3]
      case 1: lanes.1[position & 3]
      case 2: lanes.2[position & 3]
      default: lanes.3[position & 3]
      }
    }
    set {
      switch position >> 2 {
      case 0: lanes.0[position & 3] = newValue
      case 1: lanes.1[position & 3] = newValue
      case 2: lanes.2[position & 3] = newValue
      default: lanes.3[position & 3] = newValue
      }
    }
  }

  /// - Parameter kept: the mask of the rarities whose counters the card does not reset.
  @inline(__always)
  mutating func count(_ kept: CardsSince) {
    let one = Lane(repeating: 1)
    lanes.0 = (lanes.0 &+ one) & kept.lanes.0
    lanes.1 = (lanes.1 &+ one) & kept.lanes.1
    lanes.2 = (lanes.2 &+ one) & kept.lanes.2
    lanes.3 = (lanes.3 &+ one) & kept.lanes.3
  }

  /// Returns the mask of the rarities of a list whose counters a card of one of them does not reset: the rarer ones,
  /// and those that only a card of their own resets.
  static func kept(by position: Int, of pity: [PityDefinition?]) -> CardsSince {
    CardsSince(
      pity.enumerated().map { index, rule in
        index > position || (index != position && rule?.reset == .exact) ? -1 : 0
      })
  }
}

extension CardsSince: Equatable {
  static func == (left: CardsSince, right: CardsSince) -> Bool {
    left.lanes.0 == right.lanes.0 && left.lanes.1 == right.lanes.1
      && left.lanes.2 == right.lanes.2 && left.lanes.3 == right.lanes.3
  }
}
