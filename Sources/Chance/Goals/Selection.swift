import BigInt
import FlintCalendar
import FlintRules
import FlintSchema

/// The cards of a goal, among those that can be drawn on a day.
struct Selection {
  /// The number of cards of each cell of the table.
  var counts: [Int]
  /// The number of different cards required.
  package var wanted: Int
  /// Whether any card of the cells counts, as if they were one: for `first` and `any`.
  var isAnyCard = false

  /// Returns the groups of equally likely cards, where no rate rises.
  package func groups(rates table: CardRates) -> [(rate: Ratio, count: Int)] {
    let chosen = zip(table.cells, counts).filter { $1 > 0 && $0.rate != .zero }
    if isAnyCard {
      let sum = chosen.reduce(Ratio.zero) { sum, cell in
        sum + cell.0.rate * Ratio(.init(cell.1), over: 1)
      }
      return [(sum, 1)]
    }
    return CardRates.groups(chosen.map { ($0.rate, $1) })
  }
}

extension CardRates {
  /// - Throws: `OddsError` when there are none.
  func selection(of goal: Goal) throws(OddsError) -> Selection {
    for id in goal.ids { try checkCard(id) }
    let cards = rulebook.definition.cards
    let counts = cells.map { cell in cell.cards.count { goal.includes(cards[$0]) } }
    let total = counts.reduce(0, +)
    if case .distinct(let count) = goal {
      if count > total {
        throw .unreachable(goal, "there are only \(total) cards\(seasonHint)")
      }
      return Selection(counts: counts, wanted: count)
    }
    guard total > 0 else {
      throw .unreachable(goal, "\(rulebook.definition.id) has no such card\(seasonHint)")
    }
    if goal.isAnyCard { return Selection(counts: counts, wanted: 1, isAnyCard: true) }
    return Selection(counts: counts, wanted: total)
  }

  /// Throws an error for a card that does not exist, or cannot be drawn on the day.
  private func checkCard(_ id: String) throws(OddsError) {
    guard let position = rulebook.cardPosition(id: id) else {
      throw .invalid(
        "goal",
        "\(rulebook.definition.id) has no card \"\(id)\""
          + NearestName.hint(for: id, among: rulebook.definition.cards.map(\.id))
          + "; flint rules show lists the cards")
    }
    if !cells.contains(where: { $0.cards.contains(position) }) {
      if rulebook.definition.cards[position].isExclusive {
        throw OddsError(
          .unreachable, field: "goal",
          "card:\(id) can never be reached by sparks: it is exclusive to pools; ask about one of them "
            + "with flint odds pool")
      }
      let season = rulebook.definition.cards[position].season
      let last = season.before.map { $0 + -1 }
      let days = [season.from.map { "from \($0) on" }, last.map { "up to \($0)" }]
        .compactMap(\.self).joined(separator: " and ")
      throw OddsError(
        .unreachable, field: "goal",
        "card:\(id) can never be reached \(whenText): it is in season only \(days); give a day in "
          + "that season")
    }
  }

  private var whenText: String { day.map { "on \($0)" } ?? "before every season" }

  /// Returns an addition to an error where seasonal cards are missing.
  private var seasonHint: String {
    let all = rulebook.definition.cards.count
    guard count < all else { return "" }
    return
      " \(whenText), \(all - count) of \(all) being out of season; give a day to choose another"
  }

  /// Throws an error for a goal of which too few cards can ever drop.
  ///
  /// - Parameter canDrop: returns whether the cards of a cell can ever drop.
  func checkReachable(
    _ selection: Selection, goal: Goal, canDrop: (Cell) -> Bool
  ) throws(OddsError) {
    let possible = zip(cells, selection.counts).reduce(0) { $0 + (canDrop($1.0) ? $1.1 : 0) }
    if selection.isAnyCard ? possible > 0 : possible >= selection.wanted { return }
    var reasons: [String] = []
    let lacking = cells.filter { cell in
      !canDrop(cell) && cell.cards.contains { goal.includes(rulebook.definition.cards[$0]) }
    }
    let categories = rulebook.definition.categories
    let sparkless = categories.indices.filter { category in
      mix.share(at: category) == .zero && lacking.contains { $0.category == category }
    }
    if !sparkless.isEmpty {
      reasons.append(
        "the mix has no sparks of category "
          + sparkless.map { categories[$0].name }.joined(separator: ", "))
    }
    for (position, rarity) in rulebook.definition.rarities.enumerated()
    where lacking.contains(where: { $0.rarity == position && !sparkless.contains($0.category) }) {
      reasons.append("\(rarity.name) cards never drop, their rate being 0")
    }
    if case .distinct = goal { reasons.append("only \(possible) cards can be drawn") }
    throw .unreachable(goal, reasons.joined(separator: "; "))
  }
}
