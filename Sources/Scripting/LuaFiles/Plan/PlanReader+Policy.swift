import Lua
import Rules
import Simulation

/// The behaviour of players, if it is given as data.
extension PlanReader {
  /// Reads `{sparks = …, mix = …, intensities = …, hours = …, lapse = …}`, or `"uniform"`.
  mutating func policy(_ value: LuaValue) -> Policy {
    var policy = Policy()
    let keys: Keys = [.name("policy")]
    if value.text == "uniform" { return policy }
    guard case .table(let entries) = value, value.functionIndex == nil else {
      if case .array(let items) = value, items.isEmpty { return policy }
      fault(keys, expected: "a table, \"uniform\" or a function day(player, today)", value)
      return policy
    }
    checkNames(entries, Self.policyFields, keys)
    if let sparks = value["sparks"] {
      policy.sparks = counts(sparks, keys + [.name("sparks")]) ?? policy.sparks
    }
    if let mix = value["mix"] {
      policy.mix = self.mix(mix, keys + [.name("mix")]) ?? policy.mix
    }
    if let intensities = value["intensities"] {
      policy.intensities =
        weights(intensities, Intensity.allCases.map(\.name), keys + [.name("intensities")])
        ?? policy.intensities
    }
    if let hours = value["hours"] {
      if case .array(let ends) = hours, ends.count == 2, let first = ends[0].wholeNumber,
        let last = ends[1].wholeNumber, 0 <= first, first < last, last <= 24
      {
        policy.hours = Int(first)..<Int(last)
      } else {
        fault(keys + [.name("hours")], "expected two hours from 0 to 24, such as {8, 22}")
      }
    }
    if let lapse = value["lapse"] { policy.lapse = self.lapse(lapse, keys + [.name("lapse")]) }
    return policy
  }

  private mutating func counts(_ value: LuaValue, _ keys: Keys) -> [DayCount]? {
    guard case .array(let items) = value else { return count(value, keys).map { [$0] } }
    guard items.count == 7 else {
      fault(keys, "expected seven numbers, from Monday to Sunday, got \(items.count)")
      return nil
    }
    let read = items.enumerated().compactMap { count($1, keys + [.position($0 + 1)]) }
    return read.count == 7 ? read : nil
  }

  private mutating func count(_ value: LuaValue, _ keys: Keys) -> DayCount? {
    let expected = "a whole number a day up to \(DayCount.most), or {poisson = MEAN}"
    if let number = value.wholeNumber, (0...DayCount.most).contains(number) {
      return .constant(number)
    }
    if case .table(let entries) = value, entries.count == 1, let mean = value["poisson"],
      let fraction = mean.fraction, fraction.approximation <= Double(DayCount.most)
    {
      return .poisson(fraction)
    }
    fault(keys, expected: expected, value)
    return nil
  }

  private mutating func mix(_ value: LuaValue, _ keys: Keys) -> CategoryMix? {
    if value.text == "uniform" { return .uniform }
    guard let weights = weights(value, Category.names, keys) else { return nil }
    do throws(OddsError) {
      return try CategoryMix(weights: weights)
    } catch {
      fault(keys, error.problem)
      return nil
    }
  }

  /// Reads weights by name; omitted names have the weight 0.
  private mutating func weights(
    _ value: LuaValue, _ names: [String], _ keys: Keys
  ) -> [UInt64]? {
    guard case .table(let entries) = value, value.functionIndex == nil else {
      fault(keys, expected: "a table of weights, such as {\(names[0]) = 3}", value)
      return nil
    }
    checkNames(entries, names, keys)
    var fractions: [Fraction] = []
    for name in names {
      guard let weight = value[name] else {
        fractions.append(.zero)
        continue
      }
      guard let fraction = weight.fraction else {
        fault(keys + [.name(name)], expected: "a weight from 0 up", weight)
        return nil
      }
      fractions.append(fraction)
    }
    let most: UInt64 = 1_000_000_000
    guard let common = Fraction.overCommonDenominator(fractions, most: most) else {
      fault(keys, "the weights have too many digits; round them")
      return nil
    }
    guard common.numerators.allSatisfy({ $0 <= most }) else {
      fault(keys, "the weights are too large; give smaller ones")
      return nil
    }
    return common.numerators
  }

  private mutating func lapse(_ value: LuaValue, _ keys: Keys) -> Policy.Lapse? {
    guard case .table(let entries) = value, value.functionIndex == nil else {
      fault(keys, expected: "a table such as {leave = 0.05, come_back = 0.2}", value)
      return nil
    }
    checkNames(entries, ["leave", "come_back"], keys)
    var chances: [Fraction] = []
    for name in ["leave", "come_back"] {
      guard let found = value[name], let chance = found.fraction else {
        fault(
          keys + [.name(name)], expected: "a chance from 0 to 1", value[name] ?? .nil)
        return nil
      }
      chances.append(chance)
    }
    return Policy.Lapse(leave: chances[0], comeBack: chances[1])
  }
}

extension LuaValue {
  /// The number as an exact fraction: 0.1 means a tenth, and "1/3" a third; `nil` if it is negative
  /// or not a number.
  var fraction: Fraction? {
    switch self {
    case .integer(let number): number >= 0 ? Fraction(UInt64(number)) : nil
    case .number(let number): Fraction(shortestDecimalOf: number)
    default: text.flatMap { Fraction($0) }
    }
  }
}
