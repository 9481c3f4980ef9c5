import FlintRandom
import FlintRules

/// A source of decisions: rolls are written once, and either drawn at random or followed in every way.
package protocol Choices {
  /// Returns an index below a count, chosen by integer weights; −1 where all are 0.
  mutating func choose(_ count: Int, _ weight: (Int) -> UInt64) -> Int
}

/// Decisions drawn at random, exactly by their weights.
struct RandomChoices: Choices {
  var stream: CounterStream

  @inline(__always)
  mutating func choose(_ count: Int, _ weight: (Int) -> UInt64) -> Int {
    var total: UInt64 = 0
    for index in 0..<count { total &+= weight(index) }
    guard total > 0 else { return -1 }
    var number = stream.bounded(total)
    for index in 0..<count {
      let weight = weight(index)
      if number < weight { return index }
      number &-= weight
    }
    return -1
  }
}

/// Decisions followed in every way: the same walk is repeated, each time with the next combination.
package struct EveryChoice: Choices {
  private struct Step {
    var choice: Int
    /// The next choice of a weight above 0; −1 for none.
    var following: Int
    var weight: UInt64
    var total: UInt64
    var chance: Double
    var isNew: Bool
  }

  private var steps: [Step] = []
  private var position = 0

  var chance: Double {
    var product = 1.0
    for step in steps { product *= step.chance }
    return product
  }

  /// The chance of the combination as a fraction; `nil` where that is beyond 64 bits.
  var fraction: Fraction? {
    var product = Fraction.one
    for step in steps where step.weight < step.total {
      guard let part = Fraction(step.weight, over: step.total) else { return nil }
      let (numerator, overflow) =
        product.numerator.multipliedReportingOverflow(by: part.numerator)
      let (denominator, isTooLarge) =
        product.denominator.multipliedReportingOverflow(by: part.denominator)
      guard !overflow, !isTooLarge, let next = Fraction(numerator, over: denominator) else {
        return nil
      }
      product = next
    }
    return product
  }

  @inline(__always)
  package mutating func choose(_ count: Int, _ weight: (Int) -> UInt64) -> Int {
    if position < steps.count, !steps[position].isNew {
      position += 1
      return steps[position - 1].choice
    }
    var total: UInt64 = 0
    for index in 0..<count { total &+= weight(index) }
    guard total > 0 else { return -1 }
    func next(from start: Int) -> Int {
      var index = start
      while index < count, weight(index) == 0 { index += 1 }
      return index < count ? index : -1
    }
    let choice = position < steps.count ? steps[position].choice : next(from: 0)
    let step = Step(
      choice: choice, following: next(from: choice + 1), weight: weight(choice), total: total,
      chance: Double(weight(choice)) / Double(total), isNew: false)
    if position < steps.count { steps[position] = step } else { steps.append(step) }
    position += 1
    return choice
  }

  mutating func restart() {
    steps.removeAll(keepingCapacity: true)
    position = 0
  }

  /// Goes on to the next combination; returns `false` after the last.
  mutating func advance() -> Bool {
    position = 0
    while let last = steps.last, last.following < 0 { steps.removeLast() }
    guard let last = steps.indices.last else { return false }
    steps[last].choice = steps[last].following
    steps[last].isNew = true
    return true
  }
}
