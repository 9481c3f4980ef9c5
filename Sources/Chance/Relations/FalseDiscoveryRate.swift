/// The control of the false discovery rate: the share of true null hypotheses among those rejected.
enum FalseDiscoveryRate {
  /// Returns the q-value of each p-value: the least rate at which its hypothesis is still rejected.
  ///
  /// The method is that of Benjamini & Hochberg, "Controlling the false discovery rate", JRSS B 57
  /// (1995): of m p-values in ascending order, q(i) is the minimum of m·p(j)/j over j ≥ i. It also holds
  /// for tests that are positively dependent, as those of one series of moods are (Benjamini & Yekutieli,
  /// Annals of Statistics 29, 2001).
  static func qValues(_ pValues: [Double]) -> [Double] {
    var qValues = pValues
    var least = 1.0
    let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
    for (rank, index) in order.enumerated().reversed() {
      least = min(least, pValues[index] * Double(pValues.count) / Double(rank + 1))
      qValues[index] = least
    }
    return qValues
  }
}
