internal import RealModule

/// A test martingale of the occurrence of one outcome whose chance is known before each draw and varies: the mean,
/// over alternatives, of the likelihood of what was drawn under the alternative over that under the rules.
///
/// An alternative multiplies the odds p/(1 − p) of the outcome by r = exp(±δ), so that a draw with the outcome
/// contributes r/(1 + p(r − 1)), any other 1/(1 + p(r − 1)); the mean of both over the draw is 1 under the rules.
/// Its scope are all draws, or only those whose chance pity has raised, or only the others.
struct TiltMixture {
  /// The distances δ on the scale of log odds: from odds 3 % higher or lower to nearly three times as high or low.
  static let distances: [Double] = [1.0 / 32, 1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1]

  private enum Scope: CaseIterable {
    case all
    case base
    case raised
  }

  /// The chances that occur, each once.
  private var rows: [UInt64: Int] = [:]
  private let tilts: [(scope: Scope, log: Double)]
  private let base: Double
  /// For each chance and alternative, the logarithm of 1 + p(r − 1), or 0 outside the scope.
  private var costs: [Double] = []
  /// For each chance and alternative, what the outcome itself adds: log r, or 0 outside the scope.
  private var gains: [Double] = []
  /// The logarithm of the likelihood ratio of each alternative, its weight included.
  private var logs: [Double]

  /// - Parameters:
  ///   - base: the chance of a draw before pity.
  ///   - isRaised: whether pity raises it.
  init(base: Double, isRaised: Bool) {
    self.base = base
    let scopes = isRaised ? Scope.allCases : [.all]
    tilts = scopes.flatMap { scope in
      Self.distances.flatMap { [(scope, $0), (scope, -$0)] }
    }
    // Greater distances, which fewer draws show, have more weight.
    let weights = tilts.map { abs($0.log).squareRoot() }
    let sum = weights.reduce(0, +)
    logs = weights.map { Double.log($0 / sum) }
  }

  mutating func add(_ isDrawn: Bool, chance: Double) {
    guard isDrawn ? chance > 0 : chance < 1 else {
      logs = logs.map { _ in .infinity }
      return
    }
    // What is certain says nothing.
    guard chance > 0, chance < 1 else { return }
    let first = row(chance) * tilts.count
    for index in logs.indices {
      logs[index] += (isDrawn ? gains[first + index] : 0) - costs[first + index]
    }
  }

  private mutating func row(_ chance: Double) -> Int {
    if let row = rows[chance.bitPattern] { return row }
    let row = rows.count
    rows[chance.bitPattern] = row
    let isRaised = chance > base * (1 + 1e-12)
    for tilt in tilts {
      let isInScope = tilt.scope == .all || (tilt.scope == .raised) == isRaised
      gains.append(isInScope ? tilt.log : 0)
      costs.append(isInScope ? .log(onePlus: chance * .expMinusOne(tilt.log)) : 0)
    }
    return row
  }

  /// The logarithm of the martingale.
  var logarithm: Double { logs.logarithmOfSum }
}

/// A test martingale of outcomes with the same chances in each draw: a mixture over chances that have a Dirichlet
/// distribution around those of the rules (Lindon & Malek 2022, section 2).
struct DirichletMixture {
  private let chances: [Double]
  /// The parameters of the distribution, each with the number of its outcomes added.
  private var parameters: [Double]
  private var sum: Double
  private(set) var logarithm = 0.0

  /// The sum of the parameters for each outcome: for two equally likely ones the distribution is Beta(2, 2).
  static let concentration = 2.0

  init(_ chances: [Double]) {
    self.chances = chances
    let whole = Self.concentration * Double(chances.count)
    parameters = chances.map { $0 * whole }
    sum = parameters.reduce(0, +)
  }

  mutating func add(_ outcome: Int) {
    guard chances.indices.contains(outcome) else { return }
    guard chances[outcome] > 0 else {
      logarithm = .infinity
      return
    }
    logarithm += .log(parameters[outcome] / sum / chances[outcome])
    parameters[outcome] += 1
    sum += 1
  }
}

extension [Double] {
  /// The logarithm of the sum of the numbers of which these are the logarithms.
  var logarithmOfSum: Double {
    guard let greatest = self.max() else { return -.infinity }
    guard greatest.isFinite else { return greatest }
    return greatest + .log(reduce(0) { $0 + .exp($1 - greatest) })
  }
}
