import FlintRules
import FlintSchema

/// The price of a roll of a round.
struct DisclosedPrice: ResultRow {
  /// The number of the roll in the round, from 1; 0 for a player's first roll, where its price is another.
  let roll: Int
  let price: [CurrencyAmount]

  /// Returns the prices of a round; empty where all rolls have one price.
  static func round(of pool: PoolDefinition) -> [DisclosedPrice] {
    guard pool.priceChanges else { return [] }
    let steps = pool.prices.map(\.value.count).max() ?? 0
    let first = pool.firstPrice.map { _ in
      DisclosedPrice(roll: 0, price: pool.price(ofRollAfter: 0))
    }
    let rolls = (0..<steps).map { roll in
      DisclosedPrice(
        roll: roll + 1,
        price: pool.prices.map { CurrencyAmount($0.name, $0.value[roll % max(1, $0.value.count)]) })
    }
    return [first].compactMap(\.self) + rolls
  }

  static let schema = ResultSchema<DisclosedPrice>(
    "DisclosedPrice", "The price of a roll of a round.",
    [
      ResultField(
        "roll", \.roll,
        "The number of the roll in the round, from 1; 0 for a player's first roll, where its price is "
          + "another."),
      ResultField("price", .amounts, "The price, by currency.") { FieldValue($0.price) },
    ])
}
