import CounterRandom
import Rules

/// Players whose behaviour is a policy that is data: each is folded through the full rules.
final class BuiltInPlayers: Players {
  private let plan: Plan
  private let rulebooks: [Rulebook]
  private let controls: [Controls]
  private var sampler: PolicySampler
  private var states: [ProfileState]
  private var readings: [Readings]
  private var measured: [[Int64?]]
  private var controlValues: [[Int64]]
  private let rarityWords: FirstWords
  private let cardWords: FirstWords
  /// Random words of the rolls of the next sparks, made ahead: of rarities, and of cards.
  private var raritiesAhead = [UInt32](repeating: 0, count: BuiltInPlayers.batch)
  private var cardsAhead = [UInt32](repeating: 0, count: BuiltInPlayers.batch)
  /// So many rolls are made ready at a time.
  private static let batch = 64

  init(_ plan: Plan, _ policy: Policy, controls: [Controls]) throws(PlanProblem) {
    self.plan = plan
    self.controls = controls
    rulebooks = plan.variants.map(\.rulebook)
    sampler = PolicySampler(policy, seed: plan.seed)
    rarityWords = FirstWords(key: plan.seed, purpose: RollWords.Purpose.rarity)
    cardWords = FirstWords(key: plan.seed, purpose: RollWords.Purpose.card)
    states = rulebooks.map { $0.initialState() }
    var readings: [Readings] = []
    for rulebook in rulebooks { readings.append(try Readings(plan, rulebook)) }
    self.readings = readings
    measured = [[Int64?]](repeating: [], count: rulebooks.count)
    controlValues = [[Int64]](repeating: [], count: rulebooks.count)
  }

  func play(_ players: Range<Int64>, into tallies: inout TallySet) throws(SimulationError) {
    for player in players {
      for variant in rulebooks.indices {
        let events = play(
          UInt64(player), rulebooks[variant], &states[variant], &readings[variant])
        tallies.events += events
        readings[variant].values(
          of: states[variant], start: plan.start, into: &measured[variant])
        controls[variant].values(
          of: states[variant], rulebooks[variant], into: &controlValues[variant])
      }
      tallies.add(measured, controls: controlValues)
    }
  }

  private func makeWords(from identity: UInt64) {
    Self.fill(&raritiesAhead, rarityWords, from: identity)
    Self.fill(&cardsAhead, cardWords, from: identity)
  }

  private static func fill(
    _ buffer: inout [UInt32], _ words: FirstWords, from identity: UInt64
  ) {
    var span = buffer.mutableSpan
    words.write(from: identity, into: &span)
  }

  /// Plays a player under one of the rulebooks.
  ///
  /// - Returns: how many events that took.
  private func play(
    _ player: UInt64, _ rulebook: Rulebook, _ state: inout ProfileState,
    _ readings: inout Readings
  ) -> Int64 {
    rulebook.reset(&state)
    readings.reset()
    sampler.begin(player)
    let (days, mostSparks): (Int64, Int64) =
      switch plan.horizon {
      case .days(let days): (days, .max)
      case .sparks(let sparks): (Horizon.mostDays, sparks)
      case .until(_, let days): (days, .max)
      }
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
        let event = Event(
          id: EventID(high: identity, low: 0),
          at: Instant(milliseconds: midnight + sampler.times[index]), offset: .zero,
          action: .spark(category, intensity))
        let place = Int(sparks) & (Self.batch - 1)
        if place == 0 { makeWords(from: identity) }
        sparks += 1
        let outcome = rulebook.apply(
          event, to: &state, seed: plan.seed,
          words: RollWords(rarity: raritiesAhead[place], card: cardsAhead[place]))
        if hasWatches { readings.look(at: outcome, state, sparks: sparks, day: day) }
        if readings.isAtGoal || sparks == mostSparks { break playing }
      }
      weekday = weekday == 6 ? 0 : weekday + 1
      midnight += 86_400_000
    }
    // The days after the last spark: achievements unlock when a day opens.
    if case .days = plan.horizon {
      rulebook.open(through: plan.start + Int(days - 1), in: &state)
      if hasWatches { readings.lookAtUnlocks(state, sparks: sparks) }
    }
    return sparks
  }
}
