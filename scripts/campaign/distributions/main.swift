import Glibc
import OddsReference

// odds-campaign SECONDS SEED: compares the odds of random tables with distributions computed roll by roll,
// starting with the seed; fails with the seed of the first table whose odds differ.

let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard numbers.count == 2 else {
  print("usage: odds-campaign SECONDS SEED")
  exit(2)
}
let (seconds, first) = (numbers[0], numbers[1])
let start = ContinuousClock.now
var done: UInt64 = 0
while start.duration(to: .now) < .seconds(Int64(seconds)) {
  let seed = first &+ done
  if let difference = OddsRound(seed: seed, mostRolls: 1500).difference() {
    print("\(done) rounds done; seed \(seed) failed: \(difference)")
    exit(1)
  }
  done += 1
}
print("\(done) rounds done, seeds \(first) to \(first &+ done &- 1), no difference")
