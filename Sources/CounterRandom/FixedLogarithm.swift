/// Logarithms that are the same to the bit on every machine and in every release: additions and
/// multiplications in a fixed order, never fused. `Sources/CDraws/Logarithm.h` has the same in C.
enum FixedLogarithm {
  /// The inverses for mantissas from 1 + i/16 to 1 + (i + 1)/16: nearly 1 / (their middle), in 9 bits.
  private static let inverses: [Double] = [
    496, 468, 443, 420, 400, 381, 364, 349, 334, 321, 309, 298, 287, 278, 269, 260,
  ].map { $0 / 512 }

  /// The negative logarithms of the inverses (Python's decimal module, 60 digits).
  private static let middles: [Double] = [
    0x1.0415d89e74444p-5, 0x1.700d30aeac0e1p-4, 0x1.28753bc11aba5p-3, 0x1.95a5adcf7017fp-3,
    0x1.f991c6cb3b379p-3, 0x1.2e9e2bce12286p-2, 0x1.5d5bddf595f30p-2, 0x1.8873658327ccfp-2,
    0x1.b56fa04462909p-2, 0x1.de16b56ef90f0p-2, 0x1.028d2d6a963f4p-1, 0x1.151c3f6f29612p-1,
    0x1.285e0842ca384p-1, 0x1.38ae2171976e7p-1, 0x1.4987ace0dabb0p-1, 0x1.5af405c3649e0p-1,
  ]

  static let ofTwo = 0x1.62e42fefa39efp-1

  /// Returns log(1 + r) for |r| ≤ 1/32, by its series.
  private static func series(_ r: Double) -> Double {
    var sum = r * (-1.0 / 8) + 1.0 / 7
    sum = sum * r + -1.0 / 6
    sum = sum * r + 1.0 / 5
    sum = sum * r + -1.0 / 4
    sum = sum * r + 1.0 / 3
    sum = sum * r + -1.0 / 2
    sum = sum * r + 1.0
    return sum * r
  }

  /// Returns the natural logarithm of a positive, normal number, accurate to about 1e-13 of 1 + |log|.
  static func log(_ value: Double) -> Double {
    let bits = value.bitPattern
    let mantissa = Double(bitPattern: bits & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
    let index = Int(truncatingIfNeeded: bits &>> 48) & 15
    let exponent = Double(Int(truncatingIfNeeded: bits &>> 52) - 1023)
    let r = mantissa * inverses[index] - 1.0
    return exponent * ofTwo + (middles[index] + series(r))
  }

  /// Returns log(1 + x) for x > −1, with a relative error of about 1e-15 where x is small.
  static func logOnePlus(_ x: Double) -> Double {
    guard x.magnitude < 1.0 / 32 else { return log(1 + x) }
    // The first ten terms of x − x²/2 + x³/3 ….
    var sum = 0.0
    for term in stride(from: 10.0, through: 1.0, by: -1.0) {
      sum = 1.0 / term - sum * x
    }
    return sum * x
  }

  /// Returns log(k!) − ((k + ½) log k − k + ½ log 2π), for whole k ≥ 1.
  static func stirlingError(_ k: Double) -> Double {
    if k < 16 { return stirlingErrors[Int(k)] }
    let inverse = 1.0 / k
    let square = inverse * inverse
    var sum = 1.0 / 1680 * square - 1.0 / 1260
    sum = sum * square + 1.0 / 360
    sum = sum * square - 1.0 / 12
    return -(sum * inverse)
  }

  /// The values for k from 0 (not used) to 15 (Python's decimal module, 60 digits).
  private static let stirlingErrors: [Double] = [
    0, 0x1.4c071bcda0a5bp-4, 0x1.52a9b923ea649p-5, 0x1.c579a268d80b3p-6,
    0x1.54a2662fd78a9p-6, 0x1.10b4e513fcbedp-6, 0x1.c6b167bebdf36p-7, 0x1.85d4d612e4a86p-7,
    0x1.552805e7b3076p-7, 0x1.2f4871b12ab64p-7, 0x1.10f9d4c0743a7p-7, 0x1.f0593088014f8p-8,
    0x1.c7018733aa9c6p-8, 0x1.a40514700f36cp-8, 0x1.86076c002d4a7p-8, 0x1.6c08f6f194a10p-8,
  ]

  /// Returns log(k!), by Stirling's series from 10 on, with the same operations as C's for Poisson draws.
  static func logFactorial(_ k: Double) -> Double {
    if k < 10 { return logFactorials[Int(k)] }
    let inverse = 1.0 / k
    let square = inverse * inverse
    let error = ((1.0 / 1680 * square - 1.0 / 1260) * square + 1.0 / 360) * square - 1.0 / 12
    return ((k + 0.5) * log(k) - k) + (0x1.d67f1c864beb5p-1 - error * inverse)
  }

  private static let logFactorials: [Double] = [
    0, 0, 0x1.62e42fefa39efp-1, 0x1.cab0bfa2a2002p+0, 0x1.96ca77c922cf9p+1,
    0x1.326643c4479c9p+2, 0x1.a51273acf01cap+2, 0x1.10ce1f32dcc30p+3, 0x1.5358e82fcb70dp+3,
    0x1.99a8921a7f7cfp+3,
  ]
}

extension CounterStream {
  /// Returns a number between 0 and 1, both excluded: (k + ½) / 2⁵², from two words.
  mutating func nextUnit() -> Double {
    let bits = next64() &>> 12 | 0x3FF0_0000_0000_0000
    return (Double(bitPattern: bits) - 1.0) + 0x1p-53
  }
}
