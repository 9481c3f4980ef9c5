/// The test whether the rest of a law, followed roll by roll, depends on its beginning no longer.
struct GeometricRest {
  private var hazards = [0.0]
  private var shape: [Double]
  private var checkpoint = 64

  /// Creates the test of a walk that starts from the probabilities of states.
  init(_ start: [Double]) { shape = start }

  /// Records the probability of those who reached the goal with a roll, of those who had not before it.
  mutating func add(_ finished: Double, of before: Double) {
    hazards.append(before > 0 ? min(1, finished / before) : 1)
  }

  /// Returns the chance that the next roll is the last one where it does not change any more.
  ///
  /// As in `GoalChain`: neither the shares of the rest's states nor the rate at which rolls end it change.
  ///
  /// - Parameters:
  ///   - now: the probabilities of the states.
  ///   - left: their sum.
  mutating func hazard(_ now: [Double], left: Double) -> Double? {
    guard hazards.count >= checkpoint else { return nil }
    checkpoint += checkpoint / 4
    var change = 0.0
    for state in now.indices {
      let share = now[state] / left
      change += abs(share - shape[state])
      shape[state] = share
    }
    let recent = hazards[(hazards.count * 3 / 4)...]
    guard change < 1e-13, let low = recent.min(), let high = recent.max(), low > 0,
      high - low < 4e-14 * high
    else { return nil }
    return hazards[hazards.count - 1]
  }
}
