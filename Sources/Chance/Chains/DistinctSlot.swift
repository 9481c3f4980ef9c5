import Rules

extension PoolMachine {
  /// Cards of one tier that a slot of different cards draws from alike: they are equally likely.
  private struct Cell {
    var tier: Int
    /// The share of the tier while it has other cards left.
    var share: Double
    var count: Int
    /// The numbers of the cards by class.
    var counts: [Int]
  }

  /// The maximum number of ways in which the cards of a slot can be of its cells.
  private static let mostOutcomes = 5000

  /// Returns how many cards of each rarity a slot of different cards can give, as chances of its cards; `nil` where the
  /// cards of a rarity are not equally likely, or there are too many ways.
  ///
  /// The cards that are missing are among those that the slot has not given: the slot's n-th card of m equally likely
  /// ones is each of those that are missing with chance 1 / (m − n + 1).
  func outcomes(
    of draw: StageTable.Draw, cards: Int, others: [Int]
  ) -> [(share: Double, cards: [PackCollection.Card])]? {
    let table = stages[0].table
    var cells: [Cell] = []
    for tier in 0..<table.tiers where table.share(draw, tier).weight > 0 {
      let part = table.share(draw, tier).part
      let rule = table.featured[tier]
      let isMixed = !part.featured.isEmpty && !part.others.isEmpty
      // A share that depends on what was lost before is not that of every pack.
      if isMixed, let rule, rule.shares.count > 1 { return nil }
      let share = rule.map { table.featuredShares[$0.shares.lowerBound].approximation } ?? 1
      for (entries, share) in [(part.featured, share), (part.others, 1 - share)]
      where !entries.isEmpty {
        guard let cell = cell(entries, tier: tier, share: isMixed ? share : 1) else { return nil }
        cells.append(cell)
      }
    }
    let weights = (0..<table.tiers).map { Double(table.share(draw, $0).weight) }
    guard let chances = Self.chances(cells, cards, of: weights) else { return nil }
    return chances.map { given, chance in
      var cards: [PackCollection.Card] = []
      for (cell, number) in zip(cells, given) {
        for position in 0..<number {
          let left = Double(cell.count - position)
          let unwanted = others.reduce(0) { $0 + cell.counts[$1] }
          cards.append(
            PackCollection.Card(
              rates: cell.counts.map { $0 > 0 ? 1 / left : 0 },
              rest: Double(unwanted - position) / left))
        }
      }
      return (chance, cards)
    }
  }

  /// Returns the cell of some entries; `nil` where their cards are not equally likely.
  private func cell(_ entries: Range<Int>, tier: Int, share: Double) -> Cell? {
    let table = stages[0].table
    var weights: Set<UInt64> = []
    var counts = [Int](repeating: 0, count: classes.count)
    for entry in table.entries[entries] {
      guard classes.indices.contains(entry.group) else { return nil }
      counts[entry.group] = classes[entry.group].count
      weights.insert(entry.digit < 0 ? entry.weight / UInt64(max(1, entry.count)) : entry.weight)
    }
    guard weights.count == 1 else { return nil }
    return Cell(tier: tier, share: share, count: counts.reduce(0, +), counts: counts)
  }

  /// Returns the chances of the numbers of cards of each cell, in the order of the numbers.
  private static func chances(
    _ cells: [Cell], _ cards: Int, of tiers: [Double]
  ) -> [(given: [Int], chance: Double)]? {
    var chances = [([Int](repeating: 0, count: cells.count), 1.0)]
    for _ in 0..<cards {
      var next: [[Int]: Double] = [:]
      for (given, chance) in chances {
        let open = cells.indices.filter { given[$0] < cells[$0].count }
        var weights = [Double](repeating: 0, count: cells.count)
        for index in open {
          let isAlone = !open.contains { $0 != index && cells[$0].tier == cells[index].tier }
          weights[index] = tiers[cells[index].tier] * (isAlone ? 1 : cells[index].share)
        }
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return nil }
        for index in open where weights[index] > 0 {
          var after = given
          after[index] += 1
          next[after, default: 0] += chance * (weights[index] / sum)
        }
      }
      guard next.count <= mostOutcomes else { return nil }
      // Sums are the same to the last digit in every run.
      chances = next.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }
    return chances.map { ($0.0, $0.1) }
  }
}
