import CounterRandom
import Rules

/// What a policy's player does, drawn from a stream of the player's own: the same under every
/// rulebook, so that variants are compared on the same behaviour.
struct PolicySampler {
  /// What the stream is drawn for: "poli", apart from every purpose that the rules draw for.
  static let purpose: UInt32 = 0x706F_6C69

  private let policy: Policy
  private let counts: [Count]
  private let categories: [UInt64]
  private let categoryTotal: UInt64
  private let intensities: [UInt64]
  private let intensityTotal: UInt64
  private let firstMillisecond: Int64
  private let span: UInt64
  private let seed: UInt64
  private var stream: CounterStream
  private var isActive = true
  private var isFirstDay = true
  /// The milliseconds of the day's sparks, rising.
  private(set) var times: [Int64] = []

  /// How many sparks a day has, ready to be drawn.
  private enum Count {
    case constant(Int)
    case poisson(PoissonTable)
  }

  init(_ policy: Policy, seed: UInt64) {
    self.policy = policy
    self.seed = seed
    counts = policy.sparks.map { count in
      switch count {
      case .constant(let count): .constant(Int(count))
      case .poisson(let mean): .poisson(PoissonTable(mean: mean.approximation))
      }
    }
    categories = Self.bounds(policy.mix.weights)
    categoryTotal = categories.last ?? 1
    intensities = Self.bounds(policy.intensities)
    intensityTotal = intensities.last ?? 1
    firstMillisecond = Int64(policy.hours.lowerBound) * 3_600_000
    span = UInt64(policy.hours.count) * 3_600_000
    stream = CounterStream(key: seed, identity: 0, purpose: Self.purpose)
  }

  private static func bounds(_ weights: [UInt64]) -> [UInt64] {
    var sum: UInt64 = 0
    return weights.map { weight in
      sum += weight
      return sum
    }
  }

  /// Begins with a player's first day.
  mutating func begin(_ player: UInt64) {
    stream = CounterStream(key: seed, identity: player << 32, purpose: Self.purpose)
    isActive = true
    isFirstDay = true
  }

  /// Draws a day: how many sparks, and when.
  ///
  /// - Parameter weekday: 0 = Monday.
  mutating func drawDay(weekday: Int) -> Int {
    if let lapse = policy.lapse, !isFirstDay {
      let chance = isActive ? lapse.leave : lapse.comeBack
      if stream.bounded(chance.denominator) < chance.numerator { isActive.toggle() }
    }
    isFirstDay = false
    times.removeAll(keepingCapacity: true)
    guard isActive else { return 0 }
    let count: Int
    switch counts[counts.count == 7 ? weekday : 0] {
    case .constant(let constant): count = constant
    case .poisson(let table): count = table.draw(stream.next64())
    }
    for _ in 0..<count {
      let time = firstMillisecond + Int64(stream.bounded(span))
      // Few a day, mostly: put in its place at once.
      var place = times.count
      times.append(time)
      if count <= 32 {
        while place > 0, times[place - 1] > time {
          times[place] = times[place - 1]
          place -= 1
        }
        times[place] = time
      }
    }
    if count > 32 { times.sort() }
    return count
  }

  /// Draws what the next spark is about.
  @inline(__always)
  mutating func drawCategory() -> Category {
    let number = stream.bounded(categoryTotal)
    var index = 0
    while number >= categories[index] { index += 1 }
    return Category(rawValue: UInt8(index)) ?? .decision
  }

  /// Draws how much it took.
  @inline(__always)
  mutating func drawIntensity() -> Intensity {
    let number = stream.bounded(intensityTotal)
    var index = 0
    while number >= intensities[index] { index += 1 }
    return Intensity(rawValue: UInt8(index + 1)) ?? .medium
  }
}
