import ArgumentParser
import FlintCalendar
import Chance
import Commands
import Design
import Reports
import FlintRules
import FlintSchema
import Transfer
import Views

/// The log of draws of an audit, and the rules by which they were drawn.
struct DrawLogOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A file of draws: CSV, or UIGF (JSON).",
      valueName: "file"), completion: .file())
  var path: String
  @OptionGroup var columns: DrawColumnOptions
  @Option(help: ArgumentHelp("A pool to audit (default: all); may be repeated.", valueName: "pool"))
  var onlyPool: [String] = []
  @Option(help: ArgumentHelp("The encoding of the file (default: detected)."))
  var encoding: String?
  @Flag(help: "The log begins with each player's first draw.")
  var complete = false
  @Option(
    help: ArgumentHelp(
      "The seed of the simulated logs that the log is compared with.", valueName: "seed"))
  var seed: UInt64 = 1

  @OptionGroup var stated: DrawRuleOptions

  func validate() throws {
    try checkEncoding(encoding)
    if stated.pool != nil, stated.rules == nil {
      throw ValidationError("--pool requires --rules; --pool-column names a column of the log")
    }
  }

  /// Returns the draws of the file with the rules that the options state or name, and remarks about what
  /// was left out.
  func log() throws -> (log: DrawLog, notes: [String]) {
    try stated.rules.map { try log(under: $0) } ?? log(try stated.model())
  }

  /// Returns the draws of the file, and remarks about what was left out.
  func log(_ model: DrawModel) throws -> (log: DrawLog, notes: [String]) {
    let tierOfRank = try tierOfRank(model.tiers.map(\.name))
    let file = try file()
    var log = DrawLog(model, isComplete: complete)
    var rejected = file.rejected
    var rejectedCount = file.rejectedCount
    for row in file.rows {
      if let place = row.place {
        log.appendUnread(place, player: row.player, pool: row.pool)
        continue
      }
      let rarity = row.rarity.map { tierOfRank[$0] ?? $0 }
      let reason = log.append(
        row.name, rarity: rarity, player: row.player, pool: row.pool, day: row.day)
      if let reason {
        rejectedCount += 1
        if rejected.count < DrawLogFile.mostListed { rejected.append((row.line, reason)) }
      }
    }
    try checkNotEmpty(log, file, rejected, rejectedCount)
    let unused = try unusedRanks(file, tierOfRank)
    try checkNames(log, file, tierOfRank)
    return (log, notes(file, rejected, rejectedCount, unused, log))
  }

  /// Returns the draws of the file in the order in which they were made.
  ///
  /// - Parameter own: the names of the pool of a rulebook.
  func file(own: Set<String> = []) throws -> DrawLogFile {
    var columns = self.columns.columns
    // Where the rulebook or a file of items says of which rarity an item is, those of the log are not needed.
    if own.isEmpty, stated.items != nil, self.columns.ranks == nil {
      columns.rarity = columns.rarity ?? ""
    }
    let file = try DrawLogFile(
      path, columns, pools: Set(onlyPool), own: own, player: self.columns.player, encoding: encoding
    )
    guard let player = self.columns.player, !file.rows.contains(where: { $0.player == player })
    else { return file }
    let others = file.otherPlayerNames.sorted()
    throw CommandFailure(
      .failure,
      others.isEmpty
        ? "--player: the log has no draws of players"
        : "--player: the log has no player \"\(player)\""
          + NearestName.hint(for: player, among: others))
  }

  /// Throws if no draw of the file can be used, with the first reasons.
  func checkNotEmpty(
    _ log: DrawLog, _ file: DrawLogFile, _ rejected: [(line: Int, reason: String)], _ count: Int
  ) throws(CommandFailure) {
    guard log.count == 0 else { return }
    var reasons: [String] = []
    if count > 0 {
      reasons.append("\(counted(count, "row")) rejected")
      reasons += rejected.sorted { $0.line < $1.line }.prefix(3).map {
        "\(file.unit) \($0.line): \($0.reason)"
      }
    }
    if file.otherPools > 0 {
      let names = file.otherPoolNames.sorted().prefix(20).map { $0.isEmpty ? "\"\"" : $0 }
      reasons.append(
        "\(counted(file.otherPools, "row")) of other pools left out: \(names.joined(separator: ", "))"
      )
    }
    let found = reasons.isEmpty ? "the file has no rows" : reasons.joined(separator: "; ")
    throw CommandFailure(.badInput, "\(path): no draws to audit: \(found)")
  }

  func notes(
    _ file: DrawLogFile, _ rejected: [(line: Int, reason: String)], _ count: Int,
    _ unusedRanks: [String], _ log: DrawLog
  ) -> [String] {
    var notes: [String] = []
    if !unusedRanks.isEmpty {
      notes.append("no draw has the rarity \(unusedRanks.alternatives) of --ranks")
    }
    if count > 0 {
      notes.append("\(counted(count, "row")) rejected:")
      notes += rejected.sorted { $0.line < $1.line }.prefix(10).map {
        "  \(file.unit) \($0.line): \($0.reason)"
      }
      if count > 10 { notes.append("  and \(grouped(count - 10)) more") }
    }
    notes += file.notes
    if log.model.hasRest, !log.unassigned.isEmpty {
      let rarities = log.unassigned.sorted { $0.key < $1.key }.prefix(10)
      notes.append(
        "counted as \(DrawModel.rest): "
          + rarities.map { "\($0.key) (\(grouped($0.value)))" }.joined(separator: ", "))
    }
    return notes
  }

  /// The tiers that rarities in the file mean.
  func tierOfRank(_ tiers: [String]) throws -> [String: String] {
    let pairs =
      try columns.ranks.map {
        try DrawRuleOptions.pairs($0, "--ranks", "a rarity and its tier such as 5=legendary")
      }
      ?? []
    for (_, tier) in pairs where !tiers.contains(tier) {
      throw ValidationError(
        "--ranks: expected one of \(tiers.joined(separator: ", ")), got \"\(tier)\""
          + NearestName.hint(for: tier, among: tiers))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}
