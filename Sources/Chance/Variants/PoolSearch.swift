import FlintRules

/// The search for the value of a number with which an answer about pools is as wanted.
///
/// Values are the positions of a grid: whole numbers, or billionths. The search goes outwards from the value of the
/// rulebook, in growing steps, until the answer passes what is wanted, and halves the range in between.
struct PoolSearch {
  private var question: PoolQuestion
  private let rules: RulebookNumbers
  private let number: RulebookNumber
  private let aim: PoolSolution.Aim
  /// The number of positions in 1.
  private let scale: Int64
  private var results: [Int64: Result] = [:]

  private enum Result {
    case value(Double)
    case invalid(OddsError)
  }

  /// The greatest position of a number without a limit of 1.
  private static let most: Int64 = 1_000_000

  init(
    _ question: PoolQuestion, _ rules: RulebookNumbers, _ number: RulebookNumber,
    _ aim: PoolSolution.Aim
  ) {
    (self.question, self.rules, self.number, self.aim) = (question, rules, number, aim)
    if !aim.isOfBudget { self.question.budget = nil }
    self.question.rolls = []
    self.question.listsRolls = false
    scale =
      switch number.kind {
      case .whole: 1
      case .exact: 1_000_000_000
      case .decimal: 100
      }
  }

  /// Returns the value of a position; `nil` where there is none.
  func value(_ position: Int64) -> Fraction? {
    UInt64(exactly: position).flatMap { Fraction($0, over: UInt64(scale)) }
  }

  private var greatest: Int64 {
    number.kind == .exact && (number.value?.approximation ?? 0) <= 1 ? scale : Self.most * scale
  }

  /// Returns the position that leads nearest to what is wanted, and what it leads to.
  mutating func solution() throws(OddsError) -> (position: Int64, reached: Double) {
    let start = try first()
    if case .value(let reached) = result(start), reached == aim.target { return (start, reached) }
    guard let (low, high) = bracket(start) else { throw unreachable() }
    var (below, above) = (low, high)
    let isRising = difference(below) ?? 0 < 0
    while above - below > 1 {
      let middle = below + (above - below) / 2
      guard let difference = difference(middle) else { break }
      if difference == 0, case .quantile = aim {
        return (shortest(middle, below, above), aim.target)
      }
      if (difference < 0) == isRising { below = middle } else { above = middle }
    }
    let ends = [below, above].compactMap { position in
      difference(position).map { (position: position, distance: abs($0)) }
    }
    guard let nearest = ends.min(by: { $0.distance < $1.distance }),
      case .value(let reached) = result(nearest.position)
    else { throw unreachable() }
    return (nearest.position, reached)
  }

  /// Returns the shortest decimal with the same result as a position, between two that have others.
  private mutating func shortest(_ position: Int64, _ low: Int64, _ high: Int64) -> Int64 {
    func edge(_ outside: Int64, _ search: inout PoolSearch) -> Int64 {
      var (inner, outer) = (position, outside)
      while abs(outer - inner) > 1 {
        let middle = inner + (outer - inner) / 2
        if search.difference(middle) == 0 { inner = middle } else { outer = middle }
      }
      return inner
    }
    let (first, last) = (edge(low, &self), edge(high, &self))
    var unit = scale
    while unit > 1 {
      let candidate = (position + unit / 2) / unit * unit
      for short in [candidate, candidate - unit, candidate + unit]
      where (first...last).contains(short) {
        return short
      }
      unit /= 10
    }
    return position
  }

  /// Returns a position where the search can begin: that of the rulebook, or the first that is valid.
  private mutating func first() throws(OddsError) -> Int64 {
    var failure: OddsError?
    var starts: [Int64] = []
    if let value = number.value {
      starts.append(Int64((value.approximation * Double(scale)).rounded()))
    }
    starts +=
      scale == 1
      ? [1, 2, 5, 10, 20, 50, 80, 100, 200, 500, 1000]
      : [scale / 100, scale / 10, scale / 2, scale / 1000, scale]
    for start in starts {
      switch result(start) {
      case .value: return start
      case .invalid(let error): failure = failure ?? error
      }
    }
    throw failure ?? .invalid("solve", "\(number.name) has no value that is valid")
  }

  /// Returns two positions between which the answer passes what is wanted, the nearest to a position.
  private mutating func bracket(_ start: Int64) -> (low: Int64, high: Int64)? {
    var ends = [start, start]
    var isOpen = [start > 0, start < greatest]
    // How often a step has not changed the answer: beyond limits that others set, a number has no effect.
    var unchanged = [0, 0]
    var step = max(1, number.kind == .whole ? start / 16 : start / 4)
    while isOpen.contains(true) {
      for side in [1, 0] where isOpen[side] {
        let before = ends[side]
        let sign: Int64 = side == 0 ? -1 : 1
        let limit = side == 0 ? 0 : greatest
        let (moved, isTooLarge) = before.addingReportingOverflow(sign * step)
        var next = isTooLarge || (moved - limit) * sign > 0 ? limit : moved
        if difference(next) == nil {
          next = lastValid(from: before, to: next)
          isOpen[side] = false
        }
        if next == limit { isOpen[side] = false }
        guard next != before, let old = difference(before), let new = difference(next) else {
          isOpen[side] = false
          continue
        }
        if (old <= 0) != (new <= 0) || new == 0 { return (min(before, next), max(before, next)) }
        unchanged[side] = abs(new - old) <= 1e-12 * abs(old) ? unchanged[side] + 1 : 0
        // A table of chances is coarse; its ends are tried in any case.
        if unchanged[side] >= 3, number.kind == .whole { isOpen[side] = false }
        ends[side] = next
      }
      step = step.multipliedReportingOverflow(by: 2).overflow ? greatest : step * 2
    }
    return nil
  }

  /// Returns the last position that is valid, from one that is to one that is not.
  private mutating func lastValid(from valid: Int64, to invalid: Int64) -> Int64 {
    var (valid, invalid) = (valid, invalid)
    while abs(invalid - valid) > 1 {
      let middle = valid + (invalid - valid) / 2
      if difference(middle) == nil { invalid = middle } else { valid = middle }
    }
    return valid
  }

  /// Returns how much the result of a position exceeds what is wanted; `nil` where it is invalid.
  private mutating func difference(_ position: Int64) -> Double? {
    if case .value(let value) = result(position) { value - aim.target } else { nil }
  }

  private mutating func result(_ position: Int64) -> Result {
    if let known = results[position] { return known }
    let result = evaluated(position)
    results[position] = result
    return result
  }

  private mutating func evaluated(_ position: Int64) -> Result {
    guard let value = value(position) else {
      return .invalid(.invalid("solve", "\(number.name): expected at least 0"))
    }
    do throws(OddsError) {
      var varied = try question.varied(rules, with: [(number, value)], "solve")
      varied.countsRefunds = false
      let answer = try varied.answer()
      if answer.estimate == nil, answer.spending?.interval != nil {
        question.estimatesBudget = true
      }
      return .value(aim.value(of: answer) ?? aim.ofNever)
    } catch {
      return error.code == .unreachable ? .value(aim.ofNever) : .invalid(error)
    }
  }

  /// The error of an aim that no value leads to, with the range of what was found.
  private func unreachable() -> OddsError {
    let found = results.compactMap { position, result -> (position: Int64, value: Double)? in
      if case .value(let value) = result { (position, value) } else { nil }
    }.sorted { $0.position < $1.position }
    let ends = [
      found.min { $0.value < $1.value }, found.max { $0.value < $1.value },
    ].compactMap(\.self).sorted { $0.position < $1.position }
    if found.count > 1, let first = ends.first?.value, let last = ends.last?.value,
      first == last || abs(first - last) <= 1e-12 * abs(first)
    {
      return OddsError(
        .unreachable, field: "solve",
        "\(aim.words) is not reachable with \(number.name), on which the answer does not depend: "
          + "it is \(aim.text(first)) with every value")
    }
    let shown = ends.map { end in
      // The positions next to the ends of a range stand for what cannot be reached itself.
      let place =
        scale > 1 && end.position == 1
        ? "just above 0"
        : scale > 1 && end.position == scale - 1
          ? "just below 1" : "at \(value(end.position)?.description ?? "?")"
      return "\(aim.text(end.value)) \(place)"
    }
    return OddsError(
      .unreachable, field: "solve",
      "\(aim.words) is not reachable with \(number.name): \(shown.joined(separator: ", "))")
  }
}
