import BigInt
import Chance
package import FlintRules
package import FlintSchema

package indirect enum LootCondition: Hashable, Sendable {
  /// A flag that the asker sets.
  case flag(String)
  /// A chance, drawn anew each time.
  case chance(Fraction)
  /// A chance that grows with the level of a flag, above `unset` from level 1 on: `first` at that level,
  /// and `step` more at each further one.
  case levelChance(flag: String, unset: Fraction, first: Fraction, step: Fraction)
  /// A chance for each level of a flag, from 0 on; the last one for all above.
  case chances(flag: String, [Fraction])
  case not(LootCondition)
  case all([LootCondition])
  case any([LootCondition])

  /// Parses a flag, or with `!` before it, its opposite.
  static func flag(parsing text: String) -> LootCondition {
    text.hasPrefix("!") ? .not(.flag(String(text.dropFirst()))) : .flag(text)
  }

  func collectFlags(into names: inout Set<String>) {
    switch self {
    case .flag(let name), .levelChance(let name, _, _, _), .chances(let name, _):
      names.insert(name)
    case .chance: break
    case .not(let condition): condition.collectFlags(into: &names)
    case .all(let conditions), .any(let conditions):
      for condition in conditions { condition.collectFlags(into: &names) }
    }
  }

  func chance(_ flags: LootCircumstances) -> Ratio {
    switch self {
    case .flag(let name): return flags.level(of: name) > 0 ? .one : .zero
    case .chance(let chance): return Ratio(chance).atMostOne
    case .levelChance(let name, let unset, let first, let step):
      let level = flags.level(of: name)
      if level == 0 { return Ratio(unset).atMostOne }
      return (Ratio(first) + Ratio(BigUInt(level - 1), over: 1) * Ratio(step)).atMostOne
    case .chances(let name, let chances):
      let level = Int(min(flags.level(of: name), Int64(chances.count - 1)))
      return chances.isEmpty ? .zero : Ratio(chances[max(0, level)]).atMostOne
    case .not(let condition): return .one - condition.chance(flags)
    case .all(let conditions): return Self.all(conditions, flags)
    case .any(let conditions):
      return .one - conditions.reduce(Ratio.one) { $0 * (.one - $1.chance(flags)) }
    }
  }

  /// Returns the chance that all of some conditions hold, each with draws of its own.
  static func all(_ conditions: [LootCondition], _ flags: LootCircumstances) -> Ratio {
    conditions.reduce(Ratio.one) { $0 == .zero ? $0 : $0 * $1.chance(flags) }
  }
}

extension Ratio {
  /// The ratio, or 1 if it is greater.
  var atMostOne: Ratio { numerator > denominator ? .one : self }
}

/// The circumstances of an opening: which flags are set, and how much luck there is.
package struct LootCircumstances: Hashable, Sendable {
  /// The levels of the flags that are set: 1 for a plain one, more for one such as Looting III.
  package var flags: [String: Int64] = [:]
  /// The luck, by which weights and rolls change.
  package var luck = DecimalNumber(unchecked: 0)

  /// Creates circumstances without flags and luck.
  package init() {}

  /// The maximum level of a flag.
  static let mostLevel: Int64 = 255

  func level(of flag: String) -> Int64 { flags[flag] ?? 0 }

  /// Adds flags from a text such as `killed_by_player,looting=3`.
  package mutating func add(parsing text: String) throws(LootError) {
    for part in text.split(separator: ",") {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { String($0).trimmedWhitespace }
      guard let name = halves.first, !name.isEmpty else {
        throw .invalid("flags", "expected flags such as night,looting=3, got \"\(text)\"")
      }
      guard halves.count == 2 else {
        flags[name] = 1
        continue
      }
      guard let level = Int64(halves[1]) else {
        throw .invalid("flags", "\(name): expected a level, got \"\(halves[1])\"")
      }
      try set(name, level)
    }
  }

  package mutating func set(_ name: String, _ level: Int64) throws(LootError) {
    guard (0...Self.mostLevel).contains(level) else {
      throw .invalid("flags", "\(name): expected a level from 0 to \(Self.mostLevel), got \(level)")
    }
    flags[name] = level
  }
}

extension LootCircumstances {
  /// The greatest luck, and the least with a minus.
  private static let mostLuck: Int64 = 10_000

  /// The luck as text; `nil` where there is none.
  package var luckText: String? { luck.millionths == 0 ? nil : "\(luck)" }

  package mutating func setLuck(parsing text: String) throws(LootError) {
    guard let number = try? DecimalNumber(reading: text, field: "luck"),
      number.millionths.magnitude <= UInt64(Self.mostLuck) * 1_000_000
    else {
      throw .invalid(
        "luck",
        "expected a number from -\(Self.mostLuck) to \(Self.mostLuck) with at most 6 decimals, got "
          + "\"\(text)\"")
    }
    luck = number
  }
}
