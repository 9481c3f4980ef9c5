import Chance

/// The linear regression of a measure, or of its difference between two rulebooks, on the controls: it
/// adjusts the mean.
///
/// With coefficients b = S⁻¹c, S the controls' covariances and c theirs with the measure, the mean
/// is ȳ − b·(x̄ − E x), its variance that of the residuals over n (Lavenberg & Welch, "A perspective
/// on the use of control variables to increase the efficiency of Monte Carlo simulations", Management
/// Science 27, 1981). A difference has the controls of both rulebooks.
///
/// For a measure of cards the random component is subtracted as a whole instead: b is 1, regardless of
/// the sample, so that an event that the sample lacks cannot mislead. The same applies to a difference
/// where it is possible under both rulebooks; then the difference is that of both means.
package struct Adjustment {
  /// The names of the controls used; empty where chance is integrated out.
  let names: [String]
  /// Whether chance is integrated out.
  let isIntegrated: Bool
  private let coefficients: [Double]
  private let offsets: [Double]
  /// The share of the measure's variance that the controls explain, as a sum over n·n.
  private let explained: Double
  /// Whether the measure can be an exact linear combination of the controls, as drops and sparks are.
  private let isLinear: Bool

  /// The minimum number of players for each control: with fewer the regression would fit noise.
  private static let fewest: Int64 = 50

  /// A control, and the sign of its contribution to what it integrates: 1, or −1 for the first rulebook
  /// in a difference.
  private typealias Term = (control: PlanSummary.Control, sign: Double)

  /// Regresses a measure on the controls of its rulebook.
  ///
  /// - Parameters:
  ///   - rules: the rulebook of the controls.
  ///   - moments: the sums of products.
  ///   - measure: the position of the measure.
  ///   - name: the name of the measure.
  /// - Returns: `nil` where there are no controls to regress on.
  init?(_ rules: PlanSummary.Rules, _ moments: CoMoments, measure: Int, name: String) {
    self.init(rules.controls.map { ($0, 1) }, sides: 1, moments, measure: measure, name: name)
  }

  /// Regresses a difference: the value under the second rulebook less that under the first.
  init?(
    first: PlanSummary.Rules, second: PlanSummary.Rules, _ moments: CoMoments, measure: Int,
    name: String
  ) {
    func terms(_ rules: PlanSummary.Rules, _ sign: Double) -> [Term] {
      rules.controls.map { control in
        var control = control
        control.name += " (\(rules.name))"
        return (control, sign)
      }
    }
    self.init(
      terms(first, -1) + terms(second, 1), sides: 2, moments, measure: measure, name: name)
  }

  private init?(
    _ terms: [Term], sides: Int, _ moments: CoMoments, measure: Int, name: String
  ) {
    let n = moments.count
    func scaled(_ row: Int, _ column: Int) -> Double {
      Sums.scaledDeviations(
        moments.products[moments.index(row, column)], moments.sums[row], moments.sums[column],
        count: n)
    }
    func scaledMeasure(_ control: Int) -> Double {
      Sums.scaledDeviations(
        moments.products[moments.index(measure: measure, control: control)],
        moments.measureSums[measure], moments.sums[control], count: n)
    }
    isLinear =
      switch Total(name: name) {
      case .sparks?, .drops?: true
      // A rarity of a rulebook that is not at hand.
      case nil: name.hasPrefix("drops.")
      default: false
      }
    let integrating = terms.indices.filter { terms[$0].control.integrates == measure }
    if integrating.count == sides {
      guard n > 1 else { return nil }
      let unit = Double(IntegratedCards.unit)
      coefficients = integrating.map { terms[$0].sign }
      offsets = integrating.map { Double(moments.sums[$0]) / Double(n) / unit }
      var explained = 0.0
      for row in integrating {
        explained += 2 * terms[row].sign * scaledMeasure(row) / unit
        for column in integrating {
          explained -= terms[row].sign * terms[column].sign * scaled(row, column) / unit / unit
        }
      }
      self.explained = explained
      names = []
      isIntegrated = true
      return
    }
    let used = terms.indices.filter {
      terms[$0].control.integrates == nil || terms[$0].control.integrates == measure
    }
    guard !used.isEmpty, n >= Self.fewest * Int64(used.count + 1) else { return nil }
    var matrix = used.map { row in used.map { scaled(row, $0) } }
    var right = used.map { scaledMeasure($0) }
    let products = right
    let solution = Self.solve(&matrix, &right)
    let kept = used.indices.filter { solution[$0] != nil }
    guard !kept.isEmpty else { return nil }
    coefficients = kept.map { solution[$0] ?? 0 }
    offsets = kept.map {
      Double(moments.sums[used[$0]]) / Double(n) - terms[used[$0]].control.mean
    }
    explained = kept.reduce(0) { $0 + (solution[$1] ?? 0) * products[$1] }
    names = kept.map { terms[used[$0]].control.name }
    isIntegrated = false
  }

  struct Adjusted {
    var mean: Double
    var standardError: Double
    var degreesOfFreedom: Double
    /// Whether the reduction of the variance is limited to what the number of players can show.
    var isCapped: Bool
  }

  /// Returns the adjusted mean and its standard error; `nil` where the controls explain nothing.
  ///
  /// A residual variance that too few players could have shown does not count as 0: an event that occurs
  /// to one in n players may be missing from the sample (the rule of three), so that the variance is
  /// reduced at most by the factor n / (3 + k), with k controls.
  func mean(of sums: Sums) -> Adjusted? {
    let n = Double(sums.count)
    let total = sums.scaledDeviations
    var rest = max(0, total - explained)
    guard total > 0, rest < total else { return nil }
    let least = min(1, Double(coefficients.count + 3) / n) * total
    let isCapped = !isLinear && !isIntegrated && rest < least
    if isCapped { rest = least }
    let freedom = isIntegrated ? n - 1 : n - Double(coefficients.count) - 1
    let variance = rest / n / freedom
    let mean = zip(coefficients, offsets).reduce(sums.mean) { $0 - $1.0 * $1.1 }
    return Adjusted(
      mean: mean, standardError: (variance / n).squareRoot(), degreesOfFreedom: freedom,
      isCapped: isCapped)
  }

  /// Solves a symmetric positive semidefinite system by elimination. An unknown that depends linearly on
  /// earlier ones, as the same control of a second rulebook does, is omitted: `nil`.
  private static func solve(_ matrix: inout [[Double]], _ right: inout [Double]) -> [Double?] {
    let count = right.count
    let scales = (0..<count).map { matrix[$0][$0] }
    let isKept = (0..<count).map { pivot -> Bool in
      guard scales[pivot] > 0, matrix[pivot][pivot] > 1e-9 * scales[pivot] else { return false }
      for row in pivot + 1..<count {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        for column in pivot..<count { matrix[row][column] -= factor * matrix[pivot][column] }
        right[row] -= factor * right[pivot]
      }
      return true
    }
    var solution = [Double?](repeating: nil, count: count)
    for row in (0..<count).reversed() where isKept[row] {
      var sum = right[row]
      for column in row + 1..<count { sum -= matrix[row][column] * (solution[column] ?? 0) }
      solution[row] = sum / matrix[row][row]
    }
    return solution
  }
}
