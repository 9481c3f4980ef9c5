import BigInt
package import Chance
import RealModule
import FlintSchema

/// A computed number, and the fraction that it is, if that is short enough to read.
package struct LootFigure: Hashable, Sendable {
  /// The number, with a bound of its error.
  package var bounded: BoundedValue
  /// The fraction `a/b`, where numerator and denominator have at most 40 digits.
  package var fraction: String?
  package var value: Double { bounded.value }

  init(_ bounded: BoundedValue, exact: Ratio? = nil) {
    guard let exact, exact.isModest else {
      self.bounded = bounded
      return
    }
    self.bounded = BoundedValue(exact.approximation, error: BoundedValue.rounding)
    fraction = exact.text
  }
}

/// The answer to a question about a loot table, computed in full.
package struct LootAnswer: Sendable {
  /// What openings give of one thing.
  package struct Row: Sendable {
    package var name: String
    /// The chance of at least one in an opening.
    package var single: LootFigure
    /// The chance of at least one in all openings.
    package var chance: LootFigure
    /// The expected number in all openings.
    package var mean: LootFigure
    /// The chances of at least one within each number of openings asked for.
    package var at: [(openings: Int64, chance: Double)]
  }

  package let question: LootQuestion
  /// The name of the table that is opened.
  package let name: String
  /// The flags of the tables that are not set.
  package let unsetFlags: [String]
  /// The figures of each thing, in the order of the table.
  package let rows: [Row]
  /// Why there are no exact figures at all, but only a simulation.
  package let noFigures: String?
  /// The distribution of the number of one thing, if the question is about one.
  package let counts: LootCounts?
  /// Why that distribution is not there, though the question is about one thing.
  package let countsReason: String?
  /// The chances of each combination of several things, if the question is about several.
  package let joint: LootJoint?
  /// The goal, and the number of openings until it is reached.
  package let goal: LootGoal?
  /// The number of openings until the goal.
  package let time: Time?
  /// A simulation beside the exact figures.
  package let simulation: LootSimulation?
  /// The quantiles of every distribution.
  package static let levels = OddsAnswer.levels

  /// The greatest number of digits and operations for which fractions are computed.
  private static let mostExact = (digits: 4000.0, work: 8000.0)

  init(_ question: LootQuestion) throws(LootError) {
    self.question = question
    name = try question.tableName()
    let plan = try question.plan()
    unsetFlags = question.flags.filter { question.circumstances.level(of: $0) == 0 }
    var (summary, noFigures): (LootSummary<Double>?, String?)
    do throws(LootError) {
      summary = try LootSummary<Double>(plan)
    } catch {
      guard error.code == .noExactMethod, question.simulated != nil, question.until == nil else {
        throw error
      }
      noFigures = error.problem
    }
    self.noFigures = noFigures
    let exact = Self.isExactWithinReach(plan) ? try? LootSummary<Ratio>(plan) : nil
    var things: [Int] = []
    for thing in question.things { things.append(try Self.index(thing, in: plan, "item")) }
    let shown = things.isEmpty ? Array(plan.names.indices) : things
    rows =
      summary.map { summary in
        shown.map { Self.row($0, plan, summary, exact, question, withAt: things.count != 1) }
      } ?? []
    var (counts, reason): (LootCounts?, String?)
    if things.count == 1, let row = rows.first {
      do throws(LootError) {
        counts = try LootCounts(
          plan, of: things[0], openings: question.openings, mean: row.mean.value,
          at: question.until == nil ? question.at : [],
          isExact: exact != nil)
      } catch {
        guard error.code == .noExactMethod else { throw error }
        reason = error.problem
      }
    }
    (self.counts, countsReason) = (counts, reason)
    joint =
      things.count > 1 && summary != nil
      ? try LootJoint(
        plan, of: things, openings: question.openings, isExact: exact != nil) : nil
    if let until = question.until, let summary {
      let goal = try LootGoal(parsing: until, names: plan.names)
      self.goal = goal
      time = try Self.time(goal, things, plan, summary, exact, question)
    } else {
      (goal, time) = (nil, nil)
    }
    if let simulated = question.simulated {
      let rows = rows
      simulation = try LootSimulation(
        plan, trials: simulated, openings: question.openings, seed: question.seed,
        exact: shown.enumerated().map { index, thing in
          rows.isEmpty
            ? (thing, nil, nil) : (thing, rows[index].chance.value, rows[index].mean.value)
        })
    } else {
      simulation = nil
    }
  }

  static func index(_ name: String, in plan: LootPlan, _ field: String) throws(LootError) -> Int {
    if let index = plan.names.firstIndex(of: name) { return index }
    throw .invalid(
      field,
      "the table never gives \"\(name)\" under these flags"
        + NearestName.hint(for: name, among: plan.names)
        + (plan.names.count <= 20 && !plan.names.isEmpty
          ? "; it gives \(plan.names.listed("and"))" : ""))
  }

  /// Whether all chances of a plan can be computed as fractions in little time.
  private static func isExactWithinReach(_ plan: LootPlan) -> Bool {
    guard plan.isExact else { return false }
    let digits = plan.digits
    guard digits <= mostExact.digits else { return false }
    var work = 0.0
    for pool in plan.nodes.flatMap(\.pools) {
      let size = Double(pool.choices.count + pool.always.count)
      guard pool.isReplaced else {
        let urn = UrnDraws(
          pool, [CountAlgebra<Ratio>.Element?](repeating: nil, count: pool.choices.count),
          CountAlgebra<Ratio>(thing: 0))
        guard urn.states * Double(urn.groups.count + 1) <= 500 else { return false }
        work += size * urn.states * 10
        continue
      }
      work += size * Double(max(1, pool.rolls.most) + 4)
    }
    return work * (1 + digits / 256) <= mostExact.work
  }

  private static func row(
    _ thing: Int, _ plan: LootPlan, _ summary: LootSummary<Double>, _ exact: LootSummary<Ratio>?,
    _ question: LootQuestion, withAt: Bool
  ) -> Row {
    let figures = summary.figures[thing] ?? .init()
    let fractions = exact.map { $0.figures[thing] ?? .init() }
    let some = min(1, figures.some)
    func within(_ openings: Int64) -> Double {
      some >= 1
        ? (openings > 0 ? 1 : 0) : -Double.expMinusOne(Double(openings) * .log(onePlus: -some))
    }
    let error = summary.error + 8 * BoundedValue.rounding
    let single = LootFigure(BoundedValue(some, error: error), exact: fractions?.some)
    let (chance, mean): (LootFigure, LootFigure)
    if question.openings == 1 {
      chance = single
      mean = LootFigure(BoundedValue(figures.mean, error: error), exact: fractions?.mean)
    } else {
      chance = LootFigure(
        BoundedValue(within(question.openings), error: error),
        exact: fractions.flatMap { $0.some.missed(question.openings).map { .one - $0 } })
      mean = LootFigure(
        BoundedValue(figures.mean * Double(question.openings), error: error),
        exact: fractions.map { $0.mean * Ratio(whole: question.openings) })
    }
    return Row(
      name: plan.names[thing], single: single, chance: chance, mean: mean,
      at: withAt && question.until == nil ? question.at.map { ($0, within($0)) } : [])
  }

  private static func time(
    _ goal: LootGoal, _ things: [Int], _ plan: LootPlan, _ summary: LootSummary<Double>,
    _ exact: LootSummary<Ratio>?, _ question: LootQuestion
  ) throws(LootError) -> Time {
    let times = LootTime(plan: plan)
    var wanted: [Int: Int64] = [:]
    let distribution: Distribution?
    func some(_ thing: Int) -> Double { summary.figures[thing]?.some ?? 0 }
    switch goal {
    case .number(let name, let number):
      let thing = try index(name, in: plan, "until")
      guard some(thing) > 0 else {
        throw LootError(.unreachable, field: "until", "\"\(name)\" is never given: its chance is 0")
      }
      wanted[thing] = number
      let bounded = BoundedValue(some(thing), error: summary.error + BoundedValue.rounding)
      distribution = times.distribution(
        of: thing, number, some: (bounded, exact?.figures[thing]?.some))
    case .all:
      let all = things.isEmpty ? Array(plan.names.indices) : things
      guard !all.isEmpty else {
        throw LootError(.unreachable, field: "until", "the table gives nothing under these flags")
      }
      if let never = all.first(where: { some($0) == 0 }) {
        throw LootError(
          .unreachable, field: "until",
          "\"\(plan.names[never])\" is never given: its chance is 0; name the things to wait for")
      }
      for thing in all { wanted[thing] = 1 }
      distribution = times.distribution(ofAll: all)
    }
    if let distribution, !distribution.boundedMean.isUnusable,
      !distribution.boundedDeviation.isUnusable
    {
      return Time(.exact(distribution), at: question.at)
    }
    return Time(
      .estimate(
        try LootTimeEstimate(
          plan, wanted: wanted, players: question.estimate.players,
          precision: question.estimate.precision, seed: question.seed)), at: question.at)
  }

  /// The greatest bound of the relative error of the figures.
  package var error: Double {
    rows.reduce(max(counts?.relativeError ?? 0, joint?.error ?? 0)) {
      max($0, $1.chance.bounded.error, $1.mean.bounded.error)
    }
  }

  /// Whether all figures are fractions.
  package var isFractional: Bool {
    noFigures == nil && counts?.isFractional != false && joint?.isFractional != false
      && rows.allSatisfy { $0.chance.fraction != nil && $0.mean.fraction != nil }
  }
}

extension Ratio {
  /// Returns the chance of nothing in some openings, where this is the chance of something in one; `nil` if it
  /// has too many digits.
  fileprivate func missed(_ openings: Int64) -> Ratio? {
    guard Int64(denominator.bitWidth) * openings <= 400 else { return nil }
    let missing = Ratio.one - self
    return Ratio(
      missing.numerator.power(Int(openings)), over: missing.denominator.power(Int(openings)))
  }
}
