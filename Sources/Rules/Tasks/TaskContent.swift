/// The content of an event that adds a task.
///
/// A value of this type is valid: its name is trimmed and has 1 to 200 characters, its due day and
/// its reminder are in range.
public struct TaskContent: Hashable, Sendable {
  /// The name, on one line.
  public let name: String
  /// The details as free text, if any.
  public let details: String?
  /// The priority.
  public let priority: TaskPriority
  /// The type.
  public let type: TaskType
  /// The project, which is created if none of that name exists.
  public let project: ProjectName
  /// The civil day on which the task is due, if any.
  public let due: CivilDay?
  /// The instant of the reminder, if any.
  public let reminder: Instant?

  /// The maximum number of characters in a name.
  public static let maximumNameLength = 200

  /// Creates the content and trims the name; empty details count as absent.
  ///
  /// - Parameters:
  ///   - name: one line, 1 to 200 characters after trimming.
  ///   - details: free text.
  ///   - priority: the priority.
  ///   - type: the type; by default morning, or evening if `evening` is true.
  ///   - evening: whether the task is planned for the evening; `false` does not restrict the type.
  ///   - project: the project's name, 1 to 100 characters after trimming; by default Inbox.
  ///   - due: the civil day on which the task is due, in the years 1 to 9999.
  ///   - reminder: the instant of the reminder.
  /// - Throws: `FieldError` with the name of the field, when a value is out of range or `type`
  ///   contradicts `evening`.
  public init(
    name: String, details: String? = nil, priority: TaskPriority = .p2, type: TaskType? = nil,
    evening: Bool = false, project: String? = nil, due: CivilDay? = nil, reminder: Instant? = nil
  ) throws(FieldError) {
    self.name = try TaskContent.line(name, field: "name", longest: TaskContent.maximumNameLength)
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

  /// Returns a trimmed text of 1 to `longest` characters.
  static func line(_ text: String, field: String, longest: Int) throws(FieldError) -> String {
    let line = text.trimmedWhitespace
    guard !line.isEmpty else {
      throw FieldError(
        field: field, expected: "1 to \(longest) characters", found: "\"\(text)\"")
    }
    // A text never has more characters than bytes, and the number of bytes is known.
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
