import BigInt
import Chance

/// The distribution of an opening of each table, in an algebra.
struct LootEvaluation<Algebra: LootAlgebra> {
  typealias Element = Algebra.Element

  private let plan: LootPlan
  private let algebra: Algebra
  /// The distributions of the tables so far; `nil` for one that gives nothing that the question is about.
  private(set) var distributions: [Element?] = []

  /// Computes the distributions of all tables.
  ///
  /// - Throws: `LootError` when drawing without replacement has too many cases.
  init(_ plan: LootPlan, _ algebra: Algebra) throws(LootError) {
    self.plan = plan
    self.algebra = algebra
    for node in plan.nodes {
      var distribution: Element?
      for pool in node.pools {
        guard let part = try self.distribution(of: pool) else { continue }
        distribution = distribution.map { algebra.product($0, part) } ?? part
      }
      distributions.append(distribution)
    }
  }

  /// The distribution of an opening of the table that was asked about.
  var distribution: Element { distributions[plan.root] ?? algebra.one }

  private func distribution(of pool: LootPlan.Pool) throws(LootError) -> Element? {
    var distribution: Element?
    for choice in pool.always {
      guard let given = self.distribution(of: choice) else { continue }
      distribution = distribution.map { algebra.product($0, given) } ?? given
    }
    let drawn = pool.choices.map { self.distribution(of: $0) }
    if drawn.contains(where: { $0 != nil }) {
      let rolls =
        pool.isReplaced
        ? algebra.repeated(roll(of: pool, drawn), pool.rolls)
        : try UrnDraws(pool, drawn, algebra).distribution()
      distribution = distribution.map { algebra.product($0, rolls) } ?? rolls
    }
    return distribution.map { algebra.possible($0, pool.chance) }
  }

  /// Returns the distribution of one roll.
  private func roll(of pool: LootPlan.Pool, _ drawn: [Element?]) -> Element {
    var distribution = algebra.zero
    var rest = Algebra.Number(of: pool.idle)
    var (terms, weight) = (1.0, UInt64(0))
    for (index, share) in pool.shares.enumerated() where share.approximation > 0 {
      if let element = drawn[index] {
        distribution = algebra.sum(distribution, algebra.scaled(element, Algebra.Number(of: share)))
      } else {
        rest = rest + Algebra.Number(of: share)
        terms += 1
        weight += pool.weights[index]
      }
    }
    if let total = pool.certainWeight {
      // The sum of whole weights has no rounding, which many openings would multiply.
      rest = Algebra.Number(of: ExactChance(Ratio(BigUInt(weight), over: BigUInt(total))))
      terms = 1
    }
    return algebra.sum(
      distribution,
      algebra.blurred(algebra.scaled(algebra.one, rest), by: terms * Algebra.Number.rounding))
  }

  /// Returns the distribution of a drawn entry; `nil` if it gives nothing that the question is about.
  private func distribution(of choice: LootPlan.Choice) -> Element? {
    let distribution: Element?
    switch choice.outcome {
    case .nothing: distribution = nil
    case .drop(let thing, let count): distribution = algebra.distribution(of: thing, count)
    case .open(let node, let times):
      distribution = distributions[node].map { algebra.repeated($0, times) }
    }
    return distribution.map { algebra.possible($0, choice.chance) }
  }
}
