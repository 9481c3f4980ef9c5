/// The weights of cards within their cells, where they are not all equal.
struct CellWeights: Sendable {
  /// Whether all cards of a cell are equally likely, in every cell.
  let areEqual: Bool
  /// The sum of the weights up to each entry of the cells' cards, from the start of its cell; empty where
  /// all are equal.
  private let sums: [UInt64]
  /// The starts of the cells whose cards are not equally likely.
  private let weighted: Set<Int32>

  /// - Parameter cells: the cells; two are the same one, or have nothing in common.
  init(_ weights: [UInt64], cells: [DropTable.CardRange]) {
    var weighted: Set<Int32> = []
    for cell in cells where cell.count > 1 {
      let own = weights[Int(cell.first)..<Int(cell.first + cell.count)]
      if own.contains(where: { $0 != own[own.startIndex] }) { weighted.insert(cell.first) }
    }
    self.weighted = weighted
    areEqual = weighted.isEmpty
    var sums = weights
    // An empty cell begins where the next one does.
    for cell in cells where cell.count > 1 && weighted.remove(cell.first) != nil {
      for index in Int(cell.first) + 1..<Int(cell.first + cell.count) {
        sums[index] += sums[index - 1]
      }
    }
    self.sums = areEqual ? [] : sums
  }

  func weights(of cell: DropTable.CardRange) -> [UInt64] {
    let range = Int(cell.first)..<Int(cell.first + cell.count)
    guard cell.count > 1, weighted.contains(cell.first) else { return range.map { _ in 1 } }
    return range.map { $0 == range.lowerBound ? sums[$0] : sums[$0] - sums[$0 - 1] }
  }

  /// Chooses a card of a cell and returns its position in the cells' cards.
  ///
  /// - Parameter bounded: returns a random number below a bound.
  func choose(_ cell: DropTable.CardRange, by bounded: (UInt64) -> UInt64) -> Int {
    let (first, last) = (Int(cell.first), Int(cell.first + cell.count - 1))
    guard weighted.contains(cell.first) else { return first + Int(bounded(UInt64(cell.count))) }
    let number = bounded(sums[last])
    var (low, high) = (first, last)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > number { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
