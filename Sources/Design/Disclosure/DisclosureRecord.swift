import FlintRules
package import FlintSchema

/// A line of the table of a disclosure: a card of a pool, or of a slot of the pool's packs.
package struct DisclosureRecord: Sendable {
  fileprivate let disclosure: Disclosure
  fileprivate let pool: DisclosedPool
  fileprivate let card: DisclosedPool.Card
  /// The slot, if the line is about one.
  fileprivate let place: DisclosedPool.Place?

  /// The chance of the card: of a roll, or in the slot.
  fileprivate var chance: Disclosure.Chance { place?.chance(of: card) ?? card.nominal }

  /// The card where the line is about the pool.
  fileprivate var whole: DisclosedPool.Card? { place == nil ? card : nil }

  /// The cost of the card, where the line is about the pool.
  fileprivate var cost: DisclosedCost? {
    place == nil ? pool.cost(of: card) : nil
  }

  /// Returns the rolls that suffice with a probability.
  fileprivate func rolls(_ level: Double) -> Int64? {
    cost?.quantiles.first { $0.level == level }?.amount?.rolls
  }
}

extension Disclosure {
  /// The disclosure as a table: a line for each card of each pool, and for each card that a slot of its packs can have.
  package var records: [DisclosureRecord] {
    pools.flatMap { pool in
      let cards = pool.cards.map {
        DisclosureRecord(disclosure: self, pool: pool, card: $0, place: nil)
      }
      return cards
        + pool.variants.flatMap(\.places).flatMap { place in
          pool.cards.filter { place.chance(of: $0).value > 0 }.map {
            DisclosureRecord(disclosure: self, pool: pool, card: $0, place: place)
          }
        }
    }
  }
}

extension DisclosureRecord: ResultRow {
  /// The columns of the table.
  package static let schema = ResultSchema<DisclosureRecord>(
    "DisclosureRecord", "A card of a pool, or of a slot of its packs.",
    [
      ResultField("rulebook", \.disclosure.rulebook, "The id of the rulebook."),
      ResultField("hash", \.disclosure.hash, "The hash of the whole rulebook."),
      ResultField("date", \.disclosure.date, "The day of the disclosure."),
      ResultField("flint", \.disclosure.version, "The version of Flint."),
      ResultField(
        "kind", .names(["pool", "category", "slot"]), "What the line is about."
      ) { .name($0.place == nil ? $0.pool.kind : "slot") },
      ResultField("pool", \.pool.definition.id, "The id of the pool, or the name of the category."),
      ResultField("card", \.card.definition.id, "The id of the card."),
      ResultField("name", \.card.definition.name, "Its display name."),
      ResultField("category", .text, "Its category.") { .name($0.card.definition.category.name) },
      ResultField("rarity", .text, "Its rarity.") { .name($0.card.definition.rarity.name) },
      ResultField("featured", \.card.isFeatured, "Whether it is featured."),
      ResultField("weight", .integer, "The weight among the cards that it is drawn with.") {
        .integer(Int64(clamping: $0.card.weight))
      },
      ResultField("copies", .integer, "The copies in a full box.", isOptional: true) {
        FieldValue($0.whole?.count)
      },
    ]
      + Disclosure.Chance.fields("nominal", "The rate as stated, in a slot that of the slot.") {
        $0.chance
      }
      + [
        ResultField("effective", \.whole?.effective?.value, "The rate in the long run."),
        ResultField("mean_rolls", \.cost?.mean, "The expected number of rolls."),
      ]
      + DisclosedCost.levels.map { level in
        let percent = Int((level * 100).rounded())
        return ResultField(
          "p\(percent)_rolls", .integer, "The rolls that suffice with \(percent) %.",
          isOptional: true
        ) { FieldValue($0.rolls(level)) }
      }
      + [
        ResultField(
          "certain_at", \.cost?.certain?.rolls, "The rolls after which a new player has it."),
        ResultField(
          "estimated", .boolean,
          "Whether the expected rolls and those that suffice are estimated, not exact.",
          isOptional: true
        ) { $0.cost?.mean == nil ? .none : .boolean($0.cost?.isEstimated ?? false) },
      ]
      + Disclosure.Chance.fields(
        "in_pack", "The chance that a pack has at least one.", isOptional: true
      ) { $0.whole?.inPack }
      + [
        ResultField("pack", .integer, "The number of the variant of packs.", isOptional: true) {
          FieldValue($0.place?.variant.number)
        },
        ResultField(
          "pack_rate", .fraction, "The share of packs that are of it.", isOptional: true
        ) { FieldValue(name: $0.place?.variant.pack.rate.description) },
        ResultField("slot_first", .integer, "The first place.", isOptional: true) {
          FieldValue($0.place?.first)
        },
        ResultField("slot_last", .integer, "The last place of the slot.", isOptional: true) {
          FieldValue($0.place.map { $0.first + $0.count - 1 })
        },
      ])
}
