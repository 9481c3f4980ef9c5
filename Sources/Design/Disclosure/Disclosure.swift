package import FlintCalendar
package import Chance
package import FlintRules
import FlintSchema

/// What a rulebook discloses of its pools to players, stores and regulators: every probability, what follows
/// from it, and the limits.
package struct Disclosure: Sendable {
  /// A probability, or an expected number of cards where a roll gives several.
  package struct Chance: Hashable, Sendable {
    package var value: Double
    /// The exact fraction `a/b`, where it is short.
    package var fraction: String?

    /// Creates a chance that is not known as a fraction.
    init(_ value: Double) { self.value = value.rounded(digits: 13) }

    init(_ ratio: Ratio) {
      value = ratio.approximation
      let text = "\(ratio.numerator)/\(ratio.denominator)"
      if ratio.denominator > 1, text.utf8.count <= Self.mostDigits { fraction = text }
    }

    /// The length up to which a fraction is short.
    static let mostDigits = 24
  }

  package let rulebook: String
  /// The hash of the whole rulebook.
  package let hash: String
  package let date: CivilDay
  package let version: String
  /// The unit of money, if the rulebook names one.
  package let moneyUnit: String?
  /// The pools, in the order of the rulebook, or of the request.
  package let pools: [DisclosedPool]

  /// The number of the form of the JSON: it changes when a field is removed or changes its meaning.
  package static let format: Int64 = 1
  /// The name by which the pools of the categories are asked for.
  package static let categories = "default"

  /// - Parameters:
  ///   - ids: the pools, of which `default` are those of the categories; `nil` for all of the rulebook, or
  ///     those of the categories where it has none.
  ///   - date: the day of the disclosure.
  ///   - version: the version of Flint.
  /// - Throws: `OddsError` where there is no such pool.
  package init(
    _ rulebook: Rulebook, pools ids: [String]? = nil, on date: CivilDay, version: String
  ) throws(OddsError) {
    let definition = rulebook.definition
    let own = definition.pools.map(\.id)
    var pools: [DisclosedPool] = []
    for id in ids ?? (own.isEmpty ? [Self.categories] : own) {
      if let pool = definition.pool(id) {
        pools.append(try DisclosedPool(pool, in: definition, on: date))
        continue
      }
      guard id == Self.categories else {
        let known = own + [Self.categories]
        throw .invalid(
          "pool",
          "rulebook \(definition.id) has no pool \"\(id)\"\(NearestName.hint(for: id, among: known)); "
            + "expected \(known.count <= 16 ? known.alternatives : "one of its pools, or default")")
      }
      for category in definition.categories {
        if let pool = try DisclosedPool(category: category, of: rulebook, on: date) {
          pools.append(pool)
        }
      }
    }
    self.rulebook = definition.id
    hash = rulebook.hash
    self.date = date
    self.version = version
    moneyUnit = definition.moneyUnit
    self.pools = pools
  }
}
