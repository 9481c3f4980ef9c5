extension Int {
  /// The number with commas between thousands.
  var grouped: String {
    let digits = String(magnitude)
    let parts = digits.enumerated().map { index, digit in
      (index > 0 && (digits.utf8.count - index) % 3 == 0 ? "," : "") + String(digit)
    }
    return (self < 0 ? "-" : "") + parts.joined()
  }
}

/// An error: the reason why there are no exact odds.
package struct OddsError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable, CaseIterable {
    /// A keyword or a number of the question is invalid.
    case invalid
    /// The goal can never be reached.
    case unreachable
    /// There is an answer, but no exact method within reach.
    case noExactMethod = "no_exact_method"
  }

  package var code: Code
  /// The field that the error concerns, by its name on the command line and in Lua: `goal`, `mix`,
  /// `weights`; `nil` for the question as a whole.
  package var field: String?
  /// The problem: what was found, what is expected, and what to do.
  package var problem: String
  /// The number of states that are too many to follow, or that were followed without an end; `nil` where the reason
  /// is another one.
  package var states: Int?

  package init(_ code: Code, field: String? = nil, _ problem: String, states: Int? = nil) {
    self.code = code
    self.field = field
    self.problem = problem
    self.states = states
  }

  /// Returns an error about a field of the question.
  package static func invalid(_ field: String, _ problem: String) -> OddsError {
    OddsError(.invalid, field: field, problem)
  }

  /// Returns the error for a goal that can never be reached.
  package static func unreachable(_ goal: Goal, _ reason: String) -> OddsError {
    OddsError(.unreachable, field: "goal", "\(goal) can never be reached: \(reason)")
  }

  /// The error in one line.
  package var description: String { field.map { "\($0): \(problem)" } ?? problem }
}
