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
    for (index, count) in counts.prefix(Rarity.most).enumerated() { self[index] = count }
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

  /// - Parameter rarer: the mask of the rarities that are rarer than the card's.
  @inline(__always)
  mutating func count(_ rarer: CardsSince) {
    let one = Lane(repeating: 1)
    lanes.0 = (lanes.0 &+ one) & rarer.lanes.0
    lanes.1 = (lanes.1 &+ one) & rarer.lanes.1
    lanes.2 = (lanes.2 &+ one) & rarer.lanes.2
    lanes.3 = (lanes.3 &+ one) & rarer.lanes.3
  }

  /// Returns the mask of the rarities of a list that are rarer than one of them.
  static func rarer(than position: Int, of count: Int) -> CardsSince {
    CardsSince((0..<count).map { $0 > position ? -1 : 0 })
  }
}

extension CardsSince: Equatable {
  static func == (left: CardsSince, right: CardsSince) -> Bool {
    left.lanes.0 == right.lanes.0 && left.lanes.1 == right.lanes.1
      && left.lanes.2 == right.lanes.2 && left.lanes.3 == right.lanes.3
  }
}
