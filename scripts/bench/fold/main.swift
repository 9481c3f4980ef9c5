// Folds a year of events through the ignition rulebook and prints the cost of one: of sparks alone, and
// of events of every subject, with and without the retries within an instant, and of those whose trackers are
// habits, also through everyday, which pays for them; or plays years of simulated players:
// fold-bench [COUNT] [sparks|mixed|player-years].
import BenchAllocations
import FlintRandom
import FlintRules

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let ignition = try Rulebook.ignition()
let seed: UInt64 = 7

/// - Parameters:
///   - rulebook: the rulebook of the fold.
///   - isRetrying: whether the events of each instant are folded as a set, like those of a profile.
/// - Returns: the nanoseconds of the fastest fold of all events.
@discardableResult
func measure(
  _ name: String, _ events: [ProfileEvent], by rulebook: Rulebook = ignition,
  isRetrying: Bool = false
) -> Double {
  var best = Double.infinity
  var state = rulebook.initialState()
  var points: Int64 = 0
  for _ in 0..<5 {
    state = rulebook.initialState()
    points = 0
    let before = bench_allocation_count()
    let elapsed = ContinuousClock().measure {
      if isRetrying {
        var retries = EventRetries()
        for event in events { retries.apply(event, to: &state, by: rulebook, seed: seed) }
        retries.finish(&state, by: rulebook, seed: seed)
        points = state.ledger.total
      } else {
        for event in events { points &+= rulebook.apply(event, to: &state, seed: seed).points }
      }
    }
    let allocations = bench_allocation_count() - before
    let nanoseconds =
      Double(elapsed.components.attoseconds) / 1e9 + Double(elapsed.components.seconds) * 1e9
    best = min(best, nanoseconds)
    print(
      "\(name): \(events.count) events, \(nanoseconds / Double(events.count)) ns each, "
        + "\(Double(allocations) / Double(events.count)) allocations each")
  }
  print(
    "\(name) best \(best / Double(events.count)) ns each; points \(points), level \(state.level), "
      + "void \(state.events.voids.count)")
  return best
}

/// Plays a year for each player, all in one state, and prints the cost of a year.
///
/// - Parameter isAhead: whether the words of the rolls are drawn before a player's year.
func measurePlayerYears(_ count: Int, isAhead: Bool) {
  var year = PlayerYear(seed: seed)
  var state = ignition.initialState()
  var points: Int64 = 0
  var (policy, words, resets, life) = (Duration.zero, Duration.zero, Duration.zero, Duration.zero)
  var before: UInt64 = 0
  let clock = ContinuousClock()
  for player in 0..<UInt64(count) {
    // The first players make the state allocate all the memory that it needs.
    if player == UInt64(count) / 2 { before = bench_allocation_count() }
    let start = clock.now
    year.draw(player: player)
    let drawn = clock.now
    if isAhead { year.drawWords() }
    let ready = clock.now
    ignition.reset(&state)
    let empty = clock.now
    points &+= year.live(ignition, &state, isAhead: isAhead)
    let end = clock.now
    policy += drawn - start
    words += ready - drawn
    resets += empty - ready
    life += end - empty
  }
  let allocations = bench_allocation_count() - before
  func microseconds(_ duration: Duration) -> String {
    let hundredths = Int(duration / .microseconds(1) / Double(count) * 100)
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10) µs"
  }
  print(
    "player-year, rolls \(isAhead ? "drawn ahead" : "drawn one by one"): "
      + "\(microseconds(policy + words + resets + life)), of it \(microseconds(life)) the fold, "
      + "\(microseconds(policy)) the policy's draws, \(microseconds(words)) the rolls' words, "
      + "\(microseconds(resets)) the reset; \(allocations) allocations; points \(points)")
}

let selected = CommandLine.arguments.dropFirst(2)
if selected.contains("player-years") {
  for _ in 0..<5 {
    measurePlayerYears(count, isAhead: false)
    measurePlayerYears(count, isAhead: true)
  }
}
if selected.isEmpty || selected.contains("sparks") {
  let sparks = MixedEvents(count: count, seed: seed, isSparksOnly: true).events
  measure("fold", sparks)
  measure("fold with retries", sparks, isRetrying: true)
}
if selected.isEmpty || selected.contains("mixed") {
  let mixed = try MixedEvents.checked(count: count, seed: seed)
  let all = measure("mixed", mixed)
  measure("mixed with retries", mixed, isRetrying: true)
  // The cost of the same sparks by themselves, and that of adding them to the other events.
  func isSpark(_ event: ProfileEvent) -> Bool {
    if case .spark = event.action { true } else { false }
  }
  let sparks = mixed.filter(isSpark)
  let alone = measure("its sparks alone", sparks) / Double(sparks.count)
  let others = measure("its other events alone", mixed.filter { !isSpark($0) })
  let among = (all - others) / Double(sparks.count)
  print("a spark: \(alone) ns alone, \(among) ns among all subjects")
  // What schedules and earning rules add to the fold of as many events.
  let habits = try MixedEvents.checked(count: count, seed: seed, trackers: .habits)
  let scheduled = measure("habits, ignition", habits)
  let earning = measure("habits, everyday", habits, by: try Rulebook(.everyday))
  print("habits: \(scheduled / all) × under ignition, \(earning / all) × under everyday")
}
