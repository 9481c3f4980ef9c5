public import Rules

/// How many different cards there are to be expected after some sparks.
public struct DistinctCards: Sendable {
  /// Equally likely cards, and the law of the first copy of one of them.
  private var groups: [(law: any ArrivalLaw, count: Int)] = []

  init(_ groups: [(law: any ArrivalLaw, count: Int)]) { self.groups = groups }

  /// The expected number of different cards after so many sparks.
  public func expected(after sparks: Int64) -> Double {
    groups.reduce(0) { $0 + Double($1.count) * $1.law.probability(doneWithin: sparks) }
  }
}

extension Odds {
  /// How many different cards of a rulebook there are to be expected.
  ///
  /// - Parameters:
  ///   - rulebook: the rules.
  ///   - mix: how often sparks are of each category.
  ///   - day: the day whose cards can be drawn; the time before every season unless given.
  /// - Throws: `OddsError` when pity makes for too many states.
  public static func distinctCards(
    rulebook: Rulebook, mix: CategoryMix = .uniform, day: CivilDay? = nil
  ) throws(OddsError) -> DistinctCards {
    let table = CardTable(rulebook, mix: mix, day: day)
    if table.law.hasPity { return DistinctCards(try table.chainLaws()) }
    return distinct(CardTable.groups(table.cells.map { ($0.rate, $0.cards.count) }))
  }

  /// How many different things there are to be expected, where the n-th is drawn with the n-th
  /// weight.
  public static func distinctCards(weights: [Fraction]) throws(OddsError) -> DistinctCards {
    distinct(CardTable.groups(try checked(weights).map { ($0, 1) }))
  }

  private static func distinct(_ groups: [(rate: Ratio, count: Int)]) -> DistinctCards {
    DistinctCards(
      groups.filter { $0.rate != .zero }.map { group in
        let single = Occupancy.Group(rate: group.rate.approximation, count: 1)
        return (Occupancy(groups: [single], wanted: 1, copies: 1), group.count)
      })
  }
}

extension CardTable {
  /// The law of the first copy of a card, for each group of equally likely ones, under pity.
  fileprivate func chainLaws() throws(OddsError) -> [(law: any ArrivalLaw, count: Int)] {
    if law.chance == .zero { return [] }
    let chain = try rollChain(for: nil)
    let everything = Selection(counts: cells.map(\.cards.count), wanted: count)
    let all = targets(everything, chain, copies: 1)
    var laws: [(law: any ArrivalLaw, count: Int)] = []
    for var group in all.groups {
      let count = group.count
      group.count = 1
      do throws(GoalChain.Failure) {
        let goal = try GoalChain(chain, Targets(groups: [group], wanted: 1, copies: 1))
        laws.append((try goal.law(chance: law.chance.approximation), count))
      } catch {
        throw noMethod(error, nil, counters: chain.count)
      }
    }
    return laws
  }
}
