import BigInt
import Chance

extension LootPlan.Option {
  /// The chance that its own conditions hold.
  var chance: ExactChance {
    switch self {
    case .entry(_, let chance), .all(_, let chance), .first(_, let chance),
      .sequence(_, let chance):
      chance
    }
  }

  /// Whether it always takes part in a roll as a whole.
  var isCertain: Bool {
    guard chance == .one else { return false }
    switch self {
    case .entry: return true
    case .all(let options, _), .sequence(let options, _): return options.allSatisfy(\.isCertain)
    case .first(let options, _): return options.first?.isCertain ?? false
    }
  }

  var certainChoices: [Int] {
    switch self {
    case .entry(let index, _): [index]
    case .all(let options, _), .sequence(let options, _): options.flatMap(\.certainChoices)
    case .first(let options, _): options.first?.certainChoices ?? []
    }
  }
}

extension LootPlan.Pool {
  /// The choices that take part in every roll, where all are certain.
  var certainChoices: [Int] { options.flatMap(\.certainChoices) }

  /// The sum of all weights, if the same entries take part in each roll; `nil` otherwise, or if there are none.
  var certainWeight: UInt64? {
    guard options.allSatisfy(\.isCertain) else { return nil }
    let sum = certainChoices.reduce(UInt64(0)) { $0 + weights[$1] }
    return sum > 0 ? sum : nil
  }

  /// The maximum number of combinations of conditions that are told apart.
  private static let mostCases = 4096
  /// The maximum number of them whose chances are fractions.
  private static let mostExactCases = 64

  /// Computes the chance of each choice in a roll.
  ///
  /// - Parameter isExact: becomes false if there are too many combinations of conditions for fractions.
  mutating func share(_ isExact: inout Bool, _ owner: String) throws(LootError) {
    let certain = options.filter(\.isCertain).flatMap(\.certainChoices)
    let open = options.filter { !$0.isCertain }
    let fixed = certain.reduce(UInt64(0)) { $0 + weights[$1] }
    if open.isEmpty {
      shares = [ExactChance](repeating: .zero, count: choices.count)
      // Many entries have the same weight.
      var known: [UInt64: ExactChance] = [:]
      for index in certain where weights[index] > 0 {
        let weight = weights[index]
        let share = known[weight] ?? ExactChance(Ratio(BigUInt(weight), over: BigUInt(fixed)))
        known[weight] = share
        shares[index] = share
      }
      idle = fixed == 0 ? .one : .zero
      return
    }
    let cases = open.reduce(1.0) { $0 * $1.caseCount }
    guard cases <= Double(Self.mostCases) else {
      throw LootError(
        .noExactMethod,
        "table \"\(owner)\": the conditions of its entries can hold in more than \(Self.mostCases) "
          + "combinations; make fewer of them a matter of chance")
    }
    if cases <= Double(Self.mostExactCases), isExact {
      let result = shared(certain, open, fixed, Ratio.self)
      shares = result.shares.map { ExactChance($0) }
      idle = ExactChance(result.idle)
    } else {
      isExact = false
      let result = shared(certain, open, fixed, Double.self)
      shares = result.shares.map { ExactChance(approximately: $0) }
      idle = ExactChance(approximately: result.idle)
    }
  }

  private func shared<Number: DistributionNumber>(
    _ certain: [Int], _ open: [LootPlan.Option], _ fixed: UInt64, _ type: Number.Type
  ) -> (shares: [Number], idle: Number) {
    var shares = [Number](repeating: .zero, count: choices.count)
    // The mean of 1 over the sum of all weights that take part.
    var inverse = Number.zero
    var idle = Number.zero
    for part in LootPlan.Option.combined(open, Number.self) {
      let total = part.choices.reduce(fixed) { $0 + weights[$1] }
      guard total > 0 else {
        idle = idle + part.chance
        continue
      }
      let each = part.chance / Number(whole: Int64(total))
      inverse = inverse + each
      for index in part.choices {
        shares[index] = shares[index] + each * Number(whole: Int64(weights[index]))
      }
    }
    for index in certain { shares[index] = inverse * Number(whole: Int64(weights[index])) }
    return (shares, idle)
  }
}

extension LootPlan.Option {
  /// A combination of conditions: the choices that take part, whether the option held, and the chance.
  typealias Case<Number> = (choices: [Int], holds: Bool, chance: Number)

  /// A bound of the number of combinations.
  fileprivate var caseCount: Double {
    let own = chance == .one ? 0.0 : 1
    switch self {
    case .entry: return own + 1
    case .all(let options, _): return own + options.reduce(1) { $0 * $1.caseCount }
    case .first(let options, _), .sequence(let options, _):
      return own + options.reduce(1) { $0 + $1.caseCount }
    }
  }

  /// Returns the combinations of several options that all take part.
  fileprivate static func combined<Number: DistributionNumber>(
    _ options: [LootPlan.Option], _ type: Number.Type
  ) -> [Case<Number>] {
    options.reduce([([], true, .unity)]) { cases, option in
      let more = option.cases(type)
      return cases.flatMap { before in
        more.map { (before.choices + $0.choices, true, before.chance * $0.chance) }
      }
    }
  }

  private func cases<Number: DistributionNumber>(_ type: Number.Type) -> [Case<Number>] {
    let holding = Number(of: chance)
    var cases: [Case<Number>]
    switch self {
    case .entry(let index, _): cases = [([index], true, .unity)]
    case .all(let options, _): cases = Self.combined(options, type)
    case .first(let options, _): cases = Self.successive(options, stopsWhenHolding: true, type)
    case .sequence(let options, _):
      cases = Self.successive(options, stopsWhenHolding: false, type)
    }
    if chance == .one { return cases }
    cases = cases.map { ($0.choices, $0.holds, $0.chance * holding) }
    return cases + [([], false, .unity - holding)]
  }

  /// Returns the combinations of options that are tried one after another, until one holds or does not.
  private static func successive<Number: DistributionNumber>(
    _ options: [LootPlan.Option], stopsWhenHolding: Bool, _ type: Number.Type
  ) -> [Case<Number>] {
    var ended: [Case<Number>] = []
    var going: [Case<Number>] = [([], true, .unity)]
    for option in options {
      var next: [Case<Number>] = []
      for before in going {
        for part in option.cases(type) {
          let both: Case<Number> = (
            before.choices + part.choices, part.holds, before.chance * part.chance
          )
          if part.holds == stopsWhenHolding { ended.append(both) } else { next.append(both) }
        }
      }
      going = next
    }
    return ended + going.map { ($0.choices, !stopsWhenHolding, $0.chance) }
  }
}
