import FlintCalendar
import FlintRules
package import FlintSchema

extension OddsAnswer: ResultRow {
  /// The fields of an answer: the question, the distribution, the chances asked for and the rates.
  package static let schema = ResultSchema<OddsAnswer>(
    "Odds", "The distribution of the number of sparks or rolls until a goal is reached.",
    OddsQuestion.fields.map { $0.within(\.question) }
      + ResultField.moments(of: "sparks or rolls").map { $0.within(\.distribution) }
      + [ResultField.meanInterval(of: { $0.distribution.estimate })]
      + ResultField.quantileIntervals(of: { $0.distribution.estimate })
      + [
        ResultField(
          "mean_fraction", .text, "The mean as a fraction a/b, if that is short.", isOptional: true,
          text: { $0.distribution.meanFraction.flatMap { $0.contains("/") ? $0 : nil } }
        ) { FieldValue(name: $0.distribution.meanFraction) }.titled("mean, exactly"),
        .rows("at", "The probability for each number asked for.", Chance.schema) { $0.at },
        .optionalRow(
          "days", "The distribution of the number of days, if a number per day was given.",
          DayDistribution.schema
        ) { $0.days },
        .rows(
          "rates", "The rates of the rarities without pity, most common first, under a rulebook.",
          Rate.schema, isOptional: true
        ) { $0.rates.isEmpty ? nil : $0.rates },
        ResultField("method", .text, "The method of computation.") {
          .name($0.distribution.method.name)
        },
        ResultField(
          "reason", .text, "The reason for an estimate, and what would make it exact.",
          isOptional: true
        ) { FieldValue(name: $0.reason.isEmpty ? nil : $0.reason) },
        ResultField(
          "notes", .list, "What is odd about the question.", isOptional: true
        ) { $0.notes.isEmpty ? .none : .list($0.notes) },
      ])
}

extension OddsAnswer {
  /// What is odd about the question.
  package var notes: [String] {
    if case .prize(let prize) = question.subject { return prize.remarks }
    return [distribution.estimate?.remark(on: question.estimate)].compactMap(\.self)
  }
}

extension OddsAnswer.Chance: ResultRow {
  /// The fields of a chance.
  package static let schema = ResultSchema<OddsAnswer.Chance>(
    "OddsChance", "The probability of having reached a goal within a number of sparks or rolls.",
    shown: ["n", "days", "probability", "distinct"],
    [
      ResultField("n", \.sparks, "The number of sparks or rolls.").titled("number").asKey,
      ResultField(
        "days", \.days, "The number of days that they take, if a number per day was given."),
      ResultField(
        "probability", \.probability, "The probability of having reached the goal within them.",
        .chance
      ).titled("chance"),
      ResultField("error", .number, "An upper bound of its relative error.", isOptional: true) {
        $0.chance.errorValue
      },
      ResultField(
        "distinct", \.distinct, "The expected number of distinct cards by then.", .decimals(2)
      ).titled("different cards"),
    ])
}

extension OddsAnswer.Rate: ResultRow {
  /// The fields of a rate.
  package static let schema = ResultSchema<OddsAnswer.Rate>(
    "SparkRate", "The rate of a rarity among the cards of sparks.",
    [
      ResultField("rarity", .text, "The rarity.") { .name($0.rarity.name) }.asKey,
      ResultField("nominal", \.nominal.approximation, "The rate in the rulebook.", .chance),
      ResultField(
        "effective", \.effective, "The rate with this mix of categories, and with empty cells.",
        .chance),
    ])
}

extension DayDistribution: ResultRow {
  /// The fields of a distribution of days.
  package static let schema = ResultSchema<DayDistribution>(
    "OddsDays", "The distribution of the number of days until a goal is reached.",
    [
      ResultField("per_day", \.sparksPerDay, "The number of sparks or rolls per day.")
        .titled("number per day")
    ] + ResultField.moments(of: "days"))
}

extension OddsQuestion {
  /// The fields of a question: those of a goal, of weights or of a prize.
  fileprivate static let fields: [ResultField<OddsQuestion>] = [
    ResultField("goal", .text, "The goal; absent for a prize.", isOptional: true) {
      FieldValue(name: $0.goal?.description)
    },
    ResultField("rules", .text, "The id of the rulebook of the goal.", isOptional: true) {
      FieldValue(name: $0.cards?.rulebook.definition.id)
    },
    ResultField("mix", .text, "The shares of the categories.", isOptional: true) {
      FieldValue(name: $0.cards?.mix.description)
    },
    ResultField("day", .day, "The day whose cards can be drawn, if given.", isOptional: true) {
      FieldValue($0.cards?.day)
    },
    ResultField("weights", .list, "The probabilities of outcomes.", isOptional: true) {
      guard case .weights(_, let weights, _) = $0.subject else { return .none }
      return .list(weights.map(\.description))
    },
    ResultField("rest", .boolean, "Whether a roll may give no outcome.", isOptional: true) {
      guard case .weights(_, _, let rest) = $0.subject else { return .none }
      return .boolean(rest)
    },
    ResultField("copies", .integer, "The number of copies of each.", isOptional: true) {
      $0.prize == nil ? .integer(Int64($0.copies)) : .none
    },
    ResultField("rate", .text, "The probability of the prize in one roll.", isOptional: true) {
      FieldValue(name: $0.prize?.rate.description)
    },
    ResultField(
      "soft_start", .integer, "The first roll at which the probability of the prize is raised.",
      isOptional: true
    ) { FieldValue($0.prize?.softStart) },
    ResultField(
      "soft_step", .text, "The increase of the probability from roll to roll.", isOptional: true
    ) { question in
      FieldValue(
        name: question.prize.flatMap { $0.softStart == nil ? nil : $0.softStep.description })
    },
    ResultField("hard", .integer, "The roll at which the prize is certain.", isOptional: true) {
      FieldValue($0.prize?.hard)
    },
    ResultField("wins", .integer, "The number of prizes.", isOptional: true) {
      $0.prize == nil ? .none : .integer(Int64($0.copies))
    },
  ]

  private var goal: Goal? {
    switch subject {
    case .cards(let goal, _, _, _), .weights(let goal, _, _): goal
    case .prize: nil
    }
  }

  private var cards: (rulebook: Rulebook, mix: CategoryMix, day: CivilDay?)? {
    if case .cards(_, let rulebook, let mix, let day) = subject {
      (rulebook, mix, day)
    } else {
      nil
    }
  }

  private var prize: Prize? { if case .prize(let prize) = subject { prize } else { nil } }
}
