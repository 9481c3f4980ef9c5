/// The linear regression of a measure on the controls, by which its mean is mended.
///
/// With coefficients b = S⁻¹c, S the controls' covariances and c theirs with the measure, the mean
/// is ȳ − b·(x̄ − E x), its variance that of the residuals over n (Lavenberg & Welch, "A perspective
/// on the use of control variables to increase the efficiency of Monte Carlo simulations", Management
/// Science 27, 1981).
///
/// Of a measure of cards the part that chance alone made is taken out instead, whole: b is 1, whatever
/// the sample says, so that what luck did not show in it cannot mislead.
struct Adjustment {
  /// The controls that are used; none where chance is integrated out.
  let names: [String]
  /// Whether chance is integrated out.
  let isIntegrated: Bool
  private let coefficients: [Double]
  private let offsets: [Double]
  /// The share of the measure's variance that the controls explain, as a sum over n·n.
  private let explained: Double
  /// Whether the controls can make up the measure without a rest, as drops and sparks are.
  private let isLinear: Bool

  /// So many players for each control, lest the regression follow chance.
  private static let fewest: Int64 = 50

  /// - Parameters:
  ///   - controls: the numbers whose means are known.
  ///   - moments: the sums of products.
  ///   - measure: the measure's place.
  ///   - name: what it is called.
  /// - Returns: `nil` where there is nothing to regress on.
  init?(_ controls: [PlanSummary.Control], _ moments: CoMoments, measure: Int, name: String) {
    let n = moments.count
    // Sums of products of deviations, times n: exact until they are rounded.
    func scaled(_ product: Int128, _ left: Int128, _ right: Int128) -> Double {
      let (a, over) = product.multipliedReportingOverflow(by: Int128(n))
      let (b, beyond) = left.multipliedReportingOverflow(by: right)
      let (difference, past) = a.subtractingReportingOverflow(b)
      if !over && !beyond && !past { return Double(difference) }
      return Double(product) * Double(n) - Double(left) * Double(right)
    }
    func scaled(_ row: Int, _ column: Int) -> Double {
      scaled(moments.products[moments.place(row, column)], moments.sums[row], moments.sums[column])
    }
    func scaledMeasure(_ control: Int) -> Double {
      scaled(
        moments.products[moments.place(measure: measure, control: control)],
        moments.measureSums[measure], moments.sums[control])
    }
    isLinear =
      switch Total(name: name) {
      case .sparks?, .drops?: true
      default: false
      }
    if let own = controls.firstIndex(where: { $0.integrates == measure }) {
      guard n > 1 else { return nil }
      let unit = Double(IntegratedCards.parts)
      coefficients = [1]
      offsets = [Double(moments.sums[own]) / Double(n) / unit]
      explained = 2 * scaledMeasure(own) / unit - scaled(own, own) / unit / unit
      names = []
      isIntegrated = true
      return
    }
    let used = controls.indices.filter { controls[$0].integrates == nil }
    let count = used.count
    guard count > 0, n >= Self.fewest * Int64(count + 1) else { return nil }
    var matrix = used.map { row in used.map { scaled(row, $0) } }
    var right = used.map { scaledMeasure($0) }
    let products = right
    guard let solution = Self.solve(&matrix, &right) else { return nil }
    coefficients = solution
    offsets = used.map { Double(moments.sums[$0]) / Double(n) - controls[$0].mean }
    explained = zip(solution, products).reduce(0) { $0 + $1.0 * $1.1 }
    names = used.map { controls[$0].name }
    isIntegrated = false
  }

  /// The mended mean and its standard error; `nil` where the controls explain nothing.
  ///
  /// A rest that too few players could have shown is not taken for none: of what happens to one in n
  /// players the sample may hold nobody (the rule of three), so that no variance is said to be smaller
  /// by more than n over 3 and the number of controls.
  func mean(of tally: Tally) -> (mean: Double, standardError: Double)? {
    let n = Double(tally.count)
    let total = tally.scaledDeviations
    var rest = max(0, total - explained)
    guard total > 0, rest < total else { return nil }
    if !isLinear && !isIntegrated {
      rest = max(rest, min(1, Double(coefficients.count + 3) / n) * total)
    }
    let freedom = isIntegrated ? n - 1 : n - Double(coefficients.count) - 1
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
