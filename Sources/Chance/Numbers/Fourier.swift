import RealModule

/// Powers of a distribution by the discrete Fourier transform.
enum Fourier {
  /// Returns the distribution of a sum of independent, identically distributed numbers on 0, 1, 2, ….
  ///
  /// - Returns: as many entries as the largest sum needs, each accurate to about 1e-16.
  static func power(of distribution: [Double], _ times: Int) -> [Double] {
    sum(of: [Repeated(distribution, times)], length: (distribution.count - 1) * times + 1)
  }

  /// Independent, identically distributed numbers on 0, 1, 2, ….
  struct Repeated {
    var distribution: [Double]
    /// How many there are.
    var times: Int

    init(_ distribution: [Double], _ times: Int) {
      self.distribution = distribution
      self.times = times
    }
  }

  /// Returns the distribution of a sum of independent numbers.
  ///
  /// - Parameter length: the number of entries, beyond which the sum is negligible: what lies there is added to
  ///   the first entries.
  package static func sum(of parts: [Repeated], length: Int) -> [Double] {
    var size = 1
    while size < length { size *= 2 }
    var product: [Complex] = []
    for part in parts {
      var values = part.distribution.prefix(size).map { Complex(real: $0, imaginary: 0) }
      values += [Complex](repeating: .zero, count: size - values.count)
      transform(&values, sign: -1)
      for index in values.indices { values[index] = values[index].power(part.times) }
      if product.isEmpty {
        product = values
      } else {
        for index in values.indices { product[index] = product[index] * values[index] }
      }
    }
    transform(&product, sign: 1)
    let scale = 1 / Double(size)
    return product.prefix(length).map { max(0, $0.real * scale) }
  }

  /// Returns the probability that a sum of independent, identically distributed numbers is at most a
  /// number, with full precision where it is tiny.
  ///
  /// The distribution is tilted so that the sum's mean is that number (Esscher 1932): there the errors of
  /// the transform are as small relative to the probabilities as elsewhere, and tilting back shrinks
  /// them.
  static func chance(of parts: [Repeated], atMost number: Int64) -> Double {
    // The sum to distribute beyond the minimum of each number.
    var spare = number
    var shifted: [Repeated] = []
    for part in parts {
      guard let first = part.distribution.firstIndex(where: { $0 > 0 }) else { return 0 }
      spare -= Int64(first) * Int64(part.times)
      shifted.append(Repeated(Array(part.distribution[first...]), part.times))
    }
    guard spare >= 0 else { return 0 }
    for index in shifted.indices {
      shifted[index].distribution = Array(
        shifted[index].distribution.prefix(Int(min(spare, 1 << 24)) + 1))
    }
    let wanted = Double(spare)
    func mean(_ tilt: Double) -> Double {
      shifted.reduce(0) { all, part in
        var (sum, total) = (0.0, 0.0)
        for (index, chance) in part.distribution.enumerated() {
          let weight = chance * .exp(-tilt * Double(index))
          sum += weight * Double(index)
          total += weight
        }
        return all + Double(part.times) * sum / total
      }
    }
    var (low, high) = (0.0, 700.0)
    if mean(low) <= wanted {
      high = low
    } else {
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if mean(middle) > wanted { low = middle } else { high = middle }
      }
    }
    var logarithm = 0.0
    var length = 1
    for index in shifted.indices {
      let tilted = shifted[index].distribution.enumerated().map { $1 * .exp(-high * Double($0)) }
      let total = tilted.reduce(0, +)
      logarithm += Double(shifted[index].times) * .log(total)
      shifted[index].distribution = tilted.map { $0 / total }
      length += (tilted.count - 1) * shifted[index].times
    }
    let sums = sum(of: shifted, length: min(length, mostLength))
    var chance = 0.0
    for (index, share) in sums.prefix(Int(spare) + 1).enumerated() {
      chance += share * .exp(-high * Double(Int(spare) - index))
    }
    return chance * .exp(logarithm + high * Double(spare))
  }

  /// The maximum number of entries of a sum.
  static let mostLength = 1 << 22

  /// Returns a number that a sum of independent numbers reaches with a negligible probability: by Chernoff's bound
  /// (1952).
  package static func reach(of parts: [Repeated], negligible: Double) -> Int {
    let longest = parts.reduce(1) { sum, part in
      let (length, overflow) = (part.distribution.count - 1).multipliedReportingOverflow(
        by: part.times)
      return overflow ? .max / 2 : min(.max / 2, sum + length)
    }
    var least = Double(longest)
    // Each half of the greatest tilt under which no term overflows.
    var tilt = 64.0
    while tilt > 1e-9 {
      var logarithm = -Double.log(negligible)
      for part in parts {
        var total = 0.0
        for (index, chance) in part.distribution.enumerated() where chance > 0 {
          total += chance * .exp(tilt * Double(index))
        }
        logarithm += Double(part.times) * .log(total)
      }
      let bound = logarithm / tilt
      if bound.isFinite { least = min(least, bound) }
      tilt /= 2
    }
    return min(longest, Int(least.rounded(.up)) + 1)
  }

  /// Transforms a power of two of numbers in place: Cooley & Tukey (1965).
  static func transform(_ values: inout [Complex], sign: Double) {
    let count = values.count
    guard count > 1 else { return }
    var reversed = 0
    for index in 1..<count {
      var bit = count >> 1
      while reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed ^= bit
      if index < reversed { values.swapAt(index, reversed) }
    }
    let turn = sign * 2 * Double.pi / Double(count)
    let roots = (0..<count / 2).map { Complex(length: 1, angle: turn * Double($0)) }
    values.withUnsafeMutableBufferPointer { values in
      var width = 2
      while width <= count {
        let (half, stride) = (width / 2, count / width)
        var start = 0
        while start < count {
          for offset in 0..<half {
            let odd = roots[offset * stride] * values[start + offset + half]
            let even = values[start + offset]
            values[start + offset] = even + odd
            values[start + offset + half] = even - odd
          }
          start += width
        }
        width *= 2
      }
    }
  }
}
