import Calendar
import Rules

/// Players whose behaviour is a policy that is data: every spark is applied by the full rules.
final class BuiltInPlayers: Players {
  // In one value, so that exclusive access is checked once for all players of a chunk.
  private var game: Game

  init(_ plan: Plan, _ policy: Policy, controls: [Controls]) throws(PlanProblem) {
    game = try Game(plan, policy, controls)
  }

  func play(_ players: Range<Int64>, into tallies: inout TallySet) throws(SimulationError) {
    game.play(players, into: &tallies)
  }
}

/// The simulation of one player after another, each under every rulebook of a plan.
private struct Game {
  private let plan: Plan
  private var sampler: PolicySampler
  private var words: RollWordBuffer
  private let rulebooks: [Rulebook]
  private let controls: [Controls]
  private var states: [ProfileState]
  private var readings: [Readings]
  private var measured: [[Measured]]
  private var controlValues: [[Int64]]

  init(_ plan: Plan, _ policy: Policy, _ controls: [Controls]) throws(PlanProblem) {
    self.plan = plan
    sampler = PolicySampler(policy, seed: plan.seed)
    words = RollWordBuffer(seed: plan.seed)
    self.controls = controls
    rulebooks = plan.variants.map(\.rulebook)
    readings = try rulebooks.map { rulebook throws(PlanProblem) in try Readings(plan, rulebook) }
    states = zip(rulebooks, readings).map { $0.initialState(retaining: $1.retained) }
    measured = rulebooks.map { _ in [] }
    controlValues = rulebooks.map { _ in [] }
  }

  mutating func play(_ players: Range<Int64>, into tallies: inout TallySet) {
    for player in players {
      for variant in rulebooks.indices {
        let played = Self.play(
          UInt64(player), plan, rulebooks[variant], &states[variant], &readings[variant], &sampler,
          &words)
        tallies.events += played.sparks
        readings[variant].values(
          of: states[variant], start: plan.start, played: played, into: &measured[variant])
        controls[variant].values(
          of: states[variant], rulebooks[variant], into: &controlValues[variant])
      }
      tallies.add(measured, controls: controlValues)
    }
  }

  /// Plays a player under one of the rulebooks.
  ///
  /// - Returns: the number of sparks and days played; every event is a spark.
  private static func play(
    _ player: UInt64, _ plan: Plan, _ rulebook: Rulebook, _ state: inout ProfileState,
    _ readings: inout Readings, _ sampler: inout PolicySampler, _ words: inout RollWordBuffer
  ) -> Played {
    rulebook.reset(&state)
    readings.reset()
    sampler.begin(player)
    let (days, mostSparks): (Int64, Int64) =
      switch plan.horizon {
      case .days(let days): (days, .max)
      case .sparks(let sparks): (Horizon.mostDays, sparks)
      case .until(_, let days): (days, .max)
      }
    let seed = plan.seed
    let hasWatches = !readings.watches.isEmpty
    var sparks: Int64 = 0
    var day: Int64 = 0
    var weekday = plan.start.weekday
    var midnight = Int64(plan.start.number) * 86_400_000
    playing: while day < days, sparks < mostSparks {
      day += 1
      for index in 0..<sampler.drawDay(weekday: weekday) {
        let category = sampler.drawCategory()
        let intensity = sampler.drawIntensity()
        let identity = player << 32 | UInt64(sparks)
        let card = rulebook.play(
          category, intensity, at: Instant(milliseconds: midnight + sampler.times[index]),
          identity: identity, in: &state, seed: seed,
          words: words.words(of: identity))
        sparks += 1
        if hasWatches {
          readings.update(
            card: Int(card.position), isNew: card.isNew, state, sparks: sparks, day: day)
          if readings.isAtGoal { break playing }
        }
        if sparks == mostSparks { break playing }
      }
      weekday = weekday == 6 ? 0 : weekday + 1
      midnight += 86_400_000
    }
    // The days after the last spark: achievements unlock when a day opens.
    if case .days = plan.horizon {
      rulebook.open(through: plan.start + Int(days - 1), in: &state)
      if hasWatches { readings.updateUnlocks(state, sparks: sparks) }
    }
    return Played(sparks: sparks, days: day)
  }
}
