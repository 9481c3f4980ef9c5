import FlintJSON
import FlintRules
package import FlintSchema

extension Disclosure: ResultRow {
  /// The fields of a disclosure, as `docs/reference/disclosure.schema.json` describes them.
  package static let schema = ResultSchema<Disclosure>(
    "Disclosure", "What a rulebook discloses of its pools.",
    [
      ResultField("format", .integer, "The number of the form, 1.") { _ in .integer(format) },
      ResultField("rulebook", \.rulebook, "The id of the rulebook."),
      ResultField("hash", \.hash, "The hash of the whole rulebook."),
      ResultField("date", \.date, "The day of the disclosure."),
      ResultField("flint", \.version, "The version of Flint."),
      ResultField("money_unit", \.moneyUnit, "The unit of money."),
      .rows("pools", "The pools.", DisclosedPool.schema) { $0.pools },
    ])
}

extension Disclosure.Chance {
  /// Returns the fields of a chance: the number, and the fraction that it is.
  static func fields<Row>(
    _ name: String, _ summary: String, _ style: ResultStyle = .rate, isOptional: Bool = false,
    _ chance: @escaping @Sendable (Row) -> Disclosure.Chance?
  ) -> [ResultField<Row>] {
    [
      ResultField<Row>(name, .number, summary, style, isOptional: isOptional) {
        (chance($0)?.value).map { .number($0) } ?? .none
      },
      ResultField<Row>(
        "\(name)_fraction", .fraction, "The same as a fraction, where it is known and short.",
        isOptional: true
      ) { FieldValue(name: chance($0)?.fraction) },
    ]
  }
}

extension FieldValue {
  /// Creates the value of amounts by currency.
  init(_ amounts: [CurrencyAmount]) {
    self = .json(.object(amounts.map { ($0.name, .integer($0.value)) }))
  }
}

extension DisclosedPool: ResultRow {
  /// The fields of a pool.
  package static let schema = ResultSchema<DisclosedPool>(
    "DisclosedPool", "What is disclosed of a pool.",
    [
      ResultField("id", \.definition.id, "The id, or the name of the category."),
      ResultField("name", \.definition.name, "The display name."),
      ResultField(
        "kind", .names(["pool", "category"]),
        "A pool of the rulebook, or what the sparks of a category draw."
      ) { .name($0.kind) },
      ResultField("from", \.definition.season.from, "The first day on which it is open."),
      ResultField(
        "before", \.definition.season.before, "The first day on which it is closed again."),
      ResultField("open", \.isOpen, "Whether it is open on the day of the disclosure."),
      ResultField("limit", \.definition.limit, "The maximum number of rolls of a player."),
      ResultField(
        "carry", \.definition.carry, "The name of the pools that share counters and guarantees."),
      ResultField("chance", \.chance.approximation, "The chance that a roll gives a card at all."),
      ResultField(
        "empty_cell", .names(EmptyCell.allCases.map(\.rawValue)),
        "The treatment of a rarity without a card."
      ) { .name($0.emptyCell.rawValue) },
      ResultField(
        "protection", \.protection,
        "The number of copies up to which a card precedes others of its rarity, if it is that of every "
          + "rarity."),
      ResultField("can_repeat", \.canRepeat, "Whether a card can come more than once."),
      ResultField("price", .amounts, "The price of a roll, by currency.") {
        FieldValue($0.definition.price)
      },
      .rows(
        "round", "The prices of the rolls of a round, where they differ.", DisclosedPrice.schema
      ) { DisclosedPrice.round(of: $0.definition) },
      ResultField("cycle", \.cycle, "The cards in a fixed order, by id, if they come so."),
      .optionalRow("bundle", "The rolls that are sold together, if any.", bundle) {
        $0.definition.bundle
      },
      .optionalRow("exchange", "The cards in exchange for rolls, if any.", exchange) {
        $0.definition.exchange
      },
      .optionalRow("featured", "The featured cards, if any.", featured) { $0.definition.featured },
      .optionalRow("box", "The box that rolls empty, if any.", box) {
        $0.definition.box == nil ? nil : $0
      },
      .rows(
        "packs", "The variants of packs that rolls open; empty where a roll gives one card.",
        Variant.schema
      ) { $0.variants },
      ResultField("unknown", \.unknown, "The reason why the effective rates are not known."),
      .rows("rarities", "The rarities, commonest first.", Tier.schema) { $0.tiers },
      .rows("cards", "The cards, commonest rarity first.", Card.schema) { $0.cards },
      .rows(
        "choices", "The rates with each card of a path chosen; empty without a path.",
        Choice.schema
      ) { $0.choices },
      .rows("costs", "The rolls and prices of what one may want.", DisclosedCost.schema) {
        $0.costs
      },
    ])

  /// The kind of pool.
  var kind: String { isOfCategory ? "category" : "pool" }

  private static let bundle = ResultSchema<BundleDefinition>(
    "DisclosedBundle", "Rolls that are sold together.",
    [
      ResultField("size", \.size, "The number of rolls."),
      ResultField(
        "price", .amounts, "The price of all of them, by currency; empty for that of single rolls."
      ) { FieldValue($0.price) },
      ResultField(
        "at_least", \.atLeast, "The rarity of which it has a card, or of a rarer one, for certain."),
    ])

  private static let exchange = ResultSchema<ExchangeDefinition>(
    "DisclosedExchange", "Cards in exchange for rolls.",
    [
      ResultField("at", \.at, "The number of rolls or points for a card, if it is one."),
      ResultField("per_roll", \.perRoll, "The number of points that a roll gives, if it is not 1."),
      ResultField(
        "choose", .names(ExchangeDefinition.Choice.allCases.map(\.rawValue)),
        "The cards that can be taken."
      ) { .name($0.choose.rawValue) },
      ResultField("limit", \.limit, "The maximum number of exchanges."),
    ])

  private static let featured = ResultSchema<FeaturedDefinition>(
    "DisclosedFeatured", "The featured cards of a pool, and the rules about them.",
    [
      ResultField("cards", \.cards, "The ids of the cards."),
      ResultField(
        "share", \.share.approximation, "The chance that a card of their rarity is one of them."),
      ResultField("share_fraction", .fraction, "The same, exactly.") {
        .name($0.share.description)
      },
      ResultField(
        "later_shares", .list,
        "The chances after 1, 2, … chances lost in a row, exactly; empty where it stays."
      ) { .list($0.laterShares.map(\.description)) },
      ResultField(
        "guarantee", \.hasGuarantee,
        "Whether the next card of the rarity is a featured one, after one that is not."),
      ResultField(
        "path", \.path,
        "The number of other cards of its rarity after which the chosen card is certain."),
      ResultField(
        "hard", \.hard,
        "The roll since the last one at which one of the rarest such rarity is certain."),
      ResultField(
        "from", \.from,
        "The rolls since the last one after which the next card of that rarity is one."),
      ResultField("once", \.isHardOnce, "Whether these hold only until the first one."),
    ])

  private static let box = ResultSchema<DisclosedPool>(
    "DisclosedBox", "A box that rolls empty.",
    [
      ResultField(
        "reset", .names(BoxDefinition.Reset.allCases.map(\.rawValue)), "When it is filled again."
      ) { FieldValue(name: $0.definition.box?.reset.rawValue) },
      ResultField("count", .integer, "The number of copies in a full box.") {
        FieldValue($0.boxTotal)
      },
    ])
}

extension DisclosedPool.Variant: ResultRow {
  /// The fields of a variant of packs.
  package static let schema = ResultSchema<DisclosedPool.Variant>(
    "DisclosedPack", "A variant of packs.",
    [
      ResultField(
        "rate", \.pack.rate.approximation, "The share of packs that are of this variant."),
      ResultField("rate_fraction", .fraction, "The same, exactly.") {
        .name($0.pack.rate.description)
      },
      .rows("slots", "The slots, in order.", DisclosedPool.Place.schema) { $0.places },
    ])
}

extension DisclosedPool.Place: ResultRow {
  /// The fields of a slot.
  package static let schema = ResultSchema<DisclosedPool.Place>(
    "DisclosedSlot", "Cards of a pack that follow each other and have equal rates.",
    [
      ResultField("count", \.count, "The number of cards."),
      ResultField(
        "distinct", \.slot.isDistinct,
        "Whether they are different cards; where their chances differ by place, one that differs from those "
          + "before."),
      ResultField("rates", .rates, "The rates of the rarities that the slot can have.") {
        let rates = zip($0.variant.pool.tiers, $0.rates).filter { $1 > 0 }
        return .json(.object(rates.map { ($0.rarity.name, .number($1)) }))
      },
      ResultField("cards", .rates, "The rates of the cards that the slot can have, by id.") {
        place in
        let chances = place.variant.pool.cards.map {
          (name: $0.definition.id, chance: place.chance(of: $0).value)
        }
        return .json(
          .object(chances.filter { $0.chance > 0 }.map { ($0.name, .number($0.chance)) }))
      },
    ])
}
