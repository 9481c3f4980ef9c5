public import FlintSchema

extension Rulebook {
  /// Returns the changes of meaning that another rulebook would make to what a profile has drawn, completed and
  /// unlocked under this one; empty when the profile can be folded with the other instead.
  public func incompatibilities(
    with new: RulebookDefinition, after state: ProfileState
  ) -> [TableFault] {
    let cards = zip(definition.cards, state.holdings).filter { $1.copies > 0 }.map(\.0.id)
    let missions = state.missions.completions.map { definition.missions[Int($0.mission)].id }
    let rungs = state.journey.unlocks.map {
      definition.ladders[Int($0.ladder)].rungs[Int($0.rung)].id
    }
    return definition.incompatibilities(
      with: new, usedCards: Set(cards), completedMissions: Set(missions),
      unlockedRungs: Set(rungs))
  }
}

extension RulebookDefinition {
  /// Returns the changes of meaning that another rulebook would make to ids used in a profile's
  /// history: a card's category or rarity, a mission's window, metric or filters, a rung's ladder
  /// or the metrics of its conditions. With such a change, recorded history would become false.
  ///
  /// Titles, targets, rewards, rates, seasons and orders may change. An id may be removed: results
  /// recorded under it lose their definition, but remain true.
  ///
  /// - Parameters:
  ///   - new: the rulebook that will replace this one in the profile.
  ///   - usedCards: the ids of the cards that the profile owns.
  ///   - completedMissions: the ids of the missions that the profile completed.
  ///   - unlockedRungs: the ids of the rungs that the profile unlocked.
  /// - Returns: one error for each change, with ids in the path: `cards["ember"].rarity`.
  package func incompatibilities(
    with new: RulebookDefinition, usedCards: Set<String>, completedMissions: Set<String>,
    unlockedRungs: Set<String>
  ) -> [TableFault] {
    var faults: [TableFault] = []
    func compare(
      _ path: TablePath, _ kind: String, _ done: String, _ old: String, _ new: String
    ) {
      if old == new { return }
      faults.append(
        TableFault(
          path: path,
          problem: "the profile has \(done) this \(kind) as \"\(old)\"; it may not become "
            + "\"\(new)\": give the new \(kind) another id"))
    }
    let root = TablePath()
    for (old, new) in Self.pairs(cards, new.cards, usedCards, \.id) {
      let path = root["cards"][old.id]
      compare(path["category"], "card", "drawn", old.category.name, new.category.name)
      compare(path["rarity"], "card", "drawn", old.rarity.name, new.rarity.name)
    }
    for (old, new) in Self.pairs(missions, new.missions, completedMissions, \.id) {
      let path = root["missions"][old.id]
      compare(path["window"], "mission", "completed", old.period.name, new.period.name)
      compare(path["metric"], "mission", "completed", old.metric.meaning, new.metric.meaning)
    }
    for (old, new) in Self.pairs(rungsWithLadder, new.rungsWithLadder, unlockedRungs, \.rung.id) {
      let path = root["ladders"][new.ladder]["rungs"][old.rung.id]
      compare(path, "rung", "unlocked", "of ladder \(old.ladder)", "of ladder \(new.ladder)")
      compare(path["conditions"], "rung", "unlocked", old.meaning, new.meaning)
    }
    return faults
  }

  /// Returns the used entries that both rulebooks have, in the order of the old one.
  private static func pairs<Entry>(
    _ old: [Entry], _ new: [Entry], _ used: Set<String>, _ id: (Entry) -> String
  ) -> [(old: Entry, new: Entry)] {
    let byID = Dictionary(new.map { (id($0), $0) }, uniquingKeysWith: { first, _ in first })
    return old.compactMap { entry in
      used.contains(id(entry)) ? byID[id(entry)].map { (entry, $0) } : nil
    }
  }

  private struct RungWithLadder {
    var ladder: String
    var rung: RungDefinition

    /// The metrics of the conditions, independent of their order.
    var meaning: String {
      Set(rung.conditions.map(\.metric)).sorted().map(\.name).listed("and")
    }
  }

  private var rungsWithLadder: [RungWithLadder] {
    ladders.flatMap { ladder in
      ladder.rungs.map { RungWithLadder(ladder: ladder.id, rung: $0) }
    }
  }
}

extension Metric {
  fileprivate var meaning: String {
    filters.reduce(name) { "\($0) \($1.name)=\($1.value)" }
  }
}
