/// The section of a person's plan that a task belongs to.
public enum TaskType: UInt8, IndexedEnum, CaseIterable, Comparable {
  /// Stored as 1, the default.
  case morning = 1
  /// Stored as 2.
  case evening = 2
  /// Stored as 3.
  case upcoming = 3
  /// Stored as 4.
  case inbox = 4

  /// The name in Lua, CSV and the command line.
  public var name: String { TaskType.names[index] }

  /// The names of all types, in order.
  public static let names = ["morning", "evening", "upcoming", "inbox"]

  /// The accepted forms, for error messages.
  public static let form = "morning, evening, upcoming, inbox, or 1 to 4 for these"

  /// The name of the task field with the type.
  public static let field = "type"

  /// Creates the type of a name; `nil` when the name is unknown.
  public init?(name: some StringProtocol) {
    guard let index = TaskType.names.firstIndex(where: { $0 == name }) else { return nil }
    self.init(rawValue: UInt8(index + 1))
  }

  /// Whether the left type precedes the right one in the order of declaration.
  public static func < (left: TaskType, right: TaskType) -> Bool { left.rawValue < right.rawValue }
}
