import FlintJSON
import FlintSchema

/// The action that a task or project event records. A task is identified by the id of the event
/// that added it, a project by its name.
package indirect enum TaskAction: EventAction {
  /// A task was added; the event's id is the task's.
  case taskAdd(TaskContent)
  case taskComplete(EventID)
  case taskReopen(EventID)
  /// A task was changed, from then on.
  case taskUpdate(EventID, TaskChange)
  /// The work on a task was started; work on another one ends.
  case taskStart(EventID)
  case taskStop(EventID)
  case projectAdd(ProjectContent)
  /// A project was renamed, possibly only to another spelling; its tasks remain in it.
  case projectRename(from: ProjectName, to: ProjectName)
  /// A project was removed; its tasks are in Inbox from then on.
  case projectRemove(ProjectName)

  package var kind: EventKind {
    switch self {
    case .taskAdd: .taskAdd
    case .taskComplete: .taskComplete
    case .taskReopen: .taskReopen
    case .taskUpdate: .taskUpdate
    case .taskStart: .taskStart
    case .taskStop: .taskStop
    case .projectAdd: .projectAdd
    case .projectRename: .projectRename
    case .projectRemove: .projectRemove
    }
  }

  var content: Content {
    switch self {
    case .taskAdd(let task): TaskContent.schema.content(of: task)
    case .taskComplete(let id), .taskReopen(let id), .taskStart(let id), .taskStop(let id):
      [("task", .string(id.description))]
    case .taskUpdate(let id, let change):
      [("task", .string(id.description))] + change.content
    case .projectAdd(let project): ProjectContent.schema.content(of: project)
    case .projectRename(let from, let to):
      [("from", .string(from.text)), ("to", .string(to.text))]
    case .projectRemove(let name): [("name", .string(name.text))]
    }
  }

  init(_ kind: EventKind, _ content: ContentMembers) throws(FieldError) {
    switch kind {
    case .taskAdd: self = .taskAdd(try TaskContent.schema.record(content))
    case .taskComplete: self = .taskComplete(try content.required("task"))
    case .taskReopen: self = .taskReopen(try content.required("task"))
    case .taskStart: self = .taskStart(try content.required("task"))
    case .taskStop: self = .taskStop(try content.required("task"))
    case .taskUpdate:
      self = .taskUpdate(try content.required("task"), try TaskContent.schema.change(content))
    case .projectAdd: self = .projectAdd(try ProjectContent.schema.record(content))
    case .projectRename:
      self = .projectRename(from: try content.required("from"), to: try content.required("to"))
    case .projectRemove: self = .projectRemove(try content.required("name"))
    default: throw .wrongKind(kind)
    }
  }

  /// The id of the task that must exist for the event to have an effect, if any.
  package var task: EventID? {
    switch self {
    case .taskComplete(let id), .taskReopen(let id), .taskUpdate(let id, _), .taskStart(let id),
      .taskStop(let id):
      id
    case .taskAdd, .projectAdd, .projectRename, .projectRemove: nil
    }
  }

  /// The tasks that the event puts before its task.
  package var tasksBefore: [EventID] {
    switch self {
    case .taskAdd(let content): return content.after
    case .taskUpdate(_, let change):
      var changed = TaskContent.blank
      change.apply(to: &changed)
      return changed.after
    default: return []
    }
  }

  /// The name of the project that must exist for the event to have an effect, if any.
  package var project: ProjectName? {
    switch self {
    case .projectRename(let name, _), .projectRemove(let name): name
    case .taskAdd, .taskComplete, .taskReopen, .taskUpdate, .taskStart, .taskStop, .projectAdd: nil
    }
  }
}
