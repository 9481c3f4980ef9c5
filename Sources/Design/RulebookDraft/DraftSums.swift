import FlintRules
import FlintSchema

/// The sums of the rates of a table, by both readings.
struct DraftSums {
  private struct Pool {
    var name: String
    /// The sum over the rows.
    var cards: UInt128
    /// The sum over the rarities; `nil` where the rows of one differ.
    var rarities: UInt128?
  }

  private var pools: [Pool]

  init(_ pools: [DraftShares.Pool], _ rates: [UInt64]) {
    self.pools = pools.map { pool in
      var sum = Pool(name: pool.name, cards: 0, rarities: 0)
      for cell in pool.cells {
        let values = cell.cards.map { rates[$0.row] }
        for value in values { sum.cards += UInt128(value) }
        let isSame = !cell.rarity.isEmpty && values.allSatisfy { $0 == values.first }
        sum.rarities = isSame ? sum.rarities.map { $0 + UInt128(values.first ?? 0) } : nil
      }
      return sum
    }
  }

  /// Returns the reading by which the rates of each pool sum to 1, or to 100 if they are hundredths.
  func reading(
    _ table: DraftTable, denominator: UInt128, _ normalizes: Bool, _ remarks: inout [String]
  ) throws(DraftError) -> DraftReading {
    for scale in [1, 100] as [UInt128] {
      if pools.allSatisfy({ $0.cards == scale * denominator }) {
        remarks.append("rates are the chance of each card: they sum to \(scale)")
        return .cards
      }
      if pools.allSatisfy({ $0.rarities == scale * denominator }) {
        remarks.append(
          "rates are the chance of each rarity: those of the rarities sum to \(scale), while those of "
            + "the cards sum to \(text(pools.map(\.cards), denominator))")
        return .rarities
      }
    }
    let isByRarity = isNearer(denominator)
    guard normalizes else {
      throw table.fault(
        .rate,
        "the rates of the cards sum to \(text(pools.map(\.cards), denominator)), "
          + "\(rarityText(table, denominator)); one sum must be exactly 1: correct them, write fractions "
          + "such as 1/3, or give --normalize to divide them by their sum")
    }
    remarks.append(
      isByRarity
        ? "rates are the chance of each rarity, divided by their sum "
          + text(pools.map { $0.rarities ?? 0 }, denominator)
        : "rates are the chance of each card, divided by their sum "
          + text(pools.map(\.cards), denominator))
    return isByRarity ? .rarities : .cards
  }

  /// Whether the sums over rarities are nearer to 1 or 100 than those over cards.
  private func isNearer(_ denominator: UInt128) -> Bool {
    func distance(_ sum: UInt128) -> Double {
      let ratio = Double(sum) / Double(denominator)
      return min(abs(ratio - 1), abs(ratio / 100 - 1))
    }
    guard pools.allSatisfy({ $0.rarities != nil }) else { return false }
    return pools.reduce(0) { $0 + distance($1.rarities ?? 0) }
      < pools.reduce(0) { $0 + distance($1.cards) }
  }

  /// Returns the sums over rarities as a clause.
  private func rarityText(_ table: DraftTable, _ denominator: UInt128) -> String {
    if pools.allSatisfy({ $0.rarities != nil }) {
      return "those of the rarities to \(text(pools.map { $0.rarities ?? 0 }, denominator))"
    }
    return table.columns[.rarity] == nil
      ? "and there is no column of rarities whose rates they could be"
      : "and are no rates of rarities, since they differ within one"
  }

  /// Returns sums as text, with the names of the pools if there are several.
  private func text(_ sums: [UInt128], _ denominator: UInt128) -> String {
    let shown = zip(pools, sums).prefix(8).map { pool, sum in
      let number = Fraction(large: sum, over: denominator).map { "\($0)" } ?? "?"
      return pools.count == 1 ? number : "\(number) (\(pool.name))"
    }
    return shown.joined(separator: ", ") + (sums.count > shown.count ? ", …" : "")
  }
}
