/// Everything derived from the events about tasks and projects.
public struct TasksState: Equatable, Sendable {
  /// All tasks, in the order in which the fold came upon them: by the instant they were added,
  /// then by id.
  public internal(set) var tasks: [TaskState] = []
  /// Where each task is in `tasks`.
  var positions: [EventID: Int] = [:]
  /// Every project that ever was, by place; `nil` for one that was removed, whose tasks thereby are
  /// in Inbox, the first. So neither a new name nor a removal has to touch a task.
  var places: [Project?] = [TasksState.inbox]
  /// The places of the projects that there are, by the key of their names.
  var placesByKey: [String: Int] = [ProjectName.inbox.key: 0]
  /// What was completed on each civil day.
  var days = TaskDays()

  private static let inbox = Project(name: .inbox, description: nil, isExplicit: true)

  /// Makes the state before any event: no task, and Inbox.
  public init() {}

  /// Whether both say the same of every task and project.
  public static func == (left: TasksState, right: TasksState) -> Bool {
    // All else follows from these.
    left.tasks == right.tasks && left.places == right.places
  }

  /// The task that an event added; `nil` when there is none.
  public func task(_ id: EventID) -> TaskState? { positions[id].map { tasks[$0] } }

  /// The projects that there are: Inbox, then the others in the order in which they came to be.
  public var projects: [Project] { places.compactMap(\.self) }

  /// The project of a name, in any letter case; `nil` when there is none.
  public func project(named name: String) -> Project? {
    placesByKey[ProjectName.key(of: name)].flatMap { places[$0] }
  }

  /// The project that a task of this state belongs to.
  public func project(of task: TaskState) -> Project {
    places[place(of: task)] ?? TasksState.inbox
  }

  /// The place of the project that a task belongs to: its own, or Inbox's if that one was removed.
  func place(of task: TaskState) -> Int {
    let place = Int(task.place)
    return places.indices.contains(place) && places[place] != nil ? place : 0
  }

  /// What a task scored: 0 while it is open, `nil` when there is no such task.
  public func score(of id: EventID) -> Int64? { task(id).map { $0.completion?.score ?? 0 } }

  /// What the tasks scored that were completed on a civil day and not opened again.
  public func score(on day: CivilDay) -> Int64 { days.day(day).score }

  /// How many tasks were completed on a civil day and not opened again.
  public func completedCount(on day: CivilDay) -> Int64 { days.day(day).completed }
}
