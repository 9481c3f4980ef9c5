import Charts
import Rules
package import Simulation
package import Views

extension ReportPage {
  /// Creates the page that discloses the probabilities of a rulebook: a section for each pool.
  package init(_ disclosure: Disclosure, language: Language = .english) {
    let hasMoney = disclosure.pools.contains { pool in
      pool.costs.contains { $0.meanMoney != nil }
    }
    let notes: [Phrase] =
      [.ratesNote, .rollsNote] + (hasMoney ? [.moneyNote] : []) + [.exactNote]
    self.init(
      language.text(.disclosure, disclosure.rulebook),
      lead: [
        language.text(
          .disclosureLead, disclosure.rulebook, language.shown(disclosure.date)),
        language.text(.disclosureHash, disclosure.hash, disclosure.version),
      ],
      sections: disclosure.pools.map { pool in
        PoolSection(pool: pool, moneyUnit: disclosure.moneyUnit, language: language).section
      }, notes: notes.map { language[$0] }, language: language)
  }
}

/// The section of a pool.
private struct PoolSection {
  let pool: DisclosedPool
  let moneyUnit: String?
  let language: Language

  var section: ReportPage.Section {
    var blocks: [ReportPage.Block] = [
      .list(pool.rules(in: language)), .table(language[.raritiesTitle], rarities),
      .table(language[.cardsTitle], cards),
    ]
    if !pool.choices.isEmpty { blocks.append(.table(language[.choicesTitle], choices)) }
    for tier in pool.tiers where !tier.steps.isEmpty {
      blocks.append(
        .table(language.text(.stepsTitle, language.name(of: tier.rarity)), steps(tier)))
    }
    if !pool.packs.isEmpty { blocks.append(.table(language[.packsTitle], packs)) }
    for (index, pack) in pool.packs.enumerated() {
      blocks.append(
        .table(language.text(.packCardsTitle, language.text(index + 1)), cards(of: pack)))
    }
    let title = language[pool.isOfCategory ? .sparksTitle : .rollsTitle]
    if pool.costs.contains(where: { $0.problem == nil }) {
      blocks.append(.table(title, rolls))
      if pool.costs.contains(where: { !$0.meanPrice.isEmpty }) {
        blocks.append(.table(language[.pricesTitle], prices))
      }
    }
    let remarks = self.remarks
    if !remarks.isEmpty { blocks.append(.list(remarks)) }
    let name =
      pool.isOfCategory
      ? language.text(
        .categorySparks,
        pool.cards.first.map { language.name(of: $0.definition.category) } ?? pool.definition.name)
      : pool.definition.name
    let kind = pool.isOfCategory ? "sparks" : "pool"
    return ReportPage.Section(
      id: "\(kind)-\(pool.definition.id.replacing("_", with: "-"))", name, blocks)
  }

  /// Returns a rate: a percentage, or the expected number of cards of a pack.
  private func rate(_ chance: Disclosure.Chance?) -> String {
    guard let chance else { return language[.notKnown] }
    return pool.packs.isEmpty
      ? language.chance(chance.value) : language.exact(significant(chance.value))
  }

  /// The column of the chance that a pack has at least one, if the pool has packs.
  private var packColumns: [Phrase] { pool.packs.isEmpty ? [] : [.inPackColumn] }

  private func inPack(_ chance: Disclosure.Chance?) -> [String] {
    chance.map { [language.chance($0.value)] } ?? []
  }

  private var rarities: DataTable {
    DataTable(
      columns: ([.rarityColumn, .nominalColumn, .exactColumn, .effectiveColumn] + packColumns
        + [.certainColumn, .duplicateColumn]).map { language[$0] },
      // A rarity that the pool neither names nor has cards of is not worth a row.
      rows: pool.tiers.reversed().filter { tier in
        tier.nominal.value > 0 || pool.cards.contains { $0.definition.rarity == tier.rarity }
      }.map { tier in
        [
          language.name(of: tier.rarity), rate(tier.nominal), tier.nominal.fraction ?? "",
          rate(tier.effective),
        ] + inPack(tier.inPack) + [
          tier.certainAt.map { language.text($0) } ?? "",
          ([language.counted(tier.duplicatePoints, .points)]
            + (tier.duplicateGrants.isEmpty ? [] : [language.text(tier.duplicateGrants)]))
            .joined(separator: ", "),
        ]
      }, textColumns: [5 + packColumns.count])
  }

  private var cards: DataTable {
    let hasFeatured = pool.cards.contains(where: \.isFeatured)
    let hasCounts = pool.boxTotal != nil
    let columns: [Phrase] =
      [.cardColumn, .rarityColumn] + (hasFeatured ? [.featuredColumn] : [])
      + (hasCounts ? [.copiesColumn] : []) + [.nominalColumn, .exactColumn, .effectiveColumn]
      + packColumns
    return DataTable(
      columns: columns.map { language[$0] },
      rows: pool.cards.reversed().map { card in
        [language.name(of: card.definition), language.name(of: card.definition.rarity)]
          + (hasFeatured ? [card.isFeatured ? language[.yes] : ""] : [])
          + (hasCounts ? [card.count.map { language.text($0) } ?? ""] : [])
          + [rate(card.nominal), card.nominal.fraction ?? "", rate(card.effective)]
          + inPack(card.inPack)
      }, textColumns: [1])
  }

  /// The rates with each card of a path chosen, one row each.
  private var choices: DataTable {
    DataTable(
      columns: [.chosenColumn, .effectiveColumn, .otherFeaturedColumn, .otherCardsColumn].map {
        language[$0]
      },
      rows: pool.choices.map { choice in
        [
          language.name(of: choice.card), rate(choice.effective), rate(choice.otherFeatured),
          rate(choice.others),
        ]
      })
  }

  private func steps(_ tier: DisclosedPool.Tier) -> DataTable {
    DataTable(
      columns: [.rollColumn, .chanceColumn, .exactColumn].map { language[$0] },
      rows: tier.steps.map { step in
        let first = language.text(step.first)
        let rolls = step.last.map { $0 == step.first ? first : "\(first)–\(language.text($0))" }
        return [
          rolls ?? "\(first)…", language.chance(step.chance.value), step.chance.fraction ?? "",
        ]
      })
  }

  private var packs: DataTable {
    DataTable(
      columns: [language[.packColumn], language[.chanceColumn], language[.slotColumn]]
        + pool.tiers.map { language.name(of: $0.rarity) },
      rows: pool.packs.enumerated().flatMap { index, pack in
        pack.slots.map { slot in
          [
            language.text(index + 1), language.chance(pack.rate.approximation), places(of: slot),
          ] + slot.rates.map { language.chance($0.approximation) }
        }
      })
  }

  private func places(of slot: DisclosedPool.Pack.Slot) -> String {
    let first = language.text(slot.first)
    return slot.count == 1 ? first : "\(first)–\(language.text(slot.first + slot.count - 1))"
  }

  /// Returns the chance of each card at each place of a pack.
  private func cards(of pack: DisclosedPool.Pack) -> DataTable {
    DataTable(
      columns: [language[.cardColumn], language[.rarityColumn]] + pack.slots.map { places(of: $0) },
      rows: pool.cards.reversed().compactMap { card in
        let chances = pack.slots.map { pool.chance(of: card, in: $0).value }
        guard chances.contains(where: { $0 > 0 }) else { return nil }
        return [language.name(of: card.definition), language.name(of: card.definition.rarity)]
          + chances.map { language.chance($0) }
      }, textColumns: [1])
  }

  private func name(_ cost: DisclosedCost) -> String {
    switch cost.subject {
    case .card(let card): language.name(of: card)
    case .featured: language[.anyFeatured]
    case .rarity(let rarity): language.text(.anyOfRarity, language.name(of: rarity))
    }
  }

  private var columns: [String] {
    [language[.wantedColumn], language[.expectedColumn]]
      + DisclosedCost.levels.map { language.chance($0) } + [language[.certainColumn]]
  }

  private var rolls: DataTable {
    DataTable(
      columns: columns,
      rows: pool.costs.filter { $0.problem == nil }.map { cost in
        let mean = cost.mean.map { language.rounded($0) } ?? language[.notKnown]
        let interval = cost.meanInterval.map {
          " (\(language.rounded($0.low))–\(language.rounded($0.high)))"
        }
        return [name(cost), (cost.estimated == nil ? "" : "≈ ") + mean + (interval ?? "")]
          + cost.quantiles.map { $0.amount.map { language.text($0.rolls) } ?? language[.notKnown] }
          + [
            cost.certain.map { language.text($0.rolls) }
              ?? language[cost.estimated == nil ? .never : .notKnown]
          ]
      })
  }

  private var prices: DataTable {
    func priced(_ amount: DisclosedCost.Amount?) -> String {
      guard let amount else { return "" }
      return paid(language.text(amount.price), amount.money.map { Double($0) / 1e6 })
    }
    return DataTable(
      columns: columns,
      rows: pool.costs.filter { !$0.meanPrice.isEmpty }.map { cost in
        [name(cost), paid(language.text(cost.meanPrice), cost.meanMoney)]
          + cost.quantiles.map { priced($0.amount) } + [priced(cost.certain)]
      })
  }

  private func paid(_ price: String, _ money: Double?) -> String {
    guard let money else { return price }
    return price + " · " + language.rounded(money) + (moneyUnit.map { " \($0)" } ?? "")
  }

  /// What is not known, or not exactly.
  private var remarks: [String] {
    var remarks = pool.unknown.map { [language.text(.unknownRates, $0)] } ?? []
    if let exchange = pool.definition.exchange, pool.definition.canReach(exchange.at),
      pool.unknown == nil
    {
      remarks.append(language[.exchangeLeftOut])
    }
    for cost in pool.costs {
      if let problem = cost.problem { remarks.append("\(name(cost)): \(problem).") }
      if let reason = cost.estimated {
        remarks.append(language.text(.estimatedCost, name(cost), reason))
      }
      if let chance = cost.withinLimit, let limit = pool.definition.limit {
        remarks.append(
          "\(name(cost)): " + language.text(.rollLimit, language.text(limit)) + " "
            + language.text(.withinLimit, language.chance(chance)))
      }
    }
    return remarks
  }
}
