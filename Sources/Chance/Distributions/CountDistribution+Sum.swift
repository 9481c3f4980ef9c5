import FlintRules
import RealModule

extension CountDistribution {
  /// The maximum number of multiplications.
  private static let mostWork = 600_000_000.0
  /// The maximum number of probabilities.
  private static let mostLength = 1 << 21
  /// The maximum length of a Fourier transform.
  private static let mostTransformed = 1 << 20
  /// The sums of distributions with more entries than this are cut off at a greater probability.
  private static let mostWhole = 5000.0

  /// Creates the distribution of the sum of many independent numbers of one distribution on 0, 1, 2, …; `nil` if it is
  /// too wide.
  ///
  /// The power of the distribution of one number is computed by squaring. All terms are positive, so that each
  /// probability keeps its digits, however small it is; what is negligible beside the greatest is cut off, and the sum
  /// of all that was cut off is known. Only distributions that are too wide for that are computed by the Fourier
  /// transform, whose error is the same for all numbers.
  ///
  /// - Parameters:
  ///   - one: the distribution of one number.
  ///   - error: a bound of the relative error of its probabilities.
  ///   - times: how many numbers are added.
  package init?(sumOf one: [Double], error: Double, times: Int64) {
    guard times > 1, let lattice = Lattice(one) else {
      self.init(rolls: Int(times), keeping: one, relative: error)
      return
    }
    var squaring = Squaring(
      lattice.chances, error: error,
      cut: Double(lattice.chances.count) * Double(times) <= Self.mostWhole ? 1e-250 : 1e-70)
    if Self.width(lattice.chances, times) <= (2 * Self.mostWork).squareRoot(),
      squaring.repeat(times, within: Self.mostWork)
    {
      self.init(lattice, squaring, times)
    } else {
      self.init(transforming: one, error: error, times: times)
    }
  }

  /// About how many numbers have a probability that is not negligible.
  private static func width(_ one: [Double], _ times: Int64) -> Double {
    // On each side of the mean 17 standard deviations, beyond which a normal distribution is below 1e-60.
    min(
      Double(one.count) * Double(times),
      34 * (one.moments().variance * Double(times)).squareRoot())
  }

  /// Creates the distribution from that of numbers without their stride; `nil` if it is too long.
  private init?(_ lattice: Lattice, _ squaring: Squaring, _ times: Int64) {
    let (start, overflow) = lattice.first.multipliedReportingOverflow(by: Int(times))
    let (length, isTooLong) = squaring.chances.count.multipliedReportingOverflow(
      by: lattice.stride)
    guard !overflow, !isTooLong, length <= Self.mostLength else { return nil }
    var chances = [Double](repeating: 0, count: length - lattice.stride + 1)
    for (index, chance) in squaring.chances.enumerated() {
      chances[index * lattice.stride] = chance
    }
    self.init(
      rolls: Int(times), keeping: chances, least: start + squaring.least * lattice.stride,
      relative: 2 * squaring.error,
      // What was cut off is an error of at most as much again of any probability that is kept.
      negligible: squaring.missing / max(squaring.error, BoundedValue.rounding))
  }

  /// Creates the distribution by the Fourier transform; `nil` if it is too long.
  private init?(transforming one: [Double], error: Double, times: Int64) {
    let (length, overflow) = (one.count - 1).multipliedReportingOverflow(by: Int(times))
    guard !overflow, length < Self.mostTransformed else { return nil }
    var size = 1
    while size <= length { size *= 2 }
    var values = one.map { Complex(real: $0, imaginary: 0) }
    values += [Complex](repeating: .zero, count: size - values.count)
    Fourier.transform(&values, sign: -1)
    var sum = 0.0
    for index in values.indices {
      values[index] = values[index].power(Int(times))
      sum += abs(values[index].real) + abs(values[index].imaginary)
    }
    Fourier.transform(&values, sign: 1)
    let scale = 1 / Double(size)
    // Each transform rounds as often as it has levels; a power multiplies that by the exponent.
    let levels = 4 * Double(size.bitWidth - size.leadingZeroBitCount)
    let absolute = (Double(times) + 1) * (levels + 8) * BoundedValue.rounding * sum * scale
    self.init(
      rolls: Int(times), keeping: values.prefix(length + 1).map { max(0, $0.real * scale) },
      relative: Double(times) * error, absolute: absolute, negligible: 1000 * absolute)
  }

  /// Creates the distribution of the numbers between the outermost ones whose probability is not negligible; `nil` if
  /// there are none.
  private init?(
    rolls: Int, keeping chances: [Double], least: Int = 0, relative: Double, absolute: Double = 0,
    negligible: Double = 0
  ) {
    guard let first = chances.firstIndex(where: { $0 > negligible }),
      let last = chances.lastIndex(where: { $0 > negligible })
    else { return nil }
    self.init(
      rolls: rolls, least: least + first, Array(chances[first...last]), relative: relative,
      absolute: absolute, negligible: negligible)
  }
}

/// A distribution as one on 0, 1, 2, … that begins at 0, times a stride, plus a first number.
private struct Lattice {
  var first: Int
  var stride = 0
  var chances: [Double]

  /// Creates the lattice; `nil` for a distribution without chances.
  init?(_ distribution: [Double]) {
    guard let first = distribution.firstIndex(where: { $0 > 0 }) else { return nil }
    self.first = first
    for index in distribution.indices where distribution[index] > 0 {
      stride = greatestCommonDivisor(stride, index - first)
    }
    stride = max(1, stride)
    let step = stride
    chances = Swift.stride(from: first, to: distribution.count, by: step).map { distribution[$0] }
    while chances.last == 0 { chances.removeLast() }
  }
}

/// Powers of a distribution by squaring.
private struct Squaring {
  /// The distribution of one number, whose first chance is not 0.
  private let one: [Double]
  private let oneError: Double
  /// The chance of more than the least number.
  private let some: Double
  /// The share of the greatest chance below which ends of a distribution are cut off.
  private let cut: Double

  /// The least number that is left, and the chances from there on.
  private(set) var least = 0
  private(set) var chances: [Double]
  /// A bound of the relative error of the chances.
  private(set) var error: Double
  /// A bound of the share of all that was cut off.
  private(set) var missing = 0.0
  /// Whether chances are divided by that of the least number: that one is then 1 without any error, and
  /// `error` belongs to each unit of a number.
  private var isDivided: Bool

  /// The greatest logarithm of the chance by which chances are divided.
  private static let mostLogarithm = 100.0

  init(_ one: [Double], error: Double, cut: Double) {
    self.cut = cut
    var one = one
    some = one.dropFirst().reduce(0, +)
    oneError = error + 2 * BoundedValue.rounding
    isDivided = some < 0.5
    if isDivided { one[0] = 1 - some }
    let first = isDivided ? one[0] : 1
    self.one = one
    chances = one.map { $0 / first }
    self.error = isDivided ? 2 * oneError : oneError
  }

  /// Computes the distribution of the sum of several numbers; returns false if that takes too much work.
  mutating func `repeat`(_ times: Int64, within mostWork: Double) -> Bool {
    var work = 0.0
    var done: Int64 = 1
    for bit in (0..<(63 - times.leadingZeroBitCount)).reversed() {
      if isDivided, logarithm(2 * done + 1) > Self.mostLogarithm { undivide(done) }
      let length = Double(chances.count)
      work += length * length / 2 + Double(chances.count * 2 + one.count) * Double(one.count)
      guard work <= mostWork else { return false }
      square()
      done *= 2
      if times >> Int64(bit) & 1 == 1 {
        multiply()
        done += 1
      }
    }
    if isDivided { undivide(done) }
    return true
  }

  /// The logarithm of the chance that some numbers are all the least one, without its sign.
  private func logarithm(_ times: Int64) -> Double { -Double(times) * .log(onePlus: -some) }

  private mutating func undivide(_ times: Int64) {
    let logarithm = logarithm(times)
    let factor = Double.exp(-logarithm)
    for index in chances.indices { chances[index] *= factor }
    error =
      error * Double(least + chances.count - 1) + 2 * BoundedValue.rounding
      + 2 * logarithm * (oneError + Double(one.count) * BoundedValue.rounding)
    isDivided = false
  }

  private mutating func square() {
    let count = chances.count
    var result = [Double](repeating: 0, count: 2 * count - 1)
    chances.withUnsafeBufferPointer { chances in
      result.withUnsafeMutableBufferPointer { result in
        for index in 0..<count where chances[index] != 0 {
          let chance = chances[index]
          result[2 * index] += chance * chance
          let twice = 2 * chance
          for other in index + 1..<max(count, index + 1) {
            result[index + other] += twice * chances[other]
          }
        }
      }
    }
    chances = result
    least *= 2
    error = (isDivided ? error : 2 * error) + Double(count + 1) * BoundedValue.rounding
    missing *= 2
    trim()
  }

  private mutating func multiply() {
    let first = isDivided ? one[0] : 1
    var result = [Double](repeating: 0, count: chances.count + one.count - 1)
    for (index, share) in one.enumerated() where share != 0 {
      let factor = share / first
      for (position, chance) in chances.enumerated() { result[index + position] += factor * chance }
    }
    chances = result
    error =
      (isDivided ? max(error, 2 * oneError) : error + oneError)
      + Double(min(one.count, chances.count) + 2) * BoundedValue.rounding
    trim()
  }

  /// Cuts off both ends of the distribution where they are negligible.
  private mutating func trim() {
    let bound = cut * (chances.max() ?? 0)
    guard let first = chances.firstIndex(where: { $0 >= bound }),
      let last = chances.lastIndex(where: { $0 >= bound })
    else { return }
    let gone = chances[..<first].reduce(0, +) + chances[(last + 1)...].reduce(0, +)
    missing += gone / chances[first...last].reduce(0, +)
    chances = Array(chances[first...last])
    least += first
  }
}
