import FlintCalendar

/// The states of tasks in several files that are read together, of which the newest counts.
struct TaskwarriorStates {
  private struct State {
    var file: Int
    var modified: Instant?
    var task: TaskwarriorTask

    /// Whether the state replaces one of a preceding file. Without times, the later file is the newer one.
    func replaces(_ other: State) -> Bool {
      guard let modified, let before = other.modified else { return true }
      return before <= modified
    }
  }

  /// The newest state of each task, by its id.
  private var newest: [String: State] = [:]
  /// The tasks whose newest state is only assumed to be that of the later file.
  private var undated: Set<String> = []

  static let olderReason = "an older state of a task that another of the files has"

  /// Adds the tasks of a file; the files are added in their order.
  mutating func add(_ tasks: [TaskwarriorTask], of file: Int, _ context: ReadingContext) {
    for task in tasks {
      let id = task.plain("uuid")
      if id.isEmpty { continue }
      let modified = (try? task.instant("modified", context)) ?? nil
      let state = State(file: file, modified: modified, task: task)
      guard let known = newest[id] else {
        newest[id] = state
        continue
      }
      if known.file == file || known.task.isSame(as: task) { continue }
      if let modified, let before = known.modified, before != modified {
        if before < modified { undated.remove(id) }
      } else {
        undated.insert(id)
      }
      if state.replaces(known) { newest[id] = state }
    }
  }

  /// Whether another file has a newer state of a task.
  func isOlder(_ task: TaskwarriorTask, of file: Int) -> Bool {
    guard let state = newest[task.plain("uuid")] else { return false }
    return state.file != file && !state.task.isSame(as: task)
  }

  var notes: [String] {
    undated.isEmpty
      ? []
      : [
        "Tasks of which several files have different states, without different times of modification: "
          + "\(undated.count). The state of the later file counts."
      ]
  }
}
