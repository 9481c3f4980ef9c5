import FlintRules
import FlintSchema
import Testing
@testable import Chance

/// Values are those of a separate dynamic programme in fractions over the cards owned, and of one over the counter too.
struct `What duplicates give back` {
  private func rulebook(
    pity: String = "{}", dust: String = #"{"dust": 7}"#
  ) throws -> RulebookDefinition {
    func pool(_ id: String, _ price: String) -> String {
      """
      {"id": "\(id)", "cards": ["a", "b", "c", "h", "k"], "rates": {"common": "90%", "legendary": "10%"},
       "pity": \(pity), "price": \(price)}
      """
    }
    return try PoolRulebooks.rulebook(
      cards: ["a:common", "b:common", "c:common", "h:legendary", "k:legendary"],
      pools: "\(pool("p", #"{"gems": 10}"#)), \(pool("q", dust))",
      more: #", "duplicate_grants": {"common": {"gems": 2}, "legendary": {"gems": 30}}"#)
  }

  private func answer(
    _ order: String, _ state: String = "", pity: String = "{}"
  ) throws -> PoolAnswer {
    let world = try rulebook(pity: pity)
    var question = PoolQuestion(world, try PoolQuestion.stages(parsing: order))
    if !state.isEmpty { question.start = try PoolStartText(parsing: state) }
    return try question.answer()
  }

  @Test(
    arguments: [
      ("card:h", "", "{}", 200, 321.0 / 7), ("card:h", "owned=a+b+c", "{}", 200, 51),
      ("complete", "", "{}", 303.08045755414177, 2_061_278.0 / 25_935),
      ("card:h", "", #"{"legendary": {"hard": 5}}"#, 81.902, 22.640806582768633),
    ] as [(String, String, String, Double, Double)])
  func `is taken off the mean price`(
    goal: String, state: String, pity: String, price: Double, refund: Double
  ) throws {
    let found = try answer("p/\(goal)", state, pity: pity)
    let numbers = [found.meanPrice, found.meanRefund, found.meanNetPrice].map { $0.first?.value }
    for (number, expected) in zip(numbers, [price, refund, price - refund]) {
      let number = try #require(number)
      #expect(abs(number - expected) < 1e-9 * expected)
    }
    #expect(
      found.notes.contains { $0.hasPrefix("what duplicates give back of the price") })
  }

  /// Cards after the goal, to the end of the last bundle, are paid for, too.
  @Test(
    arguments: [
      (2, 18, 18 * 10.256410256410271, 47.76810032073161),
      (5, 45, 45 * 4.420493962572229, 53.872665354731474),
    ] as [(Int, Int, Double, Double)])
  func `counts all cards of bundles`(size: Int, cost: Int, price: Double, refund: Double) throws {
    let gems = #"{"gems": 10}, "bundle": {"size": \#(size), "price": {"gems": \#(cost)}}"#
    var question = PoolQuestion(
      try rulebook(dust: gems), try PoolQuestion.stages(parsing: "q/card:h"))
    question.buysBundles = true
    let found = try question.answer()
    let numbers = [found.meanPrice, found.meanRefund, found.meanNetPrice].map { $0.first?.value }
    for (number, expected) in zip(numbers, [price, refund, price - refund]) {
      #expect(abs(try #require(number) - expected) < 1e-8)
    }
  }

  /// Five cost less than five single rolls, and no more than four.
  @Test func `is left out where a bundle is bought for fewer rolls`() throws {
    let gems = #"{"gems": 10}, "bundle": {"size": 5, "price": {"gems": 40}}"#
    let found = try PoolQuestion(
      try rulebook(dust: gems), try PoolQuestion.stages(parsing: "q/card:h")
    ).answer()
    #expect(
      found.meanNetPrice.isEmpty
        && found.notes == [
          "the prices leave out what duplicates give back of gems, since a bundle has cards after the goal, which are "
            + "not followed"
        ])
  }

  @Test func `concerns no price in another currency`() throws {
    let found = try answer("q/card:h")
    #expect(found.meanRefund.isEmpty && found.meanNetPrice.isEmpty && found.notes.isEmpty)
  }

  /// Ten rolls of the first pool, which give the card in half of the cases; twenty of the other where they do not. In
  /// either pool, the rolls and their duplicates are those until the card.
  @Test func `adds up the prices of an order of pools by currency`() throws {
    let found = try answer("p/first:legendary, q/card:h")
    #expect(found.meanPrice.map(\.name) == ["gems", "dust"])
    let prices = found.meanPrice.map(\.value)
    #expect(abs(prices[0] - 100) < 1e-9 && abs(prices[1] - 70) < 1e-9)
    #expect(found.quantiles.allSatisfy { $0.price.isEmpty })
    let refund = try #require(found.meanRefund.first?.value)
    #expect(abs(refund - 321.0 / 7) < 1e-9)
  }

  /// The second pool takes no roll in half of the cases, otherwise a geometric number; summed by their prices.
  @Test(arguments: [
    (#"{"dust": 7}, "bundle": {"size": 5, "price": {"dust": 30}}"#, 60.99870009849395),
    (#"{"dust": [5, 4, 4]}, "first_price": {"dust": 0}"#, 41.00569675723042),
  ])
  func `adds up prices of bundles and rounds`(dust: String, price: Double) throws {
    let world = try rulebook(dust: dust)
    let found = try PoolQuestion(
      world, try PoolQuestion.stages(parsing: "p/first:legendary, q/card:h")
    ).answer()
    #expect(found.meanPrice.map(\.name) == ["gems", "dust"])
    let prices = found.meanPrice.map(\.value)
    #expect(abs(prices[0] - 100) < 1e-9 && abs(prices[1] - price) < 1e-9)
  }

  @Test func `is estimated where there is no exact method`() throws {
    let pool = try #require(try rulebook().pool("p"))
    var odds = PoolOdds(pool, until: .different(of: .ids(["h"])))
    let refunds = PoolRefunds(duplicates: [2, 0, 0, 30])
    let exact = try #require(try odds.meanRefund(refunds, seed: 1))
    #expect(exact.reach == nil && abs(exact.mean - 321.0 / 7) < 1e-9)
    odds.reach.states = 1
    // The players' deviation is about 63.4, so that of their mean is 1 and the interval 1.96 of it.
    let estimate = try #require(try odds.meanRefund(refunds, seed: 1))
    let reach = try #require(estimate.reach)
    #expect(abs(reach - 1.94) < 0.2 && abs(estimate.mean - 321.0 / 7) < 2 * reach)
  }
}
