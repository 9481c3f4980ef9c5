package import FlintCalendar
package import FlintRules

/// The expected number of different cards after a number of sparks.
package struct DistinctCards {
  /// The groups of equally likely cards, each with the distribution of the first copy of one of its cards.
  package let groups: [(distribution: any ArrivalDistribution, count: Int)]

  /// Returns the expected number of different cards after a number of sparks.
  package func expected(after sparks: Int64) -> Double {
    groups.reduce(0) { $0 + Double($1.count) * $1.distribution.probability(doneWithin: sparks) }
  }
}

extension Odds {
  /// Returns the expected numbers of different cards of a rulebook.
  ///
  /// - Parameters:
  ///   - rulebook: the rules.
  ///   - mix: the frequencies of the spark categories.
  ///   - day: the day whose cards can be drawn (default: the time before every season).
  /// - Returns: `nil` when pity leads to too many states.
  package static func distinctCards(
    rulebook: Rulebook, mix: CategoryMix, day: CivilDay? = nil
  ) -> DistinctCards? {
    let table = CardRates(rulebook, mix: mix, day: day)
    if table.distribution.hasPity {
      return table.chainDistributions().map { DistinctCards(groups: $0) }
    }
    return distinct(CardRates.groups(table.cells.map { ($0.rate, $0.cards.count) }))
  }

  /// Returns the expected numbers of different things, where the n-th is drawn with the n-th weight.
  package static func distinctCards(weights: [Fraction], rest: Bool) throws(OddsError)
    -> DistinctCards
  {
    distinct(CardRates.groups(try checked(weights, rest: rest).map { ($0, 1) }))
  }

  private static func distinct(_ groups: [(rate: Ratio, count: Int)]) -> DistinctCards {
    DistinctCards(
      groups: groups.filter { $0.rate != .zero }.map { group in
        let single = Occupancy.Group(rate: group.rate.approximation, count: 1)
        return (Occupancy(groups: [single], wanted: 1, copies: 1), group.count)
      })
  }
}

extension CardRates {
  /// Returns the distribution of the first copy of a card, for each group of equally likely ones, under pity; `nil`
  /// when there are too many states.
  fileprivate func chainDistributions() -> [(distribution: any ArrivalDistribution, count: Int)]? {
    if distribution.chance == .zero { return [] }
    guard var odds = try? odds(.complete, copies: 1), let machine = try? odds.machine() else {
      return nil
    }
    var distributions: [(distribution: any ArrivalDistribution, count: Int)] = []
    for group in machine.classes {
      guard let id = group.ids.min() else { continue }
      odds.stages[0].goal = .copies(of: .ids([id]), 1)
      do throws(OddsError) {
        distributions.append((try odds.distribution(), group.count))
      } catch {
        // Cards that never drop are never there.
        if error.code != .unreachable { return nil }
      }
    }
    return distributions
  }
}
