import RealModule

/// Powers of a distribution by the discrete Fourier transform.
enum Fourier {
  /// Returns the distribution of a sum of independent, identically distributed numbers on 0, 1, 2, ….
  ///
  /// - Returns: as many entries as the largest sum needs, each accurate to about 1e-16.
  static func power(of distribution: [Double], _ times: Int) -> [Double] {
    let length = (distribution.count - 1) * times + 1
    var size = 1
    while size < length { size *= 2 }
    var values = distribution.map { Complex(real: $0, imaginary: 0) }
    values += [Complex](repeating: .zero, count: size - values.count)
    transform(&values, sign: -1)
    for index in values.indices { values[index] = values[index].power(times) }
    transform(&values, sign: 1)
    let scale = 1 / Double(size)
    return values[..<length].map { max(0, $0.real * scale) }
  }

  /// Returns the probability that a sum of independent, identically distributed numbers is at most a
  /// number, with full precision where it is tiny.
  ///
  /// The distribution is tilted so that the sum's mean is that number (Esscher 1932): there the errors of
  /// the transform are as small relative to the probabilities as elsewhere, and tilting back shrinks
  /// them.
  static func chance(of distribution: [Double], _ times: Int, atMost number: Int64) -> Double {
    guard let first = distribution.firstIndex(where: { $0 > 0 }) else { return 0 }
    // The sum to distribute beyond the minimum of each number.
    let spare = number - Int64(first) * Int64(times)
    guard spare >= 0 else { return 0 }
    let shifted = Array(distribution[first...].prefix(Int(min(spare, 1 << 24)) + 1))
    let wanted = Double(spare) / Double(times)
    func mean(_ tilt: Double) -> Double {
      var (sum, total) = (0.0, 0.0)
      for (index, chance) in shifted.enumerated() {
        let weight = chance * .exp(-tilt * Double(index))
        sum += weight * Double(index)
        total += weight
      }
      return sum / total
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
    let tilted = shifted.enumerated().map { $1 * .exp(-high * Double($0)) }
    let total = tilted.reduce(0, +)
    let sums = power(of: tilted.map { $0 / total }, times)
    var chance = 0.0
    for (index, share) in sums.prefix(Int(spare) + 1).enumerated() {
      chance += share * .exp(-high * Double(Int(spare) - index))
    }
    return chance * .exp(Double(times) * .log(total) + high * Double(spare))
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
