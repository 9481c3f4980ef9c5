public import Calendar
public import Rules

/// The expected number of different cards after a number of sparks.
public struct DistinctCards: Sendable {
  /// The groups of equally likely cards, each with the law of the first copy of one of its cards.
  private var groups: [(law: any ArrivalLaw, count: Int)] = []

  init(_ groups: [(law: any ArrivalLaw, count: Int)]) { self.groups = groups }

  /// Returns the expected number of different cards after a number of sparks.
  public func expected(after sparks: Int64) -> Double {
    groups.reduce(0) { $0 + Double($1.count) * $1.law.probability(doneWithin: sparks) }
  }
}

extension Odds {
  /// Returns the expected numbers of different cards of a rulebook.
  ///
  /// - Parameters:
  ///   - rulebook: the rules.
  ///   - mix: the frequencies of the spark categories.
  ///   - day: the day whose cards can be drawn (default: the time before every season).
  /// - Throws: `OddsError` when pity leads to too many states.
  public static func distinctCards(
    rulebook: Rulebook, mix: CategoryMix = .uniform, day: CivilDay? = nil
  ) throws(OddsError) -> DistinctCards {
    let table = CardRates(rulebook, mix: mix, day: day)
    if table.law.hasPity { return DistinctCards(try table.chainLaws()) }
    return distinct(CardRates.groups(table.cells.map { ($0.rate, $0.cards.count) }))
  }

  /// Returns the expected numbers of different things, where the n-th is drawn with the n-th weight.
  public static func distinctCards(weights: [Fraction]) throws(OddsError) -> DistinctCards {
    distinct(CardRates.groups(try checked(weights).map { ($0, 1) }))
  }

  private static func distinct(_ groups: [(rate: Ratio, count: Int)]) -> DistinctCards {
    DistinctCards(
      groups.filter { $0.rate != .zero }.map { group in
        let single = Occupancy.Group(rate: group.rate.approximation, count: 1)
        return (Occupancy(groups: [single], wanted: 1, copies: 1), group.count)
      })
  }
}

extension CardRates {
  /// Returns the law of the first copy of a card, for each group of equally likely ones, under pity.
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
