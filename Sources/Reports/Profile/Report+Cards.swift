import FlintCalendar
import Charts
import FlintRules
import Sessions
import Views

extension ReportSource {
  /// Returns the collection as a board by rarity, and its growth.
  func cards() -> ReportPage.Section? {
    let collection = rulebook.collection(in: state)
    let owned = collection.filter { isOwned($0) }
    guard !owned.isEmpty else { return nil }
    var facts = [(language[.owned], "\(text(owned.count)) / \(text(collection.count))")]
    // The state has the day of the first copy of a card only.
    if hasToday {
      facts += [
        (language[.copies], text(owned.reduce(0) { $0 + $1.copies })),
        (name(of: .duplicatePoints), text(owned.reduce(Int64(0)) { $0 + $1.duplicatePoints })),
      ]
    }
    if removedDraws.total > 0 { facts.append((language[.removedDraws], text(removedDraws.total))) }
    var blocks: [ReportPage.Block] = [.facts(facts)]
    for rarity in rulebook.definition.rarities.reversed() {
      let cards = collection.filter { $0.definition.rarity == rarity }
      if !cards.isEmpty { blocks.append(board(rarity, cards)) }
    }
    if let growth = growth(owned) { blocks.append(growth) }
    return ReportPage.Section(id: "cards", language[.collection], blocks)
  }

  /// Returns whether a card was owned at the end of the range.
  private func isOwned(_ card: CardView) -> Bool {
    firstDay(of: card).map { $0 <= lastDay } ?? false
  }

  func firstDay(of card: CardView) -> CivilDay? {
    card.first.map { rulebook.dayStart.day(of: $0, offset: session.zone.offset(at: $0)) }
  }

  private func board(_ rarity: CardRarity, _ cards: [CardView]) -> ReportPage.Block {
    let owned = cards.count { isOwned($0) }
    let name = language.name(of: rarity)
    let rank = rulebook.definition.rank(of: rarity)
    let symbol = Self.symbol(ofRank: rank)
    func note(_ card: CardView) -> String {
      guard isOwned(card), let day = firstDay(of: card) else { return "" }
      return language.shortText(day)
        + (hasToday && card.copies > 1 ? " · ×\(text(card.copies))" : "")
    }
    return .chart(
      Board(
        "\(title(name)), \(text(owned)) / \(text(cards.count))",
        summary: language.text(.boardSummary, text(owned), text(cards.count), name),
        table: DataTable(
          columns: [language[.card], language[.category], language[.firstTime], language[.copies]],
          rows: cards.map { card in
            [
              language.name(of: card.definition), language.name(of: card.definition.category),
              isOwned(card) ? firstDay(of: card).map { language.shortText($0) } ?? "–" : "–",
              hasToday ? text(card.copies) : "",
            ]
          }),
        groups: session.rulebook.definition.categories.compactMap { category in
          let own = cards.filter { $0.definition.category == category }
          guard !own.isEmpty else { return nil }
          return (
            title(language.name(of: category)),
            own.map { card in
              Board.Card(
                language.name(of: card.definition), note: note(card), .rank(rank),
                symbol: symbol, isOwned: isOwned(card))
            }
          )
        },
        legend: [
          LegendEntry(.rank(rank), language[.ownedCard], symbol: symbol),
          LegendEntry(
            .rank(rank), language[.missingCard], symbol: symbol, isOutline: true),
        ]))
  }

  /// Returns the number of distinct cards over time; `nil` if it grew on fewer days than a picture has values.
  private func growth(_ owned: [CardView]) -> ReportPage.Block? {
    let firsts = owned.compactMap { firstDay(of: $0) }.sorted()
    guard Set(firsts.filter { range.contains($0) }).count >= ReportPage.leastPoints else {
      return nil
    }
    let start = firsts.count { $0 < range.since }
    var values = [LineChart.Series.Value(Double(range.since.number), Double(start))]
    var count = start
    for day in firsts where range.contains(day) {
      count += 1
      values.append(LineChart.Series.Value(Double(day.number), Double(count)))
    }
    values.append(
      LineChart.Series.Value(Double(lastDay.number), Double(count)))
    return .chart(
      LineChart(
        language[.cardsOverTime],
        summary: language.text(.cardsSummary, text(start), text(count)),
        table: DataTable(
          columns: [language[.day], language[.owned]],
          rows: sampled(values).map {
            [language.shortText(CivilDay(number: Int32($0.x))), locale.text($0.y ?? 0)]
          }),
        over: .days,
        series: [LineChart.Series(language[.owned], values, isStepped: true)], locale: locale))
  }
}

extension ReportSource {
  /// Returns the sign of a rarity, which means the same as its colour.
  static func symbol(ofRank rank: Int) -> Character { ["●", "◆", "▲", "★"][min(max(rank, 0), 3)] }
}
