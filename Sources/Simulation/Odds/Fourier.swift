/// Powers of a distribution by way of the discrete Fourier transform.
enum Fourier {
  /// The distribution of a sum of independent numbers that are distributed alike on 0, 1, 2, ….
  ///
  /// - Returns: as many entries as the largest sum needs; each is right to about 1e-16.
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

  /// The transform in place, of a power of two numbers: Cooley & Tukey (1965).
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
