import Chance
internal import RealModule

/// The observed counts and the chances of their draws, summed, with the statistics that compare them.
struct AuditSums {
  package var draws: Int64 = 0
  var observed: [Int64]
  package var expected: [Double]
  /// The variances of the counts: Σ n·p·(1 − p).
  var variances: [Double]
  /// Whether a cell with a chance of 0 was drawn.
  var isImpossible = false

  private let strata: [Audit.Stratum]

  init(_ strata: [Audit.Stratum], cells: Int) {
    self.strata = strata
    observed = Array(repeating: 0, count: cells)
    expected = Array(repeating: 0, count: cells)
    variances = Array(repeating: 0, count: cells)
    for stratum in strata {
      let draws = stratum.counts.reduce(0, +)
      self.draws += draws
      let n = Double(draws)
      for i in 0..<cells {
        observed[i] += stratum.counts[i]
        let chance = stratum.chances[i]
        if chance == 0 {
          if stratum.counts[i] > 0 { isImpossible = true }
          continue
        }
        expected[i] += n * chance
        variances[i] += n * chance * (1 - chance)
      }
    }
  }

  /// The covariance of the counts: Σ n·(diag p − p·pᵀ). Its size is the square of the number of cells,
  /// and only draws that differ in their chances need it.
  private var covariance: [[Double]] {
    let cells = observed.indices
    var covariance = cells.map { _ in [Double](repeating: 0, count: cells.count) }
    for stratum in strata {
      let n = Double(stratum.counts.reduce(0, +))
      for i in cells where stratum.chances[i] != 0 {
        for j in cells {
          covariance[i][j] += n * stratum.chances[i] * ((i == j ? 1 : 0) - stratum.chances[j])
        }
      }
    }
    return covariance
  }

  /// Pearson's statistic, Σ(observed − expected)²/expected, and its degrees of freedom.
  var pearson: (statistic: Double, df: Int) {
    var sum = 0.0
    var possible = 0
    for (count, expected) in zip(observed, expected) where expected > 0 {
      let off = Double(count) - expected
      sum += off * off / expected
      possible += 1
    }
    return (sum, max(0, possible - 1))
  }

  /// The statistic G, 2·Σ observed·log(observed/expected).
  var likelihoodRatio: Double {
    var sum = 0.0
    for (count, expected) in zip(observed, expected) where count > 0 && expected > 0 {
      // o·log(o/e) less its part linear in o − e, which sums to 0: nothing cancels near the rates.
      let off = (Double(count) - expected) / expected
      let term = off * .log(onePlus: off) + Deviation.logOnePlusMinus(off)
      sum += expected * term
    }
    for (count, expected) in zip(observed, expected) where count == 0 { sum += expected }
    return max(0, 2 * sum)
  }

  /// The quadratic form (observed − expected)ᵀ·covariance⁻¹·(observed − expected) over a largest set of
  /// linearly independent counts, and the size of that set: a Cholesky decomposition that takes the
  /// greatest pivot left and stops when none is.
  var quadraticForm: (statistic: Double, df: Int) {
    var matrix = covariance
    var rest = zip(observed, expected).map { Double($0) - $1 }
    var left = Array(rest.indices)
    var sum = 0.0
    var rank = 0
    while true {
      // The remaining variance of a count when the others are known: nearly 0 where they determine it.
      left.removeAll { matrix[$0][$0] <= 1e-9 * variances[$0] }
      guard let pivot = left.max(by: { matrix[$0][$0] < matrix[$1][$1] }) else { break }
      let size = matrix[pivot][pivot]
      sum += rest[pivot] * rest[pivot] / size
      rank += 1
      left.removeAll { $0 == pivot }
      for i in left {
        let factor = matrix[i][pivot] / size
        rest[i] -= factor * rest[pivot]
        for j in left { matrix[i][j] -= factor * matrix[pivot][j] }
      }
    }
    return (sum, rank)
  }

  /// - Parameter share: λ/n of the smallest detectable deviation; `nil` to omit the range of undetectable
  ///   ones.
  func cell(_ index: Int, label: String, level: Double, share: Double?) -> AuditCell {
    let (count, expected) = (observed[index], expected[index])
    let n = Double(max(1, draws))
    let rate = expected / n
    let spread = variances[index].squareRoot()
    let unseen = share.flatMap { share -> Interval? in
      guard rate > 0, rate < 1 else { return nil }
      let reach = (share * rate * (1 - rate)).squareRoot()
      return Interval(low: max(0, rate - reach), high: min(1, rate + reach))
    }
    return AuditCell(
      label: label, observed: count, expected: expected, rate: Double(count) / n,
      expectedRate: rate, ratio: expected > 0 ? Double(count) / expected : nil,
      residual: spread > 0 ? (Double(count) - expected) / spread : nil,
      wilson: Proportion.wilson(successes: count, trials: draws, level: level),
      clopperPearson: Proportion.clopperPearson(successes: count, trials: draws, level: level),
      unseen: unseen)
  }
}
