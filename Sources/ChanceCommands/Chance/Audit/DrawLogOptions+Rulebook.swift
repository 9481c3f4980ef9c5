import ArgumentParser
import Chance
import Commands
import Design
import Rules
import Schema
import Transfer
import Views

extension DrawLogOptions {
  /// Returns the draws of the file with the rules of a pool of a rulebook, and remarks about what was left out.
  func log(under rules: RulebookOption) throws -> (log: DrawLog, notes: [String]) {
    let rulebook = try rules.definition()
    let pool = try stated.pool(of: rulebook)
    // Of a file with a column of pools, those draws that are of this one.
    let definition = pool.definition
    let pools =
      onlyPool.isEmpty && columns.poolColumn != nil ? [definition.id, definition.name] : onlyPool
    let file = try file(pools: Set(pools))
    let tierOfRank = try tierOfRank(rulebook.rarities.map(\.name))
    // UIGF always has rarities, whose names are those of the game.
    let hasRarities = columns.rankColumn != nil || ranks != nil
    let entries = file.rows.lazy.map { row in
      DrawLog.Entry(
        row.name, rarity: hasRarities ? row.rarity.map { tierOfRank[$0] ?? $0 } : nil,
        player: row.player, pool: row.pool, day: row.day, line: row.line, unread: row.place)
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
          + remarks
      )
    } catch let error as AuditError {
      let isOfFile = error.subject == .items
      throw CommandFailure(
        isOfFile ? .badInput : .failure, (isOfFile ? "" : "--") + error.description)
    }
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
