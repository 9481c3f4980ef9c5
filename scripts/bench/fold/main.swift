// Folds a year of events through the ignition rulebook and prints what one costs: of sparks alone,
// and of events of every subject: fold-bench [COUNT] [sparks|mixed].
import BenchAllocations
import CounterRandom
import Rules

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let rulebook = try Rulebook.ignition()
let seed: UInt64 = 7

/// - Returns: the nanoseconds of the fastest fold of them all.
@discardableResult
func measure(_ name: String, _ events: [Event]) -> Double {
  var best = Double.infinity
  var state = rulebook.initialState()
  var points: Int64 = 0
  for _ in 0..<5 {
    state = rulebook.initialState()
    points = 0
    let before = bench_allocation_count()
    let elapsed = ContinuousClock().measure {
      for event in events { points &+= rulebook.apply(event, to: &state, seed: seed).points }
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
      + "void \(state.voids.count)")
  return best
}

let selected = CommandLine.arguments.dropFirst(2)
if selected.isEmpty || selected.contains("sparks") {
  measure("fold", MixedEvents(count: count, seed: seed, isSparksOnly: true).events)
}
if selected.isEmpty || selected.contains("mixed") {
  let mixed = try MixedEvents.checked(count: count, seed: seed)
  let all = measure("mixed", mixed)
  // What the same sparks cost by themselves, and what they add to the other events.
  func isSpark(_ event: Event) -> Bool { if case .spark = event.action { true } else { false } }
  let sparks = mixed.filter(isSpark)
  let alone = measure("its sparks alone", sparks) / Double(sparks.count)
  let others = measure("its other events alone", mixed.filter { !isSpark($0) })
  let among = (all - others) / Double(sparks.count)
  print("a spark: \(alone) ns alone, \(among) ns among all subjects")
}
