/// A map of amounts to the steps of a sequential scale: nothing is step 0, and the others have about the
/// same number of amounts each, so that one great amount does not make all others look small.
package struct LevelScale: Hashable, Sendable {
  /// The least amount of each step from 1 on, ascending.
  let bounds: [Double]
  /// Whether each step from 1 on is one amount.
  private let isExact: Bool

  /// Creates the scale of amounts; those that are not above 0 are nothing.
  package init(_ amounts: some Sequence<Double>) {
    let positive = amounts.filter { $0 > 0 && $0.isFinite }.sorted()
    var distinct: [Double] = []
    for amount in positive where amount != distinct.last { distinct.append(amount) }
    let steps = Paint.levelCount - 1
    isExact = distinct.count <= steps
    guard !isExact else {
      bounds = distinct
      return
    }
    func quartiles(_ amounts: [Double]) -> [Double] {
      (0..<steps).map { amounts[amounts.count * $0 / steps] }
    }
    // Where so many amounts are equal that quartiles coincide, those of the distinct amounts do not.
    let bounds = quartiles(positive)
    self.bounds = Set(bounds).count == steps ? bounds : quartiles(distinct)
  }

  /// The step of the least amounts above 0: with fewer steps the darkest one stays the greatest amount.
  private var firstStep: Int { Paint.levelCount - max(1, bounds.count) }

  package func level(of amount: Double) -> Int {
    amount > 0 ? firstStep + (bounds.lastIndex { amount >= $0 } ?? 0) : 0
  }

  /// Returns the legend: for each step the amounts that it means.
  ///
  /// - Parameter text: Returns the text of an amount.
  package func legend(_ text: (Double) -> String) -> [LegendEntry] {
    [LegendEntry(.level(0), "0")]
      + bounds.enumerated().map { index, bound in
        LegendEntry(.level(firstStep + index), text(bound) + (isExact ? "" : "+"))
      }
  }
}
