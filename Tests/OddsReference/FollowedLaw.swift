/// The law of the rolls until enough cards are there, by dynamic programming over the cards: what
/// the formulas of the odds are compared with.
///
/// Given that k rolls gave one of the first j cards, the number of those that gave the j-th is
/// binomial. The chances of a binomial law come from Pascal's rule, and everything else is a sum of
/// products: no term is negative, so that nothing cancels, and each chance keeps its digits.
public struct FollowedLaw {
  /// The chance of being done within 0, 1, 2 … rolls.
  public let done: [Double]

  /// Follows a law.
  ///
  /// - Parameters:
  ///   - rates: the chance of each card, all above 0; what is left of 1 gives no card.
  ///   - wanted: how many of the cards have to be there.
  ///   - copies: how many times each of these.
  ///   - rolls: up to how many rolls.
  public init(rates: [Double], wanted: Int, copies: Int, rolls: Int) {
    let left = 1 - rates.reduce(0, +)
    // What gives no card is there from the beginning, and is none of those that are wanted.
    var parts = rates.map { (rate: $0, copies: copies, step: 1) }
    if left > 1e-12 { parts.append((rate: left, copies: .max, step: 0)) }
    let width = wanted + 1
    // By number of rolls, and then by number of cards that are there, `wanted` standing for more.
    var chances = [Double](repeating: 0, count: (rolls + 1) * width)
    var sum = 0.0
    for (place, part) in parts.enumerated() {
      sum += part.rate
      var next = [Double](repeating: 0, count: (rolls + 1) * width)
      if place == 0 {
        for count in 0...rolls {
          next[count * width + (count >= part.copies ? min(wanted, part.step) : 0)] = 1
        }
      } else {
        let share = part.rate / sum
        var binomial = [1.0]
        for count in 0...rolls {
          for (own, chance) in binomial.enumerated() where chance > 0 {
            let step = own >= part.copies ? part.step : 0
            for there in 0..<width {
              let before = chances[(count - own) * width + there]
              next[count * width + min(wanted, there + step)] += chance * before
            }
          }
          var following = [Double](repeating: 0, count: count + 2)
          for (own, chance) in binomial.enumerated() {
            following[own] += chance * (1 - share)
            following[own + 1] += chance * share
          }
          binomial = following
        }
      }
      chances = next
    }
    done = (0...rolls).map { chances[$0 * width + wanted] }
  }

  /// Mean and standard deviation; `nil` where the goal may take more rolls than were followed.
  public var moments: (mean: Double, standardDeviation: Double)? {
    // Beyond this there is nothing but rounding, which far from the mean weighs much.
    guard let end = done.firstIndex(where: { $0 > 1 - 1e-14 }) else { return nil }
    let mean = done[..<end].reduce(0) { $0 + (1 - $1) }
    var variance = 0.0
    var before = 0.0
    for (rolls, chance) in done[...end].enumerated() {
      let distance = Double(rolls) - mean
      variance += (chance - before) * distance * distance
      before = chance
    }
    return (mean, variance.squareRoot())
  }
}
