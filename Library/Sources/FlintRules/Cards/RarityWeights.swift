/// The weights of the rarities of a rulebook, commonest first, stored without an allocation.
package struct RarityWeights: BitwiseCopyable, Sendable {
  @usableFromInline var values = SIMD16<UInt64>()
  package let count: Int

  init(_ weights: [UInt64]) { self.init(count: weights.count) { weights[$0] } }

  /// Creates the weights of up to 16 rarities by position.
  @inlinable @inline(__always)
  package init(count: Int, _ weight: (Int) -> UInt64) {
    self.count = min(count, 16)
    for position in 0..<self.count { values[position] = weight(position) }
  }

  @inlinable
  package subscript(position: Int) -> UInt64 {
    @inline(__always) get { values[position] }
    @inline(__always) set { values[position] = newValue }
  }

  /// Returns the weight at a position in place, where the subscript of a constant copies all weights first.
  @inlinable
  @inline(__always)
  package mutating func read(_ position: Int) -> UInt64 { values[position] }

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

  /// Raises weights, rarest first; each gain is taken from the commonest first.
  ///
  /// - Parameters:
  ///   - denominator: the sum of the weights.
  ///   - raised: returns the weight that a rarity rises to as far as the commoner ones suffice; `nil` where it
  ///     does not rise.
  @inlinable
  package mutating func raise(over denominator: UInt64, to raised: (_ rarity: Int) -> UInt64?) {
    var rarerTotal: UInt64 = 0
    for index in stride(from: count - 1, through: 1, by: -1) {
      let base = values[index]
      if let wanted = raised(index), case let weight = min(wanted, denominator - rarerTotal),
        weight > base
      {
        var gain = weight - base
        for donor in 0..<index where gain > 0 {
          let taken = min(gain, values[donor])
          values[donor] -= taken
          gain -= taken
        }
        values[index] = weight - gain
      }
      rarerTotal += values[index]
    }
  }

  /// Returns whether a rarity rarer than that of a certain featured card has become certain, and so comes first.
  ///
  /// - Parameter base: returns the weight that a rarity has before it is raised; `nil` where it has no card.
  package func isCertain(
    rarerThan featured: Int, over denominator: UInt64, from base: (_ rarity: Int) -> UInt64?
  ) -> Bool {
    (featured + 1..<max(featured + 1, count)).contains { rarity in
      base(rarity).map { $0 < denominator && values[rarity] == denominator } ?? false
    }
  }
}

/// The sums of the weights of the rarities up to each, by which a number below the whole sum selects one.
struct RarityThresholds: BitwiseCopyable, Sendable {
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  /// The weights of the rarities beyond the fourth, which most rulebooks do not have.
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
