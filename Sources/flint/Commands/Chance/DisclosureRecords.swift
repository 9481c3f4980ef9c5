import CSV
import Calendar
import Rules
import Simulation

extension Disclosure {
  /// The disclosure as CSV: a record for each card of each pool.
  var records: String {
    var writer = CSVWriter()
    writer.append(record: Self.columns)
    for pool in pools {
      for card in pool.cards {
        writer.append(record: record(of: card, in: pool))
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
    "p90_rolls", "p99_rolls", "certain_at",
  ]

  private func record(of card: DisclosedPool.Card, in pool: DisclosedPool) -> [String] {
    let definition = card.definition
    let cost = pool.costs.first { cost in
      if case .card(let wanted) = cost.subject { wanted.id == definition.id } else { false }
    }
    return [
      rulebook, hash, date.description, pool.isOfCategory ? "category" : "pool",
      pool.definition.id, definition.id, definition.name, definition.category.name,
      definition.rarity.name, card.isFeatured ? "true" : "false", "\(card.weight)",
      card.count.map { "\($0)" } ?? "", "\(card.nominal.value)", card.nominal.fraction ?? "",
      card.effective.map { "\($0.value)" } ?? "", cost?.mean.map { "\($0)" } ?? "",
    ]
      + (0..<3).map { index in
        guard let cost, cost.quantiles.indices.contains(index) else { return "" }
        return cost.quantiles[index].amount.map { "\($0.rolls)" } ?? ""
      } + [cost?.certain.map { "\($0.rolls)" } ?? ""]
  }
}
