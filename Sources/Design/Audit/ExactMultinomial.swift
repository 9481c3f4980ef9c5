internal import RealModule

/// The exact multinomial test: the probability of an outcome that is at most as probable as the observed
/// one.
enum ExactMultinomial {
  /// Returns the number of outcomes of draws over cells, C(draws + cells − 1, cells − 1); `nil` above
  /// 10¹⁸.
  static func outcomes(draws: Int64, cells: Int) -> Int64? {
    var count = 1.0
    for step in 1..<max(1, cells) {
      count = (count * (Double(draws) + Double(step)) / Double(step)).rounded()
      if count > 1e18 { return nil }
    }
    return Int64(count)
  }

  /// Returns the p-value; every chance is positive, and they sum to 1.
  ///
  /// Two equally probable outcomes can differ by rounding: a logarithm within 10⁻⁷ of that of the
  /// observed outcome's probability counts as equal.
  static func pValue(counts: [Int64], chances: [Double]) -> Double {
    let draws = Int(counts.reduce(0, +))
    // Per cell: c·log p − log c! for every count c.
    let terms = chances.map { chance in
      (0...draws).map { Double($0) * .log(chance) - .logGamma(Double($0) + 1) }
    }
    let bound = zip(terms, counts).reduce(0) { $0 + $1.0[Int($1.1)] } + 1e-7
    let whole = Double.logGamma(Double(draws) + 1)
    var sum = 0.0
    func visit(cell: Int, left: Int, logarithm: Double) {
      if cell == terms.count - 1 {
        let logarithm = logarithm + terms[cell][left]
        if logarithm <= bound { sum += .exp(whole + logarithm) }
        return
      }
      for count in 0...left {
        visit(cell: cell + 1, left: left - count, logarithm: logarithm + terms[cell][count])
      }
    }
    visit(cell: 0, left: draws, logarithm: 0)
    return min(1, sum)
  }
}
