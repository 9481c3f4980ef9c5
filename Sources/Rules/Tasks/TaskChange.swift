/// What an event says that changes a task: the fields that are other from then on.
///
/// A value of this type is valid in the sense that `TaskContent` is. Where a field can be absent,
/// `.some(nil)` takes it away and `nil` leaves it as it is.
public struct TaskChange: Hashable, Sendable {
  /// The new name.
  public let name: String?
  /// The new details.
  public let details: String??
  /// The new priority; what the task has scored already stays as it is.
  public let priority: TaskPriority?
  /// The new type.
  public let type: TaskType?
  /// The new project, which comes to be if there is none of that name.
  public let project: ProjectName?
  /// The new due day.
  public let due: CivilDay??
  /// The new reminder.
  public let reminder: Instant??

  /// Makes a change from what was said, as `TaskContent` is made; empty details are taken away.
  ///
  /// - Throws: `FieldError` that names the field, when one is out of range or `type` contradicts
  ///   `evening`.
  public init(
    name: String? = nil, details: String?? = nil, priority: TaskPriority? = nil,
    type: TaskType? = nil, evening: Bool = false, project: String? = nil, due: CivilDay?? = nil,
    reminder: Instant?? = nil
  ) throws(FieldError) {
    if let name {
      self.name = try TaskContent.line(name, field: "name", longest: TaskContent.longestName)
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

  /// Whether nothing would be other.
  public var isEmpty: Bool {
    name == nil && details == nil && priority == nil && type == nil && project == nil
      && due == nil && reminder == nil
  }
}
