import Calendar
import Charts
import Rules
import Sessions
import Views

extension ReportSource {
  /// Returns the collection as a board by rarity, and its growth.
  func cards() -> ReportPage.Section? {
    let collection = rulebook.collection(in: state)
    guard collection.contains(where: { $0.copies > 0 }) else { return nil }
    let owned = collection.filter { $0.copies > 0 }
    let copies = owned.reduce(0) { $0 + $1.copies }
    let facts = [
      (language[.owned], "\(text(owned.count)) / \(text(collection.count))"),
      (language[.copies], text(copies)),
      (language[.duplicatePoints], text(owned.reduce(Int64(0)) { $0 + $1.duplicatePoints })),
    ]
    var blocks: [ReportPage.Block] = [.facts(facts)]
    for rarity in Rarity.allCases.reversed() {
      let cards = collection.filter { $0.definition.rarity == rarity }
      if !cards.isEmpty { blocks.append(board(rarity, cards)) }
    }
    blocks.append(growth(owned))
    return ReportPage.Section(id: "cards", language[.collection], blocks)
  }

  private func firstDay(of card: CardView) -> CivilDay? {
    card.first.map { rulebook.dayStart.day(of: $0, offset: session.zone.offset(at: $0)) }
  }

  private func board(_ rarity: Rarity, _ cards: [CardView]) -> ReportPage.Block {
    let owned = cards.count { $0.copies > 0 }
    let name = language.name(of: rarity)
    func note(_ card: CardView) -> String {
      guard let day = firstDay(of: card) else { return "" }
      return language.shortText(day) + (card.copies > 1 ? " · ×\(text(card.copies))" : "")
    }
    return .chart(
      Board(
        "\(title(name)), \(text(owned)) / \(text(cards.count))",
        summary: language.text(.boardSummary, text(owned), text(cards.count), name),
        table: DataTable(
          columns: [language[.card], language[.category], language[.first], language[.copies]],
          rows: cards.map { card in
            [
              language.name(of: card.definition), language.name(of: card.definition.category),
              firstDay(of: card).map { language.shortText($0) } ?? "–", text(card.copies),
            ]
          }),
        groups: Category.allCases.compactMap { category in
          let own = cards.filter { $0.definition.category == category }
          guard !own.isEmpty else { return nil }
          return (
            title(language.name(of: category)),
            own.map { card in
              Board.Card(
                language.name(of: card.definition), note: note(card), .rank(rarity.index),
                symbol: rarity.symbol, isOwned: card.copies > 0)
            }
          )
        },
        legend: [
          LegendEntry(.rank(rarity.index), language[.owned], symbol: rarity.symbol),
          LegendEntry(
            .rank(rarity.index), language[.missing], symbol: rarity.symbol, isOutline: true),
        ]))
  }

  /// Returns the number of distinct cards over time.
  private func growth(_ owned: [CardView]) -> ReportPage.Block {
    let firsts = owned.compactMap { firstDay(of: $0) }.sorted()
    let start = firsts.count { $0 < range.since }
    var values = [LineChart.Series.Value(Double(range.since.number), Double(start))]
    var count = start
    for day in firsts where range.contains(day) {
      count += 1
      values.append(LineChart.Series.Value(Double(day.number), Double(count)))
    }
    values.append(
      LineChart.Series.Value(Double((pastDays.last ?? range.since).number), Double(count)))
    return .chart(
      LineChart(
        language[.cardsOverTime],
        summary: language.text(.cardsSummary, text(start), text(count)),
        table: DataTable(
          columns: [language[.day], language[.owned]],
          rows: [
            [language.shortText(range.since), text(start)],
            [language.shortText(pastDays.last ?? range.since), text(count)],
          ]),
        over: .days,
        series: [LineChart.Series(language[.owned], values, isStepped: true)], locale: locale))
  }
}

extension Rarity {
  /// The sign of the rarity, which says the same as its colour.
  var symbol: Character {
    switch self {
    case .common: "●"
    case .rare: "◆"
    case .epic: "▲"
    case .legendary: "★"
    }
  }
}
