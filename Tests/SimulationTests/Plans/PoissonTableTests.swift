import Testing
@testable import Players

@Suite struct `Poisson tables` {
  /// Returns the share of 64-bit words that select at most a number.
  private func cumulative(_ table: PoissonTable, _ number: Int) -> Double {
    var (low, high) = (UInt64(0), UInt64.max)
    if table.draw(.max) <= number { return 1 }
    while low < high {
      let middle = low + (high - low) / 2
      if table.draw(middle) <= number { low = middle + 1 } else { high = middle }
    }
    return Double(low) / 0x1p64
  }

  // Computed with mpmath: sum(exp(-m)*m**k/factorial(k) for k in range(n+1)).
  @Test(arguments: [
    (2.5, 0, 0.0820849986238988), (2.5, 2, 0.5438131158833297), (2.5, 9, 0.9997226479053792),
    (0.1, 0, 0.9048374180359595), (1000, 1000, 0.508409367168506),
    (1000, 900, 0.0006977673277963068),
  ])
  func `have the distribution's chances`(mean: Double, number: Int, chance: Double) {
    #expect(abs(cumulative(PoissonTable(mean: mean), number) - chance) <= 2e-12)
  }

  @Test func `of mean 0 always select 0`() {
    let table = PoissonTable(mean: 0)
    #expect(table.draw(0) == 0 && table.draw(.max) == 0)
  }
}
