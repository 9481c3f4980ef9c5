/// Why a compressed file cannot be read.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with it.
  public var message: String

  init(_ message: String) { self.message = message }

  /// The message.
  public var description: String { message }
}
