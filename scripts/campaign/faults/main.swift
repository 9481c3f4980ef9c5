import Glibc

// fault-campaign SECONDS SEED: makes every allocation fail in every host function's example, runs 10,000
// scripts out of time, and then calls host functions with random arguments until the seconds are over.

let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard numbers.count == 2 else {
  print("usage: fault-campaign SECONDS SEED")
  exit(2)
}
let (seconds, first) = (numbers[0], numbers[1])
let start = ContinuousClock.now
var isLate: Bool { start.duration(to: .now) > .seconds(Int64(seconds)) }

func fail(_ problem: String) -> Never {
  print("failed: \(problem)")
  exit(1)
}

var allocations = 0
for (function, code) in FaultyHost.examples {
  let host = try FaultyHost()
  var allocation: UInt64 = 1
  while true {
    let (isPast, fault) = host.example(code, failing: allocation)
    if let fault { fail("\(function), allocation \(allocation): \(fault)") }
    allocations += 1
    if isPast { break }
    allocation += 1
  }
}
print(
  "\(allocations) failed allocations in \(FaultyHost.examples.count) functions: each a clean end")

let host = try FaultyHost()
var seed = first
for _ in 0..<10_000 {
  if let fault = host.expiry(seed: seed) { fail("expiry, seed \(seed): \(fault)") }
  seed &+= 1
}
print("10,000 expiries from seed \(first) on: none lost, none late")

var rounds = 0
repeat {
  if let fault = host.arguments(seed: seed, calls: 5000) {
    fail("random calls, seed \(seed): \(fault)")
  }
  seed &+= 1
  rounds += 1
} while !isLate
print("\(rounds * 5000) calls with random arguments: each returned")
