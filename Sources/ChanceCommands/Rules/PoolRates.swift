import Commands
import Rules
import Schema
import Simulation
import Views

/// The rates of a pool: of its drop table, and in the long run.
struct PoolRateTable {
  /// A rarity of the pool.
  private struct Row {
    var rarity: String
    var nominal: String
    var effective: String
    var featured: String
    var certain: String
    var cards: Int
  }

  /// A card that can be chosen, and the rates when it is.
  private struct Choice {
    var card: String
    var effective: String
    var otherFeatured: String
  }

  private let heading: String
  /// Whether a roll opens a pack, of which numbers of cards are expected instead of chances.
  private let isOfPacks: Bool
  private let rows: [Row]
  /// The rates with each card of a path chosen.
  private let choices: [Choice]

  init(_ pool: PoolTable, in rulebook: RulebookDefinition) {
    let definition = pool.definition
    let single = pool.bought(inBundles: false)
    let rates = try? LongRunRates(of: single)
    isOfPacks = !definition.packs.isEmpty
    func text(_ value: Double) -> String {
      definition.packs.isEmpty
        ? chanceText(min(1, value)) : decimalText(Int64((value * 1e6).rounded()), places: 4)
    }
    rows = rulebook.rarities.enumerated().map { index, rarity in
      let cards = pool.cards[index]
      let featured = cards.filter(\.isFeatured).map { rulebook.cards[$0.position].id }
      let effective = rates?.rate(ofTier: index)
      let share = rates?.choices.map { choice in
        featured.compactMap { choice.rates.cards[$0] }.reduce(0, +)
      }.min()
      return Row(
        rarity: rarity.name,
        nominal: definition.box == nil && definition.packs.isEmpty
          ? chanceText(pool.rates[index].approximation) : "",
        effective: effective.map(text) ?? "",
        featured: featured.isEmpty ? "" : share.map(text) ?? "yes",
        certain: pool.pity[index] == nil || cards.isEmpty
          ? ""
          : PoolOdds.certainRoll(of: index, in: single)
            .flatMap { definition.canCount(to: Int64($0)) ? grouped($0) : nil } ?? "",
        cards: cards.count)
    }
    choices = (rates?.choices ?? []).compactMap { choice in
      guard let chosen = choice.chosen else { return nil }
      let others = pool.cards[choice.tier].filter(\.isFeatured).map {
        rulebook.cards[$0.position].id
      }
      .filter { $0 != chosen }
      return Choice(
        card: chosen, effective: text(choice.rates.cards[chosen] ?? 0),
        otherFeatured: others.isEmpty
          ? "" : text(others.reduce(0) { $0 + (choice.rates.cards[$1] ?? 0) }))
    }
    let facts = Self.facts(of: pool, rulebook)
    heading = "Pool \(definition.id)" + (facts.isEmpty ? "" : ": " + facts.joined(separator: "; "))
  }

  /// Returns what the table does not show, in words.
  private static func facts(of pool: PoolTable, _ rulebook: RulebookDefinition) -> [String] {
    let definition = pool.definition
    var facts: [String] = []
    let season = [
      definition.season.from.map { "from \($0)" }, definition.season.before.map { "before \($0)" },
    ].compactMap(\.self)
    if !season.isEmpty { facts.append("open " + season.joined(separator: " and ")) }
    if !definition.price.isEmpty { facts.append("a roll costs \(definition.price.text)") }
    if let bundle = definition.bundle {
      facts.append(
        "\(grouped(bundle.size)) rolls together"
          + [
            bundle.price.isEmpty ? nil : " cost \(bundle.price.text)",
            bundle.atLeast.map { " have at least one card of the rarity \($0) or better" },
          ].compactMap(\.self).joined(separator: " and"))
    }
    if let limit = definition.limit { facts.append("at most \(counted(Int(limit), "roll"))") }
    if let featured = definition.featured {
      if featured.share != .one {
        facts.append("featured share \(chanceText(featured.share.approximation))")
      }
      if featured.hasGuarantee { facts.append("guaranteed after a card that is not featured") }
      if let path = featured.path {
        facts.append("a chosen card is certain after \(counted(Int(path), "other"))")
      }
      if let hard = featured.hard, definition.canReach(hard) {
        facts.append(
          "\(featured.isHardOnce ? "the first" : "a") featured card is certain at roll "
            + grouped(hard)
            + (pool.featuredCanWait ? ", or at the next after a rarer card that is certain" : ""))
      }
    }
    for (index, rule) in pool.pity.enumerated() {
      if let first = rule?.first, definition.canCount(to: first) {
        facts.append(
          "the first \(rulebook.rarities[index].name) is certain at roll \(grouped(first))")
      }
    }
    if let exchange = definition.exchange, definition.canReach(exchange.at) {
      facts.append(
        "\(grouped(exchange.at)) rolls buy a\(exchange.choose == .any ? "" : " featured") card"
          + (exchange.limit.map { ", \($0 == 1 ? "once" : "\(grouped($0)) times")" } ?? "")
          + ", which the effective rates leave out")
    }
    if let protection = definition.protection {
      facts.append(
        "cards owned fewer than \(protection == 1 ? "once" : "\(grouped(protection)) times") come first"
      )
    }
    if let carry = definition.carry { facts.append("counters shared by \"\(carry)\"") }
    if definition.packs.count > 0 { facts.append("each roll opens a pack") }
    if definition.box != nil { facts.append("drawn without replacement") }
    return facts
  }

  /// The heading and the tables; rarities without cards and rates are left out.
  var text: String {
    let shown = rows.filter { $0.cards > 0 || !["", "0 %"].contains($0.nominal) }
    return wrapped(heading, indent: "  ")
      + TerminalTable(
        shown,
        [
          Column("rarity", \.rarity), Column("cards", \.cards),
          Column("nominal", if: shown.contains { $0.nominal != "" }, \.nominal),
          Column(
            isOfPacks ? "in a pack" : "effective", if: shown.contains { $0.effective != "" },
            \.effective),
          Column("featured", if: shown.contains { $0.featured != "" }, \.featured),
          Column("certain at roll", if: shown.contains { $0.certain != "" }, \.certain),
        ]
      ).text
      + (choices.isEmpty
        ? ""
        : TerminalTable(
          choices,
          [
            Column("chosen card", \.card), Column("effective", \.effective),
            Column(
              "other featured cards", if: choices.contains { $0.otherFeatured != "" },
              \.otherFeatured),
          ]
        ).text)
  }
}

extension RulebookDefinition {
  /// The rates of every pool, as text; empty without pools.
  var poolRatesText: String {
    pools.compactMap { PoolTable($0, in: self) }.map { "\n" + PoolRateTable($0, in: self).text }
      .joined()
  }
}
