/// The probabilities of many states, in blocks of which those without any are skipped.
struct StateShares {
  private static let block = 64

  private(set) var values: [Double]
  /// Whether each block may have a probability above 0.
  private var isActive: [Bool]

  init(states: Int) {
    values = [Double](repeating: 0, count: states)
    isActive = [Bool](repeating: false, count: (states + Self.block - 1) / Self.block)
  }

  private func states(of block: Int) -> Range<Int> {
    block * Self.block..<min(values.count, (block + 1) * Self.block)
  }

  package mutating func add(_ share: Double, to state: Int) {
    values[state] += share
    isActive[state / Self.block] = true
  }

  /// Adds probabilities, each times a factor.
  package mutating func add(_ others: StateShares, times factor: Double = 1) {
    for block in isActive.indices where others.isActive[block] {
      isActive[block] = true
      for state in states(of: block) { values[state] += factor * others.values[state] }
    }
  }

  mutating func clear() {
    for block in isActive.indices where isActive[block] {
      isActive[block] = false
      for state in states(of: block) { values[state] = 0 }
    }
  }

  /// Changes the probabilities block by block, in ascending order of the states.
  ///
  /// - Parameters:
  ///   - offsets: how far before a state those are whose probabilities change with it.
  ///   - change: changes the probabilities, given the states of a block.
  @inline(__always)
  mutating func forEachBlock(
    to offsets: [Int], _ change: (Range<Int>, UnsafeMutableBufferPointer<Double>) -> Void
  ) {
    let count = values.count
    values.withUnsafeMutableBufferPointer { values in
      for block in isActive.indices where isActive[block] {
        let first = block * Self.block
        let states = first..<min(count, first + Self.block)
        change(states, values)
        for offset in offsets where states.upperBound > offset {
          isActive[max(0, states.lowerBound - offset) / Self.block] = true
          isActive[(states.upperBound - 1 - offset) / Self.block] = true
        }
      }
    }
  }

  /// Removes the probabilities of some states, and those that are negligible.
  ///
  /// - Returns: the sum of those of the states, and of those left.
  mutating func remove(
    _ isDone: [Bool], upTo negligible: Double
  ) -> (removed: Double, left: Double) {
    var sums = (removed: 0.0, left: 0.0)
    for block in isActive.indices where isActive[block] {
      isActive[block] = false
      for state in states(of: block) where values[state] > 0 {
        if isDone[state] {
          sums.removed += values[state]
        } else if values[state] > negligible {
          sums.left += values[state]
          isActive[block] = true
          continue
        }
        values[state] = 0
      }
    }
    return sums
  }
}
