package import FlintCalendar
package import FlintRules
import FlintSchema

extension DrawLog {
  /// A draw as a file or a script has it.
  package struct Entry: Hashable, Sendable {
    /// What was drawn: the id or the name of a card, or a rarity.
    package var item: String
    /// The rarity that the log has beside it, if it is to be compared.
    package var rarity: String?
    /// The player; empty where the log names none.
    package var player: String
    /// The pool; empty where the log names none.
    package var pool: String
    /// The day, if the log has times.
    package var day: CivilDay?
    /// What the draws of one roll have in common, such as the id of an event or a time; empty where nothing is known.
    package var event: String
    /// The line of the file, or the position in the list.
    package var line: Int
    /// Where the draw belongs, if it was made and cannot be read.
    package var unread: Place?
    /// Why it cannot be read.
    package var problem: String?

    package init(
      _ item: String, rarity: String? = nil, player: String = "", pool: String = "",
      day: CivilDay? = nil, event: String = "", line: Int, unread: Place? = nil,
      problem: String? = nil
    ) {
      (self.item, self.rarity, self.player) = (item, rarity, player)
      (self.pool, self.day, self.event) = (pool, day, event)
      (self.line, self.unread, self.problem) = (line, unread, problem)
    }
  }

  /// Reads draws from a pool of a rulebook, in the order in which they were made: all of cards, or all of rarities.
  ///
  /// - Parameter unit: what `line` of an entry counts, for messages.
  /// - Returns: the log, what the audit leaves out, and the draws that cannot be used, with the reasons.
  /// - Throws: `AuditError` about the pool, or about items that it does not have.
  package static func reading(
    _ entries: some Collection<Entry>, from pool: PoolTable, in rulebook: RulebookDefinition,
    isComplete: Bool, unit: String = "line"
  ) throws(AuditError) -> (log: DrawLog, remarks: [String], rejected: [(line: Int, reason: String)])
  {
    var drawn = try DrawnPool(pool, in: rulebook)
    var items: [String: DrawnPool.Item] = [:]
    var unknown: [String: (draws: Int, line: Int)] = [:]
    var (card, rarity): (Entry?, Entry?)
    for entry in entries where entry.unread == nil && items[entry.item] == nil {
      guard let item = drawn.item(entry.item) else {
        unknown[entry.item, default: (0, entry.line)].draws += 1
        continue
      }
      items[entry.item] = item
      if case .card = item { card = card ?? entry } else { rarity = rarity ?? entry }
    }
    guard unknown.isEmpty else { throw drawn.unknown(unknown, unit) }
    if let card, let rarity {
      throw AuditError(
        .items, expected: "either cards or rarities",
        found:
          "\"\(card.item)\" (\(unit) \(card.line)) and \"\(rarity.item)\" (\(unit) \(rarity.line))")
    }
    if rarity != nil { drawn = try DrawnPool(pool, in: rulebook, isOfRarities: true) }
    var log = DrawLog(drawn.model, isComplete: isComplete)
    var rejected: [(line: Int, reason: String)] = []
    for entry in entries {
      if let place = entry.unread {
        log.appendUnread(place, player: entry.player, pool: entry.pool)
        continue
      }
      let reason: String? =
        switch items[entry.item] {
        case .card(let id)?:
          log.append(
            id, rarity: entry.rarity, player: entry.player, pool: entry.pool, day: entry.day)
        case .rarity(let name)?:
          log.append(name, rarity: name, player: entry.player, pool: entry.pool, day: entry.day)
        case nil: nil
        }
      if let reason { rejected.append((entry.line, reason)) }
    }
    return (log, drawn.remarks, rejected)
  }
}

extension DrawnPool {
  /// Returns the error about items that the pool does not have: the most frequent ones, with the nearest names.
  fileprivate func unknown(
    _ items: [String: (draws: Int, line: Int)], _ unit: String
  ) -> AuditError {
    let most = 10
    let named = items.sorted { ($1.value.draws, $0.value.line) < ($0.value.draws, $1.value.line) }
      .prefix(most)
      .map { name, seen in
        unknown(name) + (seen.draws == 1 ? " in" : ", \(seen.draws) draws from")
          + " \(unit) \(seen.line)"
      }
    return AuditError(
      .items, expected: "cards of the pool \(id), by id or name, or rarities",
      found: named.joined(separator: "; ")
        + (items.count > most ? " and \(items.count - most) more" : ""))
  }
}
