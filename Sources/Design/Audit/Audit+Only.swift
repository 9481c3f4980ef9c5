import Chance
import FlintRules
import FlintSchema

extension Audit {
  /// The name of the outcomes that were not asked for, which are one outcome.
  package static let others = "others"

  /// Creates the audit of some outcomes, chosen before their counts were seen: all others are one outcome, so that a single
  /// one is tested by its own rate alone.
  ///
  /// - Parameter only: the names of the outcomes, one or several with commas in each text; none for all.
  /// - Throws: `AuditError` as for all outcomes, or when there is none of a name.
  package init(
    counts: [Int64], rates: AuditRates, labels: [String]?, only: [String], level: Double,
    power: AuditPower
  ) throws(AuditError) {
    let names = labels ?? rates.rates.indices.map { "\($0 + 1)" }
    let asked = only.flatMap { $0.split(separator: ",").map { String($0).trimmedWhitespace } }
    guard !asked.isEmpty, counts.count == rates.rates.count, names.count == counts.count,
      counts.allSatisfy({ $0 >= 0 })
    else {
      try self.init(counts: counts, rates: rates, labels: labels, level: level, power: power)
      return
    }
    for name in asked where !names.contains(name) {
      throw AuditError(
        .only, expected: names.alternatives,
        found: "\"\(name)\"" + NearestName.hint(for: name, among: names))
    }
    let kept = names.indices.filter { asked.contains(names[$0]) }
    guard kept.count < names.count else {
      try self.init(counts: counts, rates: rates, labels: labels, level: level, power: power)
      return
    }
    var (rest, isTooLarge) = (Int64(0), false)
    for index in names.indices where !kept.contains(index) {
      let (sum, overflow) = rest.addingReportingOverflow(counts[index])
      (rest, isTooLarge) = (sum, isTooLarge || overflow)
    }
    guard !isTooLarge else {
      throw AuditError(.counts, expected: "a sum of less than 2^63", found: "more")
    }
    let left = kept.reduce(Ratio.one) { $0 - Ratio(rates.rates[$1]) }
    guard let left = Fraction(left) else {
      throw AuditError(.rates, expected: "rates with fewer digits", found: "too many digits")
    }
    try self.init(
      counts: kept.map { counts[$0] } + [rest],
      rates: AuditRates(kept.map { rates.rates[$0] } + [left]),
      labels: kept.map { names[$0] } + [Self.others], level: level, power: power)
  }
}
