/// The action that a task or project event records. A task is identified by the id of the event
/// that added it, a project by its name.
public indirect enum TaskAction: Hashable, Sendable {
  /// A task was added; the event's id is the task's.
  case taskAdd(TaskContent)
  /// An open task was completed.
  case taskComplete(EventID)
  /// A completed task was reopened.
  case taskReopen(EventID)
  /// A task was changed, from then on.
  case taskUpdate(EventID, TaskChange)
  /// A project was added.
  case projectAdd(ProjectContent)
  /// A project was renamed, possibly only to another spelling; its tasks remain in it.
  case projectRename(from: ProjectName, to: ProjectName)
  /// A project was removed; its tasks are in Inbox from then on.
  case projectRemove(ProjectName)

  /// The kind of the event.
  public var kind: EventKind {
    switch self {
    case .taskAdd: .taskAdd
    case .taskComplete: .taskComplete
    case .taskReopen: .taskReopen
    case .taskUpdate: .taskUpdate
    case .projectAdd: .projectAdd
    case .projectRename: .projectRename
    case .projectRemove: .projectRemove
    }
  }

  /// The id of the task that must exist for the event to have an effect, if any.
  public var task: EventID? {
    switch self {
    case .taskComplete(let id), .taskReopen(let id), .taskUpdate(let id, _): id
    case .taskAdd, .projectAdd, .projectRename, .projectRemove: nil
    }
  }

  /// The name of the project that must exist for the event to have an effect, if any.
  public var project: ProjectName? {
    switch self {
    case .projectRename(let name, _), .projectRemove(let name): name
    case .taskAdd, .taskComplete, .taskReopen, .taskUpdate, .projectAdd: nil
    }
  }
}
