extension RulebookDefinition {
  /// Where another rulebook gives an id that a profile's history has used another meaning: a card
  /// its category or rarity, a mission its window, metric or filters, a rung its ladder or what its
  /// conditions look at. What history recorded under the id would become false.
  ///
  /// Titles, targets, rewards, rates, seasons and orders may change, and an id may go: what it
  /// brought is then without a definition, but true.
  ///
  /// - Parameters:
  ///   - new: the rulebook that the profile shall be folded with from now on.
  ///   - usedCards: the ids of the cards that the profile owns.
  ///   - completedMissions: the ids of the missions that it completed.
  ///   - unlockedRungs: the ids of the rungs that it unlocked.
  /// - Returns: one fault for each, the path by id: `cards["ember"].rarity`.
  public func incompatibilities(
    with new: RulebookDefinition, usedCards: Set<String>, completedMissions: Set<String>,
    unlockedRungs: Set<String>
  ) -> [RulebookFault] {
    var faults: [RulebookFault] = []
    func compare(
      _ path: RulebookPath, _ kind: String, _ done: String, _ old: String, _ new: String
    ) {
      if old == new { return }
      faults.append(
        RulebookFault(
          path: path.text,
          problem: "the profile has \(done) this \(kind) as \"\(old)\"; it may not become "
            + "\"\(new)\": give the new \(kind) another id"))
    }
    let root = RulebookPath()
    for (old, new) in Self.pairs(cards, new.cards, usedCards, \.id) {
      let path = root["cards"][old.id]
      compare(path["category"], "card", "drawn", old.category.name, new.category.name)
      compare(path["rarity"], "card", "drawn", old.rarity.name, new.rarity.name)
    }
    for (old, new) in Self.pairs(missions, new.missions, completedMissions, \.id) {
      let path = root["missions"][old.id]
      compare(path["window"], "mission", "completed", old.window.name, new.window.name)
      compare(path["metric"], "mission", "completed", old.metric.meaning, new.metric.meaning)
    }
    for (old, new) in Self.pairs(placedRungs, new.placedRungs, unlockedRungs, \.rung.id) {
      let path = root["ladders"][new.ladder]["rungs"][old.rung.id]
      compare(path, "rung", "unlocked", "of ladder \(old.ladder)", "of ladder \(new.ladder)")
      compare(path["conditions"], "rung", "unlocked", old.meaning, new.meaning)
    }
    return faults
  }

  /// What both rulebooks have of what history used, in the old one's order.
  private static func pairs<Entry>(
    _ old: [Entry], _ new: [Entry], _ used: Set<String>, _ id: (Entry) -> String
  ) -> [(old: Entry, new: Entry)] {
    let byID = Dictionary(new.map { (id($0), $0) }, uniquingKeysWith: { first, _ in first })
    return old.compactMap { entry in
      used.contains(id(entry)) ? byID[id(entry)].map { (entry, $0) } : nil
    }
  }

  private struct PlacedRung {
    var ladder: String
    var rung: RungDefinition

    /// What the conditions look at; in which order makes no difference.
    var meaning: String {
      NearestName.alternatives(Set(rung.conditions.map(\.metric)).sorted().map(\.name), "and")
    }
  }

  private var placedRungs: [PlacedRung] {
    ladders.flatMap { ladder in
      ladder.rungs.map { PlacedRung(ladder: ladder.id, rung: $0) }
    }
  }
}

extension Metric {
  /// The metric and its filters, in one text.
  fileprivate var meaning: String {
    filters.reduce(name) { "\($0) \($1.name)=\($1.value)" }
  }
}
