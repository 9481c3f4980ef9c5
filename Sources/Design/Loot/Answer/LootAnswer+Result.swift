import Chance
import FlintJSON
import Players
package import FlintSchema

extension LootAnswer: ResultRow {
  /// The fields of an answer.
  package static let schema = ResultSchema<LootAnswer>(
    "LootAnswer", "What openings of a loot table give.",
    [
      ResultField("table", \.name, "The name of the table."),
      ResultField("open", \.question.openings, "The number of openings."),
      ResultField(
        "flags", .structure("table<string, integer>"), "The levels of the flags that were given."
      ) {
        let flags = $0.question.circumstances.flags.sorted { $0.key < $1.key }
        return .json(.object(flags.map { ($0.key, .integer($0.value)) }))
      },
      ResultField("luck", .number, "The luck.") {
        .number(Double($0.question.circumstances.luck.millionths) / 1e6)
      },
      ResultField("unset_flags", \.unsetFlags, "The flags of the tables that are not set."),
      .rows("items", "The items, in the order of the table.", Row.schema) { $0.rows },
      ResultField("error", .number, "A bound of the relative error of all numbers.") {
        .number(BoundedValue(0, error: $0.error).errorMagnitude)
      },
      ResultField(
        "no_figures", \.noFigures, "The reason why there is only a simulation, and no figures."),
      .optionalRow(
        "distribution", "The distribution of the number of one item, if it was asked for.",
        LootCounts.schema
      ) { $0.counts },
      ResultField(
        "no_distribution", \.countsReason, "The reason why there is no such distribution."),
      .optionalRow(
        "joint", "The probabilities of several items together, if they were asked for.",
        LootJoint.schema
      ) { $0.joint },
      ResultField("until", \.question.until, "The goal, if one was given."),
      .optionalRow(
        "time", "The number of openings until the goal, if one was given.", Time.schema
      ) { $0.time },
      .optionalRow("simulation", "The simulation, if it was asked for.", LootSimulation.schema) {
        $0.simulation
      },
      .rows("notices", "What reading the tables left out.", LootTables.Notice.schema) {
        $0.question.notices
      },
    ])

  /// Returns the fields of the quantiles of a distribution.
  ///
  /// - Parameter use: what those at a quantile do, for headings: `need at most`.
  fileprivate static func quantileFields<Row>(
    _ use: String, _ quantile: @escaping @Sendable (Row, Double) -> Int64
  ) -> [ResultField<Row>] {
    levels.map { level in
      let probability = level.probability
      let share = probability == 0.5 ? "half" : "\(Int((probability * 100).rounded())) %"
      return ResultField(
        level.name, .integer, "The smallest number with a probability of at least \(probability)."
      ) { .integer(quantile($0, probability)) }.titled("\(share) \(use)")
    }
  }
}

extension LootFigure {
  /// Returns the fields of a figure: the number, and the fraction that it is.
  ///
  /// - Parameter titles: the headings of the two.
  fileprivate static func fields<Row>(
    _ name: String, _ figure: any KeyPath<Row, LootFigure> & Sendable, _ summary: String,
    _ style: ResultStyle, titled titles: (number: String, fraction: String)
  ) -> [ResultField<Row>] {
    [
      ResultField<Row>(name, .number, summary, style) { .number($0[keyPath: figure].value) }
        .titled(titles.number),
      ResultField<Row>(
        "\(name)_fraction", .fraction, "The same as a fraction, if that is short.",
        isOptional: true,
        text: { $0[keyPath: figure].shownFraction }
      ) { FieldValue(name: $0[keyPath: figure].fraction) }.titled(titles.fraction),
    ]
  }

  /// The fraction in tables, which have no room for a long one.
  private var shownFraction: String? {
    guard let fraction else { return nil }
    return fraction.utf8.count <= 24 ? fraction : "in JSON"
  }
}

extension LootAnswer.Row: ResultRow {
  /// The fields of an item.
  package static let schema = ResultSchema<LootAnswer.Row>(
    "LootItem", "What openings give of an item.",
    shown: ["item", "probability", "mean", "probability_fraction", "mean_fraction"],
    [ResultField("item", \.name, "The item.").asKey]
      + LootFigure.fields(
        "probability", \.chance, "The probability of at least one.", .chance,
        titled: ("chance", "exact chance"))
      + LootFigure.fields(
        "mean", \.mean, "The expected number.", .digits(6), titled: ("mean", "exact mean"))
      + [
        .numbers(
          "at", "The probabilities of at least one within the numbers in at.",
          measure: "probability", by: "n"
        ) { $0.at.map { ($0.openings, $0.chance) } }
      ])
}

extension LootCounts: ResultRow {
  /// The fields of a distribution.
  package static let schema = ResultSchema<LootCounts>(
    "LootCounts", "The distribution of the number of an item.",
    [
      ResultField("item", \.name, "The item.").asKey,
      ResultField("mean", \.mean, "The expected number.", .digits(6)),
      ResultField("sd", \.standardDeviation, "The standard deviation.", .digits(6))
        .titled("standard deviation"),
    ]
      + LootAnswer.quantileFields("have at most") { $0.quantile($1) }
      + [
        .rows(
          "counts", "The probabilities of each number; of very many, of those around the median.",
          Chance.schema
        ) { $0.shown },
        ResultField(
          "less_than_shown", \.leftOut.below,
          "The probability of less than the numbers in counts.", .chance),
        ResultField(
          "more_than_shown", \.leftOut.above,
          "The probability of more than the numbers in counts.", .chance),
        .rows("at", "The same for the numbers in at.", Chance.schema) { $0.at },
        ResultField(
          "absolute_error", \.absoluteError,
          "A bound of the absolute error of these probabilities, besides the relative one in error."
        ),
        ResultField(
          "negligible", \.negligible, "The probability below which numbers are left out."),
      ])
}

extension LootCounts.Chance: ResultRow {
  /// The fields of a number.
  package static let schema = ResultSchema<LootCounts.Chance>(
    "LootCount", "A number of an item, with its probabilities.",
    shown: ["n", "probability", "at_most", "at_least", "probability_fraction"],
    [ResultField("n", \.number, "The number.").titled("number").asKey]
      + LootFigure.fields(
        "probability", \.exactly, "The probability of exactly so many.", .chance,
        titled: ("exactly", "fraction"))
      + [
        ResultField("at_most", \.atMost, "The probability of at most so many.", .chance),
        ResultField("at_least", \.atLeast, "The probability of at least so many.", .chance),
      ])
}

extension LootJoint: ResultRow {
  /// The fields of the chances of several items.
  package static let schema = ResultSchema<LootJoint>(
    "LootJoint", "The probabilities of several items together.",
    LootFigure.fields(
      "all", \.all, "The probability of at least one of each.", .chance,
      titled: ("all of them", "all of them, exactly"))
      + LootFigure.fields(
        "any", \.any, "The probability of at least one of any.", .chance,
        titled: ("any of them", "any of them, exactly"))
      + [
        .rows("combinations", "All combinations, the empty one first.", Row.schema) { $0.rows }
      ])
}

extension LootJoint.Row: ResultRow {
  /// The fields of a combination.
  package static let schema = ResultSchema<LootJoint.Row>(
    "LootCombination", "A combination of items.",
    [
      ResultField(
        "items", \.names,
        "The items of which there is at least one; of the others that were asked for there is none.",
        text: { $0.names.isEmpty ? "none" : $0.names.joined(separator: " + ") }
      ).titled("exactly these").asKey
    ]
      + LootFigure.fields(
        "probability", \.chance, "The probability of exactly this combination.", .chance,
        titled: ("chance", "exact chance")))
}

extension LootAnswer.Time: ResultRow {
  /// The fields of a time.
  package static let schema = ResultSchema<LootAnswer.Time>(
    "LootTime", "The number of openings until a goal.",
    moments
      + LootAnswer.quantileFields("need at most") { $0.quantile($1) }
      + ResultField.quantileIntervals(of: { $0.estimate?.sample })
      + [
        .rows("at", "The probability for each number in at.", Chance.schema) { $0.at },
        ResultField("exact", .boolean, "Whether this is exact, and not estimated.") {
          .boolean($0.exact != nil)
        },
        ResultField("method", \.method, "The method of computation."),
      ])

  private static let moments: [ResultField<LootAnswer.Time>] =
    [
      ResultField("mean", \.mean, "The expected number of openings.", .digits(6)),
      ResultField(
        "mean_fraction", .fraction, "The same as a fraction, if that is short.", isOptional: true
      ) { FieldValue(name: $0.exact?.meanFraction) }.titled("exact mean"),
      ResultField(
        "mean_error", .number, "A bound of its relative error; absent if it is estimated.",
        isOptional: true
      ) { ($0.exact?.boundedMean.errorMagnitude).map { .number($0) } ?? .none },
      ResultField(
        "mean_low", \.estimate?.mean.interval.low,
        "The lower end of its 95 % interval, if it is estimated.", .digits(6)
      ).titled("mean from (95 %)"),
      ResultField(
        "mean_high", \.estimate?.mean.interval.high,
        "The upper end of its 95 % interval, if it is estimated.", .digits(6)
      ).titled("mean to (95 %)"),
      ResultField("sd", \.standardDeviation, "The standard deviation.", .digits(6))
        .titled("standard deviation"),
    ]
}

extension LootAnswer.Time.Chance: ResultRow {
  /// The fields of a chance of being done.
  package static let schema = ResultSchema<LootAnswer.Time.Chance>(
    "LootTimeChance", "The probability of being done within a number of openings.",
    [
      ResultField("n", \.openings, "The number of openings.").titled("openings").asKey,
      ResultField("probability", \.probability, "The probability.", .chance).titled("chance"),
      ResultField(
        "low", \.interval?.low, "The lower end of its 95 % interval, if it is estimated.",
        .chanceBound
      ).titled("from (95 %)"),
      ResultField(
        "high", \.interval?.high, "The upper end of its 95 % interval, if it is estimated.",
        .chanceBound
      ).titled("to (95 %)"),
    ])
}

extension LootSimulation: ResultRow {
  /// The fields of a simulation.
  package static let schema = ResultSchema<LootSimulation>(
    "LootSimulation", "Simulated openings.",
    [
      ResultField("trials", \.trials, "The number of trials."),
      ResultField("openings", .integer, "The number of openings of all trials.") {
        .integer($0.trials * $0.openings)
      },
      ResultField("seed", .integer, "The seed.", .ordinal) {
        .integer(Int64(bitPattern: $0.seed))
      },
      .rows("items", "The items, in the order of the table.", Row.schema) { $0.rows },
    ])
}

extension LootSimulation.Row: ResultRow {
  /// The fields of a simulated item.
  package static let schema = ResultSchema<LootSimulation.Row>(
    "SimulatedLoot", "What simulated openings gave of an item.",
    [
      ResultField("item", \.name, "The item.").asKey,
      ResultField("share", \.share, "The share of trials that gave at least one.", .chance),
      ResultField("share_low", \.interval.low, "The lower end of its 95 % interval.", .chanceBound)
        .titled("from (95 %)"),
      ResultField(
        "share_high", \.interval.high, "The upper end of its 95 % interval.", .chanceBound
      )
      .titled("to (95 %)"),
      ResultField(
        "probability", \.exactChance, "The exact probability of at least one, if it is known.",
        .chance
      ).titled("exact"),
      ResultField("mean", \.mean.value, "The mean number in a trial.", .digits(6)),
      ResultField(
        "mean_low", \.mean.interval.low, "The lower end of its 95 % interval.", .digits(6)
      ).titled("from (95 %)"),
      ResultField(
        "mean_high", \.mean.interval.high, "The upper end of its 95 % interval.", .digits(6)
      ).titled("to (95 %)"),
      ResultField("exact_mean", \.exactMean, "The expected number, if it is known.", .digits(6))
        .titled("exact"),
    ])
}
