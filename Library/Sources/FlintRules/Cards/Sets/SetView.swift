package import FlintCalendar

/// A set of cards, with those that a profile owns.
package struct SetView: Sendable {
  package var definition: CardSet
  package var owned: Int
  package var total: Int
  /// The missing cards.
  package var missing: [CardDefinition]
  /// The first day after the season in which every missing card can be drawn; `nil` without one.
  package var before: CivilDay?
  /// Whether every missing card can be drawn today.
  package var isInSeason: Bool

  package var isComplete: Bool { missing.isEmpty }
}

extension Rulebook {
  /// Returns the sets of the rulebook, in its order.
  package func sets(in state: ProfileState, today: CivilDay) -> [SetView] {
    zip(definition.sets, cards.sets).map { set, positions in
      let missing = positions.filter { state.holding(of: $0).copies == 0 }
        .map { definition.cards[$0] }
      let seasons = missing.map(\.season)
      return SetView(
        definition: set, owned: positions.count - missing.count, total: positions.count,
        missing: missing,
        before: seasons.compactMap { $0.occurrence(near: today).before }.min(),
        isInSeason: seasons.allSatisfy { $0.contains(today) })
    }
  }

  /// Returns the set of a card, if it is in one.
  package func set(ofCard position: Int, in state: ProfileState, today: CivilDay) -> SetView? {
    let index = cards[position].set
    return index < 0 ? nil : sets(in: state, today: today)[Int(index)]
  }
}
