/// Why counts cannot be held against rates.
public struct AuditError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Subject: String, Sendable {
    /// The observed counts.
    case counts
    /// The expected rates.
    case rates
    /// The names of the cells.
    case labels
    /// The deviation to be seen.
    case detect
  }

  /// What is wrong.
  public var subject: Subject
  /// What it would have to be.
  public var expected: String
  /// What was there.
  public var found: String

  /// Makes an error.
  public init(_ subject: Subject, expected: String, found: String) {
    self.subject = subject
    self.expected = expected
    self.found = found
  }
}

extension AuditError: CustomStringConvertible {
  /// `rates: expected …, got …`.
  public var description: String { "\(subject.rawValue): expected \(expected), got \(found)" }
}
