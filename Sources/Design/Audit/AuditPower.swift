import Chance
internal import RealModule
package import FlintRules

/// The significance level and the power of an audit's chi-square test.
package struct AuditPower: Equatable, Sendable {
  /// The probability of a false alarm: of rejecting rates that are right.
  package var alpha: Double
  /// The probability of detecting the deviation in question.
  package var power: Double

  /// Creates the requirements on a test.
  package init(alpha: Double = 0.05, power: Double = 0.8) {
    self.alpha = alpha
    self.power = power
  }

  /// Returns Cohen's λ, the n·w² that the test needs, w² = Σ(actual − expected)²/expected (Cohen,
  /// Statistical Power Analysis, 1988, chapter 7).
  func noncentrality(df: Int) -> Double {
    ChiSquare.noncentrality(alpha: alpha, df: Double(df), power: power)
  }
}

/// The number of draws needed to detect that a rate is not the promised one.
package struct AuditDetection: Equatable, Sendable {
  package var label: String
  package var expectedRate: Double
  /// The supposed actual rate; the other rates share the remainder in proportion.
  package var rate: Double
  /// The number of draws for the chi-square test over all cells; `nil` above 10¹⁸.
  package var draws: Int64?
  /// The number of draws for a two-sided test of this rate alone, regardless of the others; `nil` above
  /// 10¹⁸.
  package var drawsAlone: Int64?
}

package enum AuditDeviation: Equatable, Sendable {
  /// Each rate in turn deviates by a share of itself.
  case relative(Fraction)
  /// One rate differs from the promised one.
  case absolute(label: String, rate: Fraction)

  /// Parses `10%` or `0.1`, a share of each rate, or `legendary=0.025`, a rate.
  package init(_ text: String) throws(AuditError) {
    let invalid = AuditError(
      .detect, expected: "a share such as 10%, or a cell and its rate such as legendary=0.025",
      found: "\"\(text)\"")
    guard let sign = text.lastIndex(of: "=") else {
      guard let share = Fraction(text), share.numerator > 0 else { throw invalid }
      self = .relative(share)
      return
    }
    let label = String(text[..<sign])
    guard let rate = Fraction(String(text[text.index(after: sign)...])), !label.isEmpty,
      rate.numerator <= rate.denominator
    else { throw invalid }
    self = .absolute(label: label, rate: rate)
  }
}

extension Audit {
  /// The maximum number of detections in one answer: a relative deviation has one for each cell.
  static let mostAnswers = 100_000

  /// Returns the number of draws needed to detect each deviation.
  ///
  /// With an actual rate of p + d instead of p, the others in proportion, w² = d²/(p(1 − p)); a test of
  /// the rate alone has the same w² with one degree of freedom. These are chi-square approximations,
  /// which are rough where the number of draws returned has an expected count below five.
  ///
  /// - Throws: `AuditError` about `detect` when a deviation names no cell or equals the promised rate, or
  ///   when there are too many deviations.
  package func detections(
    of deviations: [AuditDeviation], _ power: AuditPower
  ) throws(AuditError) -> [AuditDetection] {
    let answers = deviations.reduce(0) { count, deviation in
      if case .relative = deviation { count + cells.count } else { count + 1 }
    }
    guard answers <= Self.mostAnswers else {
      throw AuditError(
        .detect, expected: "at most \(Self.mostAnswers) answers",
        found: "\(answers) (\(deviations.count) deviations of \(cells.count) outcomes)")
    }
    var found: [AuditDetection] = []
    for deviation in deviations {
      switch deviation {
      case .relative(let share):
        for cell in cells where cell.expectedRate > 0 && cell.expectedRate < 1 {
          let up = cell.expectedRate * (1 + share.approximation)
          let down = cell.expectedRate * (1 - share.approximation)
          guard up <= 1 || down >= 0 else { continue }
          found.append(detection(cell, rate: up <= 1 ? up : down, power))
        }
      case .absolute(let label, let rate):
        guard let cell = cells.first(where: { $0.label == label }) else {
          throw AuditError(
            .detect, expected: cells.map(\.label).joined(separator: ", "), found: "\"\(label)\"")
        }
        guard cell.expectedRate > 0, cell.expectedRate < 1, rate.approximation != cell.expectedRate
        else {
          throw AuditError(
            .detect, expected: "a rate of \(label) other than the promised one",
            found: "\(rate)")
        }
        found.append(detection(cell, rate: rate.approximation, power))
      }
    }
    return found
  }

  private func detection(
    _ cell: AuditCell, rate: Double, _ power: AuditPower
  ) -> AuditDetection {
    let off = rate - cell.expectedRate
    let square = off * off / (cell.expectedRate * (1 - cell.expectedRate))
    let draws = { (df: Int) -> Int64? in
      let count = (power.noncentrality(df: df) / square).rounded(.up)
      return count <= 1e18 ? Int64(count) : nil
    }
    return AuditDetection(
      label: cell.label, expectedRate: cell.expectedRate, rate: rate,
      draws: draws(cells.count { $0.expectedRate > 0 } - 1), drawsAlone: draws(1))
  }
}
