package import Schema

/// A number of a rulebook, found by its path: `pools.banner.pity.five.soft_step`.
package struct RulebookNumber: Hashable, Sendable {
  /// The whole path, in which the entries of lists are named by their ids, or counted from 1 where they have none.
  package let name: String
  /// The path in the complete JSON of the rulebook.
  package let path: TablePath
  package let kind: Kind
  /// The value in the rulebook; `nil` where it is not given.
  package let value: Fraction?

  package enum Kind: Hashable, Sendable {
    case whole
    /// An exact number, such as a rate.
    case exact
    /// A number with a few decimals, which may be negative.
    case decimal
  }
}

/// The error of a path that is no number of a rulebook, or of a value that it cannot have.
package struct RulebookNumberError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem: what was found, what is expected, and what to do.
  package var description: String

  package init(_ description: String) { self.description = description }
}
