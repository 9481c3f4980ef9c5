internal import RealModule
public import Rules

/// What the audit's chi-square test can see: how large a deviation, how often.
public struct AuditPower: Equatable, Sendable {
  /// The chance of an alarm when the rates are right.
  public var alpha: Double
  /// The chance of an alarm when they are off by what is to be seen.
  public var power: Double

  /// Makes what is demanded of a test.
  public init(alpha: Double = 0.05, power: Double = 0.8) {
    self.alpha = alpha
    self.power = power
  }

  /// Cohen's λ: n·w² that the test needs, w² = Σ(actual − expected)²/expected (Cohen, Statistical
  /// Power Analysis, 1988, chapter 7).
  func noncentrality(df: Int) -> Double {
    ChiSquare.noncentrality(alpha: alpha, df: Double(df), power: power)
  }
}

/// How many draws it takes to see that a rate is not what was said.
public struct AuditDetection: Equatable, Sendable {
  /// The cell.
  public var label: String
  /// The rate as it was said.
  public var expectedRate: Double
  /// The rate as it is supposed to be in truth; the others share what is left in proportion.
  public var rate: Double
  /// Draws for the chi-square test over all cells; `nil` past 10¹⁸.
  public var draws: Int64?
  /// Draws for a two-sided test of this rate alone, whatever the others are; `nil` past 10¹⁸.
  public var drawsAlone: Int64?
}

/// A deviation that is to be seen.
public enum AuditDeviation: Equatable, Sendable {
  /// Each rate in turn off by a share of itself.
  case relative(Fraction)
  /// One rate is another than was said.
  case absolute(label: String, rate: Fraction)

  /// Reads `10%` or `0.1`, a share of each rate, or `legendary=0.025`, a rate.
  public init(_ text: String) throws(AuditError) {
    let expectation = "a share such as 10%, or a cell and its rate such as legendary=0.025"
    guard let sign = text.lastIndex(of: "=") else {
      guard let share = Fraction(text), share.numerator > 0 else {
        throw AuditError(.detect, expected: expectation, found: "\"\(text)\"")
      }
      self = .relative(share)
      return
    }
    let label = String(text[..<sign])
    guard let rate = Fraction(String(text[text.index(after: sign)...])), !label.isEmpty,
      rate.numerator <= rate.denominator
    else { throw AuditError(.detect, expected: expectation, found: "\"\(text)\"") }
    self = .absolute(label: label, rate: rate)
  }
}

extension Audit {
  /// A deviation of each rate is told for each cell: so many answers, at most.
  static let mostAnswers = 100_000

  /// How many draws it takes to see deviations with a power.
  ///
  /// A rate p that is p + d in truth, the others in proportion, has w² = d²/(p(1 − p)); a test of
  /// the rate alone has the same with one degree of freedom. Chi-square approximations: for rates
  /// of which the answer would bring fewer than five they are rough.
  ///
  /// - Throws: `AuditError` about `detect` when a deviation names no cell or deviates by nothing, or
  ///   when there are too many.
  public func detections(
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
            .detect, expected: "another rate of \(label) than the one that was said",
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
