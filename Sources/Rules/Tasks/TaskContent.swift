/// What an event says that adds a task: everything a person says of it.
///
/// A value of this type is valid: its name is trimmed and has 1 to 200 characters, its due day and
/// its reminder are in range.
public struct TaskContent: Hashable, Sendable {
  /// One line that names it.
  public let name: String
  /// Free text, if any.
  public let details: String?
  /// How urgent it is.
  public let priority: TaskPriority
  /// The part of the plan it belongs to.
  public let type: TaskType
  /// The project it belongs to, which comes to be if there is none of that name.
  public let project: ProjectName
  /// The civil day it is due, if any.
  public let due: CivilDay?
  /// When to remind of it, if ever.
  public let reminder: Instant?

  /// The most characters a name can have.
  public static let longestName = 200

  /// Makes the content from what was said of a task, trimming its name; empty details are none.
  ///
  /// - Parameters:
  ///   - name: one line, 1 to 200 characters after trimming.
  ///   - details: free text.
  ///   - priority: how urgent it is.
  ///   - type: the part of the plan; morning, or evening if `evening` is true, unless given.
  ///   - evening: whether it belongs to the evening; `false` says nothing about the type.
  ///   - project: the project's name, 1 to 100 characters after trimming; Inbox unless given.
  ///   - due: the civil day it is due, in the years 1 to 9999.
  ///   - reminder: when to remind of it.
  /// - Throws: `FieldError` that names the field, when one is out of range or `type` contradicts
  ///   `evening`.
  public init(
    name: String, details: String? = nil, priority: TaskPriority = .p2, type: TaskType? = nil,
    evening: Bool = false, project: String? = nil, due: CivilDay? = nil, reminder: Instant? = nil
  ) throws(FieldError) {
    self.name = try TaskContent.line(name, field: "name", longest: TaskContent.longestName)
    self.details = details?.isEmpty == true ? nil : details
    self.priority = priority
    self.type = try TaskContent.type(type, evening: evening) ?? .morning
    if let project {
      self.project = try ProjectName(project)
    } else {
      self.project = .inbox
    }
    self.due = try TaskContent.due(due)
    self.reminder = try TaskContent.reminder(reminder)
  }

  /// A text trimmed, if it then has 1 to `longest` characters.
  static func line(_ text: String, field: String, longest: Int) throws(FieldError) -> String {
    let line = text.trimmedWhitespace
    guard !line.isEmpty else {
      throw FieldError(
        field: field, expected: "1 to \(longest) characters", found: "\"\(text)\"")
    }
    // No text has more characters than bytes, and bytes need no counting.
    guard line.utf8.count <= longest || line.count <= longest else {
      throw FieldError(
        field: field, expected: "1 to \(longest) characters", found: "\(line.count) characters")
    }
    return line
  }

  static func type(_ type: TaskType?, evening: Bool) throws(FieldError) -> TaskType? {
    guard evening else { return type }
    guard let type, type != .evening else { return .evening }
    throw FieldError(
      field: "type", expected: "evening, since the task is for the evening", found: type.name)
  }

  static func due(_ day: CivilDay?) throws(FieldError) -> CivilDay? {
    guard let day else { return nil }
    guard (1...9999).contains(day.components.year) else {
      throw FieldError(
        field: "due", expected: "a day from 0001-01-01 to 9999-12-31",
        found: "day \(day.number) after 1970-01-01")
    }
    return day
  }

  static func reminder(_ instant: Instant?) throws(FieldError) -> Instant? {
    guard let instant else { return nil }
    guard instant.isAccepted else {
      throw FieldError(
        field: "reminder", expected: "an instant from \(Instant.earliest) to \(Instant.latest)",
        found: "\(instant.milliseconds) ms")
    }
    return instant
  }
}
