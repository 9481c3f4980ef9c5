import CSV
import Calendar
import Commands
import Rules
import Simulation

extension Disclosure {
  /// The disclosure as CSV: a record for each card of each pool, and for each card that a slot of its packs can have.
  var records: String {
    var writer = CSVWriter()
    writer.append(record: Self.columns)
    for pool in pools {
      for card in pool.cards {
        writer.append(record: record(of: card, in: pool), isGuarded: true)
      }
      for (index, pack) in pool.packs.enumerated() {
        for slot in pack.slots {
          for card in pool.cards {
            let chance = pool.chance(of: card, in: slot)
            guard chance.value > 0 else { continue }
            writer.append(
              record: record(of: card, in: pool, chance, pack, index + 1, slot), isGuarded: true)
          }
        }
      }
    }
    var text = ""
    writer.drain { bytes in
      bytes.withUnsafeBytes { text += String(decoding: $0, as: UTF8.self) }
    }
    return text
  }

  private static let columns = [
    "rulebook", "hash", "date", "kind", "pool", "card", "name", "category", "rarity", "featured",
    "weight", "copies", "nominal", "nominal_fraction", "effective", "mean_rolls", "p50_rolls",
    "p90_rolls", "p99_rolls", "certain_at", "in_pack", "in_pack_fraction", "pack", "pack_rate",
    "slot_first", "slot_last",
  ]

  /// What tells a card: the first columns of each record.
  private func opening(_ kind: String, _ card: DisclosedPool.Card, _ pool: DisclosedPool)
    -> [String]
  {
    let definition = card.definition
    return [
      rulebook, hash, date.description, kind, pool.definition.id, definition.id, definition.name,
      definition.category.name, definition.rarity.name, card.isFeatured ? "true" : "false",
      "\(card.weight)",
    ]
  }

  /// Returns the record of a card in a slot of a pack, whose nominal rate is that in the slot.
  private func record(
    of card: DisclosedPool.Card, in pool: DisclosedPool, _ chance: Disclosure.Chance,
    _ pack: DisclosedPool.Pack, _ number: Int, _ slot: DisclosedPool.Pack.Slot
  ) -> [String] {
    opening("slot", card, pool) + ["", "\(chance.value)", chance.fraction ?? ""]
      + Array(repeating: "", count: 8)
      + [
        "\(number)", pack.rate.description, "\(slot.first)", "\(slot.first + slot.count - 1)",
      ]
  }

  private func record(of card: DisclosedPool.Card, in pool: DisclosedPool) -> [String] {
    let definition = card.definition
    let cost = pool.costs.first { cost in
      if case .card(let wanted) = cost.subject { wanted.id == definition.id } else { false }
    }
    return opening(pool.isOfCategory ? "category" : "pool", card, pool) + [
      card.count.map { "\($0)" } ?? "", "\(card.nominal.value)", card.nominal.fraction ?? "",
      card.effective.map { "\($0.value)" } ?? "", cost?.mean.map { "\($0)" } ?? "",
    ]
      + (0..<3).map { index in
        guard let cost, cost.quantiles.indices.contains(index) else { return "" }
        return cost.quantiles[index].amount.map { "\($0.rolls)" } ?? ""
      } + [
        cost?.certain.map { "\($0.rolls)" } ?? "", card.inPack.map { "\($0.value)" } ?? "",
        card.inPack?.fraction ?? "", "", "", "", "",
      ]
  }
}
