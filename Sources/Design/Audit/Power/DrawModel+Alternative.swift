import Chance
package import FlintRules
import FlintSchema

extension DrawModel {
  /// Returns the model with some rules changed, each given as `rate:legendary=4%`, `pity:legendary=76:6%:90` or
  /// `pity:legendary=none`, `share=35%`, `guarantee=yes` or `guarantee=no`. The commonest tier has what the
  /// other rates leave.
  ///
  /// - Throws: `AuditError` about `alternative`, or about what is not valid.
  package func altered(by changes: [String]) throws(AuditError) -> DrawModel {
    var (tiers, featured) = (tiers, featured)
    var changed: Set<String> = []
    for change in changes {
      let expected =
        "a change such as rate:\(tiers[0].name)=4%, pity:\(tiers[0].name)=76:6%:90, share=35% or guarantee=no"
      let invalid = AuditError(.alternative, expected: expected, found: "\"\(change)\"")
      guard let sign = change.lastIndex(of: "=") else { throw invalid }
      let key = String(change[..<sign]).trimmedWhitespace
      let value = String(change[change.index(after: sign)...]).trimmedWhitespace
      guard changed.insert(key).inserted else {
        throw AuditError(
          .alternative, expected: "one change of \(key)", found: "\"\(change)\", too")
      }
      let parts = key.split(separator: ":", maxSplits: 1).map { String($0) }
      switch (parts.first, parts.count) {
      case ("rate", 2):
        guard let rate = Fraction(value) else { throw invalid }
        tiers[try tier(parts[1], in: tiers.dropLast())].rate = rate
      case ("pity", 2):
        let index = try tier(parts[1], in: tiers.dropLast())
        guard value != "none" else {
          tiers[index].pity = nil
          continue
        }
        guard let rule = Self.pity(value) else { throw invalid }
        tiers[index].pity = rule
      case ("share", 1):
        guard let share = Fraction(value), featured != nil else { throw invalid }
        featured?.share = share
      case ("guarantee", 1):
        guard ["yes", "no"].contains(value), featured != nil else { throw invalid }
        featured?.isGuaranteed = value == "yes"
      default: throw invalid
      }
    }
    let named = tiers.dropLast().reduce(Ratio.zero) { $0 + Ratio($1.rate) }
    guard named.numerator < named.denominator, let left = Fraction(Ratio.one - named) else {
      throw AuditError(
        .alternative, expected: "rates whose sum is below 1",
        found: "about \(named.approximation)")
    }
    tiers[tiers.count - 1].rate = left
    return try DrawModel(
      tiers: hasRest ? tiers.dropLast() : tiers, featured: featured, prizes: Array(prizes.values),
      untested: untested,
      isOrdered: true)
  }

  private func tier(
    _ name: String, in tiers: ArraySlice<Tier>
  ) throws(AuditError) -> Int {
    if let index = tiers.firstIndex(where: { $0.name == name }) { return index }
    let names = tiers.map(\.name)
    throw AuditError(
      .alternative, expected: "a change of \(names.alternatives)",
      found: "\"\(name)\"" + NearestName.hint(for: name, among: names))
  }

  /// Returns the rule that a text states: the certain draw, or the first raised draw, the step and the certain draw, such
  /// as `74:6%:90`, each of which may be empty; `nil` when it states none.
  package static func pity(_ text: String) -> PityDefinition? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
    if parts.count == 1 { return Int64(text).map { PityDefinition(hard: $0) } }
    guard parts.count == 3, parts[0].isEmpty || Int64(parts[0]) != nil,
      parts[2].isEmpty || Int64(parts[2]) != nil,
      let step = parts[1].isEmpty ? .zero : Fraction(parts[1]), step.numerator <= step.denominator
    else { return nil }
    return PityDefinition(softStart: Int64(parts[0]), softStep: step, hard: Int64(parts[2]))
  }
}
