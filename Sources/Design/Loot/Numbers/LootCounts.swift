import Chance

/// The distribution of the number of one thing that some openings give.
package struct LootCounts: Sendable {
  package struct Chance: Sendable {
    package var number: Int64
    package var exactly: LootFigure
    package var atMost: Double
    package var atLeast: Double
  }

  package let name: String
  private let distribution: CountDistribution
  /// The fractions of the chances of 0, 1, 2, …, where they are short.
  private let fractions: [Ratio]
  /// A bound of the relative error of each chance.
  package var relativeError: Double { distribution.relative }
  /// A bound of the absolute error of each chance besides, sums included.
  package let absoluteError: Double
  /// A bound of the chance of each number that is left out.
  package var negligible: Double { distribution.negligible }
  /// The greatest number that has a chance, known or not.
  private let most: Int64
  package let mean: Double
  package let standardDeviation: Double
  package private(set) var at: [Chance] = []

  /// The maximum number of a thing in an opening.
  private static let mostLength = Double(1 << 20)
  /// The maximum work for one opening, in multiplications.
  private static let mostWork = 300_000_000.0

  /// - Parameter mean: the expected number.
  /// - Throws: `LootError` if the distribution is too long, or without an exact method.
  init(
    _ plan: LootPlan, of thing: Int, openings: Int64, mean: Double, at: [Int64], isExact: Bool
  ) throws(LootError) {
    name = plan.names[thing]
    self.mean = mean
    let most = plan.mostCounts(of: [thing])
    let work = Self.work(plan, thing, most)
    let greatest = most[plan.root]
    guard greatest < Self.mostLength else {
      let bound = greatest < 1e15 ? "up to \(Int64(greatest))" : "more than 1000000000000000"
      throw Self.noDistribution(plan.names[thing], "an opening can give \(bound) of it")
    }
    guard work <= Self.mostWork else {
      throw Self.noDistribution(
        plan.names[thing], "the numbers of nested openings have too many sums")
    }
    let one = try LootEvaluation(plan, CountAlgebra<Double>(thing: thing)).distribution
    guard
      let distribution = CountDistribution(sumOf: one.chances, error: one.error, times: openings)
    else {
      throw Self.noDistribution(
        plan.names[thing], "\(openings) openings give too many different numbers of it")
    }
    self.distribution = distribution
    absoluteError =
      distribution.absolute == 0
      ? 0
      : max(0, 1 - distribution.probabilities.reduce(0, +))
        + 2 * distribution.absolute * Double(distribution.probabilities.count)
    self.most = Int64(one.chances.count - 1) * openings
    let size = Double(one.chances.count) * Double(openings)
    if isExact, size <= 200, plan.digits * Double(openings) <= 1000, work <= 20_000 {
      let exact = CountAlgebra<Ratio>(thing: thing)
      fractions =
        (try? LootEvaluation(plan, exact).distribution).map { exact.power($0, openings).chances }
        ?? []
    } else {
      fractions = []
    }
    // The variances of independent openings add up.
    standardDeviation = (one.chances.moments().variance * Double(openings)).squareRoot()
    self.at = at.map { chance(of: $0) }
  }

  private static func noDistribution(_ name: String, _ reason: String) -> LootError {
    LootError(
      .noExactMethod, field: "item",
      "no distribution of the number of \"\(name)\": \(reason), too many for a table")
  }

  /// Returns a bound of the number of multiplications for one opening.
  private static func work(_ plan: LootPlan, _ thing: Int, _ most: [Double]) -> Double {
    var work = 0.0
    for pool in plan.nodes.flatMap(\.pools) {
      func length(_ choice: LootPlan.Choice) -> Double {
        switch choice.outcome {
        case .nothing: 0
        case .drop(let other, let count): other == thing ? Double(count.most) : 0
        case .open(let node, let times): most[node] * Double(max(0, times.most))
        }
      }
      let roll = pool.choices.reduce(0) { max($0, length($1)) }
      let rolls = Double(max(0, pool.rolls.most))
      work += rolls * (rolls * roll + 1) * (roll + 1)
      for choice in pool.everything {
        guard case .open(let node, let times) = choice.outcome, most[node] > 0 else { continue }
        let openings = Double(max(0, times.most))
        work += openings * (openings * most[node] + 1) * (most[node] + 1)
      }
    }
    return work
  }

  package func chance(of number: Int64) -> Chance {
    Chance(
      number: number, exactly: figure(of: number),
      atMost: distribution.probability(atMost: Int(number)).value,
      atLeast: distribution.probability(atLeast: Int(number)).value)
  }

  private func figure(of number: Int64) -> LootFigure {
    guard (0...most).contains(number) else { return LootFigure(BoundedValue(0, error: 0)) }
    let chance = distribution.probability(of: Int(number))
    let isKnown = distribution.probabilities.indices.contains(Int(number) - distribution.least)
    return LootFigure(
      chance, exact: fractions.isEmpty || !isKnown ? nil : fractions[Int(number)])
  }

  package var isFractional: Bool { !fractions.isEmpty }

  /// Returns the minimum number that there are at most with at least a probability.
  package func quantile(_ probability: Double) -> Int64 {
    Int64(distribution.quantile(probability))
  }

  /// The chance below which the numbers at both ends of a long distribution are not listed.
  private static let leastShown = 1e-9
  /// The number of numbers that are always listed.
  private static let alwaysShown = 40
  /// The maximum number of numbers that are listed.
  package static let mostShown: Int64 = 1000

  /// The numbers that have a chance worth showing, from the least to the greatest.
  package var range: ClosedRange<Int64> {
    let (least, last) = (Int64(distribution.least), distribution.probabilities.count - 1)
    if last < Self.alwaysShown { return least...least + Int64(last) }
    let low = least + Int64(distribution.upTo.firstIndex { $0 > Self.leastShown } ?? 0)
    let high = least + Int64(distribution.from.lastIndex { $0 > Self.leastShown } ?? last)
    return low...max(low, high)
  }

  /// Returns the numbers worth showing; of too many, those around the median.
  package func range(atMost number: Int64) -> ClosedRange<Int64> {
    let all = range
    guard Int64(all.count) > number else { return all }
    let first = max(
      all.lowerBound, min(all.upperBound + 1 - number, quantile(0.5) - number / 2))
    return first...first + number - 1
  }

  /// The numbers worth showing with their chances.
  package var shown: [Chance] { range(atMost: Self.mostShown).map { chance(of: $0) } }

  /// The chances of less and of more than the numbers that are listed.
  package var leftOut: (below: Double, above: Double) {
    let range = range(atMost: Self.mostShown)
    return (
      distribution.probability(atMost: Int(range.lowerBound) - 1).value,
      distribution.probability(atLeast: Int(range.upperBound) + 1).value
    )
  }
}

/// The chances of each combination of a few things in some openings.
package struct LootJoint: Sendable {
  package struct Row: Sendable {
    /// The things of which there is at least one; of the others asked about there is none.
    package var names: [String]
    /// The chance of exactly this combination.
    package var chance: LootFigure
  }

  package let names: [String]
  /// All combinations, the empty one first.
  package let rows: [Row]
  /// The chance of at least one of each.
  package let all: LootFigure
  /// The chance of at least one of any.
  package let any: LootFigure

  /// The greatest bound of the relative error of the chances.
  var error: Double {
    rows.reduce(max(all.bounded.error, any.bounded.error)) { max($0, $1.chance.bounded.error) }
  }
  var isFractional: Bool { rows.allSatisfy { $0.chance.fraction != nil } }

  init(
    _ plan: LootPlan, of things: [Int], openings: Int64, isExact: Bool
  ) throws(LootError) {
    guard things.count <= SetAlgebra<Double>.mostThings else {
      throw .invalid(
        "item", "expected at most \(SetAlgebra<Double>.mostThings) things, got \(things.count)")
    }
    let algebra = SetAlgebra<Double>(things)
    let distribution = algebra.power(try LootEvaluation(plan, algebra).distribution, openings)
    var exact: [Ratio]?
    if isExact, things.count <= 4, plan.digits * Double(openings) <= 1000 {
      let algebra = SetAlgebra<Ratio>(things)
      exact = (try? LootEvaluation(plan, algebra).distribution).map {
        algebra.power($0, openings).chances
      }
    }
    let names = things.map { plan.names[$0] }
    self.names = names
    func figure(_ sets: Range<Int>) -> LootFigure {
      LootFigure(
        BoundedValue(
          distribution.chances[sets].reduce(0, +), error: distribution.error + BoundedValue.rounding
        ),
        exact: exact.map { $0[sets].reduce(.zero, +) })
    }
    rows = distribution.chances.indices.map { set in
      Row(
        names: names.indices.filter { set >> $0 & 1 == 1 }.map { names[$0] },
        chance: figure(set..<set + 1))
    }
    all = figure(algebra.whole..<algebra.whole + 1)
    any = figure(1..<algebra.whole + 1)
  }
}
