/// An error in a quest set's file, with its position.
public struct QuestSetFault: Hashable, Sendable, CustomStringConvertible {
  /// The path of the value: `missions[3].nodes[1].dependencies[2]`, counted from 1. In a file that
  /// is not JSON `line 3, column 7`; empty for the file as a whole.
  public var path: String
  /// The object that has the error, if it has an id: `node "b"`.
  public var owner: String?
  /// The error, with the value found and the value expected.
  public var problem: String

  /// Creates an error at a path.
  public init(path: String, owner: String? = nil, problem: String) {
    self.path = path
    self.owner = owner
    self.problem = problem
  }

  /// `path (owner): problem`.
  public var description: String {
    let location = path + (owner.map { path.isEmpty ? $0 : " (\($0))" } ?? "")
    return location.isEmpty ? problem : "\(location): \(problem)"
  }
}

/// The error of refusing a quest set, with all errors of its file. Nothing of the file is loaded.
public struct QuestSetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, as given by the caller.
  public var file: String
  /// All errors of the file; never empty.
  public var faults: [QuestSetFault]

  /// Creates the error.
  public init(file: String, faults: [QuestSetFault]) {
    self.file = file
    self.faults = faults
  }

  /// A heading, and one line per error with its path.
  public var description: String {
    "\(file) has \(faults.count) error\(faults.count == 1 ? "" : "s") and was not loaded:\n"
      + faults.map { "  \($0)" }.joined(separator: "\n")
  }
}
