import FlintCalendar
import Testing
@testable import Chance

struct `block permutations` {
  private func order(_ number: Int, days: Int, block: Int, seed: UInt64 = 1) -> [Int] {
    var order: [Int] = []
    BlockPermutations(days: days, blockLength: block, seed: seed).write(number, into: &order)
    return order
  }

  @Test(arguments: [(1, 1), (10, 1), (10, 3), (65, 7), (365, 29), (5, 9)])
  func `every day occurs once, and neighbours part only between blocks`(days: Int, block: Int) {
    for number in 0..<50 {
      let order = order(number, days: days, block: block)
      #expect(order.sorted() == Array(0..<days))
      let parted = zip(order, order.dropFirst()).count { ($0 + 1) % days != $1 }
      #expect(parted < (days + block - 1) / block)
    }
  }

  @Test func `all orders of three blocks of one day are equally frequent`() {
    var counts: [[Int]: Int] = [:]
    for number in 0..<6000 { counts[order(number, days: 3, block: 1), default: 0] += 1 }
    // 1000 each; five standard errors are 5·√(6000·1/6·5/6) = 144.
    #expect(counts.count == 6)
    #expect(counts.values.allSatisfy { abs($0 - 1000) < 144 })
  }

  @Test func `an order depends on its number and the seed alone`() {
    #expect(order(3, days: 100, block: 7) == order(3, days: 100, block: 7))
    #expect(order(3, days: 100, block: 7) != order(4, days: 100, block: 7))
    #expect(order(3, days: 100, block: 7) != order(3, days: 100, block: 7, seed: 2))
  }

  @Test func `the autocorrelation skips unrated days`() {
    let unrated = RatedDays.unrated
    // Mean 2, deviations −2, 2, 0, 2, −2: variance 16/5. The pairs (0, 4) and (4, 0) have products −4.
    let days = RatedDays(first: CivilDay(number: 0), [0, 4, unrated, 2, unrated, 4, 0])
    #expect(days.count == 5)
    #expect(abs(days.autocorrelation - -4 / 3.2) < 1e-15)
    #expect(RatedDays(first: CivilDay(number: 0), [3, 3, 3]).autocorrelation == 0)
  }

  @Test func `blocks are as long as the formula says`() {
    // 600 days in runs of 4 equal ratings: of 599 pairs 450 are equal and 149 opposite, with deviations of
    // ±1: ρ = 301/599 = 0.5025. 2·(2ρ/(1 − ρ²))^⅔·(900)^⅓ = 2·1.2182·9.6549 = 23.52.
    let runs = RatedDays(first: CivilDay(number: 0), (0..<600).map { $0 / 4 % 2 == 0 ? 1 : 3 })
    #expect(abs(runs.autocorrelation - 301.0 / 599) < 1e-12)
    #expect(runs.blockLength == 24)
    // Never more than a sixth of the days, and one day without autocorrelation.
    let one = RatedDays(first: CivilDay(number: 0), (0..<60).map { $0 < 30 ? 1 : 3 })
    #expect(one.blockLength == 10)
    let alternating = RatedDays(first: CivilDay(number: 0), (0..<60).map { $0 % 2 == 0 ? 1 : 3 })
    #expect(alternating.blockLength == 1)
  }
}
