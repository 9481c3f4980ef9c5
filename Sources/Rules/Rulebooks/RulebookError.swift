public import Schema

/// The error of refusing a rulebook, with all errors found in it.
public struct RulebookError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rulebook's id.
  public var rulebook: String
  /// All errors, in the order of the rulebook's sections; never empty.
  public var faults: [TableFault]

  /// A heading, and one line per error with its path.
  public var description: String {
    "rulebook \"\(rulebook)\" has \(faults.count) error\(faults.count == 1 ? "" : "s"):\n"
      + faults.map { "  \($0)" }.joined(separator: "\n")
  }
}
