import CounterRandom
import Rules

/// Players whose cards alone are simulated, rolled one by one.
///
/// A player's rolls are words of one stream, so that they differ from the same player's rolls under the
/// full rules; their distribution is the same.
final class RollPlayers: Players {
  /// The purpose of the stream of rolls ("roll"); its identity is the player · 2³².
  static let purpose: UInt32 = 0x726F_6C6C

  /// The rolls by variant, then by measure.
  private let rolls: [[CollectionRolls]]
  private var stream: StreamReader
  private let most: UInt32

  init(_ plan: Plan, _ policy: Policy) throws(PlanProblem) {
    stream = StreamReader(key: plan.seed, purpose: Self.purpose)
    most = try Self.mostRolls(plan, policy)
    var rolls: [[CollectionRolls]] = []
    for variant in plan.variants {
      guard let weights = CardWeights(variant.rulebook, policy.mix) else {
        throw PlanProblem(
          "method",
          "rolls needs chances that stay the same from roll to roll, without pity and seasons and of "
            + "not too many digits; use rules")
      }
      var row: [CollectionRolls] = []
      for (index, measure) in plan.measures.enumerated() {
        let field = "measure[\(index + 1)]"
        guard case .until(.sparks, .cards(let goal, 1)) = measure.kind else {
          throw PlanProblem(
            field,
            "method rolls measures sparks until a goal among the cards, without copies; for other "
              + "measures use rules")
        }
        row.append(try Self.rolls(to: goal, weights, variant.rulebook, field))
      }
      rolls.append(row)
    }
    self.rolls = rolls
  }

  /// Returns the maximum number of rolls of a player.
  ///
  /// - Throws: `PlanProblem` where that number is random, or the horizon ends by something that is not
  ///   rolled for.
  private static func mostRolls(_ plan: Plan, _ policy: Policy) throws(PlanProblem) -> UInt32 {
    guard case .until(let milestone, let days) = plan.horizon else {
      guard let sparks = plan.certainSparks(policy) else {
        throw PlanProblem(
          "method", "rolls needs a certain number of sparks; give sparks, or the same every day")
      }
      return UInt32(clamping: min(sparks, Int64(UInt32.max) - 1))
    }
    guard days == Horizon.mostDays else {
      throw PlanProblem("at_most", "method rolls has no days; set a number of sparks instead")
    }
    let goal = Measure(.until(.sparks, milestone))
    for (index, measure) in plan.measures.enumerated() where measure != goal {
      throw PlanProblem(
        "measure[\(index + 1)]",
        "method rolls measures \(goal) where that is the horizon; for other goals set a number of "
          + "sparks")
    }
    return UInt32.max - 1
  }

  private static func rolls(
    to goal: Goal, _ weights: CardWeights, _ rulebook: Rulebook, _ field: String
  ) throws(PlanProblem) -> CollectionRolls {
    let cards = rulebook.definition.cards
    let needed: Int? =
      switch goal {
      case .distinct(let count): count
      case .first: 1
      default: nil
      }
    guard
      let rolls = CollectionRolls(
        weights: weights.weights, denominator: weights.denominator,
        marked: cards.indices.filter { goal.includes(cards[$0]) }, needed: needed)
    else {
      throw PlanProblem(
        field, "\(goal) cannot be reached with these rates and this mix of categories")
    }
    return rolls
  }

  func play(_ players: Range<Int64>, into tallies: inout TallySet) throws(SimulationError) {
    let none = [[Int64]](repeating: [], count: rolls.count)
    for player in players {
      let measured = rolls.map { row in
        row.map { rolls -> Measured in
          stream.begin(identity: UInt64(player) << 32)
          let reached = rolls.rolls(from: &stream, most: most)
          return reached.map { .value(Int64($0)) } ?? .unreached(after: Int64(most))
        }
      }
      for value in measured.joined() { tallies.events += value.restricted ?? 0 }
      tallies.add(measured, controls: none)
    }
  }
}
