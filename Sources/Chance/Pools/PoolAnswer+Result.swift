import FlintJSON
import FlintRules
package import FlintSchema

extension PoolAnswer: ResultRow {
  /// The fields of an answer: the question, the number of rolls, the chances asked for, cards and a budget.
  package static let schema = ResultSchema<PoolAnswer>(
    "PoolOdds", "The distribution of the number of rolls until goals in pools are reached.",
    [
      ResultField("rules", .text, "The id of the rulebook.") { .name($0.question.rulebook.id) },
      .rows("goals", "The pools and the goals, in order.", PoolQuestion.Stage.schema) {
        $0.question.stages
      },
      ResultField(
        "state", .text,
        "The state before the first roll, as a question has it, if it is not that of "
          + "a new player.", isOptional: true
      ) {
        let state = $0.question.start.description
        return state.isEmpty ? .none : .name(state)
      },
      ResultField("bundles", \.question.buysBundles, "Whether rolls are bought in whole bundles."),
      ResultField(
        "mean", \.mean, "The expected number of rolls; absent if an estimate has none.",
        .decimals(2)),
      ResultField(
        "mean_fraction", .text, "The mean as a fraction a/b, if it is exact and short.",
        isOptional: true,
        text: { $0.distribution?.meanFraction.flatMap { $0.contains("/") ? $0 : nil } }
      ) { FieldValue(name: $0.distribution?.meanFraction) }.titled("mean, exactly"),
      .interval("mean_interval", "The 95 % interval of an estimated mean.", .decimals(2)) {
        ($0.estimate?.value.mean).map { ($0.low, $0.high) }
      },
      ResultField("sd", \.standardDeviation, "The standard deviation.", .decimals(2))
        .titled("standard deviation"),
      .means(
        "mean_price",
        "The expected price, by currency; absent if rolls have none."
      ) { $0.meanPrice }.titled("mean price"),
      .means(
        "mean_refund",
        "What duplicates give back of it on average, by currency, if they do."
      ) { $0.meanRefund }
      .titled("duplicates give back"),
      .means(
        "mean_net_price", "The expected price less what duplicates give back, if they do."
      ) { $0.meanNetPrice }.titled("mean price after that"),
      ResultField("exact", .boolean, "Whether the answer is exact.") {
        .boolean($0.distribution != nil)
      },
      ResultField("method", .text, "The method of computation.") { .name($0.method) },
      ResultField("reason", .text, "The reason for an estimate.", isOptional: true) {
        FieldValue(name: $0.estimate?.reason)
      },
      ResultField("notes", .list, "What the numbers leave out.", isOptional: true) {
        $0.notes.isEmpty ? .none : .list($0.notes)
      },
      .rows("quantiles", "The quantiles.", Quantile.schema) { $0.quantiles },
      .rows("at", "The probability for each number of rolls asked for.", Chance.schema) { $0.at },
      .rows(
        "prizes", "The number of cards of the goal in each number of rolls asked for.",
        CountDistribution.schema, isOptional: true
      ) { $0.prizes.isEmpty ? nil : $0.prizes },
      .optionalRow("budget", "What the budget buys, if one was given.", Spending.schema) {
        $0.spending
      },
      .rows(
        "distribution",
        "The probability of each number of rolls, if the distribution was asked for.",
        Distribution.Step.schema, isOptional: true
      ) { $0.steps },
    ])
}

extension PoolQuestion.Stage: ResultRow {
  /// The fields of a goal.
  package static let schema = ResultSchema<PoolQuestion.Stage>(
    "PoolGoal", "A goal in a pool.",
    [
      ResultField("pool", .text, "The id of the pool.") { .name($0.pool) }.asKey,
      ResultField("goal", .text, "The goal.") { .name($0.target.description) },
    ])
}

extension PoolAnswer.Quantile: ResultRow {
  /// The fields of a quantile.
  package static let schema = ResultSchema<PoolAnswer.Quantile>(
    "PoolQuantile", "A quantile of the number of rolls.",
    [
      ResultField("probability", \.level, "The probability.", .chanceBound).titled(
        "share of players"
      )
      .asKey,
      ResultField("rolls", \.rolls, "The number of rolls; absent beyond an estimate."),
      ResultField("low", .integer, lowerEnd, isOptional: true) { FieldValue($0.interval?.low) }
        .titled("from"),
      ResultField("high", .integer, "Its upper end; absent beyond an estimate.", isOptional: true) {
        FieldValue($0.interval?.high)
      }.titled("to"),
      ResultField("price", .amounts, "Their price, by currency.", .amounts) { $0.price.value },
    ])
}

extension PoolAnswer.Chance: ResultRow {
  /// The fields of a chance.
  package static let schema = ResultSchema<PoolAnswer.Chance>(
    "PoolChance", "The probability of having reached the goals within a number of rolls.",
    [
      ResultField("rolls", \.rolls, "The number of rolls.").asKey,
      ResultField("probability", \.chance, "The probability.", .chance).titled("chance"),
      ResultField("low", \.interval?.low, lowerEnd, .chanceBound).titled("from"),
      ResultField("high", \.interval?.high, "Its upper end.", .chanceBound).titled("to"),
      ResultField("price", .amounts, "Their price, by currency.", .amounts) { $0.price.value },
    ])
}

extension CountDistribution: ResultRow {
  /// The fields of the number of cards in a number of rolls.
  package static let schema = ResultSchema<CountDistribution>(
    "PoolPrizes", "The distribution of the number of cards that a number of rolls gives.",
    [
      ResultField("rolls", \.rolls, "The number of rolls.").asKey,
      ResultField("mean", \.mean, "The expected number of cards.", .decimals(2))
        .titled("mean number of cards"),
      ResultField("sd", \.standardDeviation, "The standard deviation.", .decimals(2))
        .titled("standard deviation"),
      .numbers(
        "probabilities", "The probability of 0, 1, 2, … cards.", measure: "", by: "cards"
      ) { $0.considerable.enumerated().map { (Int64($0.offset), $0.element) } },
    ])

  /// The probabilities up to the last one that is not negligible.
  private var considerable: ArraySlice<Double> {
    probabilities.prefix((probabilities.lastIndex { $0 > 1e-15 } ?? 0) + 1)
  }
}

extension PoolAnswer.Spending: ResultRow {
  /// The fields of what a budget buys.
  package static let schema = ResultSchema<PoolAnswer.Spending>(
    "PoolBudget", "What a budget buys.",
    [
      ResultField(
        "amounts", .amounts, "The amounts by currency, offers included.", .amounts
      ) { $0.amounts.value }.titled("to spend"),
      ResultField(
        "offers", .amounts, "The numbers of offers bought with money.",
        text: { $0.offers.map { "\($0.value) × \($0.name)" }.listed("and") }
      ) { $0.offers.value }.titled("with the offers"),
      ResultField(
        "rolls", \.rolls,
        "The number of rolls that the amounts buy; absent where pools have different prices."
      )
      .titled("rolls that it buys"),
      ResultField(
        "refunds", \.hasRefunds, "Whether duplicates give something back, which is spent too.",
        text: { $0.hasRefunds ? "yes" : nil }
      ).titled("duplicates pay for more"),
      ResultField(
        "lower_bound", \.isLowerBound,
        "Whether duplicates give something back that is not counted: the probability is at least this.",
        text: { $0.isLowerBound ? "yes" : nil }
      ).titled("at least, without what duplicates give back"),
      ResultField("probability", \.chance, "The probability of reaching the goals.", .chance)
        .titled("chance of being done"),
      ResultField("low", \.interval?.low, lowerEnd, .chanceBound).titled("95 % interval from"),
      ResultField("high", \.interval?.high, "Its upper end.", .chanceBound).titled("to"),
    ])
}

extension Distribution.Step: ResultRow {
  /// The fields of a number of rolls.
  package static let schema = ResultSchema<Distribution.Step>(
    "RollChance", "The probability that a number of rolls is needed.",
    [
      ResultField("rolls", \.rolls, "The number of rolls.").asKey,
      ResultField("probability", \.exactly, "The probability of exactly so many.", .chance)
        .titled("exactly"),
      ResultField("cumulative", \.within, "The probability of at most so many.", .chance)
        .titled("at most"),
    ])
}

extension ResultField<PoolAnswer> {
  /// A field of expected amounts by currency, which is absent where there are none.
  fileprivate static func means(
    _ name: String, _ summary: String,
    _ amounts: @escaping @Sendable (PoolAnswer) -> [NamedValue<Double>]
  ) -> ResultField {
    ResultField(name, .structure("table<string, number>"), summary, .amounts, isOptional: true) {
      let amounts = amounts($0)
      return amounts.isEmpty
        ? .none : .json(.object(amounts.map { ($0.name, .number($0.value)) }))
    }
  }
}

private let lowerEnd = "The lower end of the 95 % interval of an estimate."

extension [NamedValue<Int64>] {
  /// The numbers as the value of a field.
  fileprivate var value: FieldValue { .json(.object(map { ($0.name, .integer($0.value)) })) }
}
