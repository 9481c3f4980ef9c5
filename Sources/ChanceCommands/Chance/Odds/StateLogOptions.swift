import ArgumentParser
import Chance
import Commands
import Design
import FlintRules
import FlintSchema
import Transfer

/// A player's log of draws, after which the rolls of a question begin.
struct StateLogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A player's draws, CSV or UIGF, - for standard input, from which the state follows, beside --state.",
      valueName: "file"), completion: .file())
  var stateLog: String?
  @OptionGroup var columns: DrawColumnOptions
  @Option(
    help: ArgumentHelp("The pool's name in the log; may be repeated.", valueName: "pool"))
  var onlyPool: [String] = []
  @Option(help: ArgumentHelp("The encoding of the log (default: detected)."))
  var encoding: String?

  func validate() throws {
    try checkEncoding(encoding)
    if stateLog == nil {
      let others =
        columns.given + [
          ("--only-pool", !onlyPool.isEmpty), ("--encoding", encoding != nil),
        ]
      if let name = others.first(where: \.1)?.0 {
        throw ValidationError("\(name) requires --state-log")
      }
    }
  }

  /// Returns the state that the log leads to, with the terms that are given beside it, and what it does not say.
  func start(
    of rulebook: Rulebook, asked: [PoolQuestion.Stage], given: PoolStartText
  ) throws -> (start: PoolStartText, notes: [String]) {
    guard let stateLog else { return (given, []) }
    let columns = self.columns.columns
    let file: DrawLogFile
    do {
      let known = rulebook.definition.pools.flatMap { [$0.id, $0.name].map { $0.lowercased() } }
      file = try DrawLogFile(
        stateLog, columns, pools: Set(onlyPool), known: Set(known), encoding: encoding)
    } catch let error as InputFailure {
      throw CommandFailure(error)
    }
    if file.rows.isEmpty, file.otherPools > 0 {
      let others = file.otherPoolNames.sorted()
      throw CommandFailure(
        .failure,
        "--only-pool: the log has no draws of \(onlyPool.map { "\"\($0)\"" }.alternatives)"
          + (onlyPool.first.map { NearestName.hint(for: $0, among: others) } ?? "")
          + "; its pools are \(others.prefix(20).map { $0.isEmpty ? "\"\"" : $0 }.joined(separator: ", "))"
      )
    }
    let rarities = try rarityOfRank(rulebook.definition.rarities.map(\.name))
    let entries = file.rows.map { row in
      DrawLog.Entry(row, of: file, rarity: row.rarity.map { rarities[$0] ?? $0 })
    }
    // The question reports pools that the rulebook lacks.
    for stage in asked { _ = try PoolQuestion(rulebook.definition, []).pool(stage.pool) }
    let log = try PoolStartLog(
      entries, of: rulebook, asked: asked.map(\.pool), player: self.columns.player, given: given,
      isOfOnePool: !onlyPool.isEmpty,
      includesCards: asked.contains { !$0.target.isOfComingCards }, unit: file.unit)
    return (log.start, file.notes + log.notes)
  }

  private func rarityOfRank(_ rarities: [String]) throws -> [String: String] {
    var known: [String: String] = [:]
    for pair in columns.ranks?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
      let sides = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmedWhitespace }
      guard sides.count == 2, rarities.contains(sides[1]) else {
        throw ValidationError(
          "--ranks: expected a rarity of the log and one of \(rarities.alternatives), such as 5=\(rarities.last ?? ""), got "
            + "\"\(pair)\"" + NearestName.hint(for: sides.last ?? "", among: rarities))
      }
      known[sides[0]] = sides[1]
    }
    return known
  }
}
