/// Whether a task is still to be done.
public enum TaskStatus: String, Sendable, CaseIterable {
  /// Still to be done, or opened again.
  case open
  /// Done.
  case completed
}

/// A task as it stands.
public struct TaskState: Hashable, Sendable {
  /// How a task was completed.
  public struct Completion: Hashable, Sendable {
    /// When.
    public internal(set) var at: Instant
    /// The offset of the event that completed it.
    public internal(set) var offset: UTCOffset
    /// The civil day of the event that completed it.
    public internal(set) var day: CivilDay
    /// The priority it had then.
    public internal(set) var priority: TaskPriority
    /// What it scored for that.
    public internal(set) var score: Int64
  }

  /// The id of the event that added it.
  public internal(set) var id: EventID
  /// When it was added.
  public internal(set) var addedAt: Instant
  /// The offset of the event that added it.
  public internal(set) var addedOffset: UTCOffset
  /// The civil day of the event that added it.
  public internal(set) var addedDay: CivilDay
  /// One line that names it.
  public internal(set) var name: String
  /// Free text, if any.
  public internal(set) var details: String?
  /// How urgent it is.
  public internal(set) var priority: TaskPriority
  /// The part of the plan it belongs to.
  public internal(set) var type: TaskType
  /// The civil day it is due, if any.
  public internal(set) var due: CivilDay?
  /// When to remind of it, if ever.
  public internal(set) var reminder: Instant?
  /// How it was completed; `nil` while it is open.
  public internal(set) var completion: Completion?
  /// The place of its project among all that ever were; that one may be removed.
  var place: Int32

  /// Whether it is still to be done.
  public var status: TaskStatus { completion == nil ? .open : .completed }

  /// Whether it is still to be done.
  public var isOpen: Bool { completion == nil }

  /// Whether it is open and was due before a day.
  public func isOverdue(on day: CivilDay) -> Bool {
    guard isOpen, let due else { return false }
    return due < day
  }
}

/// A project as it stands.
public struct Project: Hashable, Sendable {
  /// The name, in the spelling first given or last renamed to.
  public internal(set) var name: ProjectName
  /// Free text, if any.
  public internal(set) var description: String?
  /// Whether an event of its own added it, rather than a task that named it.
  public internal(set) var isExplicit: Bool
}
