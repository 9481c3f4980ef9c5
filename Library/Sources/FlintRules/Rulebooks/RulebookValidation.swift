public import FlintSchema

/// The error of refusing a rulebook, with all errors found in it.
public struct RulebookError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rulebook's id.
  public var rulebook: String
  /// All errors, in the order of the rulebook's sections; never empty.
  public var faults: [TableFault]

  /// A heading, and one line per error with its path.
  public var description: String {
    "rulebook \"\(rulebook)\" has \(faults.count) error\(faults.count == 1 ? "" : "s"):\n"
      + faults.map { "  \($0)" }.joined(separator: "\n")
  }
}

extension RulebookDefinition {
  /// The maximum number of missions, cards or rungs of a rulebook.
  static let maximumEntries = 10_000
  /// The maximum reward, target or fuel capacity.
  static let maximumPoints: Int64 = 1_000_000_000
  /// The maximum number of earning rules, which are compared with events one by one.
  static let maximumEarningRules = 1000
  /// The maximum number of days on which seasons may begin or end; each adds an era to the tables.
  static let maximumBoundaries = 1000
  /// The maximum threshold of a level; a million times as much still fits into 64 bits.
  static let maximumThreshold: Int64 = 1_000_000_000_000

  /// Returns all errors in the rulebook, in the order of its sections; empty when it is valid.
  package func faults() -> [TableFault] {
    var reader = TableReader(.lua)
    reader.use(names: self)
    checkIDs(&reader)
    check(&reader)
    return Self.sorted(reader.faults)
  }

  /// Returns errors in the order of a rulebook's sections and of the entries of its lists.
  static func sorted(_ faults: [TableFault]) -> [TableFault] {
    let sections = WrittenRulebook.table.names
    let keyed = faults.enumerated().map { index, fault in
      var key = (section: sections.count, position: 0, index: index)
      let keys = fault.path.keys
      if case .name(let name)? = keys.first {
        key.section = sections.firstIndex(of: name) ?? key.section
      }
      if keys.count > 1, case .position(let position) = keys[1] { key.position = position }
      return (key: key, fault: fault)
    }
    return keyed.sorted { $0.key < $1.key }.map(\.fault)
  }

  /// Records all errors but ids that are not unique.
  func check(_ reader: inout TableReader) {
    WrittenRulebook.table.check(WrittenRulebook(definition: self), &reader)
    let rungCount = ladders.reduce(0) { $0 + $1.rungs.count }
    for (list, count, unit) in [
      ("cards", cards.count, ""), ("missions", missions.count, ""),
      ("ladders", max(ladders.count, rungCount), " rungs"),
    ] where count > Self.maximumEntries {
      reader.fault("expected at most \(Self.maximumEntries)\(unit), got \(count)", at: .name(list))
    }
    if earn.count > Self.maximumEarningRules {
      reader.fault(
        "expected at most \(Self.maximumEarningRules), got \(earn.count)", at: .name("earn"))
    }
    checkPools(&reader)
    checkNames(&reader)
    checkCells(&reader)
    checkSets(&reader)
    checkCurrencies(&reader)
    checkLevels(&reader)
    checkTargets(&reader)
    checkChains(&reader)
    let boundaries = Eras(seasons).count - 1
    if boundaries > Self.maximumBoundaries {
      reader.fault(
        "expected at most \(Self.maximumBoundaries) days on which one begins or ends, got "
          + "\(boundaries)", at: .name("seasons"))
    }
  }

  /// Records ids that occur more than once in a list.
  private func checkIDs(_ reader: inout TableReader) {
    func check(_ entries: [(path: TablePath, id: String)]) {
      var seen: [String: TablePath] = [:]
      for (path, id) in entries {
        if let first = seen[id] {
          reader.fault("\"\(id)\" is already the id of \(first)", at: path["id"].keys)
        } else {
          seen[id] = path
        }
      }
    }
    func entries(_ path: TablePath, _ ids: [String]) -> [(path: TablePath, id: String)] {
      ids.enumerated().map { (path[$0 + 1], $1) }
    }
    let root = TablePath()
    check(entries(root["cards"], cards.map(\.id)))
    check(entries(root["sets"], sets.map(\.id)))
    check(entries(root["missions"], missions.map(\.id)))
    check(entries(root["ladders"], ladders.map(\.id)))
    check(entries(root["offers"], offers.map(\.id)))
    check(entries(root["pools"], pools.map(\.id)))
    check(
      ladders.enumerated().flatMap { index, ladder in
        entries(root["ladders"][index + 1]["rungs"], ladder.rungs.map(\.id))
      })
  }

  /// Checks that on every day, each cell that can be rolled has a card, or may be empty.
  private func checkCells(_ reader: inout TableReader) {
    guard drops.rates.count == rarities.count, drops.pity.count == rarities.count,
      drops.chance != .zero, drops.emptyCell != .none
    else { return }
    for category in categories {
      let categoryCards = cards.filter { $0.category == category && !$0.isExclusive }
      for (position, rarity) in rarities.enumerated() {
        let canBeDrawn = drops.rates[position] != .zero || drops.pity[position] != nil
        guard canBeDrawn else { continue }
        let resolving = categoryCards.filter {
          drops.emptyCell == .reroll
            || rarities.position(of: $0.rarity).map { $0 <= position } ?? false
        }
        for days in Season.gaps(between: resolving.map(\.season)) {
          reader.fault(
            "\(rarity.name) \(category.name) card".withArticle + " can be rolled"
              + (days == .always ? "" : " \(days.text)") + ", but there is none"
              + (drops.emptyCell == .demote ? " of that or a lower rarity" : "")
              + "; add one, or set drops.empty_cell to \"none\"", at: .name("cards"))
        }
      }
    }
  }

  private func checkLevels(_ reader: inout TableReader) {
    guard let first = levels.first, levels.count <= 255 else {
      reader.fault("expected 1 to 255 levels, got \(levels.count)", at: .name("levels"))
      return
    }
    func fault(_ index: Int, _ problem: String) {
      reader.fault(problem, at: .name("levels"), .position(index + 1), .name("threshold"))
    }
    if first.threshold != 0 { fault(0, "the first level begins at 0, got \(first.threshold)") }
    for index in levels.indices.dropFirst()
    where levels[index].threshold <= levels[index - 1].threshold {
      fault(
        index,
        "thresholds must rise: \(levels[index].threshold) follows \(levels[index - 1].threshold)")
    }
  }
}
