/// Goals reached in steps of independent times: each copy, and each stage, ends in one state, however it was
/// reached.
///
/// That is so where a card resets its counter and its guarantee. The distribution of n copies then is an n-fold
/// convolution, for which a chain of one copy is followed.
struct PoolSteps {
  /// The maximum number of steps.
  static let most = 100_000

  /// A step, by what its distribution depends on.
  private struct Key: Hashable {
    /// The state at the beginning, but for the number of copies.
    var state: [Int32]
    /// Whether another state follows since the goal is reached.
    var isLast: Bool
  }

  private struct Step {
    var distribution: Int
    /// The state at the end; `nil` where the last goal is reached.
    package var end: [Int32]?
  }

  private var distributions: [(distribution: StepDistribution, times: Int)] = []
  private var states = 0
  private var count = 0

  /// Follows the steps of a machine; `nil` where a step ends in several states, or there are too many steps.
  init?(_ machine: PoolMachine) throws(OddsError) {
    // A bundle ends after the copy that ends a stage, and what is exchanged depends on all copies before.
    guard machine.stages.allSatisfy({ $0.table.bundle == nil && $0.points.points < 0 }) else {
      return nil
    }
    var known: [Key: Step] = [:]
    var work = 0
    var state = machine.initial
    while !machine.isDone(state) {
      let target = machine.stages[machine.stageIndex(state)].target
      let copies = machine.copiesDigit < 0 ? 0 : state[machine.copiesDigit]
      var key = Key(state: state, isLast: target?.copies.map { $0 - copies == 1 } ?? true)
      if machine.copiesDigit >= 0 { key.state[machine.copiesDigit] = 0 }
      let step: Step
      if let same = known[key] {
        step = same
      } else {
        let chain = try PoolChain(machine, stepFrom: state)
        if key.isLast, machine.stageIndex(state) == machine.stages.count - 1 {
          step = Step(distribution: distributions.count)
        } else {
          guard let end = chain.end else { return nil }
          step = Step(distribution: distributions.count, end: end)
        }
        distributions.append((try chain.distribution(&work), 0))
        states += chain.count
        guard states <= PoolChain.Reach().states else { throw .tooManyStates(states, "more than") }
        known[key] = step
      }
      distributions[step.distribution].times += 1
      count += 1
      guard count <= Self.most else { return nil }
      guard var end = step.end else { break }
      // A step that does not end its stage adds a copy to however many there are.
      if !key.isLast { end[machine.copiesDigit] = copies + 1 }
      state = end
    }
  }

  /// Returns the distribution of the number of rolls; `nil` where it would take too much room.
  var distribution: (distribution: StepDistribution, method: Distribution.Method)? {
    StepDistribution.sum(of: distributions).map { ($0, .steps(states: states, steps: count)) }
  }
}

extension PoolMachine {
  /// Whether a state is at the stage and has the copies of another.
  func isAtStep(of other: [Int32], _ state: [Int32]) -> Bool {
    stageIndex(state) == stageIndex(other)
      && (copiesDigit < 0 || state[copiesDigit] == other[copiesDigit])
  }

  var wantedCopies: Int { stages.reduce(0) { $0 + Int($1.target?.copies ?? 0) } }
}
