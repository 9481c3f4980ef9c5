/// Something wrong in a quest set's file, and where.
public struct QuestSetFault: Hashable, Sendable, CustomStringConvertible {
  /// Where it is: `missions[3].nodes[1].dependencies[2]`, counting from 1. In a file that is not JSON
  /// `line 3, column 7`; empty for the file as a whole.
  public var path: String
  /// What has the fault, where it has an id: `node "b"`.
  public var owner: String?
  /// What is wrong, what was found and what was expected.
  public var problem: String

  /// Makes a fault.
  public init(path: String, owner: String? = nil, problem: String) {
    self.path = path
    self.owner = owner
    self.problem = problem
  }

  /// `path (owner): problem`.
  public var description: String {
    let place = path + (owner.map { path.isEmpty ? $0 : " (\($0))" } ?? "")
    return place.isEmpty ? problem : "\(place): \(problem)"
  }
}

/// A quest set was refused: everything that is wrong with its file, at once. Nothing of it is loaded.
public struct QuestSetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, as it was given.
  public var file: String
  /// Every fault; never empty.
  public var faults: [QuestSetFault]

  /// Makes an error.
  public init(file: String, faults: [QuestSetFault]) {
    self.file = file
    self.faults = faults
  }

  /// One line per fault, each with its path.
  public var description: String {
    "\(file) has \(faults.count) fault\(faults.count == 1 ? "" : "s"), and none of it is loaded:\n"
      + faults.map { "  \($0)" }.joined(separator: "\n")
  }
}
