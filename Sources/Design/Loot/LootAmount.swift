import BigInt
import Chance
package import FlintRules
package import FlintSchema

/// A number that may depend on chance: of rolls, of things, of openings.
package enum LootAmount: Hashable, Sendable {
  /// Always the same.
  case constant(DecimalNumber)
  /// Each number of a range with the same chance: whole numbers, both ends included, where a whole number is
  /// needed, otherwise any number.
  case uniform(DecimalNumber, DecimalNumber)
  case binomial(trials: Int64, chance: Fraction)
  /// Each number between two amounts, neither of which is a range, with the same chance; the first amount,
  /// where the second is less.
  indirect case between(LootAmount, LootAmount)

  /// No times.
  package static let zero = LootAmount.constant(.zero)
  /// Once.
  package static let one = LootAmount.constant(DecimalNumber(unchecked: 1_000_000))

  /// The maximum number of rolls, things or openings.
  package static let most: Int64 = 1_000_000
  /// The maximum number of different values.
  package static let mostValues: Int64 = 65_536

  /// The problem of the amount; `nil` if it has none.
  var problem: String? {
    let most = DecimalNumber(unchecked: Self.most * 1_000_000)
    let least = DecimalNumber(unchecked: -Self.most * 1_000_000)
    switch self {
    case .constant(let number):
      return (least...most).contains(number) ? nil : "expected at most \(Self.most), got \(number)"
    case .uniform(let low, let high):
      guard least <= low, low <= most, least <= high, high <= most else {
        return "expected numbers of at most \(Self.most), got \(low) to \(high)"
      }
      if low > high { return "expected the minimum first, got \(low) to \(high)" }
      guard (high.millionths - low.millionths) / 1_000_000 < Self.mostValues else {
        return "expected a range of at most \(Self.mostValues) numbers, got \(low) to \(high)"
      }
      return nil
    case .binomial(let trials, let chance):
      if chance.numerator > chance.denominator {
        return "expected a chance from 0 to 1, got \(chance)"
      }
      // All terms of the distribution are exact fractions, whose digits grow with the number of trials.
      return (0...1000).contains(trials) ? nil : "expected 0 to 1000 trials, got \(trials)"
    case .between(let first, let last):
      if let problem = first.problem ?? last.problem { return problem }
      guard let (lows, highs) = ends, lows.count * highs.count <= Self.mostRanges else {
        return
          "expected ends that are numbers or binomial, with at most \(Self.mostRanges) ranges between them"
      }
      return LootAmount.uniform(lows[0].number, max(lows[0].number, highs[highs.count - 1].number))
        .problem
    }
  }

  /// The maximum number of ranges between two amounts that depend on chance.
  private static let mostRanges = 2000

  /// The numbers at which a range can begin and end, with their chances; `nil` where they are not single numbers.
  private var ends: (lows: [End], highs: [End])? {
    guard case .between(let first, let last) = self, let lows = first.numbers,
      let highs = last.numbers
    else { return nil }
    return (lows, highs)
  }

  private typealias End = (number: DecimalNumber, chance: Ratio)

  private var numbers: [End]? {
    switch self {
    case .constant(let number): [(number, .one)]
    case .binomial:
      whole.shares.map { (DecimalNumber(unchecked: $0.value * 1_000_000), $0.chance.ratio) }
    case .uniform, .between: nil
    }
  }

  /// The ranges that the amount can be of, with their chances.
  private var ranges: [(amount: LootAmount, chance: Ratio)] {
    guard let (lows, highs) = ends else { return [(self, .one)] }
    return lows.flatMap { low in
      highs.map { high in
        (.uniform(low.number, max(low.number, high.number)), low.chance * high.chance)
      }
    }
  }

  /// The chance of something that happens with this amount as its chance: never below 0, always above 1.
  var chance: Ratio {
    func clamped(_ number: DecimalNumber) -> Ratio {
      number.millionths <= 0 ? .zero : number.magnitude.atMostOne
    }
    switch self {
    case .constant(let number): return clamped(number)
    case .binomial: return whole.shares.reduce(.zero) { $1.value > 0 ? $0 + $1.chance.ratio : $0 }
    case .uniform(let low, let high):
      if low == high || high.millionths <= 0 { return clamped(high) }
      // The area below the chance, which rises up to 1 and then stays, over the length of the range.
      let (begin, end) = (clamped(low), clamped(high))
      let one = DecimalNumber(unchecked: 1_000_000)
      let beyond = high > one ? high.magnitude - max(low, one).magnitude : .zero
      let rise = (end * end - begin * begin) * Ratio(1, over: 2)
      let length = Ratio(BigUInt(high.millionths - low.millionths), over: 1_000_000)
      return (rise + beyond) / length
    case .between: return ranges.reduce(.zero) { $0 + $1.chance * $1.amount.chance }
    }
  }

  /// The distribution of the amount as a whole number: ends are rounded to the nearest one, halves upward.
  var whole: AmountDistribution {
    switch self {
    case .constant(let number): AmountDistribution(certain: number.rounded)
    case .uniform(let low, let high): AmountDistribution(from: low.rounded, to: high.rounded)
    case .binomial(let trials, let chance): AmountDistribution(trials: trials, chance: chance)
    case .between: AmountDistribution(ranges.map { ($0.amount.whole, $0.chance) })
    }
  }

  /// Returns the distribution of the amount times a factor, rounded down or to the nearest whole number.
  func scaled(by factor: DecimalNumber, roundsDown: Bool) -> AmountDistribution {
    // In units of 10⁻¹², so that products are whole.
    let unit: Int128 = 1_000_000_000_000
    let shift = roundsDown ? 0 : unit / 2
    func rounded(_ number: Int128) -> Int64 { Int64(clamping: (number + shift).floor(unit)) }
    switch self {
    case .between:
      return AmountDistribution(
        ranges.map { ($0.amount.scaled(by: factor, roundsDown: roundsDown), $0.chance) })
    case .constant(let number):
      return AmountDistribution(
        certain: rounded(Int128(number.millionths) * Int128(factor.millionths)))
    case .binomial:
      return whole.mapped {
        rounded(Int128($0) * 1_000_000 * Int128(factor.millionths))
      }
    case .uniform(let first, let last):
      let ends = [first, last].map { Int128($0.millionths) * Int128(factor.millionths) }
      let (low, high) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
      if low == high { return AmountDistribution(certain: rounded(low)) }
      // Each whole number has the chance of the part of the range that is rounded to it.
      var shares: [(value: Int64, chance: Ratio)] = []
      var value = rounded(low)
      while Int128(value) * unit - shift < high, shares.count <= Int(LootAmount.mostValues) {
        let begin = max(low, Int128(value) * unit - shift)
        let end = min(high, Int128(value + 1) * unit - shift)
        if end > begin {
          shares.append((value, Ratio(BigUInt(end - begin), over: BigUInt(high - low))))
        }
        value += 1
      }
      return AmountDistribution(shares)
    }
  }
}

extension DecimalNumber {
  /// The nearest whole number, halves upward.
  var rounded: Int64 { Int64((Int128(millionths) + 500_000).floor(1_000_000)) }

  var magnitude: Ratio { Ratio(BigUInt(millionths.magnitude), over: 1_000_000) }
}

extension Int128 {
  /// Returns the quotient rounded down.
  fileprivate func floor(_ divisor: Int128) -> Int128 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

/// The distribution of a whole number with few values, in exact chances.
struct AmountDistribution: Hashable, Sendable {
  /// A value and its chance.
  package struct Share: Hashable, Sendable {
    var value: Int64
    var chance: ExactChance
  }

  /// The values with their chances, in ascending order; no chance is 0.
  private(set) var shares: [Share]

  package static let one = AmountDistribution(certain: 1)

  init(certain value: Int64) { shares = [Share(value: value, chance: .one)] }

  /// Creates the distribution of a number that has each value of a range with the same chance.
  init(from low: Int64, to high: Int64) {
    let high = max(low, high)
    let chance = ExactChance(Ratio(1, over: BigUInt(high - low + 1)))
    shares = (low...high).map { Share(value: $0, chance: chance) }
  }

  /// Creates the distribution of the number of successes in some trials.
  init(trials: Int64, chance: Fraction) {
    let (hit, miss) = (Ratio(chance), Ratio.one - Ratio(chance))
    var powers = [Ratio.one]
    for _ in 0..<trials { powers.append((powers.last ?? .one) * miss) }
    var (ways, hits) = (BigUInt(1), Ratio.one)
    var list: [(value: Int64, chance: Ratio)] = []
    for number in 0...trials {
      list.append((number, Ratio(ways, over: 1) * hits * powers[Int(trials - number)]))
      ways = ways * BigUInt(trials - number) / BigUInt(number + 1)
      hits = hits * hit
    }
    self.init(list)
  }

  /// Creates a distribution from chances that sum to 1; those of equal values are added.
  init(_ list: [(value: Int64, chance: Ratio)]) {
    var sums: [Int64: Ratio] = [:]
    for (value, chance) in list where chance != .zero {
      sums[value] = sums[value].map { $0 + chance } ?? chance
    }
    shares = sums.sorted { $0.key < $1.key }.map { Share(value: $0, chance: ExactChance($1)) }
  }

  /// Creates the distribution of a number that has one of some distributions.
  init(_ distributions: [(distribution: AmountDistribution, chance: Ratio)]) {
    self.init(
      distributions.flatMap { distribution, chance in
        distribution.shares.map { ($0.value, $0.chance.ratio * chance) }
      })
  }

  var most: Int64 { shares.last?.value ?? 0 }
  /// The value, if there is only one.
  var certain: Int64? { shares.count == 1 ? shares[0].value : nil }

  /// Returns the distribution of a function of the number.
  func mapped(_ change: (Int64) -> Int64) -> AmountDistribution {
    if let certain { return AmountDistribution(certain: change(certain)) }
    return AmountDistribution(shares.map { (change($0.value), $0.chance.ratio) })
  }

  /// The distribution of the number where what is below 0 counts as 0.
  var clamped: AmountDistribution { (shares.first?.value ?? 0) < 0 ? mapped { max(0, $0) } : self }

  /// Returns the distribution of a function of the number and an independent one.
  func combined(_ other: AmountDistribution, _ join: (Int64, Int64) -> Int64) -> AmountDistribution
  {
    if let certain { return other.mapped { join(certain, $0) } }
    if let certain = other.certain { return mapped { join($0, certain) } }
    var list: [(value: Int64, chance: Ratio)] = []
    list.reserveCapacity(shares.count * other.shares.count)
    for left in shares {
      for right in other.shares {
        list.append((join(left.value, right.value), left.chance.ratio * right.chance.ratio))
      }
    }
    return AmountDistribution(list)
  }

  /// Returns the distribution of another number with a chance, and of this one otherwise.
  func mixed(with other: AmountDistribution, chance: Ratio) -> AmountDistribution {
    if chance == .one { return other }
    if chance == .zero { return self }
    return AmountDistribution(
      shares.map { ($0.value, $0.chance.ratio * (Ratio.one - chance)) }
        + other.shares.map { ($0.value, $0.chance.ratio * chance) })
  }
}
