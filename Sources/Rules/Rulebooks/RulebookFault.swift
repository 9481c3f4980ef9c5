/// An error in a rulebook, with its position.
public struct RulebookFault: Hashable, Sendable, CustomStringConvertible {
  /// The path of the value: `cards[12].rarity`, counted from 1 as in Lua.
  public var path: String
  /// The error, with the value found and the value expected.
  public var problem: String

  /// Creates an error at a path.
  public init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }

  /// `path: problem`.
  public var description: String { "\(path): \(problem)" }
}

/// The error of refusing a rulebook, with all errors found in it.
public struct RulebookError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rulebook's id.
  public var rulebook: String
  /// All errors, in the order of the rulebook's sections; never empty.
  public var faults: [RulebookFault]

  /// A heading, and one line per error with its path.
  public var description: String {
    "rulebook \"\(rulebook)\" has \(faults.count) error\(faults.count == 1 ? "" : "s"):\n"
      + faults.map { "  \($0)" }.joined(separator: "\n")
  }
}
