public import Schema

/// The error of refusing a quest set, with all errors of its file. Nothing of the file is loaded.
public struct QuestSetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, as given by the caller.
  public var file: String
  /// All errors of the file; never empty.
  public var faults: [TableFault]

  /// A heading, and one line per error with its path.
  public var description: String {
    "\(file) has \(faults.count) error\(faults.count == 1 ? "" : "s") and was not loaded:\n"
      + faults.map { "  \($0)" }.joined(separator: "\n")
  }
}
