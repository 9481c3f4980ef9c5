import TestSupport
import Testing

/// Failing allocations, time limits and random arguments in every host function: a sample of the full
/// run by `scripts/campaign/host-faults`.
struct `Every host function` {
  @Test(.slow, arguments: FaultyHost.examples.map(\.function))
  func `ends cleanly when an allocation fails`(function: String) throws {
    let host = try FaultyHost()
    let code = try #require(FaultyHost.examples.first { $0.function == function }).code
    var allocation: UInt64 = 1
    var failures = 0
    while true {
      let (isPast, fault) = host.example(code, failing: allocation)
      #expect(fault == nil, "allocation \(allocation)")
      if isPast || fault != nil { break }
      failures += 1
      // Every allocation at the start, then at growing intervals.
      allocation += 1 + allocation / 4
    }
    // Setting the script's arguments alone takes some.
    #expect(failures >= 3)
  }

  @Test(arguments: 1...4)
  func `comes back whatever it is given`(seed: UInt64) throws {
    #expect(try FaultyHost().arguments(seed: seed, calls: 1500) == nil)
  }

  @Test(.slow) func `is stopped in time, three hundred times`() throws {
    let host = try FaultyHost()
    for seed in UInt64(1)...300 { #expect(host.expiry(seed: seed) == nil, "seed \(seed)") }
  }
}
