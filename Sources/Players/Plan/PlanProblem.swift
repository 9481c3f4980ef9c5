package struct PlanProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field of the plan, by its name there: `players`, `measure[2]`; empty for the plan as a whole.
  package var field: String
  /// The problem: what was found, what is expected, and what to do.
  package var problem: String

  package init(_ field: String, _ problem: String) {
    self.field = field
    self.problem = problem
  }

  /// Creates an error in the plan as a whole.
  package init(_ problem: String) { self.init("", problem) }

  /// The error in one line.
  package var description: String { field.isEmpty ? problem : "\(field): \(problem)" }
}
