import Chance
import Commands
import Design
import Reports
import FlintRules
import FlintSchema
import Views

extension RulebookDefinition {
  /// The rules and the rates of every pool, as a disclosure has them, as text; empty without pools.
  var poolRatesText: String {
    pools.compactMap { PoolTable($0, in: self) }
      .map { pool in
        "\n" + DisclosedPool(ratesOf: pool, in: self).ratesText
          + pool.remarks(self).map { wrapped("Note: \($0).", indent: "  ") }.joined()
      }.joined()
  }
}

extension DisclosedPool {
  /// The rules and the tables; rarities without cards and rates are left out.
  fileprivate var ratesText: String {
    let shown = tiers.filter { cards(of: $0).count > 0 || $0.nominal.value > 0 }
    let sentences = rules(in: .english) + shown.compactMap(\.ratesByRoll) + remarks(in: .english)
    let heading = "Pool \(definition.id): " + sentences.joined(separator: " ")
    return wrapped(heading, indent: "  ")
      + TerminalTable(
        shown,
        [
          Column("rarity", \.rarity.name), Column("cards") { cards(of: $0).count },
          Column("nominal", if: packs.isEmpty) { rateText($0.nominal) },
          Column(packs.isEmpty ? "effective" : "in a pack", if: unknown == nil) {
            rateText($0.effective)
          },
          Column("within the limit", if: shown.contains { $0.withinLimit != nil }) {
            rateText($0.withinLimit)
          },
          Column("featured", if: definition.featured != nil) { featuredText(of: $0) },
          Column("certain at roll", if: shown.contains { $0.certainAt != nil }) { tier in
            tier.certainAt.map { "\($0)" + ((tier.pity?.round ?? 1) > 1 ? " at the latest" : "") }
              ?? ""
          },
        ]
      ).text
      + (choices.isEmpty
        ? ""
        : TerminalTable(
          choices,
          [
            Column("chosen card", \.card.id), Column("effective") { rateText($0.effective) },
            Column("other featured cards") { rateText($0.otherFeatured) },
          ]
        ).text)
  }

  private func cards(of tier: Tier) -> [Card] {
    cards.filter { $0.definition.rarity == tier.rarity }
  }

  /// The rate of the featured cards of a rarity; `yes` where it is not known.
  private func featuredText(of tier: Tier) -> String {
    cards(of: tier).contains(where: \.isFeatured) && tier.featured == nil
      ? "yes" : rateText(tier.featured)
  }

  /// Returns a rate: a percentage, or the expected number of cards of a pack.
  private func rateText(_ chance: Disclosure.Chance?) -> String {
    guard let chance else { return "" }
    return packs.isEmpty
      ? Views.rateText(min(1, chance.value)) : Language.english.text(chance.value, places: 4)
  }
}

extension DisclosedPool.Tier {
  /// The steps and ramps of the rate by roll as a sentence; `nil` without.
  fileprivate var ratesByRoll: String? {
    guard let rates = pity?.rates, !rates.isEmpty else { return nil }
    let parts = rates.map { own in
      let start = "from roll \(own.from) on "
      if let rate = own.rate { return start + Views.rateText(rate.approximation) }
      let every = own.every ?? 1
      return start + "\(Views.rateText((own.step ?? .zero).approximation)) more "
        + (every == 1 ? "with each roll" : "at once and after every \(every) rolls")
    }
    return
      "The rate of the rarity \(rarity.name), by the roll since the last one, is \(Views.rateText(nominal.value)), "
      + parts.listed("and") + "."
  }
}
