/// The content of an event that changes fields of a task from then on.
///
/// A value of this type is valid as a `TaskContent` is. For an optional field, `.some(nil)` clears
/// it and `nil` leaves it unchanged.
public struct TaskChange: Hashable, Sendable {
  /// The new name.
  public let name: String?
  /// The new details.
  public let details: String??
  /// The new priority; a score already earned does not change.
  public let priority: TaskPriority?
  /// The new type.
  public let type: TaskType?
  /// The new project, which is created if none of that name exists.
  public let project: ProjectName?
  /// The new due day.
  public let due: CivilDay??
  /// The new reminder.
  public let reminder: Instant??

  /// Creates a change with the same normalization as `TaskContent`; empty details clear the field.
  ///
  /// - Throws: `FieldError` with the name of the field, when a value is out of range or `type`
  ///   contradicts `evening`.
  public init(
    name: String? = nil, details: String?? = nil, priority: TaskPriority? = nil,
    type: TaskType? = nil, evening: Bool = false, project: String? = nil, due: CivilDay?? = nil,
    reminder: Instant?? = nil
  ) throws(FieldError) {
    if let name {
      self.name = try TaskContent.line(name, field: "name", longest: TaskContent.maximumNameLength)
    } else {
      self.name = nil
    }
    if let details {
      self.details = .some(details?.isEmpty == true ? nil : details)
    } else {
      self.details = nil
    }
    self.priority = priority
    self.type = try TaskContent.type(type, evening: evening)
    if let project {
      self.project = try ProjectName(project)
    } else {
      self.project = nil
    }
    if let due {
      self.due = .some(try TaskContent.due(due))
    } else {
      self.due = nil
    }
    if let reminder {
      self.reminder = .some(try TaskContent.reminder(reminder))
    } else {
      self.reminder = nil
    }
  }

  /// Whether no field changes.
  public var isEmpty: Bool {
    name == nil && details == nil && priority == nil && type == nil && project == nil
      && due == nil && reminder == nil
  }
}
