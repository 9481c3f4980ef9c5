/// A Poisson distribution as a table of bounds for 64 random bits, drawn by inversion.
///
/// It is computed with sums, products and quotients only, so that it is the same on every machine: the
/// relative error of each probability is a few units of 2⁻⁵³.
struct PoissonTable: Sendable {
  /// The bounds: number `first + i` is drawn below `bounds[i]` and not below the bound before.
  private let bounds: [UInt64]
  private let first: Int

  /// - Parameter mean: the mean, from 0 up.
  init(mean: Double) {
    // From the mode outward, so that nothing underflows; then divided by the sum.
    let mode = Int(mean)
    var above: [Double] = [1]
    while true {
      let next = (above.last ?? 0) * mean / Double(mode + above.count)
      if next < 0x1p-80 { break }
      above.append(next)
    }
    var below: [Double] = []
    var weight = 1.0
    for number in stride(from: mode, to: 0, by: -1) {
      weight *= Double(number) / mean
      if weight < 0x1p-80 { break }
      below.append(weight)
    }
    let weights = below.reversed() + above
    let total = weights.reduce(0, +)
    var sum = 0.0
    bounds = weights.map { weight in
      sum += weight / total
      return sum >= 1 ? .max : UInt64(sum * 0x1p64)
    }
    first = mode - below.count
  }

  /// Returns the number that 64 random bits select.
  func draw(_ bits: UInt64) -> Int {
    var (low, high) = (0, bounds.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if bits < bounds[middle] { high = middle } else { low = middle + 1 }
    }
    return first + low
  }
}
