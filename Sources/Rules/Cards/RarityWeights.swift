/// The weights of the rarities of a rulebook, commonest first, stored without an allocation.
struct RarityWeights: BitwiseCopyable, Sendable {
  private var values = InlineArray<16, UInt64>(repeating: 0)
  /// The number of rarities.
  let count: Int

  init(_ weights: [UInt64]) {
    count = min(weights.count, Rarity.most)
    for position in 0..<count { values[position] = weights[position] }
  }

  subscript(position: Int) -> UInt64 {
    get { values[position] }
    set { values[position] = newValue }
  }

  /// Returns the position of the rarity that a number below the sum of the weights selects.
  func position(at number: UInt64) -> Int {
    var sum: UInt64 = 0
    for position in 0..<count - 1 {
      sum += values[position]
      if number < sum { return position }
    }
    return count - 1
  }

  /// Sets the weights of rarities without a card to 0 and returns the sum of the others.
  mutating func dropEmpty(hasCard: (Int) -> Bool) -> UInt64 {
    var sum: UInt64 = 0
    for position in 0..<count {
      if !hasCard(position) { self[position] = 0 }
      sum += self[position]
    }
    return sum
  }
}

/// The sums of the weights of the rarities up to each, by which a number below the whole sum selects one.
struct RarityThresholds: BitwiseCopyable, Sendable {
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  /// Those of the rarities beyond the fourth, which most rulebooks do not have.
  private let rest: FixedTable<UInt64>

  init(_ weights: [UInt64], _ storage: TableStorage) {
    var sums: [UInt64] = []
    for weight in weights.dropLast() { sums.append((sums.last ?? 0) + weight) }
    // No number reaches the threshold of a rarity that does not exist.
    func sum(_ index: Int) -> UInt64 { index < sums.count ? sums[index] : .max }
    (first, second, third) = (sum(0), sum(1), sum(2))
    rest = storage.table(Array(sums.dropFirst(3)))
  }

  /// Returns the position of the rarity that a number below the sum of the weights selects.
  @inline(__always)
  func position(at number: UInt64) -> Int {
    // Compares with all thresholds instead of branching: the result is unpredictable.
    var position = 0
    if number >= first { position = 1 }
    if number >= second { position = 2 }
    if number >= third { position = 3 }
    for threshold in rest where number >= threshold { position &+= 1 }
    return position
  }
}
