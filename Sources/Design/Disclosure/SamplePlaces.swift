import RealModule

/// The places at which cards come that are drawn by weight, one after the other, and never twice.
///
/// The order is that of clocks that ring once, each at the rate of its card's weight. A card is the one at a place where
/// all but so many others ring later, which is an integral over the time at which it rings.
struct SamplePlaces {
  /// The chances of each place, by weight.
  private var known: [Double: [Double]] = [:]
  private let weights: [Double]

  /// - Parameters:
  ///   - weights: the weights of the cards.
  ///   - most: the number of places.
  /// - Returns: `nil` where the cards are too many.
  init?(weights: [Double], most: Int) {
    self.weights = weights
    let places = min(most, weights.count)
    guard let least = weights.min(), let first = weights.first, least > 0 else { return nil }
    if least == weights.max() {
      known[first] = [Double](repeating: 1 / Double(weights.count), count: places)
      return
    }
    let total = weights.reduce(0, +)
    // Of the logarithm of the time: at the start no clock has rung, at the end all have.
    let (start, end, step) = (Double.log(1e-18 / total), Double.log(60 / least), 0.1)
    guard (end - start) / step * Double(weights.count * places * places) <= 1e9 else { return nil }
    let kinds = Set(weights).sorted()
    let firsts = kinds.compactMap { weights.firstIndex(of: $0) }
    for kind in kinds { known[kind] = [Double](repeating: 0, count: places) }
    var time = start
    while time <= end {
      let instant = Double.exp(time)
      let rung = weights.map { -Double.expMinusOne(-$0 * instant) }
      let later = weights.map { Double.exp(-$0 * instant) }
      // The chances that 0, 1, … of the cards before or after each have rung.
      var after = [[Double]](repeating: [], count: weights.count)
      var sum = [1.0]
      for index in weights.indices.reversed() {
        after[index] = sum
        sum = Self.adding(rung[index], later[index], to: sum, most: places)
      }
      var before = [1.0]
      var position = 0
      for (kind, index) in zip(kinds, firsts).sorted(by: { $0.1 < $1.1 }) {
        while position < index {
          before = Self.adding(rung[position], later[position], to: before, most: places)
          position += 1
        }
        let density = weights[index] * instant * later[index] * step
        var chances = known[kind] ?? []
        for (low, chance) in before.enumerated() where chance > 0 {
          for high in 0..<min(after[index].count, places - low) {
            chances[low + high] += density * chance * after[index][high]
          }
        }
        known[kind] = chances
      }
      time += step
    }
  }

  /// Returns the chances of the numbers of clocks that have rung with one more.
  private static func adding(
    _ rung: Double, _ later: Double, to chances: [Double], most: Int
  ) -> [Double] {
    var sum = [Double](repeating: 0, count: min(chances.count + 1, most))
    for (number, chance) in chances.enumerated() {
      sum[number] += chance * later
      if number + 1 < most { sum[number + 1] += chance * rung }
    }
    return sum
  }

  /// Returns the chances that a card is at each place.
  func chances(of card: Int) -> [Double] { known[weights[card]] ?? [] }
}
