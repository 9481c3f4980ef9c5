private import CDraws

/// How many rolls players take until they have all of some outcomes, drawn by the law of that number
/// instead of roll by roll.
///
/// Let rolls come at the times of a Poisson process, one a unit of time on average. Then an outcome
/// of chance *p* comes first at a time *T* = *E*/*p* with *E* exponential, independently of the
/// others; all of them are there at τ, the largest of those; and the rolls until τ that are not the
/// first of any are, given the *T*, as many as a Poisson draw of mean τ − Σ*E* says. An *E* is
/// −log((word + ½) / 2³²): its tail ends at 22.9, which a chance of 2⁻³³ lies beyond. It does not hold
/// where chances change from roll to roll, as under pity.
public struct CollectionLaw: Sendable {
  /// What is written for a player who would take more rolls than fit.
  public static let capped = CollectionRolls.capped

  /// What the first arrivals' stream is for ("race"); its identity is the player · 2³².
  public static let purpose: UInt32 = 0x7261_6365

  /// What the stream of the other rolls' number is for ("rest").
  public static let countPurpose: UInt32 = 0x7265_7374

  private let sizes: [UInt32]
  private let waits: [Double]
  private let goal: UInt32

  /// Compiles weights and what is collected.
  ///
  /// - Parameters:
  ///   - weights: of each outcome, over the denominator; what their sum lacks is rolls that bring
  ///     nothing.
  ///   - denominator: from 1 to 2³².
  ///   - outcomes: those that are wanted, all of them.
  /// - Returns: `nil` unless the weights' sum is at most the denominator, and outcomes are wanted, all
  ///   of which have a weight.
  public init?(weights: [UInt64], denominator: UInt64, all outcomes: some Sequence<Int>) {
    guard OutcomeTable(weights: weights, denominator: denominator) != nil else { return nil }
    var counts: [UInt64: UInt32] = [:]
    for outcome in Set(outcomes) {
      guard weights.indices.contains(outcome), weights[outcome] > 0 else { return nil }
      counts[weights[outcome], default: 0] += 1
    }
    guard !counts.isEmpty else { return nil }
    // Words are dealt out to the heaviest outcomes first.
    let groups = counts.sorted { $0.key > $1.key }
    sizes = groups.map(\.value)
    waits = groups.map { Double(denominator) / Double($0.key) }
    goal = sizes.reduce(0, +)
  }

  /// Writes how many rolls players take.
  ///
  /// - Parameters:
  ///   - first: the first player, whose rolls come first in the buffer; after the largest number
  ///     comes 0.
  ///   - key: the seed.
  ///   - rolls: what is filled: for each player the number of the roll with which all is there, or
  ///     ``capped``.
  ///   - level: how; one that the processor lacks is taken for the best that it has.
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

  /// How many rolls one player takes, step by step: what defines ``write(from:key:into:level:)``.
  public func rolls(of player: UInt32, key: UInt64) -> UInt32 {
    let identity = UInt64(player) << 32
    var stream = CounterStream(key: key, identity: identity, purpose: Self.purpose)
    var last = 0.0
    var logs = 0.0
    var product = 1.0
    var factors: Int32 = 0
    for (size, wait) in zip(sizes, waits) {
      // The latest of a group is the least number: one logarithm does for all of it.
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
