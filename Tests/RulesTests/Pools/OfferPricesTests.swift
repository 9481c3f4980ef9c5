import FlintRules
import FlintSchema
import Testing

struct `Prices of offers` {
  private func offer(_ cents: UInt64, _ amount: Int64) -> OfferDefinition {
    var offer = OfferDefinition(id: "o\(amount)", money: .percent(cents))
    offer.grants = [CurrencyAmount("gems", amount)]
    return offer
  }

  @Test func `are those of the cheapest combination`() throws {
    let prices = try #require(OfferPrices([offer(99, 60), offer(499, 330)], of: "gems"))
    #expect(prices.cheapest(for: 0) == 0)
    #expect(prices.cheapest(for: 1) == 990_000)
    // Five of the small ones are cheaper than a large one, six are not.
    #expect(prices.cheapest(for: 300) == 4_950_000)
    #expect(prices.cheapest(for: 301) == 4_990_000)
    #expect(prices.cheapest(for: 390) == 5_980_000)
    #expect(OfferPrices([offer(99, 60)], of: "tickets") == nil)
    #expect(prices.cheapest(for: .max) != 0)
  }

  /// Against the cheapest of all combinations of up to twelve of each of three offers.
  @Test(arguments: 0..<20)
  func `are the lowest of all combinations`(seed: Int) throws {
    var numbers = SeededNumbers(state: UInt64(seed) &* 7919 &+ 17)
    let offers = (0..<3).map { _ in
      (cents: 1 + numbers.next(400), amount: Int64(1 + numbers.next(9)))
    }
    let prices = try #require(
      OfferPrices(offers.map { offer($0.cents, $0.amount) }, of: "gems"), "seed \(seed)")
    for amount in Int64(1)...12 {
      var lowest = UInt64.max
      for a in UInt64(0)...12 {
        for b in UInt64(0)...12 {
          for c in UInt64(0)...12 {
            let sum =
              Int64(a) * offers[0].amount + Int64(b) * offers[1].amount
              + Int64(c) * offers[2].amount
            if sum >= amount {
              lowest = min(
                lowest, a * offers[0].cents + b * offers[1].cents + c * offers[2].cents)
            }
          }
        }
      }
      #expect(prices.cheapest(for: amount) == Int64(lowest) * 10_000, "seed \(seed), \(offers)")
    }
  }
}

/// Numbers of a fixed sequence (Knuth's MMIX constants).
private struct SeededNumbers {
  var state: UInt64

  mutating func next(_ below: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % below
  }
}
