import FlintJSON
import FlintRules
package import FlintSchema

extension PoolComparison: ResultRow {
  /// The fields of answers under several rulebooks, or with several values.
  package static let schema = ResultSchema<PoolComparison>(
    "PoolComparison",
    "Answers about goals in pools under several rulebooks, or with several values.",
    [
      ResultField("rules", .text, "The id of the first rulebook.") {
        .name($0.question.rulebook.id)
      },
      .rows("goals", "The pools and the goals, in order.", PoolQuestion.Stage.schema) {
        $0.question.stages
      },
      ResultField(
        "numbers", .list, "The paths of the numbers that vary, if any do.", isOptional: true
      ) { $0.numbers.isEmpty ? .none : .list($0.numbers.map(\.name)) },
      ResultField("notes", .list, "What the values mean beside what they are.", isOptional: true) {
        $0.notes.isEmpty ? .none : .list($0.notes)
      },
      .rows("variants", "The rulebooks or values, in order.", Variant.schema) { $0.variants },
    ])
}

extension PoolComparison.Variant: ResultRow {
  /// The fields of the answer under one of several rulebooks.
  package static let schema = ResultSchema<PoolComparison.Variant>(
    "PoolVariant", "The answer under one of several rulebooks, or with one of several values.",
    [
      ResultField("name", .text, "The name of the rulebook, or the values of the numbers.") {
        .name($0.name)
      }.asKey,
      ResultField(
        "values", .structure("number[]"), "The values of the numbers, in their order.",
        isOptional: true
      ) { variant in
        variant.values.isEmpty
          ? .none : .json(.array(variant.values.map { .number($0.approximation) }))
      },
      ResultField("hash", .text, "The hash of the rulebook, if it is valid.", isOptional: true) {
        FieldValue(name: $0.rulebook?.contentHash)
      },
      ResultField("mean", \.answer?.mean, "The expected number of rolls.", .decimals(2)),
      .interval("mean_interval", "The 95 % interval of an estimated mean.", .decimals(2)) {
        ($0.answer?.estimate?.value.mean).map { ($0.low, $0.high) }
      },
      ResultField("sd", \.answer?.standardDeviation, "The standard deviation.", .decimals(2)),
      ResultField(
        "mean_price", .structure("table<string, number>"),
        "The expected price, by currency; absent if rolls have none.", .amounts, isOptional: true
      ) { variant in
        let price = variant.answer?.meanPrice ?? []
        return price.isEmpty ? .none : .json(.object(price.map { ($0.name, .number($0.value)) }))
      },
      ResultField(
        "exact", .boolean, "Whether the answer is exact; absent without one.", isOptional: true
      ) { $0.answer.map { .boolean($0.distribution != nil) } ?? .none },
      ResultField(
        "problem", .text, "Why there is no answer, or why it is estimated.", isOptional: true
      ) { FieldValue(name: $0.problem ?? $0.answer?.estimate?.reason) },
      .rows("quantiles", "The quantiles.", PoolAnswer.Quantile.schema) {
        $0.answer?.quantiles ?? []
      },
      .rows("at", "The probability for each number of rolls asked for.", PoolAnswer.Chance.schema) {
        $0.answer?.at ?? []
      },
      .optionalRow("budget", "What the budget buys, if one was given.", PoolAnswer.Spending.schema)
      {
        $0.answer?.spending
      },
      .optionalRow(
        "difference", "The differences from the first rulebook.", PoolDifference.schema
      ) { $0.difference },
    ])
}

extension PoolDifference: ResultRow {
  /// The fields of the difference of two answers.
  package static let schema = ResultSchema<PoolDifference>(
    "PoolDifference", "How the answer under a rulebook differs from that under the first one.",
    [
      ResultField("mean", \.mean, "The difference of the means.", .decimals(2)),
      ResultField(
        "sd", \.standardDeviation, "The difference of the standard deviations.", .decimals(2)),
      .rows("quantiles", "The differences of the quantiles.", Quantile.schema) {
        $0.quantiles
      },
      .rows("at", "The differences of the probabilities.", Chance.schema) { $0.at },
      .row(
        "greatest", "The number of rolls at which the probabilities differ most.", Chance.schema
      ) { $0.greatest },
    ])
}

extension PoolDifference.Quantile: ResultRow {
  package static let schema = ResultSchema<PoolDifference.Quantile>(
    "PoolQuantileDifference", "The difference of a quantile.",
    [
      ResultField("probability", \.level, "The probability.", .chance).asKey,
      ResultField("rolls", \.rolls, "The difference of the numbers of rolls."),
    ])
}

extension PoolDifference.Chance: ResultRow {
  package static let schema = ResultSchema<PoolDifference.Chance>(
    "PoolChanceDifference", "The difference of the probabilities of a number of rolls.",
    [
      ResultField("rolls", \.rolls, "The number of rolls.").asKey,
      ResultField("probability", \.chance, "The difference of the probabilities.", .digits(4)),
    ])
}

extension PoolSolution: ResultRow {
  /// The fields of a number that was found.
  package static let schema = ResultSchema<PoolSolution>(
    "PoolSolution", "The value of a number of a rulebook that leads to a wanted answer.",
    [
      ResultField("rules", .text, "The id of the rulebook.") { .name($0.question.rulebook.id) },
      ResultField("number", .text, "The path of the number.") { .name($0.number.name) },
      ResultField("wanted", .text, "The answer that is wanted.") { .name($0.aim.words) },
      ResultField("value", .text, "The value, exactly, as a rulebook has it.") {
        .name($0.value.description)
      },
      ResultField("before", .text, "The value in the rulebook, if it has one.", isOptional: true) {
        FieldValue(name: $0.number.value?.description)
      }.titled("value in the rulebook"),
      ResultField("reached", \.reached, "What is reached with it.", .digits(8)),
      ResultField("notes", .list, "What is to be known about the value.", isOptional: true) {
        $0.notes.isEmpty ? .none : .list($0.notes)
      },
      .rows(
        "neighbours", "The answers with it and the next whole numbers, if it is one.",
        PoolComparison.Variant.schema, isOptional: true
      ) { $0.neighbours.isEmpty ? nil : $0.neighbours },
      .row("answer", "The answer with the value.", PoolAnswer.schema) { $0.answer },
    ])
}
