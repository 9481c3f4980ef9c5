import BigInt
package import FlintCalendar
package import FlintRules

/// Exact odds: the number of sparks that a goal takes, without simulation.
package enum Odds {
  /// The maximum number of copies.
  package static let mostCopies = 1000
  /// The maximum number of prizes.
  package static let mostWins = 100_000

  /// Returns the distribution of the number of sparks until a goal is reached.
  ///
  /// - Parameters:
  ///   - goal: the cards waited for.
  ///   - rulebook: the rules.
  ///   - mix: the frequencies of the spark categories (default: all are equally frequent).
  ///   - copies: the number of copies of each card of the goal; for `first`, the number of cards.
  ///   - day: the day whose cards can be drawn (default: the time before every season).
  /// - Throws: `OddsError` when the goal is not valid for the rulebook, can never be reached, or has no
  ///   exact method within reach.
  package static func distribution(
    of goal: Goal, rulebook: Rulebook, mix: CategoryMix? = nil, copies: Int = 1,
    day: CivilDay? = nil
  ) throws(OddsError) -> Distribution {
    try check("copies", copies, most: mostCopies)
    let mix = mix ?? CategoryMix(uniform: rulebook.definition.categories)
    let table = CardRates(rulebook, mix: mix, day: day)
    let selection = try table.selection(of: goal)
    if table.distribution.chance == .zero { throw .unreachable(goal, "the drop chance is 0") }
    if table.distribution.hasPity {
      return try table.chainDistribution(selection, goal: goal, copies: copies)
    }
    try table.checkReachable(selection, goal: goal) { $0.rate != .zero }
    return try occupancy(
      selection.groups(rates: table), wanted: selection.wanted, copies: copies, "\(goal)")
  }

  /// Returns the distribution of the number of rolls until all of some things, or a number of different ones, were
  /// drawn, where the n-th is drawn with the n-th weight.
  ///
  /// - Parameters:
  ///   - goal: `complete` or `distinct`.
  ///   - weights: chances that sum to 1.
  ///   - rest: whether they may sum to less, so that a roll may give nothing.
  ///   - copies: the number of copies of each.
  package static func distribution(
    of goal: Goal, weights: [Fraction], rest: Bool = false, copies: Int = 1
  ) throws(OddsError) -> Distribution {
    try check("copies", copies, most: mostCopies)
    let rates = try checked(weights, rest: rest)
    let wanted: Int
    switch goal {
    case .complete:
      if let index = weights.firstIndex(of: .zero) {
        throw .unreachable(goal, "weight \(index + 1) is 0")
      }
      wanted = weights.count
    case .distinct(let count):
      let possible = weights.count { $0 != .zero }
      if count > possible {
        throw .unreachable(goal, "only \(possible) weights are above 0")
      }
      wanted = count
    default:
      throw .invalid(
        "goal",
        "weights have no rarities, categories or cards; expected complete or distinct:K, "
          + "got \(goal)")
    }
    let groups = CardRates.groups(rates.filter { $0 != .zero }.map { ($0, 1) })
    return try occupancy(groups, wanted: wanted, copies: copies, "\(goal)")
  }

  /// Returns the distribution of the number of rolls until a prize was won a number of times.
  package static func distribution(of prize: Prize, wins: Int = 1) throws(OddsError) -> Distribution
  {
    try check("wins", wins, most: mostWins)
    guard let longest = prize.longest else {
      return try occupancy([(Ratio(prize.rate), 1)], wanted: 1, copies: wins, "\(wins) wins")
    }
    guard let single = prize.stepDistribution(longest: longest) else {
      throw OddsError(
        .noExactMethod, field: "rate",
        "no exact method within reach: with so small a rate pity that rises so slowly takes too "
          + "many rolls to follow")
    }
    guard let distribution = single.repeated(wins) else {
      throw OddsError(
        .noExactMethod, field: "wins",
        "no exact method: \(wins) wins of up to \(longest) rolls each make too long a table; ask "
          + "for fewer")
    }
    return Distribution(
      distribution, method: .renewal(longest: Int(longest)),
      exactMean: prize.exactMean(longest: longest, wins: wins))
  }

  private static func occupancy(
    _ groups: [(rate: Ratio, count: Int)], wanted: Int, copies: Int, _ goal: String
  ) throws(OddsError) -> Distribution {
    var groups = groups
    if wanted == 1 && copies == 1 {
      // The first of any of them is the first of one that represents all; a certain one stays certain.
      let sum = groups.reduce(Ratio.zero) { $0 + $1.rate * Ratio(BigUInt($1.count), over: 1) }
      groups = [(sum, 1)]
    }
    let distribution = Distribution(
      groups.map { Occupancy.Group(rate: $0.rate.approximation, count: $0.count) },
      wanted: wanted, copies: copies,
      exactMean: ExactMean(groups: groups, wanted: wanted, copies: copies).value)
    guard let distribution else {
      throw OddsError(
        .noExactMethod, field: "goal",
        "no exact method within reach for \(goal): \(wanted) of "
          + "\(groups.reduce(0) { $0 + $1.count }) cards can be there in too many ways; use "
          + "flint simulate")
    }
    return distribution
  }

  private static func check(_ name: String, _ count: Int, most: Int) throws(OddsError) {
    guard (1...most).contains(count) else {
      throw .invalid(name, "expected 1 to \(most), got \(count)")
    }
  }

  /// Returns weights that are from 0 to 1 and sum to 1, or with `rest` to at most 1, as ratios.
  static func checked(_ weights: [Fraction], rest: Bool) throws(OddsError) -> [Ratio] {
    guard (1...10_000).contains(weights.count) else {
      throw .invalid("weights", "expected 1 to 10000 weights, got \(weights.count)")
    }
    let rates = weights.map { Ratio($0) }
    var sum = Ratio.zero
    for rate in rates {
      sum = sum + rate
      guard sum.denominator.bitWidth <= 4096 else {
        throw .invalid("weights", "the weights have too many different denominators; round them")
      }
    }
    let isLess = sum.numerator < sum.denominator
    guard sum == .one || (rest && isLess) else {
      let given = sum.isModest ? sum.text : String(sum.approximation)
      throw .invalid(
        "weights",
        isLess
          ? "they must sum to 1, got \(given); with --rest (in Lua rest = true), a roll "
            + "gives nothing in the remaining cases"
          : "they must sum to \(rest ? "at most 1" : "1"), got \(given)")
    }
    return rates
  }

  /// Parses a chance: a decimal, a percentage or a fraction from 0 to 1.
  ///
  /// - Parameter field: the name of the chance in errors.
  /// - Throws: `OddsError` of code `invalid`.
  package static func chance(parsing text: String, _ field: String) throws(OddsError) -> Fraction {
    let expected = "expected a chance from 0 to 1, such as 0.006, 0.6% or 3/500, got \"\(text)\""
    guard let chance = Fraction(text) else {
      let pointed = text.replacing(",", with: ".")
      if pointed != text, Fraction(pointed) != nil {
        throw .invalid(field, expected + "; decimals have a point: write \(pointed)")
      }
      let isNumber = Double(text.hasSuffix("%") ? String(text.dropLast()) : text) != nil
      let isLong = isNumber && text.utf8.count > 18 && !text.hasPrefix("-")
      throw .invalid(
        field, isLong ? "\"\(text)\" has too many digits; round it to 18 decimals" : expected)
    }
    guard chance.numerator <= chance.denominator else {
      let isPercentage = !text.hasSuffix("%") && chance.approximation <= 100
      throw .invalid(
        field, expected + (isPercentage ? Fraction.percentHint(text) : ""))
    }
    return chance
  }
}
