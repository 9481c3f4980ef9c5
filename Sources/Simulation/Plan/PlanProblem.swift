/// What is wrong with a plan.
public struct PlanProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field of the plan, as it is called there: `players`, `measure[2]`; empty for the plan as a
  /// whole.
  public var field: String
  /// What was found, what is expected, and what to do.
  public var problem: String

  /// Names a problem.
  public init(_ field: String, _ problem: String) {
    self.field = field
    self.problem = problem
  }

  /// The problem in a line.
  public var description: String { field.isEmpty ? problem : "\(field): \(problem)" }
}
