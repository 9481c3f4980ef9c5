private import CDraws

/// The number of rolls that players take until they have all of some outcomes, drawn by the law of that
/// number instead of roll by roll.
///
/// Let rolls come at the times of a Poisson process, one a unit of time on average. Then an outcome of
/// chance *p* comes first at a time *T* = *E*/*p* with *E* exponential, independently of the others; all
/// of them have come at τ, the largest of those; and given the *T*, the number of rolls until τ that are
/// not the first of any is a Poisson draw of mean τ − Σ*E*. An *E* is −log((word + ½) / 2³²): its tail
/// ends at 22.9, beyond which lies a chance of 2⁻³³. The method does not apply where chances change from
/// roll to roll, as under pity.
public struct CollectionLaw: Sendable {
  /// The value that represents more rolls than fit.
  public static let capped = CollectionRolls.capped

  /// The purpose of the stream of first arrivals ("race"); its identity is the player · 2³².
  public static let purpose: UInt32 = 0x7261_6365

  /// The purpose of the stream of the number of other rolls ("rest").
  public static let countPurpose: UInt32 = 0x7265_7374

  private let sizes: [UInt32]
  private let waits: [Double]
  private let goal: UInt32

  /// Compiles weights and a goal.
  ///
  /// - Parameters:
  ///   - weights: the weight of each outcome, over the denominator; the rest of the denominator is the
  ///     weight of rolls without an outcome.
  ///   - denominator: the denominator, from 1 to 2³².
  ///   - outcomes: the outcomes, all of which are required.
  /// - Returns: `nil` unless the weights' sum is at most the denominator, at least one outcome is
  ///   required, and all of them have a weight.
  public init?(weights: [UInt64], denominator: UInt64, all outcomes: some Sequence<Int>) {
    guard OutcomeTable(weights: weights, denominator: denominator) != nil else { return nil }
    var counts: [UInt64: UInt32] = [:]
    for outcome in Set(outcomes) {
      guard weights.indices.contains(outcome), weights[outcome] > 0 else { return nil }
      counts[weights[outcome], default: 0] += 1
    }
    guard !counts.isEmpty else { return nil }
    // Words are assigned to the heaviest outcomes first.
    let groups = counts.sorted { $0.key > $1.key }
    sizes = groups.map(\.value)
    waits = groups.map { Double(denominator) / Double($0.key) }
    goal = sizes.reduce(0, +)
  }

  /// Writes the numbers of rolls that players take.
  ///
  /// - Parameters:
  ///   - first: the first player, whose number of rolls comes first in the buffer; the largest player
  ///     number is followed by 0.
  ///   - key: the seed.
  ///   - rolls: receives for each player the number of the roll that completes the outcomes, or
  ///     ``capped``.
  ///   - level: the instruction set; one that the processor lacks is replaced by the best that it has.
  public func write(
    from first: UInt32, key: UInt64, into rolls: inout MutableSpan<UInt32>,
    level: DrawLevel = .best
  ) {
    // C reads a size and a wait of each group and writes exactly `count` numbers.
    rolls.withUnsafeMutableBufferPointer { rolls in
      sizes.withUnsafeBufferPointer { sizes in
        waits.withUnsafeBufferPointer { waits in
          guard let address = rolls.baseAddress else { return }
          var race = cdraws_race(
            sizes: sizes.baseAddress, waits: waits.baseAddress, groups: sizes.count, goal: goal)
          cdraws_races(
            level.rawValue, key, Self.purpose, Self.countPurpose, first, rolls.count, &race,
            address)
        }
      }
    }
  }

  /// Returns the number of rolls that one player takes, step by step: the definition of
  /// ``write(from:key:into:level:)``.
  public func rolls(of player: UInt32, key: UInt64) -> UInt32 {
    let identity = UInt64(player) << 32
    var stream = CounterStream(key: key, identity: identity, purpose: Self.purpose)
    var last = 0.0
    var logs = 0.0
    var product = 1.0
    var factors: Int32 = 0
    for (size, wait) in zip(sizes, waits) {
      // The latest arrival of a group has the least number: one logarithm suffices for all of it.
      var least = 0x1p52
      for _ in 0..<size {
        let value = Double(stream.next32()) + 0.5
        least = min(least, value)
        product *= value
        factors += 1
        if factors == RACE_FACTORS {
          logs += FixedLogarithm.log(product)
          product = 1
          factors = 0
        }
      }
      last = max(last, (32 * FixedLogarithm.ofTwo - FixedLogarithm.log(least)) * wait)
    }
    logs += FixedLogarithm.log(product)
    let mean = last - (Double(goal) * (32 * FixedLogarithm.ofTwo) - logs)
    var counts = CounterStream(key: key, identity: identity, purpose: Self.countPurpose)
    let all = PoissonDraw(mean: max(mean, 0)).draw(from: &counts) + Double(goal)
    return all < Double(Self.capped) ? UInt32(all) : Self.capped
  }
}
