import FlintCalendar
import Charts
import FlintRules
import Sessions
import Views

extension ReportSource {
  /// Returns the rolls of pools and their cards, and the balances of currencies.
  func pools() throws(SessionError) -> ReportPage.Section? {
    let definition = rulebook.definition
    let rolls = try rollsOfPools()
    var blocks: [ReportPage.Block] = []
    if rolls.count > 0 { blocks += [.facts(facts(about: rolls))] }
    if !rolls.dayCounts.isEmpty {
      blocks += heatMaps(language[.rolls], rolls.dayCounts) { language.counted($0, .rolls) }
    }
    if rolls.rarities.contains(where: { $0 > 0 }) {
      let counts = zip(definition.rarities, rolls.rarities).reversed()
      blocks.append(
        shares(language[.cardsOfPools], counts.map { (language.name(of: $0), $1) }))
    }
    let pools = rulebook.pools(in: state, on: today)
    if rolls.count > 0 || rolls.wereEver && hasToday && hasRecords {
      blocks.append(.table(language[.pools], poolTable(pools, rolls)))
    }
    if hasToday && hasRecords, let balances { blocks.append(balances) }
    return ReportPage.Section(
      id: "pools", language[definition.pools.isEmpty ? .currencies : .pools], blocks)
  }

  private func facts(about rolls: PoolTotals) -> [(String, String)] {
    var facts = [
      (language[.rolls], text(rolls.count)), (language[.newCards], text(rolls.new)),
    ]
    if rolls.featured > 0 { facts.append((language[.featuredCards], text(rolls.featured))) }
    if rolls.exchanges > 0 { facts.append((language[.exchanges], text(rolls.exchanges))) }
    return facts
  }

  /// Returns the pools with their rolls in the range and, where it contains the present, their counters.
  private func poolTable(_ pools: [PoolView], _ rolls: PoolTotals) -> DataTable {
    let columns =
      [language[.pool], language[.rolls]]
      + (hasToday ? [Phrase.openPool, .sinceLast, .certainIn, .exchange].map { language[$0] } : [])
    return DataTable(
      columns: columns,
      rows: zip(pools, rolls.poolCounts).map { view, count in
        let pool = view.pool.definition
        let counters = view.counters.filter(\.hasPity).reversed()
        let certain = view.featuredCertainIn
        func listed(_ values: [(CardRarity, Int64?)], featured: Int64?) -> String {
          (values.map { (language.name(of: $0), $1) } + [(language[.featuredColumn], featured)])
            .compactMap { name, value in value.map { "\(name) \(text($0))" } }
            .joined(separator: ", ")
        }
        let present = [
          view.isOpen ? language[.yes] : "–",
          listed(
            counters.map { ($0.rarity, $0.since) },
            featured: certain == nil ? nil : view.sinceFeatured),
          listed(counters.map { ($0.rarity, $0.certainIn) }, featured: certain),
          view.cheapestExchange.map { "\(text(view.points)) / \(text($0))" } ?? "",
        ]
        return [pool.name, text(count)] + (hasToday ? present : [])
      }, textColumns: [3, 4])
  }

  /// The balances of currencies, as of the present; `nil` where there never was anything of any.
  private var balances: ReportPage.Block? {
    let balances = rulebook.balances(in: state)
    guard balances.contains(where: { $0.balance > 0 || $0.spent > 0 }) || state.wallet.money > 0
    else { return nil }
    var rows = balances.map { view in
      [language.name(of: view.currency), text(view.balance), text(view.spent)]
    }
    if state.wallet.money > 0 {
      let unit = rulebook.definition.moneyUnit.map { " (\($0))" } ?? ""
      rows.append([
        language[.money] + unit, "", language.decimal(state.wallet.money, places: 2),
      ])
    }
    return .table(
      language[.currencies],
      DataTable(columns: [language[.currency], language[.balance], language[.spent]], rows: rows))
  }

  /// Returns what the pools gave on the days of the range.
  private func rollsOfPools() throws(SessionError) -> PoolTotals {
    var rolls = PoolTotals(rulebook.definition)
    if rulebook.definition.pools.isEmpty { return rolls }
    let positions = Dictionary(
      uniqueKeysWithValues: rulebook.definition.pools.enumerated().map { ($1.id, $0) })
    try session.reader.forEachOutcome { event, outcome, _ in
      guard case .pool(let action) = event.action, !outcome.isVoid else { return }
      let day = rulebook.dayStart.day(of: event.at, offset: event.offset)
      rolls.wereEver = true
      if range.contains(day) { rolls.count(action, outcome, on: day, positions) }
    }
    return rolls
  }
}

/// What the pools gave in a range of days.
private struct PoolTotals {
  private let cards: [Int]
  /// Whether a pool was ever used, also outside of the range.
  var wereEver = false
  private(set) var count: Int64 = 0
  private(set) var new: Int64 = 0
  private(set) var featured: Int64 = 0
  private(set) var exchanges: Int64 = 0
  /// The rolls of each pool, in the order of the rulebook.
  private(set) var poolCounts: [Int64]
  /// The cards of each rarity, commonest first.
  private(set) var rarities: [Int64]
  private(set) var dayCounts: [CivilDay: Int64] = [:]

  init(_ definition: RulebookDefinition) {
    cards = definition.cards.map { definition.rank(of: $0.rarity) }
    poolCounts = definition.pools.map { _ in 0 }
    rarities = definition.rarities.map { _ in 0 }
  }

  mutating func count(
    _ action: PoolAction, _ outcome: Outcome, on day: CivilDay, _ positions: [String: Int]
  ) {
    switch action {
    case .roll(let roll):
      count += roll.count
      dayCounts[day, default: 0] += roll.count
      if let position = positions[roll.pool] { poolCounts[position] += roll.count }
    case .exchange: exchanges += 1
    case .choose, .buy: return
    }
    for draw in outcome.draws {
      guard let card = draw.card else { continue }
      rarities[cards[card]] += 1
      if draw.isNew { new += 1 }
      if draw.isFeatured { featured += 1 }
    }
  }
}
