package import FlintRules
import FlintSchema

/// A player's state before the first roll, as it is written:
/// `pity.legendary=63,guaranteed,gems=1600,owned=sun-queen*2+moon-king`.
package struct PoolStartText: Hashable, Sendable, CustomStringConvertible {
  struct Term: Hashable {
    /// The id of the pool that it is about; `nil` for every pool of the question.
    var pool: String?
    var key: String
    package var value: String?

    /// The term in the syntax of states.
    var text: String { (pool.map { "\($0)/" } ?? "") + key + (value.map { "=\($0)" } ?? "") }
  }

  private(set) var terms: [Term] = []

  /// The syntax of states, for messages.
  package static let forms =
    "pity.RARITY=N, guaranteed, guaranteed.RARITY, lost=N, lost.RARITY=N (chances lost in a row), "
    + "round.RARITY=N (rolls of the current round), round-pity.RARITY=N (pity at its beginning), "
    + "chosen=ID, path=N, points=N, since-featured=N, had=RARITY+RARITY, had-featured, "
    + "rolls=N (of the pool so far), cycle=N (since it began) or cycle=unknown, "
    + "owned=ID*N+ID, box=ID*N+ID (drawn since it was filled), or a currency and its balance"

  /// Creates the state of a new player.
  package init() {}

  /// The state in the syntax of `init(parsing:)`; empty for that of a new player.
  package var description: String {
    terms.map(\.text).joined(separator: ",")
  }

  /// Parses a state. A term `POOL/…` is about one pool.
  package init(parsing text: String) throws(OddsError) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      var term = part
      var pool: String?
      if let slash = part.firstIndex(of: "/") {
        pool = String(part[..<slash]).trimmedWhitespace
        term = part[part.index(after: slash)...]
      }
      let sides = term.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        String($0).trimmedWhitespace
      }
      guard let key = sides.first, !key.isEmpty else {
        throw .invalid("state", "expected \(Self.forms), got \"\(part)\"")
      }
      let new = Term(pool: pool, key: key, value: sides.count == 2 ? sides[1] : nil)
      if terms.contains(where: { $0.pool == new.pool && $0.key == new.key }) {
        throw .invalid("state", "\(new.text): \(new.key) is given twice")
      }
      terms.append(new)
    }
  }

  /// Returns the value of a term about a pool; `nil` where there is none.
  package func value(of key: String, in pool: String) -> String? {
    terms.first { $0.key == key && ($0.pool == nil || $0.pool == pool) }?.value
  }

  /// Adds the terms of another state, but for those that are given.
  package mutating func add(_ other: PoolStartText) {
    terms += other.terms.filter { new in
      !terms.contains { $0.key == new.key && ($0.pool == nil || $0.pool == new.pool) }
    }
  }

  /// Throws an error if the state is none of a pool.
  package func check(in pool: PoolTable, _ rulebook: RulebookDefinition) throws(OddsError) {
    _ = try start(in: pool, rulebook)
  }

  /// Returns the state of one pool, and the balances.
  func start(
    in pool: PoolTable, _ rulebook: RulebookDefinition
  ) throws(OddsError) -> (start: PoolStart, balances: [String: Int64]) {
    let names = rulebook.rarities.map(\.name)
    var start = PoolStart()
    start.counters = names.map { _ in 0 }
    start.hasHad = names.map { _ in false }
    start.guarantees = names.map { _ in false }
    (start.lost, start.turns, start.settled) = (start.counters, start.counters, start.counters)
    start.pathPoints = names.map { _ in 0 }
    start.chosen = Array(repeating: nil, count: names.count)
    var balances: [String: Int64] = [:]
    for term in terms where term.pool == nil || term.pool == pool.definition.id {
      func number() throws(OddsError) -> Int64 {
        if let value = term.value.flatMap({ Int64($0) }), (0...1_000_000_000_000).contains(value) {
          return value
        }
        throw .invalid(
          "state", "\(term.key): expected a whole number of at least 0, got \"\(term.value ?? "")\""
        )
      }
      func tier(_ name: some StringProtocol) throws(OddsError) -> Int {
        let name = String(name)
        if let index = names.firstIndex(of: name) { return index }
        throw .invalid(
          "state",
          "unknown rarity \"\(name)\"\(NearestName.hint(for: name, among: names)); expected "
            + names.alternatives)
      }
      if term.key.hasPrefix("pity.") {
        let index = try tier(term.key.dropFirst(5))
        start.counters[index] = try number()
        if let certain = pool.certainRoll(of: index, rulebook), start.counters[index] >= certain {
          throw .invalid(
            "state",
            "\(term.key): the pity of \(names[index]) is certain at \(certain); expected 0 to "
              + "\(certain - 1)")
        }
      } else if term.key == "guaranteed" || term.key.hasPrefix("guaranteed.") {
        var index = pool.rarestFeatured
        if term.key.count > 10 { index = try tier(term.key.dropFirst(11)) }
        guard let index else {
          throw .invalid("state", "pool \(pool.definition.id) has no featured cards")
        }
        start.guarantees[index] = try term.isTrue()
      } else if term.key == "lost" || term.key.hasPrefix("lost.") {
        var index = pool.rarestFeatured
        if term.key.count > 4 { index = try tier(term.key.dropFirst(5)) }
        guard let index else {
          throw .invalid("state", "pool \(pool.definition.id) has no featured cards")
        }
        start.lost[index] = try number()
      } else if term.key.hasPrefix("round.") {
        start.turns[try tier(term.key.dropFirst(6))] = try number()
      } else if term.key.hasPrefix("round-pity.") {
        start.settled[try tier(term.key.dropFirst(11))] = try number()
      } else if rulebook.currencies.contains(where: { $0.id == term.key }) {
        balances[term.key] = try number()
      } else {
        switch term.key {
        case "chosen":
          let id = term.value ?? ""
          guard let index = pool.tier(of: id, in: rulebook) else {
            throw .invalid("state", "chosen: pool \(pool.definition.id) has no card \"\(id)\"")
          }
          start.chosen[index] = id
        case "path":
          let points = Int(clamping: try number())
          for index in start.pathPoints.indices { start.pathPoints[index] = points }
        case "points": start.exchangePoints = Int(clamping: try number())
        case "rolls":
          start.rolls = try number()
          let isGiven = terms.contains {
            $0.key == "cycle" && ($0.pool ?? pool.definition.id) == pool.definition.id
          }
          if !isGiven, !pool.cycle.isEmpty {
            start.cycle = Int(start.rolls % Int64(pool.cycle.count))
          }
        case "cycle": start.cycle = try term.position(inCycleOf: pool)
        case "since-featured":
          start.sinceFeatured = Int(clamping: try number())
        case "had":
          for name in (term.value ?? "").split(separator: "+") {
            start.hasHad[try tier(name)] = true
          }
        case "had-featured": start.hasHadFeatured = try term.isTrue()
        case "owned": start.owned.merge(try term.copies(in: rulebook)) { $1 }
        case "box": start.drawn.merge(try term.drawn(from: pool, rulebook)) { $1 }
        default:
          let known =
            [
              "guaranteed", "chosen", "path", "points", "since-featured", "owned", "box", "had",
              "had-featured", "lost", "rolls", "cycle",
            ]
            + names.flatMap { ["pity.\($0)", "lost.\($0)", "round.\($0)", "round-pity.\($0)"] }
            + rulebook.currencies.map(\.id)
          throw .invalid(
            "state",
            "unknown term \"\(term.key)\"\(NearestName.hint(for: term.key, among: known)); expected "
              + Self.forms)
        }
      }
    }
    if let hard = pool.definition.featured?.hard, start.sinceFeatured >= hard,
      !(start.hasHadFeatured && pool.definition.featured?.isHardOnce == true)
    {
      throw .invalid(
        "state",
        "since-featured: a featured card is certain at \(hard); expected 0 to \(hard - 1)")
    }
    if let path = pool.definition.featured?.path, let points = start.pathPoints.first, points > path
    {
      throw .invalid(
        "state", "path: the chosen card is certain after \(path) others; expected 0 to \(path)")
    }
    try completeCounters(&start, in: pool, rulebook)
    try complete(&start, in: pool, rulebook)
    // A counter above 0 says nothing of earlier cards, a featured one does.
    if start.hasHadFeatured, let tier = pool.rarestFeatured { start.hasHad[tier] = true }
    try checkFirst(start, in: pool, rulebook)
    return (start, balances)
  }
}

extension PoolTable {
  /// Returns the position of the rarity of a card of the pool; `nil` when the pool lacks the card.
  package func tier(of id: String, in rulebook: RulebookDefinition) -> Int? {
    cards.firstIndex { $0.contains { rulebook.cards[$0.position].id == id } }
  }
}
