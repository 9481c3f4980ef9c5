import FlintRules

extension PoolMachine {
  /// Cards of one tier in a slot of different cards: they are equally likely, or none of them is wanted.
  private struct Cell {
    var tier: Int
    /// The share of the cell's part of the tier, its featured or its other cards, while each has cards left.
    var share: Double
    var isFeatured: Bool
    /// The weight of each card within the part.
    var weight: Double
    var count: Int
    /// The numbers of the cards by class.
    var counts: [Int]
  }

  /// The maximum number of ways in which the cards of a slot can be of its cells.
  private static let mostOutcomes = 5000

  /// Returns how many cards of each rarity a slot of different cards can give, as chances of its cards; `nil` where
  /// there are too many ways. Cards of unequal weights are told apart, but for those that are not wanted.
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
      for (entries, share, isFeatured) in [
        (part.featured, share, true), (part.others, 1 - share, false),
      ] where !entries.isEmpty {
        var cell = Cell(
          tier: tier, share: isMixed ? share : 1, isFeatured: isFeatured, weight: 1, count: 0,
          counts: [])
        guard let parts = self.cells(entries, like: cell) else { return nil }
        let count = parts.reduce(0) { $0 + $1.count }
        // Which of the unwanted cards are left does not matter while some are.
        if count >= cards, table.entries[entries].allSatisfy({ others.contains($0.group) }) {
          cell.count = count
          cell.counts = classes.indices.map { group in parts.reduce(0) { $0 + $1.counts[group] } }
          cells.append(cell)
        } else {
          cells += parts
        }
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

  /// Returns the cells of some entries, one for each weight of their cards; `nil` where their classes are not known.
  private func cells(_ entries: Range<Int>, like cell: Cell) -> [Cell]? {
    let table = stages[0].table
    var cells: [Cell] = []
    for entry in table.entries[entries] {
      guard classes.indices.contains(entry.group) else { return nil }
      let weight = Double(
        entry.digit < 0 ? entry.weight / UInt64(max(1, entry.count)) : entry.weight)
      let index = cells.firstIndex { $0.weight == weight } ?? cells.count
      if index == cells.count {
        cells.append(cell)
        cells[index].weight = weight
        cells[index].counts = classes.map { _ in 0 }
      }
      cells[index].counts[entry.group] = classes[entry.group].count
    }
    for index in cells.indices { cells[index].count = cells[index].counts.reduce(0, +) }
    return cells
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
          let cell = cells[index]
          let tier = open.filter { cells[$0].tier == cell.tier }
          let part = tier.filter { cells[$0].isFeatured == cell.isFeatured }
          // The weights of the cards of the part that are left.
          let left = part.reduce(0) { $0 + cells[$1].weight * Double(cells[$1].count - given[$1]) }
          weights[index] =
            tiers[cell.tier] * (part.count == tier.count ? 1 : cell.share)
            * (cell.weight * Double(cell.count - given[index]) / left)
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
