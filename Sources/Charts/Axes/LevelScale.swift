/// A map of amounts to the steps of a sequential scale: nothing is step 0, and the others have about the
/// same number of amounts each, so that one great amount does not make all others look small.
public struct LevelScale: Hashable, Sendable {
  /// The least amount of each step from 1 on, ascending.
  public let bounds: [Double]
  /// Whether each step from 1 on is one amount.
  private let isExact: Bool

  /// Creates the scale of amounts; those that are not above 0 are nothing.
  public init(_ amounts: some Sequence<Double>) {
    let positive = amounts.filter { $0 > 0 && $0.isFinite }.sorted()
    var distinct: [Double] = []
    for amount in positive where amount != distinct.last { distinct.append(amount) }
    let steps = Paint.levelCount - 1
    isExact = distinct.count <= steps
    if isExact {
      bounds = distinct
    } else {
      // Quartiles, without those that are equal.
      var bounds = [distinct[0]]
      for step in 1..<steps {
        let amount = positive[positive.count * step / steps]
        if amount > bounds[bounds.count - 1] { bounds.append(amount) }
      }
      self.bounds = bounds
    }
  }

  /// Returns the step of an amount.
  public func level(of amount: Double) -> Int {
    let step = bounds.lastIndex { amount >= $0 }.map { $0 + 1 } ?? (amount > 0 ? 1 : 0)
    // With fewer steps the darkest one stays the greatest amount.
    return step == 0 ? 0 : step + (Paint.levelCount - 1 - bounds.count)
  }

  /// Returns the legend: for each step the amounts that it stands for.
  ///
  /// - Parameter text: Returns the text of an amount.
  public func legend(_ text: (Double) -> String) -> [LegendEntry] {
    let shift = Paint.levelCount - 1 - bounds.count
    return [LegendEntry(.level(0), "0")]
      + bounds.enumerated().map { index, bound in
        LegendEntry(.level(index + 1 + shift), text(bound) + (isExact ? "" : "+"))
      }
  }
}
