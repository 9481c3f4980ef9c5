import RealModule

/// The law of the number of one thing that some openings give.
public struct LootCounts: Sendable {
  /// A number with its chances.
  public struct Chance: Sendable {
    /// The number.
    public var number: Int64
    /// The chance of exactly that many.
    public var exactly: LootFigure
    /// The chance of at most that many.
    public var atMost: Double
    /// The chance of at least that many.
    public var atLeast: Double
  }

  /// The name of the thing.
  public let name: String
  /// The chances of 0, 1, 2, … things.
  let chances: [Double]
  /// The fractions of these chances, where they are short.
  private let fractions: [Ratio]
  /// A bound of the relative error of each chance, and of its absolute error.
  let error: (relative: Double, absolute: Double)
  /// The expected number.
  public let mean: Double
  /// The standard deviation.
  public let standardDeviation: Double
  /// The chances asked for.
  public private(set) var at: [Chance] = []

  /// The maximum number of a thing in all openings.
  static let mostLength = 1 << 20
  /// The maximum work, in multiplications.
  private static let mostWork = 300_000_000.0

  /// - Throws: `LootError` if the law is too long, or without an exact method.
  init(
    _ plan: LootPlan, of thing: Int, openings: Int64, at: [Int64], isExact: Bool
  ) throws(LootError) {
    name = plan.names[thing]
    let most = plan.mostCounts(of: [thing])
    guard Self.work(plan, thing, most) <= Self.mostWork,
      (most[plan.root] + 1) * Double(openings) <= Double(Self.mostLength)
    else {
      throw LootError(
        .noExactMethod, field: "item",
        "no law of the number of \"\(plan.names[thing])\": an opening can give up to "
          + "\(Int64(min(most[plan.root], 1e15))) of it, and "
          + "\(openings == 1 ? "" : "\(openings) openings ")too many for a table")
    }
    let one = try LootEvaluation(plan, CountAlgebra<Double>(thing: thing)).law
    let algebra = CountAlgebra<Double>(thing: thing)
    let size = Double(one.chances.count) * Double(openings)
    if size * size <= Self.mostWork {
      let law = algebra.power(one, openings)
      (chances, error) = (law.chances, (law.error, 0))
    } else {
      chances = Fourier.power(of: one.chances, Int(openings))
      error = (Double(openings) * one.error, 8 * BoundedValue.rounding * (Double(openings) + 64))
    }
    let length = Double(chances.count)
    if isExact, length <= 400, plan.digits * Double(openings) <= 1000,
      Self.work(plan, thing, most) <= 20_000, size * size <= 40_000
    {
      let exact = CountAlgebra<Ratio>(thing: thing)
      fractions =
        (try? LootEvaluation(plan, exact).law).map { exact.power($0, openings).chances } ?? []
    } else {
      fractions = []
    }
    // Squares of distances from the mean: squares of the numbers would cancel.
    let mean = chances.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
    self.mean = mean
    standardDeviation =
      chances.enumerated().reduce(0) {
        let distance = Double($1.offset) - mean
        return $0 + distance * distance * $1.element
      }.squareRoot()
    let (upTo, from) = Self.sums(chances)
    self.upTo = upTo
    self.from = from
    self.at = at.map { chance(of: $0) }
  }

  private let upTo: [Double]
  private let from: [Double]

  /// The chances of at most and of at least each number.
  private static func sums(_ chances: [Double]) -> (upTo: [Double], from: [Double]) {
    var (upTo, from) = (chances, chances)
    for index in chances.indices.dropFirst() { upTo[index] += upTo[index - 1] }
    for index in chances.indices.dropLast().reversed() { from[index] += from[index + 1] }
    return (upTo, from)
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

  /// Returns the chances of a number.
  public func chance(of number: Int64) -> Chance {
    guard number >= 0, number < Int64(chances.count) else {
      return Chance(
        number: number, exactly: LootFigure(BoundedValue(0, error: 0)),
        atMost: number < 0 ? 0 : 1, atLeast: number < 0 ? 1 : 0)
    }
    let index = Int(number)
    return Chance(
      number: number,
      exactly: LootFigure(
        BoundedValue(
          chances[index], within: error.relative * chances[index] + error.absolute),
        exact: fractions.isEmpty ? nil : fractions[index]),
      atMost: min(1, upTo[index]), atLeast: min(1, from[index]))
  }

  /// Returns the minimum number that there are at most with at least a probability.
  public func quantile(_ probability: Double) -> Int64 {
    Int64(upTo.firstIndex { $0 >= probability - 1e-12 } ?? chances.count - 1)
  }

  /// The numbers that have a chance worth showing, from the least to the greatest.
  public var range: ClosedRange<Int64> {
    let low = upTo.firstIndex { $0 > 1e-9 } ?? 0
    let high = from.lastIndex { $0 > 1e-9 } ?? chances.count - 1
    return Int64(low)...Int64(max(low, high))
  }
}

/// The chances of each combination of a few things in some openings.
public struct LootJoint: Sendable {
  /// A combination.
  public struct Row: Sendable {
    /// The things of which there is at least one; of the others asked about there is none.
    public var names: [String]
    /// The chance of exactly this combination.
    public var chance: LootFigure
  }

  /// The things.
  public let names: [String]
  /// All combinations, the empty one first.
  public let rows: [Row]
  /// The chance of at least one of each.
  public let all: LootFigure
  /// The chance of at least one of any.
  public let any: LootFigure

  init(
    _ plan: LootPlan, of things: [Int], openings: Int64, isExact: Bool
  ) throws(LootError) {
    guard things.count <= SetAlgebra<Double>.mostThings else {
      throw .invalid(
        "item", "expected at most \(SetAlgebra<Double>.mostThings) things, got \(things.count)")
    }
    let algebra = SetAlgebra<Double>(things)
    let law = algebra.power(try LootEvaluation(plan, algebra).law, openings)
    var exact: [Ratio]?
    if isExact, things.count <= 4, plan.digits * Double(openings) <= 1000 {
      let algebra = SetAlgebra<Ratio>(things)
      exact = (try? LootEvaluation(plan, algebra).law).map {
        algebra.power($0, openings).chances
      }
    }
    let names = things.map { plan.names[$0] }
    self.names = names
    func figure(_ sets: Range<Int>) -> LootFigure {
      LootFigure(
        BoundedValue(law.chances[sets].reduce(0, +), error: law.error + BoundedValue.rounding),
        exact: exact.map { $0[sets].reduce(.zero, +) })
    }
    rows = law.chances.indices.map { set in
      Row(
        names: names.indices.filter { set >> $0 & 1 == 1 }.map { names[$0] },
        chance: figure(set..<set + 1))
    }
    all = figure(algebra.whole..<algebra.whole + 1)
    any = figure(1..<algebra.whole + 1)
  }
}
