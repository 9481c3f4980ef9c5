import FlintRules
import FlintSchema

/// How the rates of a table are read.
package enum DraftReading: String, Sendable, CaseIterable {
  /// A rate is the chance of each card.
  case cards
  /// As the chance of each rarity, within which cards are drawn by weight or equally.
  case rarities
  /// Not at all: there are only weights.
  case weights
}

/// The rows of a table with whole numbers in the ratios of their chances.
struct DraftShares {
  /// A part of a pool: the rows of one rarity.
  struct Cell {
    /// The rarity, as written.
    var rarity: String
    /// The share of the rarity in the total of the pool.
    var share: UInt128
    /// The rows, by their positions in the table, with weights among them.
    var cards: [(row: Int, weight: UInt64)]
  }

  struct Pool {
    /// The name, as written.
    var name: String
    /// The rarities, in the order of their first rows.
    package var cells: [Cell]

    var total: UInt128 { cells.reduce(0) { $0 + $1.share } }
  }

  /// The pools, in the order of their first rows.
  private(set) var pools: [Pool] = []
  /// How rates were read.
  private(set) var reading = DraftReading.weights
  /// What was done to the numbers.
  private(set) var remarks: [String] = []

  /// - Parameter normalizes: whether rates whose sum is not 1 are divided by it.
  /// - Throws: `DraftError` when chances are missing, or do not sum to 1.
  init(_ table: DraftTable, normalizes: Bool) throws(DraftError) {
    let hasRates = table.rows.contains { $0.rate != nil }
    let hasWeights = table.rows.contains { $0.weight != nil }
    guard hasRates || hasWeights else {
      throw DraftError(
        nil,
        "there are no chances; add a column rate (0.6%, 0.006 or 1/167 of each card or of each rarity), or "
          + "a column weight")
    }
    pools = Self.pools(table)
    guard hasRates else {
      let weights = try Self.numbers(of: table, .weight, \.weight).numerators
      adopt { weights[$0] }
      remarks.append("chances are weights divided by their sum")
      return
    }
    let rates = try Self.numbers(of: table, .rate, \.rate)
    let sums = DraftSums(pools, rates.numerators)
    reading = try sums.reading(table, denominator: UInt128(rates.denominator), normalizes, &remarks)
    guard reading == .rarities else {
      adopt { rates.numerators[$0] }
      if hasWeights {
        remarks.append("ignored \"\(table.name(.weight))\": rates are those of cards")
      }
      return
    }
    let weights =
      hasWeights
      ? try Self.numbers(of: table, .weight, \.weight).numerators : table.rows.map { _ in 1 }
    adopt { weights[$0] }
    for pool in pools.indices {
      for cell in pools[pool].cells.indices {
        let first = pools[pool].cells[cell].cards.first?.row
        pools[pool].cells[cell].share = first.map { UInt128(rates.numerators[$0]) } ?? 0
      }
    }
  }

  /// Gives each row a weight, and each rarity the sum of the weights of its rows.
  private mutating func adopt(_ weight: (Int) -> UInt64) {
    for pool in pools.indices {
      for cell in pools[pool].cells.indices {
        var share: UInt128 = 0
        for card in pools[pool].cells[cell].cards.indices {
          let weight = weight(pools[pool].cells[cell].cards[card].row)
          pools[pool].cells[cell].cards[card].weight = weight
          share += UInt128(weight)
        }
        pools[pool].cells[cell].share = share
      }
    }
  }

  /// Returns the rows by pool and rarity, which are compared without case.
  private static func pools(_ table: DraftTable) -> [Pool] {
    var pools: [Pool] = []
    var positions: [String: Int] = [:]
    var cells: [[String: Int]] = []
    for (index, row) in table.rows.enumerated() {
      let name = row.pool.lowercased()
      let pool = positions[name] ?? pools.count
      if pool == pools.count {
        positions[name] = pool
        pools.append(Pool(name: row.pool, cells: []))
        cells.append([:])
      }
      let rarity = row.rarity.lowercased()
      let cell = cells[pool][rarity] ?? pools[pool].cells.count
      if cell == pools[pool].cells.count {
        cells[pool][rarity] = cell
        pools[pool].cells.append(Cell(rarity: row.rarity, share: 0, cards: []))
      }
      pools[pool].cells[cell].cards.append((index, 0))
    }
    return pools
  }

  /// The maximum common denominator of rates, as in rulebooks.
  private static let mostDenominator: UInt64 = 1 << 48

  /// Returns the numbers of a column over their common denominator.
  private static func numbers(
    of table: DraftTable, _ column: DraftColumn, _ number: KeyPath<DraftRow, Fraction?>
  ) throws(DraftError) -> (numerators: [UInt64], denominator: UInt64) {
    let missing = table.rows.filter { $0[keyPath: number] == nil }
    guard missing.isEmpty else {
      throw DraftError(
        missing.map {
          $0.place.fault(
            table.name(column), "missing; the other rows have one, and each needs it")
        })
    }
    let numbers = table.rows.compactMap { $0[keyPath: number] }
    guard let common = Fraction.overCommonDenominator(numbers, most: mostDenominator) else {
      throw table.fault(column, "the common denominator of the numbers is too large; round them")
    }
    return common
  }
}
