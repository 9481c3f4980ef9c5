import Calendar
package import JSON
import Rules
import Schema

extension Disclosure {
  /// The number of the form of the JSON: it changes when a field is removed or changes its meaning.
  package static let format: Int64 = 1

  /// The disclosure as JSON, of the form that `docs/reference/disclosure.schema.json` describes.
  package var json: JSONValue {
    .object([
      ("format", .integer(Self.format)), ("rulebook", .string(rulebook)), ("hash", .string(hash)),
      ("date", .string(date.description)), ("flint", .string(version)),
      ("money_unit", .text(moneyUnit)), ("pools", .array(pools.map(\.json))),
    ])
  }
}

extension DisclosedPool {
  fileprivate var json: JSONValue {
    .object([
      ("id", .string(definition.id)), ("name", .string(definition.name)),
      ("kind", .string(isOfCategory ? "category" : "pool")),
      ("from", .text(definition.season.from?.description)),
      ("before", .text(definition.season.before?.description)), ("open", .boolean(isOpen)),
      ("limit", .whole(definition.limit)), ("carry", .text(definition.carry)),
      ("chance", .number(chance.approximation)), ("empty_cell", .string(emptyCell.rawValue)),
      ("protection", .whole(definition.protection)), ("can_repeat", .boolean(canRepeat)),
      ("price", .amounts(definition.price)), ("bundle", definition.bundle?.json ?? .null),
      ("exchange", definition.exchange?.json ?? .null),
      ("featured", definition.featured?.json ?? .null),
      (
        "box",
        definition.box.map { box in
          .object([("reset", .string(box.reset.rawValue)), ("count", .whole(boxTotal))])
        } ?? .null
      ),
      ("packs", .array(packs.map { json(of: $0) })),
      ("unknown", .text(unknown)), ("rarities", .array(tiers.map(\.json))),
      ("cards", .array(cards.map(\.json))),
      (
        "choices",
        .array(
          choices.map { choice in
            .object([
              ("card", .string(choice.card.id)), ("effective", .number(choice.effective.value)),
              ("other_featured", .number(choice.otherFeatured.value)),
              ("others", .number(choice.others.value)),
            ])
          })
      ), ("costs", .array(costs.map(\.json))),
    ])
  }
}

extension DisclosedPool.Tier {
  fileprivate var json: JSONValue {
    .object(
      [("rarity", .string(rarity.name))] + Disclosure.Chance.members(nominal, effective, inPack) + [
        (
          "pity",
          pity.map { pity in
            .object([
              ("soft_start", .whole(pity.softStart)),
              ("soft_step", .number(pity.softStep.approximation)), ("hard", .whole(pity.hard)),
              ("first", .whole(pity.first)),
            ])
          } ?? .null
        ),
        (
          "by_roll",
          .array(
            steps.map { step in
              .object([
                ("first", .integer(Int64(step.first))), ("last", .whole(step.last.map(Int64.init))),
                ("probability", .number(step.chance.value)),
                ("fraction", .text(step.chance.fraction)),
              ])
            })
        ), ("certain_at", .whole(certainAt.map(Int64.init))),
        ("duplicate_points", .integer(duplicatePoints)),
        ("duplicate_grants", .amounts(duplicateGrants)),
      ])
  }
}

extension DisclosedPool.Card {
  fileprivate var json: JSONValue {
    .object(
      [
        ("id", .string(definition.id)), ("name", .string(definition.name)),
        ("category", .string(definition.category.name)),
        ("rarity", .string(definition.rarity.name)), ("featured", .boolean(isFeatured)),
        ("weight", .integer(Int64(clamping: weight))), ("count", .whole(count)),
      ] + Disclosure.Chance.members(nominal, effective, inPack))
  }
}

extension Disclosure.Chance {
  /// Returns the members of a nominal and an effective rate, and the chance in a pack.
  fileprivate static func members(
    _ nominal: Self, _ effective: Self?, _ inPack: Self?
  ) -> [(name: String, value: JSONValue)] {
    [
      ("nominal", .number(nominal.value)), ("nominal_fraction", .text(nominal.fraction)),
      ("effective", effective.map { .number($0.value) } ?? .null),
      ("effective_fraction", .text(effective?.fraction)),
      ("in_pack", inPack.map { .number($0.value) } ?? .null),
      ("in_pack_fraction", .text(inPack?.fraction)),
    ]
  }
}

extension DisclosedPool {
  private func json(of pack: Pack) -> JSONValue {
    .object([
      ("rate", .number(pack.rate.approximation)), ("rate_fraction", .string(pack.rate.description)),
      (
        "slots",
        .array(
          pack.slots.map { slot in
            .object([
              ("count", .integer(Int64(slot.count))),
              (
                "rates",
                .object(
                  zip(tiers, slot.rates).filter { $1 != .zero }
                    .map { ($0.rarity.name, .number($1.approximation)) })
              ),
              (
                "cards",
                .object(
                  cards.map { ($0.definition.id, chance(of: $0, in: slot).value) }
                    .filter { $1 > 0 }.map { ($0, .number($1)) })
              ),
            ])
          })
      ),
    ])
  }
}

extension BundleDefinition {
  fileprivate var json: JSONValue {
    .object([
      ("size", .integer(size)), ("price", .amounts(price)), ("at_least", .text(atLeast)),
    ])
  }
}

extension ExchangeDefinition {
  fileprivate var json: JSONValue {
    .object([
      ("at", .integer(at)), ("choose", .string(choose.rawValue)), ("limit", .whole(limit)),
    ])
  }
}

extension FeaturedDefinition {
  fileprivate var json: JSONValue {
    .object([
      ("cards", .array(cards.map { .string($0) })), ("share", .number(share.approximation)),
      ("share_fraction", .string(share.description)), ("guarantee", .boolean(hasGuarantee)),
      ("path", .whole(path)), ("hard", .whole(hard)), ("once", .boolean(isHardOnce)),
    ])
  }
}

extension DisclosedCost {
  /// The goal, in the syntax of goals.
  var goal: String {
    switch subject {
    case .card(let card): "card:\(card.id)"
    case .featured: "featured"
    case .rarity(let rarity): "first:\(rarity.name)"
    }
  }

  fileprivate var json: JSONValue {
    .object([
      ("goal", .string(goal)), ("problem", .text(problem)),
      ("exact", .boolean(problem == nil && estimated == nil)), ("reason", .text(estimated)),
      ("method", .string(method)), ("mean", mean.map { .number($0) } ?? .null),
      (
        "mean_interval",
        meanInterval.map { .array([.number($0.low), .number($0.high)]) } ?? .null
      ), ("mean_price", .object(meanPrice.map { ($0.name, .number($0.value)) })),
      ("mean_money", meanMoney.map { .number($0) } ?? .null),
      (
        "quantiles",
        .array(
          quantiles.map { quantile in
            .object(
              [("probability", .number(quantile.level))] + Amount.members(quantile.amount))
          })
      ), ("certain", certain.map { .object(Amount.members($0)) } ?? .null),
      ("within_limit", withinLimit.map { .number($0) } ?? .null),
    ])
  }
}

extension DisclosedCost.Amount {
  fileprivate static func members(_ amount: Self?) -> [(name: String, value: JSONValue)] {
    [
      ("rolls", .whole(amount?.rolls)), ("price", .amounts(amount?.price ?? [])),
      ("money", (amount?.money).map { .number(Double($0) / 1e6) } ?? .null),
    ]
  }
}

extension JSONValue {
  fileprivate static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
  fileprivate static func whole(_ number: Int64?) -> JSONValue {
    number.map { .integer($0) } ?? .null
  }
  fileprivate static func amounts(_ amounts: [CurrencyAmount]) -> JSONValue {
    .object(amounts.map { ($0.name, .integer($0.value)) })
  }
}
