/// Something wrong in a rulebook, and where.
public struct RulebookFault: Hashable, Sendable, CustomStringConvertible {
  /// Where it is: `cards[12].rarity`, counting from 1 as Lua does.
  public var path: String
  /// What is wrong, what was found and what was expected.
  public var problem: String

  /// Makes a fault.
  public init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }

  /// `path: problem`.
  public var description: String { "\(path): \(problem)" }
}

/// A rulebook was refused: everything that is wrong with it, at once.
public struct RulebookError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rulebook's id.
  public var rulebook: String
  /// Every fault, in the order of the rulebook's parts; never empty.
  public var faults: [RulebookFault]

  /// One line per fault, each with its path.
  public var description: String {
    "rulebook \"\(rulebook)\" has \(faults.count) fault\(faults.count == 1 ? "" : "s"):\n"
      + faults.map { "  \($0)" }.joined(separator: "\n")
  }
}
