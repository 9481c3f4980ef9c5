import Chance
import FlintRandom
import FlintRules

/// Players whose cards alone are simulated, rolled one by one.
///
/// A player's rolls are words of one stream, so that they differ from the same player's rolls under the
/// full rules; their distribution is the same.
final class RollPlayers: PlayerGroup {
  /// The purpose of the stream of rolls ("roll"); its identity is the player · 2³².
  static let purpose: UInt32 = 0x726F_6C6C

  /// The rolls of a measure under a rulebook.
  private enum Rolls {
    /// Sparks until a goal among the cards.
    case cards(CollectionRolls, most: UInt32)
    /// Rolls until a goal in a pool.
    case pool(PoolRolls, most: UInt32)

    func measured(from stream: inout StreamReader) -> Measured {
      let (reached, most) =
        switch self {
        case .cards(let rolls, let most): (rolls.rolls(from: &stream, most: most), most)
        case .pool(let rolls, let most): (rolls.rolls(from: &stream, most: most), most)
        }
      return reached.map { .value(Int64($0)) } ?? .unreached(after: Int64(most))
    }
  }

  /// The rolls by variant, then by measure.
  private let rolls: [[Rolls]]
  private var stream: StreamReader

  init(_ plan: Plan, _ policy: Policy) throws(PlanProblem) {
    stream = StreamReader(key: plan.seed, purpose: Self.purpose)
    try Self.checkHorizon(plan)
    var rolls: [[Rolls]] = []
    for variant in plan.variants.indices {
      var row: [Rolls] = []
      for (index, measure) in plan.measures.enumerated() {
        let field = "measure[\(index + 1)]"
        switch measure.kind {
        case .until(.sparks, .cards(let goal, 1)):
          row.append(
            .cards(
              try Self.rolls(to: goal, policy, plan.variants[variant].rulebook, field),
              most: try Self.mostSparks(plan, policy)))
        case .until(.rolls, .pool(let pool, let target)):
          row.append(try Self.rolls(to: target, in: pool, plan, variant, policy, field))
        default:
          throw PlanProblem(
            field,
            "method rolls measures sparks until a goal among the cards, without copies, and rolls until "
              + "a goal in a pool; for other measures use rules")
        }
      }
      rolls.append(row)
    }
    self.rolls = rolls
  }

  /// The maximum number of rolls of a player who rolls until the goal is reached.
  private static let endless = UInt32.max - 1

  /// Throws an error where the horizon ends by something that is not rolled for.
  private static func checkHorizon(_ plan: Plan) throws(PlanProblem) {
    guard case .until(let milestone, let days) = plan.horizon else { return }
    guard days == Horizon.mostDays else {
      throw PlanProblem("at_most", "method rolls has no days; set a number of sparks instead")
    }
    let goal = Measure(.until(milestone.unit, milestone))
    for (index, measure) in plan.measures.enumerated() where measure != goal {
      throw PlanProblem(
        "measure[\(index + 1)]",
        "method rolls measures \(goal) where that is the horizon; for other goals set a number of "
          + (milestone.unit == .rolls ? "days" : "sparks"))
    }
  }

  /// - Throws: `PlanProblem` where that number is random.
  private static func mostSparks(_ plan: Plan, _ policy: Policy) throws(PlanProblem) -> UInt32 {
    if case .until = plan.horizon { return endless }
    guard let sparks = plan.certainSparks(policy) else {
      throw PlanProblem(
        "method", "rolls needs a certain number of sparks; give sparks, or the same every day")
    }
    return UInt32(clamping: min(sparks, Int64(endless)))
  }

  private static func rolls(
    to goal: Goal, _ policy: Policy, _ rulebook: Rulebook, _ field: String
  ) throws(PlanProblem) -> CollectionRolls {
    guard let weights = CardWeights(rulebook, policy.mix) else {
      throw PlanProblem(
        "method",
        "rolls needs chances that stay the same from roll to roll, without pity and seasons and of "
          + "not too many digits; use rules")
    }
    let cards = rulebook.definition.cards
    let needed: Int? =
      switch goal {
      case .distinct(let count): count
      case .first, .any: 1
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

  private static func rolls(
    to target: PoolTarget, in pool: String, _ plan: Plan, _ variant: Int, _ policy: Policy,
    _ field: String
  ) throws(PlanProblem) -> Rolls {
    guard let odds = plan.poolOdds(of: target, in: pool, variant: variant, policy) else {
      throw PlanProblem(
        field,
        "method rolls needs a policy whose only pool is \(pool), until \(target) or without a goal; use "
          + "rules")
    }
    let rolls: PoolRolls
    do throws(OddsError) {
      rolls = try PoolRolls(odds)
    } catch {
      throw PlanProblem(field, error.problem)
    }
    if case .until = plan.horizon { return .pool(rolls, most: endless) }
    guard let most = plan.certainRolls(in: pool, variant: variant, policy) else {
      throw PlanProblem(
        "method",
        "rolls needs a certain number of rolls: a number of days, and nothing that grants currencies by "
          + "luck; use rules")
    }
    return .pool(rolls, most: UInt32(clamping: min(most, Int64(endless))))
  }

  func play(_ players: Range<Int64>, into tallies: inout TallySet) throws(SimulationError) {
    let none = [[Int64]](repeating: [], count: rolls.count)
    for player in players {
      let measured = rolls.map { row in
        row.map { rolls -> Measured in
          stream.begin(identity: UInt64(player) << 32)
          return rolls.measured(from: &stream)
        }
      }
      for value in measured.joined() { tallies.events += value.restricted ?? 0 }
      tallies.add(measured, controls: none)
    }
  }
}
