import FlintCalendar
import FlintRules

/// Players whose behaviour is a policy that is data: every event is applied by the full rules.
final class BuiltInPlayers: PlayerGroup {
  // In one value, so that exclusive access is checked once for all players of a chunk.
  private var game: Game

  init(_ plan: Plan, controls: [Controls]) throws(PlanProblem) {
    game = try Game(plan, controls)
  }

  func play(_ players: Range<Int64>, into tallies: inout TallySet) throws(SimulationError) {
    game.play(players, into: &tallies)
  }
}

/// The simulation of one player after another, each under every rulebook of a plan.
private struct Game {
  private let plan: Plan
  /// The policies of the segments, or the one of all players, by rulebook.
  private var samplers: [[PolicySampler]]
  /// What the players of each policy do beside sparks, by rulebook.
  private var actions: [[PolicyActions]]
  /// When the players of each policy leave for good, by rulebook.
  private var churns: [[PlayerChurn?]]
  /// The segments; `nil` where there are none.
  private let segments: PlayerSegments?
  private var words: RollWordBuffer
  private let rulebooks: [Rulebook]
  private let controls: [Controls]
  private var states: [ProfileState]
  private var readings: [Readings]
  private var measured: [[Measured]]
  /// The measured values by column, where there are segments.
  private var columns: [[Measured]]
  private var controlValues: [[Int64]]

  init(_ plan: Plan, _ controls: [Controls]) throws(PlanProblem) {
    self.plan = plan
    let policies = plan.variants.indices.map { plan.playing($0).policies.map(\.policy) }
    samplers = []
    actions = []
    churns = []
    for position in plan.policies.indices {
      var sampler: [PolicySampler] = []
      var row: [PolicyActions] = []
      var churn: [PlayerChurn?] = []
      for (variant, policies) in zip(plan.variants, policies) {
        let policy = policies[position]
        sampler.append(PolicySampler(policy, seed: plan.seed))
        row.append(try PolicyActions(policy, variant.rulebook))
        churn.append(try PlayerChurn(policy, variant.rulebook, seed: plan.seed))
      }
      samplers.append(sampler)
      actions.append(row)
      churns.append(churn)
    }
    segments = PlayerSegments(plan)
    words = RollWordBuffer(seed: plan.seed)
    self.controls = controls
    rulebooks = plan.variants.map(\.rulebook)
    readings = try rulebooks.map { rulebook throws(PlanProblem) in try Readings(plan, rulebook) }
    states = zip(rulebooks, readings).map { $0.initialState(retaining: $1.retained) }
    measured = rulebooks.map { _ in [] }
    columns = measured
    controlValues = rulebooks.map { _ in [] }
  }

  mutating func play(_ players: Range<Int64>, into tallies: inout TallySet) {
    for player in players {
      let segment = segments?.position(of: UInt64(player)) ?? 0
      for variant in rulebooks.indices {
        let played = Self.play(
          UInt64(player), plan, rulebooks[variant], &states[variant], &readings[variant],
          &samplers[segment][variant], &actions[segment][variant], &churns[segment][variant], &words
        )
        tallies.events += played.sparks + actions[segment][variant].events
        readings[variant].values(
          of: states[variant], start: plan.start, played: played, into: &measured[variant])
        controls[variant].values(
          of: states[variant], rulebooks[variant], into: &controlValues[variant])
      }
      if let segments {
        for variant in rulebooks.indices {
          segments.spread(measured[variant], of: segment, into: &columns[variant])
        }
        tallies.add(columns, controls: controlValues)
      } else {
        tallies.add(measured, controls: controlValues)
      }
    }
  }

  /// - Returns: the number of sparks and days played.
  private static func play(
    _ player: UInt64, _ plan: Plan, _ rulebook: Rulebook, _ state: inout ProfileState,
    _ readings: inout Readings, _ sampler: inout PolicySampler, _ actions: inout PolicyActions,
    _ churn: inout PlayerChurn?, _ words: inout RollWordBuffer
  ) -> Played {
    rulebook.reset(&state)
    readings.reset()
    sampler.begin(player)
    actions.begin()
    churn?.begin(player)
    let hasActions = !actions.isEmpty
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
      if day > 1, churn?.leaves(before: day) ?? false {
        // Nothing happens until the end of the horizon.
        day = days
        break
      }
      let sparksBefore = sparks
      let count = sampler.drawDay(weekday: weekday)
      for index in 0..<count where sampler.spends(at: midnight + sampler.times[index]) {
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
      if hasActions && sampler.isActive {
        actions.play(
          PolicyActions.Day(
            player: player, number: day, date: plan.start + Int(day - 1),
            time: Instant(milliseconds: midnight + sampler.end), sparks: sparks,
            hasEvent: sparks > sparksBefore),
          rulebook, seed: seed, &state, &readings)
        if readings.isAtGoal { break playing }
      }
      if churn?.isConditional ?? false {
        churn?.observe(
          day, state, sparks: sparks - sparksBefore, lost: readings.record.count(of: nil).lost)
      }
      weekday = weekday == 6 ? 0 : weekday + 1
      midnight += 86_400_000
    }
    // The days after the last spark: achievements unlock when a day opens.
    if case .days = plan.horizon {
      rulebook.advance(to: plan.start + Int(days - 1), in: &state)
      if hasWatches { readings.updateUnlocks(state, sparks: sparks) }
    }
    return Played(sparks: sparks, days: day)
  }
}
