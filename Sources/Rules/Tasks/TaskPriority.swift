/// How urgent a task is; P0 is the most urgent and scores highest.
public enum TaskPriority: UInt8, Sendable, CaseIterable, Comparable {
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

  /// Reads a name in either letter case; `nil` when it is none.
  public init?(name: some StringProtocol) {
    guard let index = TaskPriority.names.firstIndex(where: { $0 == name.uppercased() }) else {
      return nil
    }
    self.init(rawValue: UInt8(index + 1))
  }

  /// Reads a name in either letter case, or the digit 1 to 4 that stands for it in files.
  ///
  /// - Throws: `FieldError` that names the field, when the text is anything else.
  public init(_ text: some StringProtocol, field: String = "priority") throws(FieldError) {
    let digit = text.utf8.count == 1 ? UInt8(text).flatMap(TaskPriority.init(rawValue:)) : nil
    guard let priority = TaskPriority(name: text) ?? digit else {
      throw FieldError(field: field, expected: TaskPriority.form, found: "\"\(text)\"")
    }
    self = priority
  }

  /// Reads the number, 1 to 4, that stands for a priority in files.
  ///
  /// - Throws: `FieldError` that names the field, when the number is any other.
  public init(stored number: Int64, field: String = "priority") throws(FieldError) {
    guard let priority = UInt8(exactly: number).flatMap(TaskPriority.init(rawValue:)) else {
      throw FieldError(field: field, expected: TaskPriority.form, found: String(number))
    }
    self = priority
  }

  /// The position among all priorities, from 0.
  public var index: Int { Int(rawValue) - 1 }

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
