/// Why there are no exact odds.
public struct OddsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of reason it is.
  public enum Code: String, Sendable, CaseIterable {
    /// A word or number of the question is wrong.
    case invalid
    /// The goal can never be reached.
    case unreachable
    /// There is an answer, but no exact method within reach.
    case noExactMethod = "no_exact_method"
  }

  /// What kind of reason it is.
  public var code: Code
  /// What the reason concerns, as it is called on the command line and in Lua: `goal`, `mix`,
  /// `weights`; `nil` for the question as a whole.
  public var field: String?
  /// What was found, what is expected, and what to do.
  public var problem: String

  /// Makes an error.
  public init(_ code: Code, field: String? = nil, _ problem: String) {
    self.code = code
    self.field = field
    self.problem = problem
  }

  /// Makes an error about a field of the question.
  static func invalid(_ field: String, _ problem: String) -> OddsError {
    OddsError(.invalid, field: field, problem)
  }

  /// The reason in a line.
  public var description: String { field.map { "\($0): \(problem)" } ?? problem }
}
