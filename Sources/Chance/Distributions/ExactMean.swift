import BigInt

/// The expected number of rolls as a fraction, where it is short enough to read.
///
/// With i cards of a rate still missing, the expected number of rolls to go is the reciprocal of the
/// chance of a new card, plus the expectation for the cards missing after it: a recursion over the
/// numbers of missing cards of each rate, all of its terms positive.
package struct ExactMean {
  /// The maximum number of states that are evaluated.
  package static let mostStates = 300

  /// The rates, each with its number of cards.
  package let groups: [(rate: Ratio, count: Int)]
  package let wanted: Int
  let copies: Int

  package init(groups: [(rate: Ratio, count: Int)], wanted: Int, copies: Int) {
    (self.groups, self.wanted, self.copies) = (groups, wanted, copies)
  }

  /// The mean; `nil` when it has too many digits, or too many states.
  package var value: Ratio? {
    if groups.count == 1, wanted == 1 && copies == 1 || groups[0].count == 1 {
      // The first of equal cards, or the n-th copy of one.
      let sum = groups[0].rate * Ratio(BigUInt(groups[0].count), over: 1)
      return modest(Ratio(BigUInt(copies), over: 1) / sum)
    }
    guard states <= Self.mostStates else { return nil }
    // All rates over one denominator.
    var denominator = BigUInt(1)
    for group in groups {
      let divisor = denominator.greatestCommonDivisor(with: group.rate.denominator)
      denominator = denominator / divisor * group.rate.denominator
    }
    let weights = groups.map { $0.rate.numerator * (denominator / $0.rate.denominator) }
    var means: [[Int]: Ratio] = [:]
    let all = groups.flatMap { [$0.count] + [Int](repeating: 0, count: copies - 1) }
    let spare = groups.reduce(0) { $0 + $1.count } - wanted
    guard let mean = mean(all, weights, denominator, spare, &means) else { return nil }
    return modest(mean)
  }

  private func modest(_ ratio: Ratio) -> Ratio? { ratio.isModest ? ratio : nil }

  /// The number of states; `Int.max` above `mostStates`.
  private var states: Int {
    var product = 1
    for group in groups {
      // The number of ways to distribute the group's cards among 0, 1, … copies.
      var ways = 1
      for copy in 1...copies {
        ways = ways * (group.count + copy) / copy
        if ways > Self.mostStates { return .max }
      }
      product *= ways
      if product > Self.mostStates { return .max }
    }
    return product
  }

  private func mean(
    _ missing: [Int], _ weights: [BigUInt], _ denominator: BigUInt, _ spare: Int,
    _ means: inout [[Int]: Ratio]
  ) -> Ratio? {
    if missing.reduce(0, +) <= spare { return .zero }
    if let known = means[missing] { return known }
    var sum = Ratio(denominator, over: 1)
    var useful = BigUInt(0)
    for (index, number) in missing.enumerated() where number > 0 {
      var after = missing
      after[index] -= 1
      if (index + 1) % copies != 0 { after[index + 1] += 1 }
      guard let rest = mean(after, weights, denominator, spare, &means) else { return nil }
      let weight = weights[index / copies] * BigUInt(number)
      useful += weight
      sum = sum + Ratio(weight, over: 1) * rest
    }
    let mean = sum / Ratio(useful, over: 1)
    // A fraction this long does not become short again.
    guard mean.denominator.bitWidth <= 400 else { return nil }
    means[missing] = mean
    return mean
  }
}
