/// Why a compressed file cannot be read.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with it.
  public var message: String
  /// Whether the system refused to read it, rather than it being damaged or of another kind.
  public var isUnreadable: Bool

  /// Makes an error.
  public init(_ message: String, isUnreadable: Bool = false) {
    self.message = message
    self.isUnreadable = isUnreadable
  }

  /// The message.
  public var description: String { message }
}
