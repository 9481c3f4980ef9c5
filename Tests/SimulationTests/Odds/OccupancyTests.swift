import FlintRandom
import Testing
@testable import Chance

/// The distribution without pity, compared with a distribution computed roll by roll.
@Suite struct `The occupancy distribution` {
  /// Returns the chances of reaching the goal within 0, 1, 2 … rolls, by advancing the distribution over
  /// the numbers of copies of every card, without a formula.
  private func followed(
    _ rates: [Double], wanted: Int, copies: Int, rolls: Int
  ) -> [Double] {
    var now = [[Int](repeating: 0, count: rates.count): 1.0]
    let idle = 1 - rates.reduce(0, +)
    var chances: [Double] = []
    for _ in 0...rolls {
      chances.append(
        now.reduce(0) { sum, entry in
          sum + (entry.key.count { $0 == copies } >= wanted ? entry.value : 0)
        })
      var next: [[Int]: Double] = [:]
      for (counts, chance) in now {
        next[counts, default: 0] += chance * idle
        for (card, rate) in rates.enumerated() {
          var after = counts
          after[card] = min(copies, after[card] + 1)
          next[after, default: 0] += chance * rate
        }
      }
      now = next
    }
    return chances
  }

  @Test func `equals the distribution computed roll by roll, for random cards`() {
    for round in 0..<60 {
      var stream = CounterStream(key: 5, identity: UInt64(round), purpose: 1)
      let cards = Int(stream.bounded(4)) + 1
      let copies = cards > 3 ? 1 : Int(stream.bounded(3)) + 1
      let wanted = Int(stream.bounded(UInt64(cards))) + 1
      // Small whole numbers, so that some cards are equal.
      let weights = (0..<cards).map { _ in Double(stream.bounded(5) + 1) }
      let total = weights.reduce(0, +) + Double(stream.bounded(4))
      let rates = weights.map { $0 / total }
      var groups: [Occupancy.Group] = []
      for rate in rates {
        if let index = groups.firstIndex(where: { $0.rate == rate }) {
          groups[index].count += 1
        } else {
          groups.append(Occupancy.Group(rate: rate, count: 1))
        }
      }
      let distribution = Occupancy(groups: groups, wanted: wanted, copies: copies)
      let rolls = 120
      let expected = followed(rates, wanted: wanted, copies: copies, rolls: rolls)
      for (number, chance) in expected.enumerated() {
        let worked = distribution.probability(doneWithin: Int64(number))
        #expect(
          abs(worked - chance) <= 1e-12 + 1e-9 * min(chance, 1e-3),
          "\(rates) \(wanted) × \(copies), \(number): \(worked), \(chance)")
      }
      // The rest beyond these rolls adds less than 1e-6 to the mean, if all cards are likely.
      if let last = expected.last, last > 1 - 1e-13 {
        let mean = expected.reduce(0) { $0 + (1 - $1) }
        #expect(abs(distribution.mean - mean) < 1e-9)
        let second = expected.enumerated().reduce(0) { $0 + Double(2 * $1.0 + 1) * (1 - $1.1) }
        let variance = distribution.standardDeviation * distribution.standardDeviation
        #expect(abs(variance - (second - mean * mean)) < 1e-8)
      }
    }
  }

  /// Tiny chances keep their precision: all 20 of 20 equal cards at once, 20!/20²⁰.
  @Test func `keeps the precision of tiny chances`() {
    let distribution = Occupancy(
      groups: [Occupancy.Group(rate: 1 / 20, count: 20)], wanted: 20, copies: 1)
    let product = (1...20).reduce(1.0) { $0 * Double($1) / 20 }
    #expect(agrees(distribution.probability(doneWithin: 20), product))
    // One of them twice among 21: C(20, 1) · 21!/2 / 20²¹.
    #expect(agrees(distribution.probability(doneWithin: 21), product * 21 / 2))
  }

  /// The mean number of rolls for k of n equal cards is n/n + n/(n − 1) + … of k terms.
  @Test(arguments: [(620, 650), (30, 31), (300, 650)])
  func `of some of many equal cards has the sum of their waiting times`(
    wanted: Int, cards: Int
  ) {
    let distribution = Occupancy(
      groups: [Occupancy.Group(rate: 1 / Double(cards), count: cards)], wanted: wanted, copies: 1)
    let mean = (0..<wanted).reduce(0.0) { $0 + Double(cards) / Double(cards - $1) }
    let variance = (0..<wanted).reduce(0.0) { sum, seen in
      let chance = Double(cards - seen) / Double(cards)
      return sum + (1 - chance) / (chance * chance)
    }
    #expect(agrees(distribution.mean, mean))
    #expect(agrees(distribution.standardDeviation, variance.squareRoot()))
    let median = Int64(mean)
    #expect((0.4...0.6).contains(distribution.probability(doneWithin: median)))
  }

  /// Chances rise with the number of rolls, and their sums are mean and variance.
  @Test func `adds up to its own mean and variance`() {
    let groups = [
      Occupancy.Group(rate: 0.05, count: 8), Occupancy.Group(rate: 0.02, count: 10),
      Occupancy.Group(rate: 0.3, count: 1),
    ]
    for (wanted, copies) in [(19, 1), (19, 2), (12, 1), (12, 3)] {
      let distribution = Occupancy(groups: groups, wanted: wanted, copies: copies)
      var (first, second, last) = (0.0, 0.0, 0.0)
      for rolls in 0..<4000 {
        let done = distribution.probability(doneWithin: Int64(rolls))
        #expect(done >= last - 1e-13)
        last = done
        first += 1 - done
        second += Double(2 * rolls + 1) * (1 - done)
      }
      #expect(agrees(distribution.mean, first))
      #expect(agrees(distribution.standardDeviation, (second - first * first).squareRoot()))
    }
  }
}
