import Calendar
import Chance
import JSON
import Players
import Rules
package import Schema

/// A disclosure in a form in which probabilities are published.
package struct FormDisclosure: Sendable {
  package let form: DisclosureForm
  package let disclosure: Disclosure
  /// The items of all pools, each in a line.
  package let items: [FormItem]

  package init(_ disclosure: Disclosure, in form: DisclosureForm) {
    (self.disclosure, self.form) = (disclosure, form)
    items = disclosure.pools.flatMap { pool in
      pool.cards.reversed().map { FormItem(pool: pool, card: $0) }
    }
  }

  /// The names of the fields that the form has.
  package var fields: [String] { form.fields }

  /// The highest and the lowest nominal rate of the cards of the rarest rarity of each pool, in a sentence each.
  package var extremes: [String] {
    disclosure.pools.compactMap { pool in
      guard let rarest = pool.cards.map(\.tier).max() else { return nil }
      let rates = pool.cards.filter { $0.tier == rarest }.map(\.nominal.value)
      guard let least = rates.min(), let most = rates.max() else { return nil }
      let name = pool.tiers[rarest].rarity.name
      return
        "\(pool.definition.name), \(name): highest rate \(percent(most)), lowest \(percent(least))."
    }
  }
}

/// An item of a pool with what forms ask for.
package struct FormItem: Sendable {
  let pool: DisclosedPool
  let card: DisclosedPool.Card

  /// Whether it is an item of a pool.
  package func isOf(_ other: DisclosedPool) -> Bool {
    pool.definition.id == other.definition.id && pool.isOfCategory == other.isOfCategory
  }

  fileprivate var tier: DisclosedPool.Tier { pool.tiers[card.tier] }

  fileprivate var cost: DisclosedCost? {
    pool.costs.first { cost in
      if case .card(let wanted) = cost.subject { wanted.id == card.definition.id } else { false }
    }
  }

  fileprivate var kind: String {
    pool.isOfCategory
      ? "spark" : pool.definition.box != nil ? "box" : pool.packs.isEmpty ? "roll" : "pack"
  }

  fileprivate var share: Double { card.share.approximation }

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
    [
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
      + Disclosure.Chance.fields(
        "nominal", "The rate as stated; with packs the expected number in a pack."
      ) { $0.card.nominal }
      + [
        ResultField(
          "grade_rate", \.tier.nominal.value, "The stated rate of the rarity.", .rateAlone),
        ResultField("share", \.share, "The share of the item in its rarity as stated.", .rate),
        ResultField(
          "effective", \.card.effective?.value, "The rate in the long run, with all rules.", .rate),
        ResultField(
          "in_pack", \.card.inPack?.value, "The chance that a pack has at least one.", .rate),
        ResultField(
          "rises_from", \.tier.pity?.softStart,
          "The roll since the last hit of the rarity from which its rate rises."),
        ResultField(
          "certain_at", \.cost?.certain?.rolls,
          "The rolls after which a new player has it for certain, for featured items."),
        ResultField("exchange_at", \.pool.definition.exchange?.at, "The rolls for an exchange."),
        ResultField("open_from", \.pool.definition.season.from, "The first day of the pool."),
        ResultField("open_until", \.lastDay, "The last day of the pool."),
        ResultField("limit", \.pool.definition.limit, "The maximum number of rolls of a player."),
        ResultField("can_repeat", \.pool.canRepeat, "Whether an item can come more than once."),
        ResultField(
          "rolls_per_copy", \.rollsPerCopy, "The mean number of rolls for a copy in the long run.",
          .rounded(5)),
        ResultField(
          "mean_rolls", \.cost?.mean,
          "The expected number of rolls of a new player, for featured items.", .rounded(5)),
        ResultField("mean_price", .rates, "The expected price of these rolls.", .amounts) {
          .json(.object(($0.cost?.meanPrice ?? []).map { ($0.name, .number($0.value)) }))
        },
        ResultField(
          "mean_money", \.cost?.meanMoney, "The same in money, by the cheapest offer.", .rounded(5)),
      ])
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
