import CounterRandom
import Rules

/// Players whose cards alone are counted: all their sparks are split among the cards at once, in time
/// that does not depend on their number.
final class CountPlayers: Players {
  /// The purpose of the random numbers: "splt".
  private static let purpose: UInt32 = 0x7370_6C74

  private let splits: [MultinomialSplit]
  private let rulebooks: [Rulebook]
  private let measures: [Total]
  private let sparks: UInt64
  private let seed: UInt64

  init(_ plan: Plan, _ policy: Policy) throws(PlanProblem) {
    seed = plan.seed
    sparks = UInt64(try plan.sparks(of: policy))
    rulebooks = plan.variants.map(\.rulebook)
    var splits: [MultinomialSplit] = []
    for rulebook in rulebooks {
      guard let weights = CardWeights(rulebook, policy.mix, most: 1 << 52),
        let split = MultinomialSplit(
          weights: weights.weights + [weights.denominator - weights.weights.reduce(0, +)])
      else {
        throw PlanProblem(
          "method",
          "counts needs chances that stay the same from roll to roll, without pity and seasons and "
            + "of not too many digits; use rules")
      }
      splits.append(split)
    }
    self.splits = splits
    var measures: [Total] = []
    for (place, measure) in plan.measures.enumerated() {
      switch measure.kind {
      case .total(.drops), .total(.duplicates), .total(.cards), .total(.sparks):
        if case .total(let total) = measure.kind { measures.append(total) }
      default:
        throw PlanProblem(
          "measure[\(place + 1)]",
          "method counts measures sparks, drops, drops.RARITY, duplicates and cards; for other "
            + "measures use rules")
      }
    }
    self.measures = measures
  }

  func play(_ players: Range<Int64>, into tallies: inout TallySet) throws(SimulationError) {
    let none = [[Int64]](repeating: [], count: rulebooks.count)
    for player in players {
      var measured: [[Measured]] = []
      for (split, rulebook) in zip(splits, rulebooks) {
        let counts =
          split.counts(
            of: sparks, key: seed, identity: UInt64(player) << 32, purpose: Self.purpose) ?? []
        measured.append(measures.map { .value(Self.value(of: $0, counts, rulebook, sparks)) })
        tallies.events += Int64(clamping: sparks)
      }
      tallies.add(measured, controls: none)
    }
  }

  private static func value(
    of total: Total, _ counts: [UInt64], _ rulebook: Rulebook, _ sparks: UInt64
  ) -> Int64 {
    let cards = zip(rulebook.definition.cards, counts)
    switch total {
    case .sparks: return Int64(sparks)
    case .drops(let rarity):
      return cards.reduce(0) {
        $0 + (rarity == nil || $1.0.rarity == rarity ? Int64($1.1) : 0)
      }
    case .duplicates: return cards.reduce(0) { $0 + max(0, Int64($1.1) - 1) }
    case .cards(let rarity, let category):
      return cards.reduce(0) { sum, entry in
        let counts =
          entry.1 > 0 && (rarity == nil || entry.0.rarity == rarity)
          && (category == nil || entry.0.category == category)
        return sum + (counts ? 1 : 0)
      }
    default: return 0
    }
  }
}
