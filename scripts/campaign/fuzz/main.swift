import Glibc

// csv-fuzz SECONDS ROUNDS SEED: parses random files until either number is reached, starting with the
// seed; fails with the seed of the first file that is parsed differently from the reference.

let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard numbers.count == 3 else {
  print("usage: csv-fuzz SECONDS ROUNDS SEED")
  exit(2)
}
let (seconds, rounds, first) = (numbers[0], numbers[1], numbers[2])
let start = ContinuousClock.now
var done: UInt64 = 0
while done < rounds, start.duration(to: .now) < .seconds(Int64(seconds)) {
  let seed = first &+ done
  if let difference = FuzzRound(seed: seed).difference() {
    print("\(done) rounds done; seed \(seed) failed: \(difference)")
    exit(1)
  }
  done += 1
}
print("\(done) rounds done, seeds \(first) to \(first &+ done &- 1), no difference")
