/// What openings of a table gave, one by one.
package struct LootOpenings: Sendable {
  /// The names and numbers of what each opening gave, in the order of the table.
  package let openings: [[(name: String, count: Int64)]]

  package static let most: Int64 = 10_000

  /// - Parameter count: the number of openings; the n-th gives the same in every run with the seed.
  package init(_ question: LootQuestion, count: Int64) throws(LootError) {
    guard (1...Self.most).contains(count) else {
      throw .invalid("count", "expected 1 to \(Self.most) openings, got \(count)")
    }
    let plan = try question.plan()
    try LootSimulation.check(plan, count, "count")
    openings = LootSampler(plan).openings(count, seed: question.seed).map { counts in
      counts.enumerated().filter { $0.element > 0 }.map { (plan.names[$0.offset], $0.element) }
    }
  }
}
