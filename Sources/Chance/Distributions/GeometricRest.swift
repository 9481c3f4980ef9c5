/// The test whether the rest of a distribution, followed step by step, depends on its beginning no longer.
struct GeometricRest {
  private var hazards = [0.0]
  private var shape: [Double]
  private var checkpoint = 64

  /// Creates the test of a walk that starts from the probabilities of states.
  init(_ start: [Double]) { shape = start }

  /// Records the probability of those who reached the goal with a step, of those who had not before it.
  package mutating func add(_ finished: Double, of before: Double) {
    hazards.append(before > 0 ? min(1, finished / before) : 1)
  }

  /// Returns the chance that the next step is the last one where it does not change any more.
  ///
  /// The rest no longer depends on the start when neither the shares of its states nor the rate at which steps end
  /// it change from checkpoint to checkpoint. The shares matter: while nobody has come far enough for pity, steps
  /// end it at a constant rate, too.
  ///
  /// - Parameters:
  ///   - left: the sum of the probabilities of the states.
  ///   - probability: returns the probability of a state.
  mutating func hazard(left: Double, _ probability: (Int) -> Double) -> Double? {
    guard hazards.count >= checkpoint else { return nil }
    checkpoint += checkpoint / 4
    var change = 0.0
    for state in shape.indices {
      let share = probability(state) / left
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
