/// The distribution of the rolls until enough cards have come, by dynamic programming over the cards: the
/// reference for the formulas of the odds.
///
/// Given that k rolls gave one of the first j cards, the number of those that gave the j-th is
/// binomial. The chances of a binomial distribution come from Pascal's rule, and everything else is a sum of
/// products: no term is negative, so that nothing cancels, and each chance keeps its digits.
package struct ReferenceDistribution {
  /// The chance of reaching the goal within 0, 1, 2 … rolls.
  package let done: [Double]

  /// Computes a distribution.
  ///
  /// - Parameters:
  ///   - rates: the chance of each card, all above 0; the rest to 1 is the chance of no card.
  ///   - wanted: the number of different cards required.
  ///   - copies: the number of copies required of each.
  ///   - rolls: the maximum number of rolls.
  package init(rates: [Double], wanted: Int, copies: Int, rolls: Int) {
    let left = 1 - rates.reduce(0, +)
    // A roll without a card counts as a card that is never required.
    var outcomes = rates.map { (rate: $0, copies: copies, step: 1) }
    if left > 1e-12 { outcomes.append((rate: left, copies: .max, step: 0)) }
    let width = wanted + 1
    // By number of rolls, then by number of cards that have come; `wanted` includes larger numbers.
    var chances = [Double](repeating: 0, count: (rolls + 1) * width)
    var sum = 0.0
    for (index, outcome) in outcomes.enumerated() {
      sum += outcome.rate
      var next = [Double](repeating: 0, count: (rolls + 1) * width)
      if index == 0 {
        for count in 0...rolls {
          next[count * width + (count >= outcome.copies ? min(wanted, outcome.step) : 0)] = 1
        }
      } else {
        let share = outcome.rate / sum
        var binomial = [1.0]
        for count in 0...rolls {
          for (own, chance) in binomial.enumerated() where chance > 0 {
            let step = own >= outcome.copies ? outcome.step : 0
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

  /// The mean and the standard deviation; `nil` where the goal may take more rolls than were computed.
  package var moments: (mean: Double, standardDeviation: Double)? {
    // The rest is rounding, which has a large weight far from the mean.
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
