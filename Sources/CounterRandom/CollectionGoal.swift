/// What a collection is rolled for: so many different ones of some outcomes.
public struct CollectionGoal: Equatable, Sendable {
  /// The outcomes that count, each once, in order.
  public let outcomes: [Int]
  /// How many of them have to be there.
  public let count: Int

  /// So many different ones of some outcomes; ones that are named twice count once.
  public init(_ count: Int, of outcomes: some Sequence<Int>) {
    self.outcomes = Set(outcomes).sorted()
    self.count = count
  }

  /// All of some outcomes.
  public static func all(of outcomes: some Sequence<Int>) -> CollectionGoal {
    let outcomes = Set(outcomes)
    return CollectionGoal(outcomes.count, of: outcomes)
  }

  /// Any one of some outcomes.
  public static func first(of outcomes: some Sequence<Int>) -> CollectionGoal {
    CollectionGoal(1, of: outcomes)
  }
}
