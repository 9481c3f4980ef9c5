/// How urgent a task is; P0 is the most urgent and scores highest.
public enum TaskPriority: UInt8, NumberedName, CaseIterable, Comparable {
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

  /// What a priority looks like, for error messages.
  public static let form = "P0, P1, P2, P3, or 1 to 4 for these"

  /// The field of a task that holds it.
  public static let field = "priority"

  /// Reads a name in either letter case; `nil` when it is none.
  public init?(name: some StringProtocol) {
    guard let index = TaskPriority.names.firstIndex(where: { $0 == name.uppercased() }) else {
      return nil
    }
    self.init(rawValue: UInt8(index + 1))
  }

  /// Whether the left priority is the more urgent one.
  public static func < (left: TaskPriority, right: TaskPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension TaskRules {
  /// What a task of a priority scores when it is completed; 0 when the rules do not say.
  public func score(of priority: TaskPriority) -> Int64 {
    scores.indices.contains(priority.index) ? scores[priority.index] : 0
  }
}
