/// What a rulebook says of tasks.
public struct TaskRules: Hashable, Sendable {
  /// The score of a completed task, one per priority, P0 first.
  public var scores: [Int64]
  /// Whether the score is credited as points too.
  public var creditPoints: Bool

  /// Makes rules of tasks.
  public init(scores: [Int64] = [7, 4, 3, 2], creditPoints: Bool = false) {
    self.scores = scores
    self.creditPoints = creditPoints
  }
}
