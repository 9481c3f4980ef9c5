// Draws in bulk, at every level that the processor has, on one core: draws-bench [REPEATS].
// Prints the fastest of the repeats: nanoseconds a word or draw, microseconds a player.
import CounterRandom

let repeats = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 300

/// Prints the cost of one of a number of operations.
///
/// - Parameter unit: the number of nanoseconds in the unit.
func measure(_ name: String, _ count: Int, unit: Double = 1, _ body: () -> Void) {
  var best = Double.infinity
  for _ in 0..<repeats {
    let elapsed = ContinuousClock().measure(body).components
    best = min(best, Double(elapsed.attoseconds) / 1e9 + Double(elapsed.seconds) * 1e9)
  }
  print("\(name): \(best / Double(count) / unit)")
}

// The ignition rulebook with categories equally likely: in each, 60/30/8/2 % over five common and
// three rare cards, and two epic ones, or one epic and one legendary. Over 1000.
let twoEpics: [UInt64] = [24, 24, 24, 24, 24, 20, 20, 20, 10, 10]
let epicAndLegendary: [UInt64] = [24, 24, 24, 24, 24, 20, 20, 20, 16, 4]
let cards = twoEpics + twoEpics + epicAndLegendary + epicAndLegendary + epicAndLegendary
let players = 1000
let draws = 100_000
var rolls = [UInt32](repeating: 0, count: players)
var words = [UInt32](repeating: 0, count: 1 << 14)

guard let rarities = RarityCounts(weights: [60, 30, 8, 2], denominator: 100),
  let played = CollectionRolls(
    weights: cards, denominator: 1000, goal: .all(of: cards.indices)),
  let law = CollectionLaw(weights: cards, denominator: 1000, all: cards.indices),
  let split = MultinomialSplit(weights: cards)
else { fatalError("sound weights") }

for level in DrawLevel.available {
  measure("words, \(level)", words.count) {
    var span = words.mutableSpan
    StreamWords(key: 1, identity: 2, purpose: 3).write(into: &span, level: level)
  }
  measure("first words, \(level)", words.count) {
    var span = words.mutableSpan
    FirstWords(key: 1, purpose: 3).write(from: 0, into: &span, level: level)
  }
  measure("rarities, \(level)", draws) {
    _ = rarities.tally(of: UInt64(draws), key: 1, identity: 2, purpose: 3, level: level)
  }
  measure("rolls, \(level)", players, unit: 1000) {
    var span = rolls.mutableSpan
    played.write(from: 0, key: 1, into: &span, level: level)
  }
  measure("law, \(level)", players, unit: 1000) {
    var span = rolls.mutableSpan
    law.write(from: 0, key: 1, into: &span, level: level)
  }
}
measure("counts of 1e12 draws in ms", 1, unit: 1e6) {
  _ = split.counts(of: 1_000_000_000_000, key: 1, identity: 2, purpose: 3)
}
