import CSVReference
import Testing

@Suite struct `Random files` {
  /// scripts/campaign/csv-fuzz goes on from where this stops.
  @Test(arguments: 0..<3)
  func `are read as the reference reads them, strictly and leniently`(part: UInt64) {
    for seed in part * 400..<(part + 1) * 400 {
      if let difference = FuzzRound(seed: seed).difference() {
        Issue.record("seed \(seed): \(difference)")
        return
      }
    }
  }
}
