/// A failure to read a compressed file.
public struct CompressedFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The description of the failure, for the user.
  public var message: String
  /// Whether the system failed to read the file, rather than the file being damaged or of another
  /// kind.
  public var isUnreadable: Bool

  /// Creates an error.
  public init(_ message: String, isUnreadable: Bool = false) {
    self.message = message
    self.isUnreadable = isUnreadable
  }

  /// The same as `message`.
  public var description: String { message }
}
