/// Chances by state and by the amount so far: of prizes, or of currency given back.
struct AmountFront {
  /// The chance below which an entry is dropped: all of them together stay far below the last digit.
  package static let negligible = 1e-26

  /// The chances by amount of each state; the amount of the first entry.
  private var values: [[Double]]
  private var offsets: [Int]
  private var active: [Int32]
  private(set) var work = 0
  /// Whether amounts lie so far apart that there is no room for those between.
  private(set) var isTooWide = false

  /// Begins in the first state with amount 0.
  init(states: Int) {
    values = [[Double]](repeating: [], count: states)
    offsets = [Int](repeating: 0, count: states)
    values[0] = [1]
    active = [0]
  }

  var isEmpty: Bool { active.isEmpty }

  /// Moves all chances by one roll.
  ///
  /// - Parameters:
  ///   - unit: the divisor of all amounts.
  ///   - least: amounts below it are taken out before the roll.
  /// - Returns: the chance of reaching the goal with this roll, and the chance taken out.
  mutating func advance(_ chain: PoolChain, unit: Int64, least: Int = 0) -> (
    finished: Double, lost: Double
  ) {
    var finished = 0.0
    var lost = 0.0
    let before = values
    let starts = offsets
    let states = active
    for state in states { values[Int(state)] = [] }
    active = []
    for number in states {
      let state = Int(number)
      var masses = before[state][...]
      var first = starts[state]
      if first < least {
        let gone = min(masses.count, least - first)
        lost += masses.prefix(gone).reduce(0, +)
        masses = masses.dropFirst(gone)
        first += gone
      }
      guard !masses.isEmpty else { continue }
      if chain.finishing[state] > 0 { finished += chain.finishing[state] * masses.reduce(0, +) }
      for edge in Int(chain.starts[state])..<Int(chain.starts[state + 1]) {
        add(
          masses, at: first + Int(chain.amounts[edge] / unit), times: chain.weights[edge],
          to: chain.ends[edge])
        work += masses.count + 4
      }
    }
    for number in active {
      let state = Int(number)
      guard let low = values[state].firstIndex(where: { $0 > Self.negligible }),
        let high = values[state].lastIndex(where: { $0 > Self.negligible })
      else {
        values[state] = []
        continue
      }
      if high < values[state].count - 1 { values[state].removeLast(values[state].count - 1 - high) }
      // Moving the rest to the front each time would cost more than a few zeros.
      if low > 0 {
        values[state].removeFirst(low)
        offsets[state] += low
      }
    }
    return (finished, lost)
  }

  private mutating func add(
    _ masses: ArraySlice<Double>, at first: Int, times weight: Double, to end: Int32
  ) {
    let state = Int(end)
    if !values[state].isEmpty {
      let (low, count) = (offsets[state], values[state].count)
      guard max(first + masses.count, low + count) - min(first, low) <= 1 << 22 else {
        isTooWide = true
        return
      }
    }
    if values[state].isEmpty {
      active.append(end)
      offsets[state] = first
      values[state] = masses.map { $0 * weight }
      return
    }
    if first < offsets[state] {
      values[state].insert(contentsOf: repeatElement(0, count: offsets[state] - first), at: 0)
      offsets[state] = first
    }
    let place = first - offsets[state]
    let missing = place + masses.count - values[state].count
    if missing > 0 { values[state].append(contentsOf: repeatElement(0, count: missing)) }
    values[state].withUnsafeMutableBufferPointer { values in
      masses.withUnsafeBufferPointer { masses in
        for index in masses.indices { values[place + index] += masses[index] * weight }
      }
    }
  }

  /// The chances by amount, over all states.
  var totals: [Double] {
    let size = active.map { offsets[Int($0)] + values[Int($0)].count }.max() ?? 0
    var sums = [Double](repeating: 0, count: size)
    for number in active {
      let state = Int(number)
      for (index, mass) in values[state].enumerated() { sums[offsets[state] + index] += mass }
    }
    return sums
  }
}

extension PoolChain {
  /// The maximum number of multiplications for amounts.
  static let mostAmountWork = 400_000_000

  /// Returns the expected sum of the amounts of all rolls until the goal is reached.
  ///
  /// - Parameter exchanges: returns the points for an exchange after a number of rolls; `nil` without.
  func meanAmount(exchanges: ((Int) -> Int)? = nil) throws(OddsError) -> Double {
    if isDoneAtStart { return 0 }
    let means = (0..<count).map { state in
      let edges = Int(starts[state])..<Int(starts[state + 1])
      let last = Int(finishStarts[state])..<Int(finishStarts[state + 1])
      return edges.reduce(0) { $0 + weights[$1] * Double(amounts[$1]) }
        + last.reduce(0) { $0 + finishes[$1].weight * Double(finishes[$1].amount) }
    }
    var sum = 0.0
    var work = 0
    _ = try distribution(&work, exchanges: exchanges) { probabilities, active, rolls in
      for state in active { sum += probabilities[Int(state)] * means[Int(state)] * rolls }
    }
    return sum
  }

  /// Returns the distribution of the sum of amounts of a number of rolls.
  func prizeDistribution(rolls: Int) throws(OddsError) -> CountDistribution {
    guard cardsOfRoll * rolls <= 1 << 24 else { throw .tooLong(count) }
    let steps = 2 * BoundedValue.rounding * Double(rolls + 16) * Double(cardsOfRoll)
    if count == 1 {
      // Rolls are independent of each other: a power.
      var single = [Double](repeating: 0, count: Int(amounts.max() ?? 0) + 1)
      for edge in amounts.indices { single[Int(amounts[edge])] += weights[edge] }
      let (size, overflow) = (single.count - 1).multipliedReportingOverflow(by: rolls)
      if rolls > 2000 {
        guard !overflow, size <= 1 << 20 else { throw .tooLong(count) }
        return CountDistribution(
          rolls: rolls, single.count == 1 ? [1] : Fourier.power(of: single, rolls),
          relative: Double(rolls) * 4 * BoundedValue.rounding, absolute: 1e-15)
      }
    }
    var front = AmountFront(states: count)
    for _ in 0..<rolls {
      _ = front.advance(self, unit: 1)
      if front.work > Self.mostAmountWork || front.isTooWide { throw .tooLong(count) }
    }
    return CountDistribution(
      rolls: rolls, front.totals, relative: steps,
      absolute: AmountFront.negligible * Double(rolls) * Double(count))
  }
}
