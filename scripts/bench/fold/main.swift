// Folds a year of sparks through the ignition rulebook and prints what one costs.
import BenchAllocations
import CounterRandom
import Rules

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let rulebook = try Rulebook.ignition()
let seed: UInt64 = 7

let start: Int64 = 1_735_689_600_000
let year: Int64 = 365 * 86_400_000
let categories = Category.allCases
let intensities = Intensity.allCases
let events = (0..<count).map { index in
  var stream = CounterStream(key: seed, identity: UInt64(index), purpose: 1000)
  return Event(
    id: EventID(high: stream.next64(), low: stream.next64()),
    at: Instant(milliseconds: start + year / Int64(count) * Int64(index)), offset: .zero,
    action: .spark(
      categories[Int(stream.bounded(5))], intensities[Int(stream.bounded(4))]))
}

var best = Double.infinity
var state = rulebook.initialState()
var points: Int64 = 0
for _ in 0..<5 {
  state = rulebook.initialState()
  points = 0
  let before = bench_allocation_count()
  let clock = ContinuousClock()
  let elapsed = clock.measure {
    for event in events { points &+= rulebook.apply(event, to: &state, seed: seed).points }
  }
  let allocations = bench_allocation_count() - before
  let nanoseconds =
    Double(elapsed.components.attoseconds) / 1e9
    + Double(elapsed.components.seconds) * 1e9
  best = min(best, nanoseconds)
  print(
    "fold: \(count) sparks, \(nanoseconds / Double(count)) ns each, "
      + "\(Double(allocations) / Double(count)) allocations each")
}
print("best \(best / Double(count)) ns each; points \(points), level \(state.level)")
