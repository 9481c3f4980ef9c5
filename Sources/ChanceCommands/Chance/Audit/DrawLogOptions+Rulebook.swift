import ArgumentParser
import Chance
import Commands
import Design
import FlintRules
import FlintSchema
import Transfer
import Views

extension DrawLogOptions {
  /// Returns the draws of the file with the rules of a pool of a rulebook, and remarks about what was left out.
  func log(under rules: RulebookOption) throws -> (log: DrawLog, notes: [String]) {
    let rulebook = try rules.definition()
    let pool = try stated.pool(of: rulebook)
    // Of a file with a column of pools, those draws that are of this one.
    let definition = pool.definition
    let file = try file(own: [definition.id, definition.name])
    let tierOfRank = try tierOfRank(rulebook.rarities.map(\.name))
    // UIGF always has rarities, whose names are those of the game.
    let hasRarities = columns.rankColumn != nil || columns.ranks != nil
    let entries = file.rows.lazy.map { row in
      DrawLog.Entry(
        row, of: file, rarity: hasRarities ? row.rarity.map { tierOfRank[$0] ?? $0 } : nil)
    }
    let unused = try unusedRanks(file, tierOfRank)
    do {
      let (log, remarks, unusable) = try DrawLog.reading(
        entries, from: pool, in: rulebook, isComplete: complete, unit: file.unit)
      let listed = file.rejected + unusable.prefix(DrawLogFile.mostListed)
      try checkNotEmpty(log, file, listed, file.rejectedCount + unusable.count)
      return (
        log,
        notes(file, listed, file.rejectedCount + unusable.count, unused, log)
          + (hasRarities ? [] : try contradictions(file, pool, rulebook))
          + remarks
      )
    } catch let error as AuditError {
      let isOfFile = error.subject == .items
      throw CommandFailure(
        isOfFile ? .badInput : .failure, (isOfFile ? "" : "--") + error.description)
    }
  }
}

extension DrawLogOptions {
  /// Returns a note where the log calls cards by other rarities of the rulebook than they have in it.
  private func contradictions(
    _ file: DrawLogFile, _ pool: PoolTable, _ rulebook: RulebookDefinition
  ) throws(AuditError) -> [String] {
    let drawn = try DrawnPool(pool, in: rulebook)
    var rarityOfCard: [String: String] = [:]
    for (index, cards) in pool.cards.enumerated() {
      for card in cards {
        rarityOfCard[rulebook.cards[card.position].id] = rulebook.rarities[index].name
      }
    }
    let names = Set(rulebook.rarities.map { $0.name.lowercased() })
    var known: [String: String?] = [:]
    var (count, first): (Int, (row: DrawRow, own: String)?) = (0, nil)
    for row in file.rows where row.problem == nil {
      guard let rarity = row.rarity, names.contains(rarity.lowercased()) else { continue }
      let own: String?
      if let found = known[row.name] {
        own = found
      } else {
        if case .card(let id)? = drawn.item(row.name) { own = rarityOfCard[id] } else { own = nil }
        known[row.name] = .some(own)
      }
      guard let own, own.lowercased() != rarity.lowercased() else { continue }
      count += 1
      first = first ?? (row, own)
    }
    guard let first else { return [] }
    return [
      "\(counted(count, "draw")) of another rarity in the log than in the rulebook, which counts: "
        + "\"\(first.row.name)\" is \(first.own), not \(first.row.rarity ?? "") as in \(file.unit) "
        + "\(first.row.line); --rank-column rejects such draws"
    ]
  }
}

extension DrawLog.Entry {
  /// Creates a draw of a file.
  init(_ row: DrawRow, of file: DrawLogFile, rarity: String?) {
    self.init(
      row.name, rarity: rarity, player: row.player, pool: row.pool, day: row.day,
      event: file.event(of: row), line: row.line, unread: row.place, problem: row.problem?.reason)
  }
}

extension DrawLogFile {
  /// What was taken, left out or assumed, in sentences.
  var notes: [String] {
    var notes: [String] = []
    if !taken.isEmpty {
      notes.append("columns taken by their names: \(taken.joined(separator: ", "))")
    }
    if duplicates > 0 {
      notes.append("\(counted(duplicates, "row")) left out: their id occurred before")
    }
    if hasEvents, !rows.contains(where: { $0.number > 0 }) {
      notes.append(
        "ids are taken as those of events of several draws: draws of one id have different items")
    }
    if otherPools > 0 {
      notes.append("\(counted(otherPools, "row")) of other pools left out")
    }
    if otherPlayers > 0 {
      notes.append("\(counted(otherPlayers, "row")) of other players left out")
    }
    if isFileOrder {
      notes.append("the draws are in the order of the file: there are no times")
    } else if ties > 0 {
      notes.append(
        "\(counted(ties, "draw")) of the same time as the one before and without an id of its own: in the order of "
          + "the file"
          + (isNewestFirst ? ", reversed, since it lists the latest first" : ""))
    }
    return notes
  }
}

extension DrawRow {
  /// Where the draw belongs in the log, if the row cannot be read.
  var place: DrawLog.Place? {
    switch problem?.place {
    case .here: .here
    case .amongSequence: .amongSequence
    case .anywhere: .anywhere
    case nil: nil
    }
  }
}
