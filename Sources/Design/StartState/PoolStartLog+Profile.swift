package import Chance
package import FlintRules
import FlintSchema

extension PoolStartLog {
  /// Creates the state of the pools of a profile. Its balances are left out: what can be spent is a budget.
  ///
  /// - Parameters:
  ///   - state: the state of the profile under its rulebook.
  ///   - asked: the ids of the pools that are asked about.
  ///   - given: what is stated beside it; it takes the place of what the profile has.
  ///   - includesCards: whether the cards of the profile are owned.
  package init(
    _ state: ProfileState, of rulebook: Rulebook, asked: [String], given: PoolStartText,
    includesCards: Bool
  ) throws(OddsError) {
    let ids = rulebook.definition.pools.map(\.id)
    if let other = asked.first(where: { !ids.contains($0) }) {
      throw .invalid(
        "state",
        "current: the rulebook \(rulebook.definition.id) of the profile has no pool \"\(other)\""
          + NearestName.hint(for: other, among: ids))
    }
    self.init(rulebook, asked: Set(asked).compactMap { ids.firstIndex(of: $0) }.sorted(), given)
    let drawn = DrawnCards(rulebook, state)
    var terms: [String] = []
    for pool in self.asked {
      if let card = drawn.chosen(in: pool) {
        let chosen = "chosen=\(rulebook.definition.cards[card].id)"
        terms.append(self.asked.count > 1 ? "\(ids[pool])/\(chosen)" : chosen)
      }
      terms += self.terms(of: pool, drawn, includesCards)
    }
    // What a log does not say a profile does.
    notes = []
    if !terms.isEmpty { start.add(try PoolStartText(parsing: terms.joined(separator: ","))) }
  }
}
