import FlintCalendar
import Chance
import FlintJSON
import Players
package import FlintRules
package import FlintSchema

/// A disclosure in a form in which probabilities are published.
package struct FormDisclosure: Sendable {
  package let form: DisclosureForm
  package let disclosure: Disclosure
  /// The items of all pools, each in a line.
  package let items: [FormItem]

  package init(_ disclosure: Disclosure, in form: DisclosureForm) {
    (self.disclosure, self.form) = (disclosure, form)
    items = disclosure.pools.flatMap { pool in
      pool.rarestFirst.map { FormItem(disclosure: disclosure, pool: pool, card: $0) }
    }
  }

  /// The names of the fields that the form has.
  package var fields: [String] { form.fields }

  /// The lowest and the highest stated chance of the cards of the rarest rarity of each pool.
  package var extremes: [(pool: String, rarity: CardRarity, least: Double, most: Double)] {
    disclosure.pools.compactMap { pool in
      guard let rarest = pool.cards.map(\.tier).max() else { return nil }
      let rates = pool.cards.filter { $0.tier == rarest }.map(\.chance.value)
      guard let least = rates.min(), let most = rates.max() else { return nil }
      return (pool.definition.name, pool.tiers[rarest].rarity, least, most)
    }
  }
}

/// An item of a pool with what forms ask for.
package struct FormItem: Sendable {
  let disclosure: Disclosure
  let pool: DisclosedPool
  let card: DisclosedPool.Card

  /// Whether it is an item of a pool.
  package func isOf(_ other: DisclosedPool) -> Bool {
    pool.definition.id == other.definition.id && pool.isOfCategory == other.isOfCategory
  }

  fileprivate var tier: DisclosedPool.Tier { pool.tiers[card.tier] }

  fileprivate var cost: DisclosedCost? { pool.cost(of: card) }

  /// The reason why the rolls and prices are estimated; `nil` where they are exact or unknown.
  package var estimated: String? { cost?.estimated }

  fileprivate var kind: String {
    pool.isOfCategory
      ? "spark" : pool.definition.box != nil ? "box" : pool.packs.isEmpty ? "roll" : "pack"
  }

  fileprivate var share: Double { card.share.approximation }

  /// The chance of at least one in the long run; `nil` where it is not known, as of packs whose rates change.
  fileprivate var effective: Double? {
    pool.packs.isEmpty
      ? card.effective?.value : pool.keepsRates ? card.inPack?.value : nil
  }

  /// The chance in the rolls that a limit leaves a player, where it is another one; `nil` with packs.
  fileprivate var withinLimit: Double? { pool.packs.isEmpty ? card.withinLimit?.value : nil }

  /// The expected numbers of copies in a pack, as stated and in the long run; `nil` without packs.
  fileprivate var copies: Double? { pool.packs.isEmpty ? nil : card.nominal.value }
  fileprivate var effectiveCopies: Double? {
    pool.packs.isEmpty ? nil : card.effective?.value
  }

  fileprivate var canRepeat: Bool { pool.canRepeat(card) }

  /// The unit of money, where the item has a price in money.
  fileprivate var moneyUnit: String? { cost?.meanMoney.flatMap { _ in disclosure.moneyUnit } }

  /// The expected price in money, with its unit, for people; `nil` without one.
  package var meanMoney: (number: Double, unit: String?)? {
    cost?.meanMoney.map { ($0, disclosure.moneyUnit) }
  }

  /// The mean number of rolls between two copies in the long run; `nil` where the rate is not known or 0.
  fileprivate var rollsPerCopy: Double? {
    card.effective.flatMap { $0.value > 0 ? 1 / $0.value : nil }
  }

  /// The last day on which the pool is open.
  fileprivate var lastDay: CivilDay? { pool.definition.season.before.map { $0 + -1 } }

  /// The names of all fields.
  static var names: [String] { schema.columns.map(\.name) }
}

extension FormItem: ResultRow {
  /// The fields that forms choose from.
  package static let schema = ResultSchema<FormItem>(
    "FormItem", "An item of a pool, with the fields that forms of disclosure ask for.",
    item + chances + rules + costs + source)

  private static let item: [ResultField<FormItem>] = [
    ResultField("pool", \.pool.definition.name, "The pool."),
    ResultField(
      "kind", .names(["roll", "pack", "box", "spark"]), "What gives the item."
    ) { .name($0.kind) },
    ResultField("item", \.card.definition.name, "The display name."),
    ResultField("id", \.card.definition.id, "The id."),
    ResultField(
      "properties", .text,
      "The properties and the content of the item, which a rulebook does not have."
    ) { _ in .text("") },
    ResultField("grade", .text, "The rarity.") { .name($0.card.definition.rarity.name) },
    ResultField("quantity", .integer, "The number of copies that a hit gives.") { _ in
      .integer(1)
    },
  ]

  private static let chances: [ResultField<FormItem>] =
    Disclosure.Chance.fields(
      "nominal", "The chance of at least one in a roll or in a pack, by the rates as stated."
    ) { $0.card.chance }
    + [
      ResultField(
        "grade_rate", \.tier.chance.value, "The same of any item of the rarity.", .rateAlone),
      ResultField("share", \.share, "The share of the item in its rarity as stated.", .rate),
      ResultField(
        "effective", \.effective,
        "The chance in the long run, with all rules; absent where it is not known, as of packs whose rates "
          + "change.", .rate),
      ResultField(
        "effective_within_limit", \.withinLimit,
        "The same in the rolls that the limit leaves a player, where that is another one.", .rate),
      ResultField(
        "copies", \.copies, "The expected number of copies in a pack, as stated.", .rounded(5)),
      ResultField(
        "effective_copies", \.effectiveCopies, "The same in the long run, with all rules.",
        .rounded(5)),
    ]

  private static let rules: [ResultField<FormItem>] = [
    ResultField(
      "rises_from", \.tier.pity?.softStart,
      "The roll since the last hit of the rarity from which its rate rises."),
    ResultField("rises_by", .number, "The rise with each roll.", .rateAlone, isOptional: true) {
      item in
      item.tier.pity.flatMap { $0.softStart == nil ? nil : $0.softStep.approximation }
        .map { .number($0) } ?? .none
    },
    ResultField(
      "grade_certain_at", .integer,
      "The roll since the last item of the rarity or a rarer one at which one is certain.",
      isOptional: true
    ) { FieldValue($0.tier.certainAt) },
    ResultField(
      "certain_at", \.cost?.certain?.rolls,
      "The rolls after which a new player has it for certain; absent where it never is."),
    ResultField(
      "exchange_at", \.card.exchangePrice, "The rolls or points for which it is given in exchange."),
    ResultField("open_from", \.pool.definition.season.from, "The first day of the pool."),
    ResultField("open_until", \.lastDay, "The last day of the pool."),
    ResultField("limit", \.pool.definition.limit, "The maximum number of rolls of a player."),
    ResultField("can_repeat", \.canRepeat, "Whether the item can come more than once."),
    ResultField("duplicate_points", \.tier.duplicatePoints, "The points of a duplicate."),
    ResultField("duplicate_grants", .amounts, "The currencies of a duplicate.", .amounts) {
      FieldValue($0.tier.duplicateGrants)
    },
    ResultField(
      "exchange_points", \.tier.duplicateExchange,
      "The points towards an exchange that a duplicate gives."),
  ]

  private static let costs: [ResultField<FormItem>] = [
    ResultField(
      "rolls_per_copy", \.rollsPerCopy, "The mean number of rolls for a copy in the long run.",
      .rounded(5)),
    ResultField(
      "mean_rolls", \.cost?.mean,
      "The expected number of rolls of a new player; absent where it is out of reach.",
      .rounded(5)),
    ResultField("mean_price", .rates, "The expected price of these rolls.", .amounts) {
      .json(.object(($0.cost?.meanPrice ?? []).map { ($0.name, .number($0.value)) }))
    },
    ResultField(
      "mean_money", \.cost?.meanMoney, "The mean of what is paid in money, by the cheapest offers.",
      .rounded(4)),
    ResultField("money_unit", \.moneyUnit, "The unit of money."),
    ResultField(
      "estimated", .boolean, "Whether the expected rolls and prices are estimated, not exact.",
      isOptional: true
    ) { $0.cost?.mean == nil ? .none : .boolean($0.estimated != nil) },
  ]

  private static let source: [ResultField<FormItem>] = [
    ResultField("rulebook", \.disclosure.rulebook, "The id of the rulebook."),
    ResultField("hash", \.disclosure.hash, "The hash of the whole rulebook."),
    ResultField("date", \.disclosure.date, "The day of the disclosure."),
    ResultField("flint", \.disclosure.version, "The version of Flint."),
  ]

  /// The names of the fields that say which rulebook a line is of; a page says it once.
  package static let sources = ["rulebook", "hash", "date", "flint"]
}

extension FormDisclosure: ResultRow {
  /// The fields of a disclosure in a form.
  package static let schema = ResultSchema<FormDisclosure>(
    "FormDisclosure", "What a rulebook discloses of its pools, in a form.",
    [
      ResultField("form", .names(DisclosureForm.allCases.map(\.rawValue)), "The form.") {
        .name($0.form.rawValue)
      },
      ResultField("source", \.form.source, "The text that the form follows."),
      ResultField("rulebook", \.disclosure.rulebook, "The id of the rulebook."),
      ResultField("hash", \.disclosure.hash, "The hash of the whole rulebook."),
      ResultField("date", \.disclosure.date, "The day of the disclosure."),
      ResultField("flint", \.disclosure.version, "The version of Flint."),
      ResultField("fields", .list, "The fields of items that the form has.") { .list($0.fields) },
      ResultField(
        "duties", .list, "What the form asks for and a rulebook cannot say."
      ) { .list($0.form.duties) },
      .rows("items", "The items, each with the fields of all forms.", FormItem.schema) {
        $0.items
      },
    ])
}

/// Returns a rate as a percentage with six digits.
func percent(_ rate: Double) -> String { "\((rate * 100).significantText(6))%" }
