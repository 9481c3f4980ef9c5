import CounterRandom
import Rules

/// What a policy's player does, drawn from a stream of the player's own: the same under every
/// rulebook, so that variants are compared on the same behaviour.
struct PolicySampler {
  /// What the stream is drawn for: "poli", apart from every purpose that the rules draw for.
  static let purpose: UInt32 = 0x706F_6C69

  private let lapse: Policy.Lapse?
  private let counts: [Count]
  private let categories: WeightedChoice
  private let intensities: WeightedChoice
  private let firstMillisecond: Int64
  private let span: UInt64
  private var stream: StreamReader
  private var isActive = true
  private var isFirstDay = true
  /// The milliseconds of the day's sparks, rising; more than there are sparks.
  private(set) var times: [Int64] = []
  /// So many times are sorted as they are drawn.
  private static let fewTimes = 16

  /// How many sparks a day has, ready to be drawn.
  private enum Count {
    case constant(Int)
    case poisson(PoissonTable)
  }

  init(_ policy: Policy, seed: UInt64) {
    lapse = policy.lapse
    counts = policy.sparks.map { count in
      switch count {
      case .constant(let count): .constant(Int(count))
      case .poisson(let mean): .poisson(PoissonTable(mean: mean.approximation))
      }
    }
    categories = WeightedChoice(policy.mix.weights)
    intensities = WeightedChoice(policy.intensities)
    firstMillisecond = Int64(policy.hours.lowerBound) * 3_600_000
    span = UInt64(policy.hours.count) * 3_600_000
    stream = StreamReader(key: seed, identity: 0, purpose: Self.purpose)
  }

  /// Begins with a player's first day.
  mutating func begin(_ player: UInt64) {
    stream.begin(identity: player << 32)
    isActive = true
    isFirstDay = true
  }

  /// Draws a day: how many sparks, and when.
  ///
  /// - Parameter weekday: 0 = Monday.
  mutating func drawDay(weekday: Int) -> Int {
    if let lapse, !isFirstDay {
      let chance = isActive ? lapse.leave : lapse.comeBack
      if stream.bounded(chance.denominator) < chance.numerator { isActive.toggle() }
    }
    isFirstDay = false
    guard isActive else { return 0 }
    let count: Int
    switch counts[counts.count == 7 ? weekday : 0] {
    case .constant(let constant): count = constant
    case .poisson(let table): count = table.draw(stream.next64())
    }
    if count > times.count {
      times.append(contentsOf: repeatElement(0, count: count - times.count))
    }
    Self.fill(&times, count, &stream, from: firstMillisecond, span)
    return count
  }

  /// Draws times, rising.
  @inline(__always)
  private static func fill(
    _ times: inout [Int64], _ count: Int, _ stream: inout StreamReader, from first: Int64,
    _ span: UInt64
  ) {
    // Few a day, mostly: put in their places at once, by exchanges that need no branch.
    if count <= fewTimes {
      var times = times.mutableSpan
      for place in 0..<count {
        var time = first + Int64(stream.bounded(span))
        for earlier in 0..<place {
          let other = times[earlier]
          times[earlier] = min(other, time)
          time = max(other, time)
        }
        times[place] = time
      }
    } else {
      for place in 0..<count { times[place] = first + Int64(stream.bounded(span)) }
      times[..<count].sort()
    }
  }

  /// Draws what the next spark is about.
  @inline(__always)
  mutating func drawCategory() -> Category {
    Category(rawValue: UInt8(truncatingIfNeeded: categories.draw(&stream))) ?? .decision
  }

  /// Draws how much it took.
  @inline(__always)
  mutating func drawIntensity() -> Intensity {
    Intensity(rawValue: UInt8(truncatingIfNeeded: intensities.draw(&stream) + 1)) ?? .medium
  }
}
