import BigInt
public import Rules
import Schema

/// A range of values for one number of a rulebook: `rates.legendary=0.01..0.05/5`.
///
/// When a rate is swept, the other rates change in proportion to their own values, so that all rates
/// always sum to 1. Everything is exact.
public struct Sweep: Hashable, Sendable {
  /// A number of a rulebook that can be swept.
  public enum Target: Hashable, Sendable {
    /// The rate of a rarity.
    case rate(Rarity)
    /// The chance that a roll gives a card at all.
    case chance
    /// The card at which the pity of a rarity is certain.
    case hard(Rarity)
    /// The first card whose rate pity raises.
    case softStart(Rarity)
    /// The increase of the rate from one card to the next.
    case softStep(Rarity)
    /// The points for a duplicate of a rarity.
    case duplicate(Rarity)
    /// The amount of fuel that causes an overload.
    case fuelCapacity
  }

  /// The number that is swept.
  public let target: Target
  /// The name of the number.
  public let name: String
  /// The values of the number, in order.
  public let values: [Fraction]

  /// The maximum number of values.
  public static let mostValues = 50

  /// The syntax of sweeps, for messages.
  static let forms =
    "rates.RARITY, chance, pity.RARITY.hard, pity.RARITY.soft_start, pity.RARITY.soft_step, "
    + "duplicates.RARITY or fuel.capacity"

  /// Parses `NAME=FROM..TO/COUNT`, or `NAME=A,B,C`.
  ///
  /// - Parameter rarity: returns the rarity of a name; by default one that is known.
  public init(
    parsing text: String, rarity: (String) -> Rarity? = { Rarity(name: $0) }
  ) throws(PlanProblem) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard sides.count == 2 else {
      throw PlanProblem("expected a sweep such as rates.legendary=0.01..0.05/5, got \"\(text)\"")
    }
    name = sides[0]
    guard let target = Self.target(sides[0], rarity) else {
      throw PlanProblem("cannot sweep \"\(sides[0])\"; expected \(Self.forms)")
    }
    self.target = target
    guard let values = Self.values(sides[1]), !values.isEmpty else {
      throw PlanProblem(
        "expected values such as 0.01..0.05/5 or 0.01,0.02 (at most \(Self.mostValues)), got "
          + "\"\(sides[1])\"")
    }
    self.values = values
  }

  private static func target(_ name: String, _ rarity: (String) -> Rarity?) -> Target? {
    let components = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch (components.first, components.count) {
    case ("rates", 2): return rarity(components[1]).map { .rate($0) }
    case ("duplicates", 2): return rarity(components[1]).map { .duplicate($0) }
    case ("chance", 1): return .chance
    case ("fuel", 2): return components[1] == "capacity" ? .fuelCapacity : nil
    case ("pity", 3):
      guard let rarity = rarity(components[1]) else { return nil }
      switch components[2] {
      case "hard": return .hard(rarity)
      case "soft_start": return .softStart(rarity)
      case "soft_step": return .softStep(rarity)
      default: return nil
      }
    default: return nil
    }
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

  /// Returns the rules with each of the values.
  ///
  /// - Throws: `PlanProblem` when a value makes the rulebook invalid.
  public func variants(of rulebook: Rulebook) throws(PlanProblem) -> [Plan.Variant] {
    try values.map { value throws(PlanProblem) in
      let shown = "\(name)=\(value)"
      let definition = try definition(rulebook.definition, value)
      do throws(RulebookError) {
        return Plan.Variant(name: shown, rulebook: try Rulebook(definition))
      } catch {
        throw PlanProblem(
          "sweep", "\(shown) makes the rulebook invalid: \(error.faults.first?.description ?? "")")
      }
    }
  }

  private func definition(
    _ definition: RulebookDefinition, _ value: Fraction
  ) throws(PlanProblem) -> RulebookDefinition {
    let rules = definition
    var definition = definition
    func position(_ rarity: Rarity) throws(PlanProblem) -> Int {
      if let position = rules.rarities.position(of: rarity) { return position }
      throw PlanProblem(
        "sweep",
        "rulebook \(rules.id) has no rarity \"\(rarity.name)\""
          + NearestName.hint(for: rarity.name, among: rules.rarities.names))
    }
    switch target {
    case .rate(let rarity):
      definition.drops.rates = try rates(definition.drops.rates, try position(rarity), value)
    case .chance: definition.drops.chance = value
    case .hard(let rarity):
      definition.drops[pity: try position(rarity)].hard = try whole(value)
    case .softStart(let rarity):
      definition.drops[pity: try position(rarity)].softStart = try whole(value)
    case .softStep(let rarity): definition.drops[pity: try position(rarity)].softStep = value
    case .duplicate(let rarity):
      definition.points.duplicates[try position(rarity)] = try whole(value)
    case .fuelCapacity: definition.fuelCapacity = try whole(value)
    }
    return definition
  }

  private func whole(_ value: Fraction) throws(PlanProblem) -> Int64 {
    guard value.denominator == 1, let whole = Int64(exactly: value.numerator) else {
      throw PlanProblem("sweep", "\(name) is a whole number, got \(value)")
    }
    return whole
  }

  /// Returns the rates with a new value for one rarity: the others keep their proportions.
  private func rates(
    _ rates: [Fraction], _ rarity: Int, _ value: Fraction
  ) throws(PlanProblem) -> [Fraction] {
    guard value.numerator <= value.denominator else {
      throw PlanProblem("sweep", "\(name): expected rates from 0 to 1, got \(value)")
    }
    guard rates[rarity] != .one else {
      throw PlanProblem(
        "sweep", "\(name): all other rates are 0, so that there is no proportion to keep")
    }
    let factor = (.one - Ratio(value)) / (.one - Ratio(rates[rarity]))
    return try rates.enumerated().map { index, rate throws(PlanProblem) in
      guard let scaled = index == rarity ? value : Fraction(Ratio(rate) * factor) else {
        throw PlanProblem("sweep", "\(name)=\(value) makes rates of too many digits; round them")
      }
      return scaled
    }
  }
}

extension DropDefinition {
  /// The pity of a rarity, created where none exists.
  fileprivate subscript(pity rarity: Int) -> PityDefinition {
    get { pity[rarity] ?? PityDefinition() }
    set { pity[rarity] = newValue }
  }
}
