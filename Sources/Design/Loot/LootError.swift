package import FlintSchema

/// An error: the reason why a loot table cannot be read or asked about.
package struct LootError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable, CaseIterable {
    /// The file is no loot table: `faults` has every error in it.
    case unreadable
    /// A word or a number of the question is invalid.
    case invalid
    /// References form a cycle, or name a table that does not exist or has errors.
    case broken
    /// The goal can never be reached.
    case unreachable
    /// There is an answer, but no exact method within reach.
    case noExactMethod = "no_exact_method"
  }

  package var code: Code
  /// The field of the question that the error concerns, by its name on the command line and in Lua:
  /// `item`, `until`; `nil` for the table itself.
  package var field: String?
  /// The problem: what was found, what is expected, and what to do.
  package var problem: String
  /// Every error of a file, if it is unreadable.
  package var faults: [TableFault] = []

  package init(_ code: Code, field: String? = nil, _ problem: String) {
    self.code = code
    self.field = field
    self.problem = problem
  }

  package init(_ faults: [TableFault]) {
    code = .unreadable
    problem = faults.map(\.description).joined(separator: "\n")
    self.faults = faults
  }

  /// Returns an error about a field of the question.
  static func invalid(_ field: String, _ problem: String) -> LootError {
    LootError(.invalid, field: field, problem)
  }

  /// The error as text; of an unreadable file, one line for each fault.
  package var description: String { field.map { "\($0): \(problem)" } ?? problem }
}
