import Chance
import FlintRules

extension LootTime {
  /// Returns the distribution of the number of openings until all of some things have come, from a pool whose rolls take
  /// different entries, as packs of an album do; `nil` for any other pool.
  ///
  /// The pool is one of packs with a slot of different cards: each entry is a card.
  func album(_ pool: LootPlan.Pool, things: Set<Int>) -> Distribution? {
    guard !pool.isReplaced, pool.options.allSatisfy(\.isCertain),
      let rate = Fraction(pool.chance.ratio)
    else { return nil }
    // What each opening gives anyway comes with the first, which others need, too.
    let given = pool.chance == .one ? Set(pool.always.compactMap(Self.certainThing)) : []
    let wanted = things.subtracting(given)
    guard !wanted.isEmpty, pool.always.allSatisfy({ !Self.gives($0, wanted) }) else { return nil }
    var cards: [PoolTable.Card] = []
    var ids: Set<String> = []
    for index in pool.certainChoices where pool.weights[index] > 0 {
      var isWanted = false
      if Self.gives(pool.choices[index], wanted) {
        // A thing that several entries give, or that one may not give, is not one card.
        guard let thing = Self.certainThing(pool.choices[index]), pool.stocks[index] == 1,
          ids.insert("\(thing)").inserted
        else { return nil }
        isWanted = true
      }
      guard cards.count < Self.mostCards, pool.stocks[index] < Self.mostCards else { return nil }
      for copy in 0..<pool.stocks[index] {
        let id = isWanted ? Self.certainThing(pool.choices[index]).map { "\($0)" } : nil
        cards.append(
          PoolTable.Card(
            cards.count, id: id ?? "other \(index) \(copy)", weight: pool.weights[index],
            isFeatured: false))
      }
    }
    guard ids.count == wanted.count, let packs = packs(pool.rolls, cards.count, rate),
      let table = PoolTable(
        PoolDefinition(id: "album"), rates: [.one], pity: [nil], emptyCell: .none, cards: [cards],
        packs: packs)
    else { return nil }
    return try? PoolOdds(table, until: .different(of: .ids(ids), copies: 1)).distribution()
  }

  /// The maximum number of entries.
  private static let mostCards: Int64 = 10_000

  /// Returns packs by their numbers of cards; `nil` where a chance has too many digits.
  private func packs(
    _ rolls: AmountDistribution, _ cards: Int, _ rate: Fraction
  ) -> [PoolTable.Pack]? {
    var packs: [PoolTable.Pack] = []
    var left = Ratio.one
    for share in rolls.shares where share.value > 0 {
      let chance = share.chance.ratio * Ratio(rate)
      guard let fraction = Fraction(chance), share.value <= 200 else { return nil }
      let count = min(cards, Int(share.value))
      packs.append(
        PoolTable.Pack(
          rate: fraction, cards: Array(repeating: [.one], count: count),
          distinct: count > 1 ? [0..<count] : []))
      left = left - chance
    }
    if left == .zero { return packs }
    guard let rest = Fraction(left) else { return nil }
    return packs + [PoolTable.Pack(rate: rest, cards: [])]
  }

  /// Returns the thing that a choice certainly gives; `nil` for none.
  private static func certainThing(_ choice: LootPlan.Choice) -> Int? {
    guard choice.chance == .one, case .drop(let thing, let count) = choice.outcome,
      count.shares.allSatisfy({ $0.value > 0 })
    else { return nil }
    return thing
  }

  /// Whether a choice can give one of some things; so can all that open tables.
  private static func gives(_ choice: LootPlan.Choice, _ things: Set<Int>) -> Bool {
    switch choice.outcome {
    case .nothing: false
    case .drop(let thing, _): things.contains(thing)
    case .open: true
    }
  }
}
