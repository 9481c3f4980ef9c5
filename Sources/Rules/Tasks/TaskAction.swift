/// What an event about tasks and projects says. A task is known by the id of the event that added
/// it, a project by its name.
public indirect enum TaskAction: Hashable, Sendable {
  /// A task was added; the event's id is the task's.
  case taskAdd(TaskContent)
  /// An open task was completed.
  case taskComplete(EventID)
  /// A completed task was opened again.
  case taskReopen(EventID)
  /// A task was changed, from then on.
  case taskUpdate(EventID, TaskChange)
  /// A project was added.
  case projectAdd(ProjectContent)
  /// A project was given another name, or another spelling of its own; its tasks stay in it.
  case projectRename(from: ProjectName, to: ProjectName)
  /// A project was removed; its tasks are in Inbox from then on.
  case projectRemove(ProjectName)

  /// The kind of event it is.
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

  /// The task that must be there for the event to have an effect, if one must.
  public var task: EventID? {
    switch self {
    case .taskComplete(let id), .taskReopen(let id), .taskUpdate(let id, _): id
    case .taskAdd, .projectAdd, .projectRename, .projectRemove: nil
    }
  }

  /// The project that must be there for the event to have an effect, if one must.
  public var project: ProjectName? {
    switch self {
    case .projectRename(let name, _), .projectRemove(let name): name
    case .taskAdd, .taskComplete, .taskReopen, .taskUpdate, .projectAdd: nil
    }
  }
}
