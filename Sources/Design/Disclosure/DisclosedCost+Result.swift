import FlintJSON
import FlintRules
package import FlintSchema

extension DisclosedCost: ResultRow {
  /// The fields of a cost.
  package static let schema = ResultSchema<DisclosedCost>(
    "DisclosedCost", "The rolls and the price of something that one may want of a pool.",
    [
      ResultField(
        "goal", \.goal, "card:ID, featured or first:RARITY, as goals of odds are written."),
      ResultField("problem", \.problem, "The reason why there are no numbers."),
      ResultField("exact", .boolean, "Whether the numbers are exact.") {
        .boolean($0.problem == nil && $0.estimated == nil)
      },
      ResultField("reason", \.estimated, "The reason why they are estimated."),
      ResultField("method", \.method, "The method of computation."),
      ResultField(
        "mean", \.mean,
        "The expected number of rolls; absent where the limit of rolls comes first with some chance."
      ),
      ResultField(
        "mean_interval", .structure("number[]"), "The 95 % interval of an estimated mean.",
        isOptional: true
      ) {
        $0.meanInterval.map { .json(.array([.number($0.low), .number($0.high)])) } ?? .none
      },
      ResultField("mean_price", .rates, "The expected price, by currency.") {
        .json(.object($0.meanPrice.map { ($0.name, .number($0.value)) }))
      },
      ResultField(
        "mean_money", \.meanMoney,
        "The mean of what is paid in money; absent where no offer sells it, and of estimates."),
      .rows("quantiles", "The rolls that suffice with some probabilities.", Quantile.schema) {
        $0.quantiles
      },
      .optionalRow(
        "certain", "The rolls after which a new player has it for certain.", Amount.schema
      ) { $0.certain },
      ResultField(
        "within_limit", \.withinLimit,
        "The chance within the maximum number of rolls of a player."),
    ])
}

extension DisclosedCost.Quantile: ResultRow {
  /// The fields of a quantile.
  package static let schema = ResultSchema<DisclosedCost.Quantile>(
    "DisclosedQuantile", "The rolls that suffice with a probability.",
    [ResultField("probability", \.level, "The probability.")]
      + DisclosedCost.Amount.fields { $0.amount })
}

extension DisclosedCost.Amount: ResultRow {
  /// The fields of an amount.
  package static let schema = ResultSchema<DisclosedCost.Amount>(
    "DisclosedAmount", "A number of rolls and its price.", fields { $0 })

  /// Returns the fields of a row's amount.
  fileprivate static func fields<Row>(
    _ amount: @escaping @Sendable (Row) -> DisclosedCost.Amount?
  ) -> [ResultField<Row>] {
    [
      ResultField(
        "rolls", .integer,
        "The number of rolls; absent beyond what an estimate reaches, and beyond their limit.",
        isOptional: true
      ) { FieldValue(amount($0)?.rolls) },
      ResultField(
        "price", .amounts, "The price, by currency; empty where rolls have none."
      ) { FieldValue(amount($0)?.price ?? []) },
      ResultField(
        "money", .decimal,
        "The lowest price in money for at least that much; absent where no offer sells it, or the price has "
          + "several currencies.", isOptional: true
      ) { FieldValue(millionths: amount($0)?.money) },
    ]
  }
}
