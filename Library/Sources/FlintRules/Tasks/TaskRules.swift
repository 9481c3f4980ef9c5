package struct TaskRules: Hashable, Sendable {
  /// The score of a completed task, one per priority, P0 first.
  package var scores: [Int64]
  /// Whether scores are also credited as points.
  package var creditPoints: Bool
  /// What makes a task urgent. It changes no score.
  package var urgency = UrgencyRules()

  package init(scores: [Int64] = [7, 4, 3, 2], creditPoints: Bool = false) {
    self.scores = scores
    self.creditPoints = creditPoints
  }

  /// Returns the score of completing a task of a priority; 0 when the rules have none.
  package func score(of priority: TaskPriority) -> Int64 {
    scores.indices.contains(priority.index) ? scores[priority.index] : 0
  }
}
