/// The statistic of a comparison beside those of permutations.
struct PermutationTest {
  private let observed: Double
  /// The statistics of the first permutations.
  private var statistics: [Double] = []
  private var permutations = 0
  /// The number of permutations whose statistic is at least the observed one.
  private(set) var exceedances = 0

  /// The number of permutations of every comparison, of which the intervals are made.
  static let basic = 1_999
  /// The number of exceedances at which more permutations would add little (Besag & Clifford,
  /// "Sequential Monte Carlo p-values", Biometrika 78, 1991).
  static let sufficient = 20

  init(observed: Double) { self.observed = observed }

  /// The number of permutations that lets a single relation among many comparisons be clear.
  static func most(comparisons: Int) -> Int {
    min(39_999, max(9_999, 40 * comparisons - 1))
  }

  mutating func add(_ statistic: Double) {
    if permutations < Self.basic { statistics.append(statistic) }
    permutations += 1
    // Equal fractions can differ in their last digit.
    if statistic >= observed * (1 - 1e-12) { exceedances += 1 }
  }

  /// The share of permutations, the observed order among them, whose statistic is at least as great
  /// (Phipson & Smyth, "Permutation p-values should never be zero", 2010).
  var pValue: Double { Double(exceedances + 1) / Double(permutations + 1) }

  /// The greatest statistic that the test would not reject at 5 %, by the first permutations; `nil` for too few.
  var reach: Double? {
    let rank = ((statistics.count + 1) * 95 + 99) / 100
    guard rank >= 1, rank <= statistics.count else { return nil }
    return statistics.sorted()[rank - 1]
  }
}

/// A comparison while permutations are being made.
protocol PermutedComparison {
  /// What is permuted.
  associatedtype Values
  var test: PermutationTest { get }
  /// Compares what was observed with permuted values.
  mutating func compare(_ values: Values)
}

extension BlockPermutations {
  /// Makes permutations: all comparisons have the first, and only those with few exceedances the others.
  ///
  /// - Parameters:
  ///   - values: values of the right number, which are overwritten.
  ///   - arrange: writes the values of an order.
  func compare<Comparison: PermutedComparison>(
    _ comparisons: inout [Comparison], most: Int, _ values: Comparison.Values,
    arrange: (inout Comparison.Values, [Int]) -> Void
  ) {
    var order: [Int] = []
    var values = values
    var remaining = Array(comparisons.indices)
    for number in 0..<most {
      if number >= PermutationTest.basic {
        remaining.removeAll { comparisons[$0].test.exceedances >= PermutationTest.sufficient }
      }
      if remaining.isEmpty { return }
      write(number, into: &order)
      arrange(&values, order)
      for index in remaining { comparisons[index].compare(values) }
    }
  }
}

/// A relation that is adjusted to the number of comparisons.
protocol AdjustedRelation: TestedRelation {
  var qValue: Double { get set }
  /// What was estimated; 0 if there is no relation.
  var estimate: Double { get }
}

extension AdjustedRelation {
  /// Returns relations with their q-values, those with the smallest p-value first; among equal ones the strongest, then
  /// in the order of what was compared.
  static func adjusted(_ relations: [Self]) -> [Self] {
    let qValues = FalseDiscoveryRate.qValues(relations.map(\.pValue))
    var adjusted = relations
    for index in adjusted.indices { adjusted[index].qValue = qValues[index] }
    return adjusted.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      return (a.pValue, -a.estimate.magnitude, left.offset)
        < (b.pValue, -b.estimate.magnitude, right.offset)
    }.map(\.element)
  }
}
