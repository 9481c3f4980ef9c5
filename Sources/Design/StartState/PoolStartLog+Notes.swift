import Chance
import FlintRules
import FlintSchema

extension PoolStartLog {
  /// Returns the number of rolls before those of the log, where the number in all is given, by the position of the pool.
  ///
  /// - Parameter draws: the pools of the draws, by their positions.
  func earlierRolls(
    _ draws: [Int], _ given: PoolStartText
  ) throws(OddsError) -> [Int: Int64] {
    var earlier: [Int: Int64] = [:]
    for pool in asked {
      let id = rulebook.definition.pools[pool].id
      guard let rolls = given.value(of: "rolls", in: id).flatMap({ Int64($0) }) else { continue }
      let count = Int64(draws.count { $0 == pool })
      guard rolls >= count else {
        throw .invalid("state", "rolls: the log has \(count) of the pool \(id), got \(rolls)")
      }
      earlier[pool] = rolls - count
    }
    return earlier
  }

  /// Throws an error about the log if the state after it is none, although what is given beside it is one.
  func check(_ given: PoolStartText) throws(OddsError) {
    for position in asked {
      let definition = rulebook.definition
      guard let pool = definition.pool(definition.pools[position].id) else { continue }
      do throws(OddsError) {
        try start.check(in: pool, definition)
      } catch {
        try given.check(in: pool, definition)
        throw .invalid(
          "state_log",
          "after its draws the state is \(start), which is none of pool \(pool.definition.id): \(error.problem); the "
            + "log lacks draws, or they were made in another order or under other rules")
      }
    }
  }

  /// Notes what is right only of a log that begins with the first roll of a pool.
  mutating func noteRolls(of position: Int, areGiven: Bool) {
    let definition = rulebook.definition
    guard !areGiven, let pool = definition.pool(definition.pools[position].id) else { return }
    var parts: [String] = []
    if pool.definition.priceChanges { parts.append("prices") }
    if !pool.cycle.isEmpty { parts.append("the cycle") }
    if pool.definition.box == nil, pool.pity.contains(where: { ($0?.round ?? 1) > 1 }) {
      parts.append("the round")
    }
    guard !parts.isEmpty else { return }
    notes.append(
      "the rolls of the pool \(pool.definition.id) are counted from the first of the log; if the player made others "
        + "before, \(parts.listed("and")) may be wrong"
        + (pool.definition.priceChanges || !pool.cycle.isEmpty
          ? "; with rolls=N in \(hints.state), all of them" : ""))
  }

  /// Notes a card that the pool lacks and whose name is like that of one that it has.
  mutating func noteUnknown(_ item: String, rarity: String, among cards: [CardDefinition]) {
    // Rarities in place of cards say all that they can.
    guard item.lowercased() != rarity.lowercased() else { return }
    let hint = NearestName.hint(for: item, among: cards.flatMap { [$0.id, $0.name] })
    let note = "\"\(item)\" is no card of the pool\(hint) and counts as another \(rarity) card"
    if !hint.isEmpty, !notes.contains(note) { notes.append(note) }
  }

  /// Returns what the points of an exchange are counted by.
  ///
  /// - Parameter unvalued: the rarities of cards that may have been duplicates or not.
  func points(of pool: PoolTable, _ unvalued: Set<Int>) -> String {
    guard let exchange = pool.definition.exchange else { return "" }
    var givers: [String] = []
    if exchange.pointsPerRoll > 0 {
      givers.append(
        "\(exchange.pointsPerRoll) for each roll of the log")
    }
    if exchange.countsDuplicates {
      givers.append("those for each duplicate among the cards of the log")
    }
    let names = unvalued.sorted().map { rulebook.definition.rarities[$0].name }
    return "the points of the exchange are \(givers.listed("and"))"
      + (names.isEmpty
        ? "" : ", without those of \(names.listed("and")) cards that the log does not name")
      + "; with points=N in \(hints.state), those that are left"
  }
}
