/// A generator of random numbers that are the same in each run (G. Steele, D. Lea, C. Flood, 2014).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to 1.
  mutating func unit() -> Double { Double.random(in: 0..<1, using: &self) }

  /// Returns a power of ten.
  mutating func power(_ exponents: ClosedRange<Int>) -> Double {
    let exponent = Int.random(in: exponents, using: &self)
    return (0..<exponent.magnitude).reduce(1.0) { power, _ in
      exponent < 0 ? power / 10 : power * 10
    }
  }
}
