package import FlintSchema

/// Amounts of currencies that are sold for money.
package struct OfferDefinition: Hashable, Sendable {
  /// The id, which is the reason of the grants of a purchase.
  package var id: String
  /// The display name; the id where none is given.
  package var title: String?
  package var money = Fraction.zero
  package var grants: [CurrencyAmount] = []

  package init(id: String, money: Fraction = .zero, grants: [CurrencyAmount] = []) {
    self.id = id
    self.money = money
    self.grants = grants
  }
}

extension OfferDefinition {
  package static let table = TableSchema(
    blank: OfferDefinition(id: RulebookReader.unread),
    [
      TableField("id", \.id, .rulebookID, "The id, which is the reason of its grants."),
      TableField("title", \.title, .title, "The display name (default: the id)."),
      TableField(
        "money", \.money,
        .money.limited {
          $0.numerator > 0 && $0.approximation <= 1e6 && 1_000_000 % $0.denominator == 0
            ? nil : "expected an amount above 0, up to 1000000, with at most 6 decimals, got \($0)"
        }, "The price in money: a number above 0, up to 1000000, with at most 6 decimals."),
      TableField("grants", \.grants, .amounts, "The amounts that it grants, by currency."),
    ]
  ) { offer, reader in
    if offer.grants.isEmpty { reader.fault("expected at least one currency", at: .name("grants")) }
  }

  /// The price in millionths of the unit of money.
  package var millionths: Int64 {
    Int64(clamping: money.numerator * (1_000_000 / max(1, min(1_000_000, money.denominator))))
  }

  /// Returns the most of a currency that an amount of money buys in offers, each bought as often as one
  /// likes, and the offers bought: an unbounded knapsack in the greatest common divisor of the prices.
  ///
  /// - Parameter money: the money, in millionths.
  /// - Returns: `nil` where the prices have too many decimals to be combined.
  package static func best(
    of offers: [OfferDefinition], for money: Int64, currency: String
  ) -> (amount: Int64, bought: [NamedValue<Int64>])? {
    let sold = offers.compactMap { offer in
      offer.grants.first { $0.name == currency }.map { (offer, $0.value) }
    }
    let unit = sold.reduce(0) { greatestCommonDivisor($0, max(0, $1.0.millionths)) }
    guard unit > 0 else { return (0, []) }
    let steps = money / unit
    guard steps >= 0, steps * Int64(sold.count) <= 20_000_000 else { return nil }
    var best = [Int64](repeating: 0, count: Int(steps) + 1)
    var last = [Int](repeating: -1, count: Int(steps) + 1)
    for step in best.indices.dropFirst() {
      best[step] = best[step - 1]
      last[step] = -1
      for (index, (offer, amount)) in sold.enumerated() {
        let cost = Int(offer.millionths / unit)
        if cost <= step, best[step - cost] + amount > best[step] {
          best[step] = best[step - cost] + amount
          last[step] = index
        }
      }
    }
    var counts = [Int64](repeating: 0, count: sold.count)
    var step = Int(steps)
    while step > 0 {
      if last[step] < 0 {
        step -= 1
      } else {
        counts[last[step]] += 1
        step -= Int(sold[last[step]].0.millionths / Int64(unit))
      }
    }
    let bought = zip(sold, counts).filter { $1 > 0 }.map { NamedValue($0.0.id, $1) }
    return (best[Int(steps)], bought)
  }
}

extension RulebookList<OfferDefinition> {
  static let offers = RulebookList(
    name: "offers", kind: "offer", path: \.offers, id: \.id, table: OfferDefinition.table)
}
