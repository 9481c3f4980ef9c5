import Simulation
import Testing

@Suite struct `Intervals` {
  @Test func `an interval contains its ends and the numbers between them, and no others`() {
    let interval = Interval(low: -1, high: 2.5)
    #expect([-1, 0, 2.5].allSatisfy(interval.contains))
    #expect(![-1.01, 2.51, .nan].contains(where: interval.contains))
  }
}
