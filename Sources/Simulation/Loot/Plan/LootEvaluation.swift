import BigInt

/// The law of an opening of each table, in an algebra.
struct LootEvaluation<Algebra: LootAlgebra> {
  typealias Element = Algebra.Element

  private let plan: LootPlan
  private let algebra: Algebra
  /// The laws of the tables so far; `nil` for one that gives nothing that the question is about.
  private(set) var laws: [Element?] = []

  /// Computes the laws of all tables.
  ///
  /// - Throws: `LootError` when drawing without replacement has too many cases.
  init(_ plan: LootPlan, _ algebra: Algebra) throws(LootError) {
    self.plan = plan
    self.algebra = algebra
    for node in plan.nodes {
      var law: Element?
      for pool in node.pools {
        guard let part = try self.law(of: pool) else { continue }
        law = law.map { algebra.product($0, part) } ?? part
      }
      laws.append(law)
    }
  }

  /// The law of an opening of the table that was asked about.
  var law: Element { laws[plan.root] ?? algebra.one }

  private func law(of pool: LootPlan.Pool) throws(LootError) -> Element? {
    var law: Element?
    for choice in pool.always {
      guard let given = self.law(of: choice) else { continue }
      law = law.map { algebra.product($0, given) } ?? given
    }
    let drawn = pool.choices.map { self.law(of: $0) }
    if drawn.contains(where: { $0 != nil }) {
      let rolls =
        pool.isReplaced
        ? algebra.repeated(roll(of: pool, drawn), pool.rolls)
        : try UrnDraws(pool, drawn, algebra).law()
      law = law.map { algebra.product($0, rolls) } ?? rolls
    }
    return law.map { algebra.possible($0, pool.chance) }
  }

  /// Returns the law of one roll.
  private func roll(of pool: LootPlan.Pool, _ drawn: [Element?]) -> Element {
    var law = algebra.zero
    var rest = Algebra.Number(of: pool.idle)
    var (terms, weight) = (1.0, UInt64(0))
    for (index, share) in pool.shares.enumerated() where share.approximation > 0 {
      if let element = drawn[index] {
        law = algebra.sum(law, algebra.scaled(element, Algebra.Number(of: share)))
      } else {
        rest = rest + Algebra.Number(of: share)
        terms += 1
        weight += pool.weights[index]
      }
    }
    if let total = pool.certainWeight {
      // The sum of whole weights has no rounding, which many openings would multiply.
      rest = Algebra.Number(of: Chance(Ratio(BigUInt(weight), over: BigUInt(total))))
      terms = 1
    }
    return algebra.sum(
      law, algebra.blurred(algebra.scaled(algebra.one, rest), by: terms * Algebra.Number.rounding))
  }

  /// Returns the law of a drawn entry; `nil` if it gives nothing that the question is about.
  private func law(of choice: LootPlan.Choice) -> Element? {
    let law: Element?
    switch choice.outcome {
    case .nothing: law = nil
    case .drop(let thing, let count): law = algebra.law(of: thing, count)
    case .open(let node, let times): law = laws[node].map { algebra.repeated($0, times) }
    }
    return law.map { algebra.possible($0, choice.chance) }
  }
}
