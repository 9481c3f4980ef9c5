import BigInt
import Chance
package import Rules
import Schema

/// A range of values for one number of a rulebook: `rates.legendary=0.01..0.05/5`.
///
/// When a rate is swept, the other rates change in proportion to their own values, so that all rates
/// always sum to 1. Everything is exact.
package struct Sweep: Hashable, Sendable {
  /// The number that is swept.
  package let target: Target
  package let name: String
  /// The values of the number, in order.
  package let values: [Fraction]

  /// The maximum number of values.
  package static let mostValues = 50

  /// Parses `NAME=FROM..TO/COUNT`, or `NAME=A,B,C`.
  ///
  /// - Parameter rarity: returns the rarity of a name; by default one that is known.
  package init(
    parsing text: String, rarity: (String) -> Rarity? = { Rarity(name: $0) }
  ) throws(PlanProblem) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard sides.count == 2 else {
      throw PlanProblem("expected a sweep such as rates.legendary=0.01..0.05/5, got \"\(text)\"")
    }
    name = sides[0]
    guard let target = Target(parsing: sides[0], rarity: rarity) else {
      throw PlanProblem("cannot sweep \"\(sides[0])\"; expected \(Target.forms)")
    }
    self.target = target
    guard let values = Self.values(sides[1]), !values.isEmpty else {
      throw PlanProblem(
        "expected values such as 0.01..0.05/5 or 0.01,0.02 (at most \(Self.mostValues)), got "
          + "\"\(sides[1])\"")
    }
    self.values = values
  }

  private static func values(_ text: String) -> [Fraction]? {
    guard text.contains("..") else {
      let values = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { Fraction(String($0)) }
      let known = values.compactMap(\.self)
      return known.count == values.count && known.count <= mostValues ? known : nil
    }
    let components = text.split(separator: "/", maxSplits: 1).map(String.init)
    let ends = components[0].split(separator: "..").map { Fraction(String($0)) }
    guard components.count == 2, ends.count == 2, let first = ends[0], let last = ends[1],
      let count = UInt64(components[1]), (2...UInt64(mostValues)).contains(count)
    else { return nil }
    let values = (0..<count).map { step in
      let share = Ratio(BigUInt(step), over: BigUInt(count - 1))
      return Fraction(Ratio(first) * (.one - share) + Ratio(last) * share)
    }
    return values.contains(nil) ? nil : values.compactMap(\.self)
  }
}
