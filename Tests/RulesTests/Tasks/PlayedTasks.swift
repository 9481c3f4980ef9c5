@testable import FlintRules
import FlintCalendar

/// Tasks under test: each event is a second after the previous one, with the number of previous
/// events as its id.
struct PlayedTasks {
  var state = TasksState()
  var rules = TaskRules()
  private var count: UInt64 = 0

  /// A day in March 2026 (2026-03-01 is 20,513 days after 1970-01-01), or counted on from there.
  static func march(_ day: Int32) -> CivilDay { CivilDay(number: 20_512 + day) }

  /// The id that the next event will have.
  var nextID: EventID { EventID(high: 0, low: count) }

  @discardableResult
  mutating func apply(_ action: TaskAction, on day: Int32 = 1) -> SubjectEffect {
    let id = nextID
    count += 1
    return state.apply(
      action, id: id, at: Instant(milliseconds: 1_772_323_200_000 + Int64(count) * 1000),
      offset: .zero,
      day: PlayedTasks.march(day), rules: rules)
  }

  mutating func add(
    _ name: String, _ priority: TaskPriority = .p2, type: TaskType = .morning,
    project: String? = nil,
    due: Int32? = nil, details: String? = nil, on day: Int32 = 1
  ) throws -> EventID {
    let id = nextID
    apply(
      .taskAdd(
        try TaskContent(
          name: name, details: details, priority: priority, type: type, project: project,
          due: due.map(PlayedTasks.march))), on: day)
    return id
  }

  @discardableResult
  mutating func complete(_ id: EventID, on day: Int32 = 1) -> SubjectEffect {
    apply(.taskComplete(id), on: day)
  }

  @discardableResult
  mutating func reopen(_ id: EventID, on day: Int32 = 1) -> SubjectEffect {
    apply(.taskReopen(id), on: day)
  }

  @discardableResult
  mutating func rename(_ from: String, _ to: String) throws -> SubjectEffect {
    apply(.projectRename(from: try ProjectName(from), to: try ProjectName(to)))
  }

  @discardableResult
  mutating func addProject(_ name: String, _ description: String? = nil) throws -> SubjectEffect {
    apply(.projectAdd(try ProjectContent(name: name, description: description)))
  }

  @discardableResult
  mutating func removeProject(_ name: String) throws -> SubjectEffect {
    apply(.projectRemove(try ProjectName(name)))
  }

  /// The score of a day in March.
  func score(_ day: Int32) -> Int64 { state.score(on: PlayedTasks.march(day)) }

  /// The name of the project that a task is in.
  func project(of id: EventID) -> String? {
    state.task(id).map { state.project(of: $0).name.text }
  }

  var projectNames: [String] { state.projects.map(\.name.text) }
}
