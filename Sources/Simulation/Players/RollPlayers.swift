import CounterRandom
import Rules

/// Players whose cards alone are simulated: rolled one by one in bulk, or drawn by the law of the number
/// of rolls that a collection takes.
///
/// A player's rolls are words of one stream, so that they differ from the same player's rolls under the
/// full rules; their law is the same.
final class RollPlayers: Players {
  private enum Engine {
    case rolls(CollectionRolls)
    case law(CollectionLaw)
  }

  /// The engines by variant, then by measure.
  private let engines: [[Engine]]
  private let seed: UInt64
  private let cap: UInt32
  private var buffer = [UInt32](repeating: 0, count: Int(Simulator.chunk))
  /// The number of rolls of each player for the current measure, by variant.
  private var values: [[UInt32]]

  init(_ plan: Plan, _ policy: Policy) throws(PlanProblem) {
    seed = plan.seed
    cap = try Self.cap(plan, policy)
    var engines: [[Engine]] = []
    for variant in plan.variants {
      guard let weights = CardWeights(variant.rulebook, policy.mix, most: 1 << 32) else {
        throw PlanProblem(
          "method",
          "\(plan.engine.rawValue) needs chances that stay the same from roll to roll, without pity "
            + "and seasons and of not too many digits; use rules")
      }
      var row: [Engine] = []
      for (place, measure) in plan.measures.enumerated() {
        guard case .until(.sparks, .cards(let goal, 1)) = measure.kind else {
          throw PlanProblem(
            "measure[\(place + 1)]",
            "method \(plan.engine.rawValue) measures sparks until a goal among the cards, without "
              + "copies; for other measures use rules")
        }
        row.append(try Self.engine(plan.engine, goal, weights, variant.rulebook, place))
      }
      engines.append(row)
    }
    self.engines = engines
    values = engines.map { _ in [] }
  }

  /// Returns the maximum number of rolls of a player.
  ///
  /// - Throws: `PlanProblem` where that number is random, or the horizon ends by something that is not
  ///   rolled for.
  private static func cap(_ plan: Plan, _ policy: Policy) throws(PlanProblem) -> UInt32 {
    guard case .until(let milestone, let most) = plan.horizon else {
      return UInt32(clamping: min(try plan.sparks(of: policy), Int64(UInt32.max) - 1))
    }
    guard most == Horizon.mostDays else {
      throw PlanProblem(
        "at_most", "method \(plan.engine.rawValue) has no days; set a number of sparks instead")
    }
    let goal = Measure(.until(.sparks, milestone))
    for (place, measure) in plan.measures.enumerated() where measure != goal {
      throw PlanProblem(
        "measure[\(place + 1)]",
        "method \(plan.engine.rawValue) measures \(goal) where that is the horizon; for other goals "
          + "set a number of sparks")
    }
    return UInt32.max - 1
  }

  private static func engine(
    _ method: Plan.Engine, _ goal: Goal, _ weights: CardWeights, _ rulebook: Rulebook,
    _ place: Int
  ) throws(PlanProblem) -> Engine {
    let field = "measure[\(place + 1)]"
    let cards = rulebook.definition.cards
    var marked = cards.indices.filter { goal.includes(cards[$0]) }
    var wanted: Int?
    switch goal {
    case .distinct(let count): wanted = count
    case .first: wanted = 1
    default: break
    }
    // Where not all cards are required, those that never drop are left out.
    if wanted != nil { marked = marked.filter { weights.weights[$0] > 0 } }
    let unreachable = PlanProblem(
      field, "\(goal) cannot be reached with these rates and this mix of categories")
    switch method {
    case .law:
      // The first of several cards is the first of one that has their total weight.
      if case .first = goal {
        let sum = marked.reduce(0) { $0 + weights.weights[$1] }
        guard
          let law = CollectionLaw(
            weights: [sum], denominator: weights.denominator, all: [0])
        else { throw unreachable }
        return .law(law)
      }
      guard wanted == nil else {
        throw PlanProblem(field, "method law does not support \(goal); use rolls")
      }
      guard
        let law = CollectionLaw(
          weights: weights.weights, denominator: weights.denominator, all: marked)
      else { throw unreachable }
      return .law(law)
    default:
      guard
        let rolls = CollectionRolls(
          weights: weights.weights, denominator: weights.denominator,
          goal: CollectionGoal(wanted ?? marked.count, of: marked))
      else { throw unreachable }
      return .rolls(rolls)
    }
  }

  func play(_ players: Range<Int64>, into tallies: inout TallySet) throws(SimulationError) {
    let count = players.count
    // All chunks but the last have the same length.
    if buffer.count != count { buffer = [UInt32](repeating: 0, count: count) }
    let (capped, cap) = (CollectionRolls.capped, cap)
    func measured(_ rolls: UInt32) -> Measured {
      rolls <= cap && rolls != capped ? .value(Int64(rolls)) : .unreached(after: Int64(cap))
    }
    for measure in engines[0].indices {
      for variant in engines.indices {
        var span = buffer.mutableSpan
        let first = UInt32(truncatingIfNeeded: players.lowerBound)
        switch engines[variant][measure] {
        case .rolls(let rolls): rolls.write(from: first, key: seed, cap: cap, into: &span)
        case .law(let law): law.write(from: first, key: seed, into: &span)
        }
        var played: Int64 = 0
        tallies.change(variant, measure) { tally in
          for place in 0..<count {
            let value = measured(buffer[place])
            tally.add(value)
            played += value.restricted ?? 0
          }
        }
        tallies.events += played
        if engines.count > 1 { values[variant] = Array(buffer[..<count]) }
      }
      for variant in engines.indices.dropFirst() {
        let (first, other) = (values[0], values[variant])
        tallies.changeDifference(variant, measure) { pairs in
          for place in 0..<count { pairs.add(measured(first[place]), measured(other[place])) }
        }
      }
    }
  }
}
