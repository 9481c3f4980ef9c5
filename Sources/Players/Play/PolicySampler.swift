import Chance
import FlintRandom
import FlintRules

/// The actions of a policy's player, drawn from a stream of the player's own: the same under every
/// rulebook, so that variants are compared on the same behaviour.
struct PolicySampler {
  /// The purpose of the stream: "poli", distinct from every purpose in the rules.
  static let purpose: UInt32 = 0x706F_6C69

  private let lapse: Policy.Lapse?
  /// The energy of the player; `nil` where sparks cost none.
  private var energy: EnergyMeter?
  private let counts: [Count]
  private let categories: WeightedChoice
  private let intensities: WeightedChoice
  private let firstMillisecond: Int64
  private let span: UInt64
  private var stream: StreamReader
  /// Whether the player is active on the day drawn last.
  private(set) var isActive = true
  private var isFirstDay = true
  /// The time after all sparks of a day, in milliseconds after midnight.
  let end: Int64
  /// The times of the day's sparks, in milliseconds after midnight, ascending; the array may have unused
  /// entries at the end.
  private(set) var times: [Int64] = []
  /// The maximum number of times that are sorted while they are drawn.
  private static let fewTimes = 16

  /// The distribution of the number of sparks on a day, ready to be drawn from.
  private enum Count {
    case constant(Int)
    case poisson(PoissonTable)
  }

  init(_ policy: Policy, seed: UInt64) {
    lapse = policy.lapse
    energy = policy.energy.map(EnergyMeter.init)
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
    end = min(Int64(policy.hours.upperBound) * 3_600_000, 86_399_999)
    stream = StreamReader(key: seed, purpose: Self.purpose)
  }

  /// Starts a player on the first day.
  mutating func begin(_ player: UInt64) {
    stream.begin(identity: player << 32)
    isActive = true
    isFirstDay = true
    energy?.begin()
  }

  /// Returns whether the player has the energy for a spark at a time in milliseconds, and spends it.
  @inline(__always)
  mutating func spends(at time: Int64) -> Bool { energy == nil || energy?.spend(at: time) ?? true }

  /// Draws a day: the number of sparks, and their times.
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

  @inline(__always)
  private static func fill(
    _ times: inout [Int64], _ count: Int, _ stream: inout StreamReader, from first: Int64,
    _ span: UInt64
  ) {
    // Few times: inserted in order at once, by exchanges without branches.
    if count <= fewTimes {
      var times = times.mutableSpan
      for index in 0..<count {
        var time = first + Int64(stream.bounded(span))
        for earlier in 0..<index {
          let other = times[earlier]
          times[earlier] = min(other, time)
          time = max(other, time)
        }
        times[index] = time
      }
    } else {
      for index in 0..<count { times[index] = first + Int64(stream.bounded(span)) }
      times[..<count].sort()
    }
  }

  /// Draws the position of the category of the next spark.
  @inline(__always)
  mutating func drawCategory() -> Int { Int(categories.draw(&stream)) }

  /// Draws the position of the intensity of the next spark.
  @inline(__always)
  mutating func drawIntensity() -> Int { Int(intensities.draw(&stream)) }
}
