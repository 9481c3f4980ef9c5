/// The part of a person's plan that a task belongs to.
public enum TaskType: UInt8, Sendable, CaseIterable, Comparable {
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

  /// What a type looks like, for error messages.
  public static let form = "morning, evening, upcoming, inbox, or 1 to 4 for these"

  /// Reads a name; `nil` when it is none.
  public init?(name: some StringProtocol) {
    guard let index = TaskType.names.firstIndex(where: { $0 == name }) else { return nil }
    self.init(rawValue: UInt8(index + 1))
  }

  /// Reads a name, or the digit 1 to 4 that stands for it in files.
  ///
  /// - Throws: `FieldError` that names the field, when the text is anything else.
  public init(_ text: some StringProtocol, field: String = "type") throws(FieldError) {
    let digit = text.utf8.count == 1 ? UInt8(text).flatMap(TaskType.init(rawValue:)) : nil
    guard let type = TaskType(name: text) ?? digit else {
      throw FieldError(field: field, expected: TaskType.form, found: "\"\(text)\"")
    }
    self = type
  }

  /// Reads the number, 1 to 4, that stands for a type in files.
  ///
  /// - Throws: `FieldError` that names the field, when the number is any other.
  public init(stored number: Int64, field: String = "type") throws(FieldError) {
    guard let type = UInt8(exactly: number).flatMap(TaskType.init(rawValue:)) else {
      throw FieldError(field: field, expected: TaskType.form, found: String(number))
    }
    self = type
  }

  /// The position among all types, from 0.
  public var index: Int { Int(rawValue) - 1 }

  /// Whether the left type comes first in the order of declaration.
  public static func < (left: TaskType, right: TaskType) -> Bool { left.rawValue < right.rawValue }
}
