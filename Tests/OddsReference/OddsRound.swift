import Chance
import FlintRandom
import FlintRules

/// A random table of weights, goal and number of copies, whose odds are compared with a distribution computed
/// roll by roll. All of it depends on the seed alone.
package struct OddsRound {
  private let weights: [UInt64]
  private let wanted: Int
  private let copies: Int
  private let rolls: Int
  private let numbers: [Int]

  /// Creates the round of a seed.
  ///
  /// - Parameters:
  ///   - seed: the seed.
  ///   - mostRolls: the maximum number of rolls computed; the work grows with its square.
  package init(seed: UInt64, mostRolls: Int) {
    var stream = CounterStream(key: 17, identity: seed, purpose: 1)
    let cards = Int(stream.bounded(6)) + 1
    // Half of all tables have cards that are equally likely.
    let isEqual = stream.bounded(2) == 0
    weights = (0..<cards).map { _ in isEqual ? 1 : stream.bounded(5) + 1 }
    wanted = stream.bounded(3) == 0 ? Int(stream.bounded(UInt64(cards))) + 1 : cards
    let total = weights.reduce(0, +)
    // Few enough copies that the rarest card most probably has them in time.
    let most = max(1, mostRolls * Int(weights.min() ?? 1) / Int(total) * 6 / 10)
    copies =
      stream.bounded(3) == 0
      ? 1 + Int(stream.bounded(4)) : 1 + Int(stream.bounded(UInt64(most)))
    rolls = mostRolls
    numbers = (0..<24).map { _ in Int(stream.bounded(UInt64(mostRolls + 1))) }
  }

  /// A description of the question.
  package var description: String {
    let texts = weights.map { "\($0)/\(weights.reduce(0, +))" }
    return "weights \(texts.joined(separator: ",")), distinct:\(wanted), copies \(copies)"
  }

  /// Returns the first difference between the odds and the reference distribution; `nil` where they agree.
  package func difference() -> String? {
    let total = weights.reduce(0, +)
    let reference = ReferenceDistribution(
      rates: weights.map { Double($0) / Double(total) }, wanted: wanted, copies: copies,
      rolls: rolls)
    let distribution: Distribution
    do throws(OddsError) {
      distribution = try Odds.distribution(
        of: .distinct(wanted), weights: weights.compactMap { Fraction($0, over: total) },
        copies: copies)
    } catch {
      return "\(description): \(error)"
    }
    func problem(_ name: String, _ value: Double, _ expected: Double) -> String? {
      // At most, and not greater than, so that NaN differs from every number. Subnormal numbers have few digits.
      abs(value - expected) <= 1e-9 * abs(expected) + 1e-290
        ? nil : "\(description): \(name) is \(value), expected \(expected)"
    }
    for number in numbers {
      let found = problem(
        "the chance within \(number)", distribution.probability(doneWithin: Int64(number)),
        reference.done[number])
      if let found { return found }
    }
    for level in [0.5, 0.9, 0.95, 0.99] {
      // A chance that equals a level to the last digits belongs to either side.
      guard let first = reference.done.firstIndex(where: { $0 >= level - 1e-12 }),
        abs(reference.done[first] - level) > 1e-11
      else { continue }
      if let found = problem(
        "quantile \(level)", Double(distribution.quantile(level)), Double(first))
      {
        return found
      }
    }
    guard let moments = reference.moments else { return nil }
    return problem("the mean", distribution.mean, moments.mean)
      ?? (moments.standardDeviation < 1e-6
        ? nil
        : problem(
          "the standard deviation", distribution.standardDeviation, moments.standardDeviation))
  }
}
