import Charts
package import Design
import FlintRules
import FlintSchema
package import Views

extension ReportPage {
  /// Creates the page that discloses the probabilities of a rulebook: a section for each pool.
  package init(_ disclosure: Disclosure, language: Language = .english) {
    let hasMoney = disclosure.pools.contains { pool in
      pool.costs.contains { $0.hasPrice { $0.money != nil } }
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
      }, notes: notes.map { language[$0] }, provenance: PageProvenance(), language: language)
  }
}

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
    blocks += pool.stepTables(in: language)
    if !pool.packs.isEmpty { blocks.append(.table(language[.packsTitle], packs)) }
    for variant in pool.variants {
      blocks.append(
        .table(language.text(.packCardsTitle, language.text(variant.number)), cards(of: variant)))
    }
    let title = language[pool.isOfCategory ? .sparksTitle : .rollsTitle]
    if pool.costs.contains(where: { $0.problem == nil }) {
      blocks.append(.table(title, rolls))
      if pool.costs.contains(where: { $0.hasPrice { !$0.price.isEmpty } }) {
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

  /// Returns a table with headings of the language.
  ///
  /// - Parameter text: returns the text of a row in the column of a name, where it is not that of the schema.
  private func table<Row: ResultRow>(
    _ rows: [Row], _ columns: [(name: String, heading: Phrase)],
    text: (Row, String) -> String?
  ) -> DataTable {
    DataTable(rows, headed: columns.map { ($0.name, language[$0.heading]) }, language) {
      row, column in
      text(row, column.name) ?? rate(column.value(row), in: column.name)
    }
  }

  /// Returns the text of a rate that is not a percentage: one that is not known, or the expected number of cards of a
  /// pack.
  private func rate(_ value: FieldValue, in column: String) -> String? {
    let isLimited = column == "effective_within_limit"
    guard ["nominal", "effective", "other_featured", "others"].contains(column) || isLimited else {
      return nil
    }
    guard case .number(let number) = value else { return isLimited ? nil : language[.notKnown] }
    return pool.packs.isEmpty ? nil : language.exact(significant(number))
  }

  private var rarities: DataTable {
    // A rarity that the pool neither names nor has cards of is not worth a row.
    let tiers = pool.tiers.reversed().filter { tier in
      tier.nominal.value > 0 || pool.cards.contains { $0.definition.rarity == tier.rarity }
    }
    var rarities = table(
      tiers,
      [
        ("rarity", .rarityColumn), ("nominal", .nominalColumn), ("nominal_fraction", .exactColumn),
        ("effective", .effectiveColumn), ("effective_within_limit", .withinLimitColumn),
        ("in_pack", .inPackColumn),
        ("certain_at", .rarityCertainColumn), ("duplicate_points", .duplicateColumn),
      ]
    ) { tier, column in
      switch column {
      case "rarity": language.name(of: tier.rarity)
      case "duplicate_points":
        ([language.counted(tier.duplicatePoints, .points)]
          + (tier.duplicateGrants.isEmpty ? [] : [language.text(tier.duplicateGrants)]))
          .joined(separator: ", ")
      default: nil
      }
    }
    rarities.textColumns = [rarities.columns.count - 1]
    return rarities
  }

  private var cards: DataTable {
    table(
      pool.rarestFirst,
      [
        ("name", .cardColumn), ("rarity", .rarityColumn), ("featured", .featuredColumn),
        ("count", .copiesColumn), ("nominal", .nominalColumn), ("nominal_fraction", .exactColumn),
        ("effective", .effectiveColumn), ("effective_within_limit", .withinLimitColumn),
        ("in_pack", .inPackColumn),
      ]
    ) { card, column in
      switch column {
      case "name": language.name(of: card.definition)
      case "rarity": language.name(of: card.definition.rarity)
      case "featured": card.isFeatured ? language[.yes] : ""
      default: nil
      }
    }
  }

  /// The rates with each card of a path chosen, one row each.
  private var choices: DataTable {
    table(
      pool.choices,
      [
        ("card", .chosenColumn), ("effective", .effectiveColumn),
        ("other_featured", .otherFeaturedColumn), ("others", .otherCardsColumn),
      ]
    ) { choice, column in column == "card" ? language.name(of: choice.card) : nil }
  }

  private var packs: DataTable {
    DataTable(
      columns: [language[.packColumn], language[.chanceColumn], language[.slotColumn]]
        + pool.tiers.map { language.name(of: $0.rarity) },
      rows: pool.variants.flatMap { variant in
        variant.places.map { place in
          [
            language.text(variant.number), language.chance(variant.pack.rate.approximation),
            span(place),
          ] + place.rates.map { language.chance($0) }
        }
      })
  }

  /// Returns the first and the last place.
  private func span(_ place: DisclosedPool.Place) -> String {
    let first = language.text(place.first)
    return place.count == 1 ? first : "\(first)–\(language.text(place.first + place.count - 1))"
  }

  /// Returns the chance of each card at each place of a pack.
  private func cards(of variant: DisclosedPool.Variant) -> DataTable {
    let places = variant.places
    return DataTable(
      columns: [language[.cardColumn], language[.rarityColumn]] + places.map { span($0) },
      rows: pool.rarestFirst.compactMap { card in
        let chances = places.map { $0.chance(of: card).value }
        guard chances.contains(where: { $0 > 0 }) else { return nil }
        return [language.name(of: card.definition), language.name(of: card.definition.rarity)]
          + chances.map { language.chance($0) }
      }, textColumns: [1])
  }

  /// The costs, of which those of cards that are not featured and have equal ones are together.
  private var costs: [[DisclosedCost]] {
    let featured = Set(pool.cards.filter(\.isFeatured).map(\.definition.id))
    var groups: [[DisclosedCost]] = []
    for cost in pool.costs {
      if case .card(let card) = cost.subject, !featured.contains(card.id),
        let first = groups.last?.first, first.isLike(cost)
      {
        groups[groups.count - 1].append(cost)
      } else {
        groups.append([cost])
      }
    }
    return groups
  }

  private func name(_ costs: [DisclosedCost]) -> String {
    let names = costs.map { name($0) }
    guard names.count > 1 else { return names.joined() }
    let most = 6
    let listed = names.prefix(most).joined(separator: ", ") + (names.count > most ? ", …" : "")
    return language.text(.eachOf, language.text(names.count), listed)
  }

  private func name(_ cost: DisclosedCost) -> String {
    switch cost.subject {
    case .card(let card): language.name(of: card)
    case .featured: language[.anyFeatured]
    case .rarity(let rarity): language.text(.anyOfRarity, language.name(of: rarity))
    }
  }

  /// Marks a text about a cost where it is estimated.
  private func marked(_ text: String, _ cost: DisclosedCost) -> String {
    cost.isEstimated && !["", "–", language[.notKnown]].contains(text)
      ? text.markedAsEstimate : text
  }

  private var columns: [String] {
    [language[.wantedColumn], language[.expectedColumn]]
      + DisclosedCost.levels.map { language.chance($0) } + [language[.certainColumn]]
  }

  private var rolls: DataTable {
    DataTable(
      columns: columns,
      rows: costs.compactMap { group in
        guard let cost = group.first, cost.problem == nil else { return nil }
        let unknown = cost.isLimited ? "–" : language[.notKnown]
        let mean = cost.mean.map { language.rounded($0) } ?? unknown
        let interval = cost.meanInterval.map {
          " (\(language.rounded($0.low))–\(language.rounded($0.high)))"
        }
        return [name(group), marked(mean + (interval ?? ""), cost)]
          + cost.quantiles.map {
            marked($0.amount.map { language.text($0.rolls) } ?? unknown, cost)
          }
          + [
            cost.certain.map { language.text($0.rolls) }
              ?? language[cost.isEstimated ? .notKnown : .never]
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
      rows: costs.compactMap { group in
        guard let cost = group.first, cost.hasPrice({ !$0.price.isEmpty }) else { return nil }
        let mean =
          cost.meanPrice.isEmpty ? "–" : paid(language.text(cost.meanPrice), cost.meanMoney)
        return [name(group), marked(mean, cost)]
          + cost.quantiles.map { marked(priced($0.amount), cost) } + [priced(cost.certain)]
      })
  }

  private func paid(_ price: String, _ money: Double?) -> String {
    guard let money else { return price }
    return price + " · " + language.rounded(money) + (moneyUnit.map { " \($0)" } ?? "")
  }

  /// What is not known, or not exactly.
  private var remarks: [String] {
    var remarks = pool.remarks(in: language)
    for group in costs {
      guard let cost = group.first else { continue }
      let name = name(group)
      if let problem = cost.problem { remarks.append("\(name): \(problem).") }
      if let reason = cost.estimated {
        remarks.append(language.text(.estimatedCost, name, reason))
      }
      if let chance = cost.withinLimit, let limit = pool.definition.limit {
        remarks.append(
          "\(name): " + language.text(.rollLimit, language.text(limit)) + " "
            + language.text(.withinLimit, marked(language.chance(chance), cost)))
      }
    }
    return remarks
  }
}

extension DisclosedCost {
  /// Whether a player may have no more rolls before it is there.
  fileprivate var isLimited: Bool { withinLimit.map { $0 < 1 - 1e-12 } ?? false }

  /// Returns whether one of the numbers of rolls that suffice has a price.
  fileprivate func hasPrice(_ isPrice: (Amount) -> Bool) -> Bool {
    quantiles.contains { $0.amount.map(isPrice) ?? false }
  }

  /// Whether another card has the same numbers.
  fileprivate func isLike(_ other: DisclosedCost) -> Bool {
    guard case .card = subject, problem == nil, other.problem == nil else { return false }
    return mean == other.mean && meanMoney == other.meanMoney && withinLimit == other.withinLimit
      && quantiles.map(\.amount?.rolls) == other.quantiles.map(\.amount?.rolls)
      && certain?.rolls == other.certain?.rolls
  }
}

extension String {
  /// The text of a number that is estimated, not exact.
  var markedAsEstimate: String { "≈ " + self }
}

extension DisclosedPool {
  /// Returns a table for each rarity whose chance depends on the rolls since the last one.
  func stepTables(in language: Language) -> [ReportPage.Block] {
    let columns: [(name: String, heading: Phrase)] = [
      ("first", .rollColumn), ("probability", .chanceColumn), ("fraction", .exactColumn),
    ]
    return tiers.filter { !$0.steps.isEmpty }.map { tier in
      let table = DataTable(
        tier.steps, headed: columns.map { ($0.name, language[$0.heading]) }, language
      ) { step, column in
        guard column.name == "first" else { return nil }
        let first = language.text(step.first)
        guard let last = step.last else { return "\(first)…" }
        return last == step.first ? first : "\(first)–\(language.text(last))"
      }
      return .table(language.text(.stepsTitle, language.name(of: tier.rarity)), table)
    }
  }
}
