/// The goal of rolling a collection: a number of different outcomes of a set.
public struct CollectionGoal: Equatable, Sendable {
  /// The outcomes that count, each once, in order.
  public let outcomes: [Int]
  /// The number of them that are required.
  public let count: Int

  /// Creates a goal of a number of different outcomes of a set; outcomes that are named twice count once.
  public init(_ count: Int, of outcomes: some Sequence<Int>) {
    self.outcomes = Set(outcomes).sorted()
    self.count = count
  }

  /// Returns the goal of all of some outcomes.
  public static func all(of outcomes: some Sequence<Int>) -> CollectionGoal {
    let outcomes = Set(outcomes)
    return CollectionGoal(outcomes.count, of: outcomes)
  }

  /// Returns the goal of any one of some outcomes.
  public static func first(of outcomes: some Sequence<Int>) -> CollectionGoal {
    CollectionGoal(1, of: outcomes)
  }
}
