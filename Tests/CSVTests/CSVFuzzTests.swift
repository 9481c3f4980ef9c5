import Testing

@Suite struct `Random files` {
  /// scripts/campaign/csv-fuzz continues with the seeds after these.
  @Test(arguments: 0..<3)
  func `are read as the reference reads them, strictly and leniently`(group: UInt64) {
    for seed in group * 400..<(group + 1) * 400 {
      if let difference = FuzzRound(seed: seed).difference() {
        Issue.record("seed \(seed): \(difference)")
        return
      }
    }
  }
}
