import FlintRules

extension PoolChain {
  /// The maximum number of edges followed, and of rolls.
  private static let mostWork = 1_000_000_000
  static let mostRolls = 1 << 22
  /// The shares of those who have not reached the goal that are not followed: in a state as long as nearly
  /// nobody has, since hardly likely states are the only way to do so; then in all states together.
  private static let negligible = (early: 1e-60, late: 1e-18)
  /// The chance of having reached the goal from which on it is late.
  private static let late = 1e-3

  /// Returns the probability of a state up to which it is not followed.
  ///
  /// - Parameter left: the probability of not having reached the goal.
  package static func negligible(left: Double, states: Int) -> Double {
    (left > 1 - late ? negligible.early : negligible.late / Double(states)) * left
  }

  /// Follows the chain until the rest is negligible, or ends geometrically.
  ///
  /// - Parameter exchanges: returns the points for an exchange after a number of rolls; `nil` without.
  func distribution(exchanges: ((Int) -> Int)? = nil) throws(OddsError) -> StepDistribution {
    var work = 0
    return try distribution(&work, exchanges: exchanges)
  }

  /// Follows the chain until the rest is negligible, or ends geometrically.
  ///
  /// - Parameters:
  ///   - work: the number of edges followed before; increased by those followed.
  ///   - exchanges: returns the points for an exchange after a number of rolls; `nil` without.
  ///   - visit: receives the probabilities of all states before each roll, those that may not be 0, and the number of
  ///     rolls, above 1 for all that follow where these probabilities shrink and keep their proportions.
  func distribution(
    _ work: inout Int, exchanges: ((Int) -> Int)? = nil,
    visit: (_ probabilities: [Double], _ active: [Int32], _ rolls: Double) -> Void = { _, _, _ in }
  ) throws(OddsError) -> StepDistribution {
    if isDoneAtStart { return StepDistribution(ends: [1]) }
    try checkReachable(byExchange: exchanges != nil)
    var now = [Double](repeating: 0, count: count)
    var next = now
    now[0] = 1
    var active: [Int32] = [0]
    var done = [0.0]
    var bought = exchanges?(0) ?? 0
    if exchanges != nil, missing[0] <= bought { return StepDistribution(ends: [1]) }
    var rest = GeometricRest(now)
    var left = 1.0
    let steps = 4 * BoundedValue.rounding * Double(cardsOfRoll)
    while true {
      visit(now, active, 1)
      let drop = Self.negligible(left: left, states: count)
      var finished = advance(&now, &next, &active, drop: drop, &work)
      if let exchanges {
        bought = exchanges(done.count)
        for state in active where next[Int(state)] > 0 && missing[Int(state)] <= bought {
          finished += next[Int(state)]
          next[Int(state)] = 0
        }
      }
      swap(&now, &next)
      done.append(finished)
      let before = left
      left = active.reduce(0) { $0 + now[Int($1)] }
      rest.add(finished, of: before)
      let error = steps * Double(done.count)
      if left < 1e-19 { return StepDistribution(ends: done, hazardError: error) }
      if work > Self.mostWork || done.count > Self.mostRolls { throw .tooLong(count) }
      if exchanges == nil, let hazard = rest.hazard(left: left, { now[$0] }) {
        visit(now, active, 1 / hazard)
        return StepDistribution(
          ends: done, hazard: hazard, rest: left, hazardError: error + 1e-12)
      }
    }
  }

  /// Returns the chance of reaching the goal in the first roll, in the second where the first did not, and so
  /// on, until it is certain.
  ///
  /// Each roll starts from shares that sum to 1, so that no chance of getting that far is too small to be told
  /// from 0.
  ///
  /// - Parameter most: the maximum number of chances.
  func hazards(most: Int) throws(OddsError) -> [Double] {
    if isDoneAtStart { return [] }
    try checkReachable(byExchange: false)
    var now = [Double](repeating: 0, count: count)
    var next = now
    now[0] = 1
    var active: [Int32] = [0]
    var chances: [Double] = []
    var work = 0
    while chances.count < most, !active.isEmpty {
      let finished = advance(&now, &next, &active, drop: 0, &work)
      swap(&now, &next)
      let left = active.reduce(0) { $0 + now[Int($1)] }
      chances.append(left > 0 ? finished / (finished + left) : 1)
      for state in active { now[Int(state)] /= left }
      if work > Self.mostWork { throw .tooLong(count) }
    }
    return chances
  }

  /// Moves all probabilities along the edges by one roll and returns the probability that reached the goal.
  private func advance(
    _ now: inout [Double], _ next: inout [Double], _ active: inout [Int32], drop: Double,
    _ work: inout Int
  ) -> Double {
    var finished = 0.0
    var edges = 0
    let sources = active
    active = [Int32](unsafeUninitializedCapacity: count) { reached, number in
      number = 0
      now.withUnsafeMutableBufferPointer { now in
        next.withUnsafeMutableBufferPointer { next in
          for state in sources {
            let mass = now[Int(state)]
            now[Int(state)] = 0
            if mass <= drop { continue }
            finished += mass * finishing[Int(state)]
            let range = Int(starts[Int(state)])..<Int(starts[Int(state) + 1])
            for edge in range {
              let end = Int(ends[edge])
              let share = mass * weights[edge]
              // A share of 0 would make a state be reached for the first time twice.
              if next[end] == 0, share > 0 {
                reached[number] = ends[edge]
                number += 1
              }
              next[end] += share
            }
            edges += range.count + 1
          }
        }
      }
    }
    work += edges
    return finished
  }

  /// Throws an error where some way of rolling never reaches the goal.
  private func checkReachable(byExchange: Bool) throws(OddsError) {
    var sources = [Int32](repeating: 0, count: count + 1)
    for end in ends { sources[Int(end) + 1] += 1 }
    for state in 0..<count { sources[state + 1] += sources[state] }
    var places = sources
    var incoming = [Int32](repeating: 0, count: ends.count)
    for state in 0..<count {
      for edge in Int(starts[state])..<Int(starts[state + 1]) {
        incoming[Int(places[Int(ends[edge])])] = Int32(state)
        places[Int(ends[edge])] += 1
      }
    }
    var can = [Bool](repeating: false, count: count)
    var open: [Int] = []
    for state in 0..<count
    where finishing[state] > 0 || (byExchange && missing[state] < .max) {
      can[state] = true
      open.append(state)
    }
    while let state = open.popLast() {
      for position in Int(sources[state])..<Int(sources[state + 1])
      where !can[Int(incoming[position])] {
        can[Int(incoming[position])] = true
        open.append(Int(incoming[position]))
      }
    }
    guard can.allSatisfy({ $0 }) else {
      throw OddsError(
        .unreachable, field: "goal",
        can[0]
          ? "the goal may never be reached: after some rolls no further ones can reach it, as when cards run out"
          : "the goal can never be reached by rolls in its pool")
    }
  }
}
