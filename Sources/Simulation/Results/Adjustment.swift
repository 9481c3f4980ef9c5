/// The linear regression of a measure on the controls, by which its mean is mended.
///
/// With coefficients b = S⁻¹c, S the controls' covariances and c theirs with the measure, the mean
/// is ȳ − b·(x̄ − E x), its variance that of the residuals over n (Lavenberg & Welch, "A perspective
/// on the use of control variables to increase the efficiency of Monte Carlo simulations", Management
/// Science 27, 1981).
struct Adjustment {
  /// The controls that are used.
  let names: [String]
  private let coefficients: [Double]
  private let offsets: [Double]
  /// The share of the measure's variance that the controls explain, as a sum over n·n.
  private let explained: Double

  /// So many players for each control, lest the regression follow chance.
  private static let fewest: Int64 = 50

  /// - Returns: `nil` where there is nothing to regress on.
  init?(_ controls: [PlanSummary.Control], _ moments: CoMoments, measure: Int) {
    let count = controls.count
    let n = moments.count
    guard count > 0, n >= Self.fewest * Int64(count + 1) else { return nil }
    // Sums of products of deviations, times n: exact until they are rounded.
    func scaled(_ product: Int128, _ left: Int128, _ right: Int128) -> Double {
      let (a, over) = product.multipliedReportingOverflow(by: Int128(n))
      let (b, beyond) = left.multipliedReportingOverflow(by: right)
      if !over && !beyond { return Double(a - b) }
      return Double(product) * Double(n) - Double(left) * Double(right)
    }
    var matrix = (0..<count).map { row in
      (0..<count).map { column in
        scaled(
          moments.products[moments.place(row, column)], moments.sums[row], moments.sums[column])
      }
    }
    let sum = moments.measureSums[measure]
    var right = (0..<count).map { control in
      scaled(
        moments.products[moments.place(measure: measure, control: control)], sum,
        moments.sums[control])
    }
    let products = right
    guard let solution = Self.solve(&matrix, &right) else { return nil }
    coefficients = solution
    offsets = (0..<count).map { Double(moments.sums[$0]) / Double(n) - controls[$0].mean }
    explained = zip(solution, products).reduce(0) { $0 + $1.0 * $1.1 }
    names = controls.map(\.name)
  }

  /// The mended mean and its standard error; `nil` where the controls explain nothing.
  func mean(of tally: Tally) -> (mean: Double, standardError: Double)? {
    let n = Double(tally.count)
    let total = tally.scaledDeviations
    let rest = max(0, total - explained)
    guard total > 0, rest < total else { return nil }
    let freedom = n - Double(coefficients.count) - 1
    let variance = rest / n / freedom
    let mean = zip(coefficients, offsets).reduce(tally.mean) { $0 - $1.0 * $1.1 }
    return (mean, (variance / n).squareRoot())
  }

  /// Solves a symmetric positive definite system by elimination; `nil` where it is singular.
  private static func solve(_ matrix: inout [[Double]], _ right: inout [Double]) -> [Double]? {
    let count = right.count
    let scales = (0..<count).map { matrix[$0][$0] }
    for pivot in 0..<count {
      guard matrix[pivot][pivot] > 1e-9 * scales[pivot], scales[pivot] > 0 else { return nil }
      for row in pivot + 1..<count {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        for column in pivot..<count { matrix[row][column] -= factor * matrix[pivot][column] }
        right[row] -= factor * right[pivot]
      }
    }
    var solution = [Double](repeating: 0, count: count)
    for row in (0..<count).reversed() {
      var sum = right[row]
      for column in row + 1..<count { sum -= matrix[row][column] * solution[column] }
      solution[row] = sum / matrix[row][row]
    }
    return solution
  }
}
