/// The urgency of a task; P0 is the most urgent and scores highest.
public enum TaskPriority: UInt8, IndexedEnum, CaseIterable, Comparable {
  /// Stored as 1.
  case p0 = 1
  /// Stored as 2.
  case p1 = 2
  /// Stored as 3, the default.
  case p2 = 3
  /// Stored as 4.
  case p3 = 4

  /// The name in Lua, CSV and the command line.
  public var name: String { TaskPriority.names[index] }

  /// The names of all priorities, most urgent first.
  public static let names = ["P0", "P1", "P2", "P3"]

  /// The accepted forms, for error messages.
  public static let form = "P0, P1, P2, P3, or 1 to 4 for these"

  /// The name of the task field with the priority.
  public static let field = "priority"

  /// Creates the priority of a name in upper or lower case; `nil` when the name is unknown.
  public init?(name: some StringProtocol) {
    guard let index = TaskPriority.names.firstIndex(where: { $0 == name.uppercased() }) else {
      return nil
    }
    self.init(rawValue: UInt8(index + 1))
  }

  /// Whether the left priority is more urgent than the right one.
  public static func < (left: TaskPriority, right: TaskPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension TaskRules {
  /// Returns the score of completing a task of a priority; 0 when the rules have none.
  public func score(of priority: TaskPriority) -> Int64 {
    scores.indices.contains(priority.index) ? scores[priority.index] : 0
  }
}
