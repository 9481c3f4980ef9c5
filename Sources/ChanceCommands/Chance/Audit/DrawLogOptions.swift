import ArgumentParser
import Calendar
import Chance
import Commands
import Design
import Reports
import Rules
import Schema
import Transfer
import Views

/// The log of draws of an audit, and the rules by which they were drawn.
struct DrawLogOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A file of draws: CSV, or UIGF (JSON).",
      valueName: "file"), completion: .file())
  var path: String
  @Option(help: ArgumentHelp("The column of what was drawn.", valueName: "column"))
  var itemColumn: String?
  @Option(help: ArgumentHelp("The column of the rarity.", valueName: "column"))
  var rankColumn: String?
  @Option(help: ArgumentHelp("The column of the pool (banner).", valueName: "column"))
  var poolColumn: String?
  @Option(help: ArgumentHelp("The column of the player.", valueName: "column"))
  var playerColumn: String?
  @Option(help: ArgumentHelp("The column of the draw's id.", valueName: "column"))
  var idColumn: String?
  @Option(help: ArgumentHelp("The column of the time.", valueName: "column"))
  var timeColumn: String?
  @Option(help: ArgumentHelp("A pool to audit (default: all); may be repeated.", valueName: "pool"))
  var onlyPool: [String] = []
  @Option(
    help: ArgumentHelp(
      "The rates of tiers, such as legendary=0.6%.", valueName: "tier=rate,…"))
  var rates: String?
  @Option(
    help: ArgumentHelp("The rulebook whose pool has the rules: a Lua file.", valueName: "rulebook"))
  var rules: RulebookOption?
  @Option(
    help: ArgumentHelp("The pool of the rulebook (default: its only one).", valueName: "pool"))
  var pool: String?
  @Option(
    help: ArgumentHelp("The order of day, month and year.", valueName: "order"))
  var dates: DateOrder?
  @Option(
    help: ArgumentHelp(
      "The encoding of the file (default: detected)."))
  var encoding: String?
  @Option(
    help: ArgumentHelp(
      "The tier that each rarity of the log means, such as 5=legendary,4=epic.",
      valueName: "rarity=tier,…"))
  var ranks: String?
  @Option(
    help: ArgumentHelp(
      "The first raised draw, the step and the certain draw, such as gold=74:6%:90; may be repeated.",
      valueName: "tier=pity"))
  var pity: [String] = []
  @Option(help: ArgumentHelp("The featured items.", valueName: "name,…"))
  var featured: String?
  @Option(
    help: ArgumentHelp("The tier of the featured items (default: the rarest).", valueName: "tier"))
  var featuredTier: String?
  @Option(help: ArgumentHelp("The share of the featured items in their tier.", valueName: "share"))
  var share: String?
  @Flag(help: "After an item of the tier that is not featured, the next one is.")
  var guarantee = false
  @Option(
    help: ArgumentHelp(
      "A CSV file of the items: item, tier and weight.",
      valueName: "file"),
    completion: .file())
  var items: String?
  @Flag(help: "The log begins with each player's first draw.")
  var complete = false
  @Option(
    help: ArgumentHelp(
      "The seed of the simulated logs that the log is compared with.", valueName: "seed"))
  var seed: UInt64 = 1

  func validate() throws {
    try checkEncoding(encoding)
    if rules != nil {
      return try refuse(
        [
          "--rates": rates != nil, "--pity": !pity.isEmpty, "--featured": featured != nil,
          "--share": share != nil, "--featured-tier": featuredTier != nil,
          "--guarantee": guarantee, "--items": items != nil,
        ], with: "--rules")
    }
    if rates == nil { throw ValidationError("expected --rates or --rules, got nothing") }
    if pool != nil {
      throw ValidationError("--pool requires --rules; --pool-column names a column of the log")
    }
    if featured == nil, share != nil || guarantee || featuredTier != nil {
      throw ValidationError("--share, --guarantee and --featured-tier require --featured")
    }
    if featured != nil, share == nil { throw ValidationError("--featured requires --share") }
  }

  /// Returns the draws of the file with the rules that the options state or name, and remarks about what
  /// was left out.
  func log() throws -> (log: DrawLog, notes: [String]) {
    try rules.map { try log(under: $0) } ?? log(try model(rates: rates ?? ""))
  }

  /// Returns the rules that the options state.
  ///
  /// - Parameter rates: The rates of the tiers, as `legendary=0.6%,epic=5.1%`.
  func model(rates: String) throws -> DrawModel {
    var tiers = try Self.pairs(rates, "--rates", "a tier and its rate such as legendary=0.6%").map {
      name, text in
      guard let rate = Fraction(text) else {
        throw ValidationError(
          "--rates: expected decimals, percentages or fractions, got \"\(text)\"")
      }
      return DrawModel.Tier(name, rate: rate)
    }
    let rules =
      pity.isEmpty
      ? []
      : try Self.pairs(
        pity.joined(separator: ","), "--pity", "a rule such as legendary=74:6%:90")
    for (name, rule) in rules {
      guard let index = tiers.firstIndex(where: { $0.name == name }) else {
        throw ValidationError(
          "--pity: expected one of \(tiers.map(\.name).joined(separator: ", ")), got \"\(name)\""
            + NearestName.hint(for: name, among: tiers.map(\.name)))
      }
      tiers[index].pity = try Self.pity(rule)
    }
    let featuredSet = try featured.map { names in
      guard let share = self.share.flatMap({ Fraction($0) }) else {
        throw ValidationError("--share: expected a share such as 50%, got \"\(self.share ?? "")\"")
      }
      return DrawModel.Featured(
        Self.list(names), share: share, isGuaranteed: guarantee, tier: featuredTier)
    }
    let prizes = try items.map { path in
      try PrizeTable.read(path).map {
        DrawModel.Prize($0.name, tier: $0.tier, weight: $0.weight)
      }
    }
    do throws(AuditError) {
      return try DrawModel(tiers: tiers, featured: featuredSet, prizes: prizes ?? [])
    } catch {
      throw ValidationError("--\(error.description)")
    }
  }

  /// Returns the draws of the file, and remarks about what was left out.
  func log(_ model: DrawModel) throws -> (log: DrawLog, notes: [String]) {
    let tierOfRank = try tierOfRank(model.tiers.map(\.name))
    let file = try file(pools: Set(onlyPool))
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
  func file(pools: Set<String>) throws -> DrawLogFile {
    let columns = DrawColumns(
      name: itemColumn, rarity: rankColumn, pool: poolColumn, player: playerColumn, id: idColumn,
      time: timeColumn, dateOrder: dates)
    return try DrawLogFile(path, columns, pools: pools, encoding: encoding)
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
    if file.duplicates > 0 {
      notes.append("\(counted(file.duplicates, "row")) left out: their id occurred before")
    }
    if file.otherPools > 0 {
      notes.append("\(counted(file.otherPools, "row")) of other pools left out")
    }
    if file.isFileOrder {
      notes.append("the draws are in the order of the file: there are no times")
    } else if file.ties > 0 {
      notes.append(
        "\(counted(file.ties, "draw")) of the same time as the one before and without an id: in the order of the file"
          + (file.isNewestFirst ? ", reversed, since it lists the latest first" : ""))
    }
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
      try ranks.map { try Self.pairs($0, "--ranks", "a rarity and its tier such as 5=legendary") }
      ?? []
    for (_, tier) in pairs where !tiers.contains(tier) {
      throw ValidationError(
        "--ranks: expected one of \(tiers.joined(separator: ", ")), got \"\(tier)\""
          + NearestName.hint(for: tier, among: tiers))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0).trimmedWhitespace
    }
  }

  private static func pairs(
    _ text: String, _ option: String, _ expected: String
  ) throws -> [(String, String)] {
    var names: Set<String> = []
    return try list(text).map { pair in
      guard let sign = pair.lastIndex(of: "="), sign != pair.startIndex else {
        throw ValidationError("\(option): expected \(expected), got \"\(pair)\"")
      }
      let name = String(pair[..<sign]).trimmedWhitespace
      guard names.insert(name).inserted else {
        throw ValidationError("\(option): expected each once, got \"\(name)\" again")
      }
      return (name, String(pair[pair.index(after: sign)...]).trimmedWhitespace)
    }
  }

  private static func pity(_ text: String) throws -> PityDefinition {
    let invalid = ValidationError(
      "--pity: expected the first raised draw, the step and the certain draw such as 74:6%:90, got "
        + "\"\(text)\"")
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1 {
      guard let hard = Int64(parts[0]) else { throw invalid }
      return PityDefinition(hard: hard)
    }
    guard parts.count == 3 else { throw invalid }
    func number(_ text: String) throws -> Int64? {
      if text.isEmpty { return nil }
      guard let number = Int64(text) else { throw invalid }
      return number
    }
    guard let step = parts[1].isEmpty ? .zero : Fraction(parts[1]),
      step.numerator <= step.denominator
    else { throw invalid }
    return PityDefinition(
      softStart: try number(parts[0]), softStep: step, hard: try number(parts[2]))
  }
}
