import FlintRules
package import FlintSchema

extension DisclosedChances {
  /// Returns the fields of the rates of rarities or cards.
  ///
  /// - Parameter effective: what the rate in the long run is.
  fileprivate static func rates(_ effective: String) -> [ResultField<Self>] {
    Disclosure.Chance.fields(
      "nominal",
      "The rate that the rulebook states; with packs the expected number of cards in a pack.",
      .rateAlone
    ) { $0.nominal }
      + Disclosure.Chance.fields("effective", effective, isOptional: true) { $0.effective }
      + Disclosure.Chance.fields(
        "effective_within_limit",
        "The rate in the rolls that the limit leaves a player, where that is another one.",
        isOptional: true
      ) { $0.withinLimit }
      + Disclosure.Chance.fields(
        "in_pack",
        "The chance that a pack has at least one, by the rates as stated; absent without packs.",
        isOptional: true
      ) { $0.inPack }
  }
}

extension DisclosedPool.Tier: ResultRow {
  /// The fields of a rarity.
  package static let schema = ResultSchema<DisclosedPool.Tier>(
    "DisclosedRarity", "What is disclosed of a rarity of a pool.",
    [ResultField("rarity", .text, "The rarity.") { .name($0.rarity.name) }]
      + rates("The rate in the long run with all rules; absent where it is not known.")
      + [
        .optionalRow("pity", "The rule by which the rate rises, if any.", pity) { $0.pity },
        .rows(
          "by_roll",
          "The chance of the rarity or a rarer one by the roll since the last one; empty where it does not "
            + "depend on that.", DisclosedPool.Step.schema
        ) { $0.steps },
        ResultField(
          "certain_at", .integer, "The roll since the last one at which it is certain.",
          isOptional: true
        ) { FieldValue($0.certainAt) },
        ResultField("duplicate_points", \.duplicatePoints, "The points of a duplicate."),
        ResultField("duplicate_grants", .amounts, "The currencies of a duplicate.") {
          FieldValue($0.duplicateGrants)
        },
        ResultField(
          "protection", \.protection,
          "The number of copies up to which a card precedes others of the rarity."),
        ResultField(
          "exchange_price", \.exchangePrice, "The points that a card costs in exchange."),
        ResultField(
          "exchange_points", \.duplicateExchange,
          "The points towards an exchange that a duplicate gives."),
      ])

  private static let pity = ResultSchema<PityDefinition>(
    "DisclosedPity", "The rule by which the rate of a rarity rises.",
    [
      ResultField("soft_start", \.softStart, "The roll from which the rate rises."),
      ResultField("soft_step", \.softStep.approximation, "The rise with each roll."),
      ResultField("hard", \.hard, "The roll since the last card at which it is certain."),
      ResultField(
        "first", \.first, "The roll at which it is certain until the first card has come."),
      .rows("rates", "The rate by roll, in place of these; empty where they state it.", rate) {
        $0.rates
      },
      ResultField(
        "round", \.round, "The number of rolls in which the rate stays as it is at the first."),
      ResultField(
        "reset", .names(PityDefinition.Reset.allCases.map(\.rawValue)),
        "What resets the counter: a card of the rarity or `better`, or of `exact`ly the rarity."
      ) { .name($0.reset.rawValue) },
    ])

  private static let rate = ResultSchema<PityRate>(
    "DisclosedPityRate", "The rate of a rarity from a roll on.",
    [
      ResultField("from", \.from, "The first roll since the last card."),
      ResultField("rate", \.rate?.approximation, "The rate; absent where it rises."),
      ResultField("step", \.step?.approximation, "The gain; absent where the rate stays."),
      ResultField("every", \.every, "The rolls from one gain to the next; absent for each roll."),
    ])
}

extension DisclosedPool.Step: ResultRow {
  /// The fields of a step.
  package static let schema = ResultSchema<DisclosedPool.Step>(
    "DisclosedStep", "Rolls since the last card of a rarity that have the same chance of the next.",
    [
      ResultField("first", \.first, "The first roll; 1 is the one after the last card."),
      ResultField(
        "last", .integer, "The last roll; absent where the chance stays for ever.",
        isOptional: true
      ) { FieldValue($0.last) },
      ResultField("probability", \.chance.value, "The chance.", .rateAlone),
      ResultField(
        "fraction", .fraction, "The same as a fraction, where it is known and short.",
        isOptional: true
      ) { FieldValue(name: $0.chance.fraction) },
    ])
}

extension DisclosedPool.Card: ResultRow {
  /// The fields of a card.
  package static let schema = ResultSchema<DisclosedPool.Card>(
    "DisclosedCard", "What is disclosed of a card of a pool.",
    [
      ResultField("id", \.definition.id, "The id."),
      ResultField("name", \.definition.name, "The display name."),
      ResultField("category", .text, "The category.") { .name($0.definition.category.name) },
      ResultField("rarity", .text, "The rarity.") { .name($0.definition.rarity.name) },
      ResultField("featured", \.isFeatured, "Whether it is featured."),
      ResultField("weight", .integer, "The weight among the cards that it is drawn with.") {
        .integer(Int64(clamping: $0.weight))
      },
      ResultField("count", \.count, "The copies in a full box."),
    ]
      + rates(
        "The rate in the long run with all rules but the exchange, and with the card chosen where there is a "
          + "path; absent where it is not known."))
}

extension DisclosedPool.Choice: ResultRow {
  /// The fields of a choice.
  package static let schema = ResultSchema<DisclosedPool.Choice>(
    "DisclosedChoice", "The rates in the long run with a card of a path chosen.",
    [
      ResultField("card", \.card.id, "The id of the card that is chosen."),
      ResultField("effective", \.effective.value, "Its rate in the long run.", .rate),
      ResultField(
        "other_featured", \.otherFeatured.value,
        "The rate of the other featured cards of its rarity, together.", .rate),
      ResultField(
        "others", \.others.value,
        "The rate of the cards of its rarity that are not featured, together.", .rate),
    ])
}
