import Commands
import Design
import FlintRules
import FlintSchema
import Transfer
import Views

extension DrawLogOptions {
  /// Throws if a name that an option has does not occur in the log, although a similar one does that no option has;
  /// or if the tiers of the draws are not known.
  func checkNames(
    _ log: DrawLog, _ file: DrawLogFile, _ tierOfRank: [String: String]
  ) throws(CommandFailure) {
    let model = log.model
    let hasRarities = file.rows.contains { $0.rarity != nil }
    let named = (model.hasRest ? model.tiers.dropLast() : model.tiers[...]).map(\.name)
    let missing = zip(named, log.tierCounts).filter { $1 == 0 }.map(\.0)
    let unassigned = log.unassigned.keys.sorted()
    let column =
      "give " + (file.unit == "line" ? "--rank-column, the column of the rarity, or " : "")
      + "--items, a file of the items of each tier"
    for tier in missing {
      try check(
        "--rates", tier, among: unassigned,
        hasRarities ? "say with --ranks which tier it is" : column)
    }
    if !hasRarities, model.prizes.isEmpty,
      let tier = model.featured.flatMap({ $0.share == .one ? nil : $0.tier }) ?? missing.first
    {
      throw CommandFailure(
        .failure,
        "which items are of the tier \(tier) is not known: \(column)"
          + (file.unit == "line"
            ? "; --rank-column \(file.itemColumn) where the items are the tiers" : ""))
    }
    if model.hasRest, missing.count == named.count, !unassigned.isEmpty,
      log.unassigned.values.reduce(0, +) >= log.count
    {
      throw CommandFailure(
        .failure,
        "none of the \(hasRarities ? "rarities" : "items") \(unassigned.prefix(10).joined(separator: ", ")) is one of "
          + named.joined(separator: ", ")
          + (hasRarities
            ? "; say which is which with --ranks, such as --ranks 5=\(named.first ?? ""),3=\(DrawModel.rest)"
            : ", or of their items in --items"))
    }
    try checkFeatured(model, file, tierOfRank)
    let drawn = Set(log.names)
    let known = Set(model.prizes.keys).union(model.featured?.names ?? [])
    let others = drawn.subtracting(known).sorted()
    for (option, names) in [
      ("--featured", (model.featured?.names ?? []).filter { model.prizes[$0] == nil }),
      ("--items", model.prizes.keys.sorted()),
    ] {
      for name in names.lazy.filter({ !drawn.contains($0) }).prefix(Self.mostCompared) {
        try check(option, name, among: others, "list both in --items")
      }
    }
    try checkOccurrence(log)
  }

  /// Throws if a rarity of `--ranks` or a pool of `--only-pool` does not occur, although a similar one does.
  ///
  /// - Returns: the rarities of `--ranks` that do not occur.
  func unusedRanks(
    _ file: DrawLogFile, _ tierOfRank: [String: String]
  ) throws(CommandFailure) -> [String] {
    let pools = Set(file.rows.map(\.pool))
    for pool in onlyPool where !pools.contains(pool) {
      try check("--only-pool", pool, among: file.otherPoolNames.sorted(), "leave it out")
    }
    if tierOfRank.isEmpty { return [] }
    let rarities = Set(file.rows.compactMap(\.rarity))
    let unused = tierOfRank.keys.filter { !rarities.contains($0) }.sorted()
    let others = rarities.subtracting(tierOfRank.keys).sorted()
    for rank in unused { try check("--ranks", rank, among: others, "say which tier that is, too") }
    return unused
  }

  /// Throws if no featured item occurs, although so many of their tier do that this is impossible or nearly so, and
  /// nothing else says that the names are those of the log.
  private func checkOccurrence(_ log: DrawLog) throws(CommandFailure) {
    let model = log.model
    guard let featured = model.featured, let tier = featured.tier,
      let index = model.tier(named: tier),
      log.tierCounts[index] > 0, !featured.names.contains(where: { model.prizes[$0] != nil }),
      Set(log.names).isDisjoint(with: featured.names)
    else { return }
    let prizes = log.tierCounts[index]
    let isImpossible = featured.isGuaranteed && prizes > log.sequences.count
    let lost = 1 - featured.share.approximation
    let chance = (0..<min(prizes, 1_000_000)).reduce(1.0) { product, _ in product * lost }
    guard isImpossible || chance < 1e-4 else { return }
    throw CommandFailure(
      .failure,
      "--featured: \(featured.names.map { "\"\($0)\"" }.alternatives) does not occur in the log, which has "
        + "\(counted(log.tierCounts[index], "draw")) of the tier \(tier); give the name as the log has it, or "
        + "list the items of each tier in --items if it was never drawn")
  }

  /// Throws if a featured item is of another tier wherever it occurs.
  private func checkFeatured(
    _ model: DrawModel, _ file: DrawLogFile, _ tierOfRank: [String: String]
  ) throws(CommandFailure) {
    guard let featured = model.featured, let tier = featured.tier else { return }
    let names = Set(featured.names)
    var others: [String: DrawRow] = [:]
    var found: Set<String> = []
    for row in file.rows where row.problem == nil && names.contains(row.name) {
      guard let rarity = row.rarity, (tierOfRank[rarity] ?? rarity) != tier else {
        found.insert(row.name)
        continue
      }
      others[row.name] = others[row.name] ?? row
    }
    for name in featured.names where !found.contains(name) {
      guard let row = others[name] else { continue }
      throw CommandFailure(
        .failure,
        "--featured: expected items of the tier \(tier), got \"\(name)\", whose rarity is "
          + "\"\(row.rarity ?? "")\" in \(file.unit) \(row.line); --featured-tier names another")
    }
  }

  /// The maximum number of names of a list that are compared with others.
  private static let mostCompared = 200

  private func check(
    _ option: String, _ name: String, among others: [String], _ otherwise: String
  ) throws(CommandFailure) {
    // SR and SSR are rarities beside each other.
    let others = others.prefix(Self.mostCompared).filter {
      name.count > 4 || $0.count == name.count
    }
    guard let near = NearestName.nearest(to: name, among: others) else { return }
    throw CommandFailure(
      .failure,
      "\(option): \"\(name)\" does not occur in the log (did you mean \"\(near)\"?); if \"\(near)\" is something "
        + "else, \(otherwise)")
  }
}
