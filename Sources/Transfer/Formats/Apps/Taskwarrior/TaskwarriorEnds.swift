import Calendar
import Rules

/// When the tasks of a file were completed, which decides whether they can block others.
struct TaskwarriorEnds {
  /// The tasks that are not deleted, by their ids; `nil` for those that are open.
  private var ends: [String: Instant?] = [:]
  private var deleted: Set<String> = []

  init(_ tasks: [TaskwarriorTask], _ context: ReadingContext) {
    for task in tasks {
      let (id, status) = (task.plain("uuid"), task.plain("status"))
      if status == "deleted" {
        deleted.insert(id)
      } else {
        let end = status == "completed" ? try? task.instant("end", context) : nil
        ends[id] = .some(end ?? nil)
      }
    }
  }

  /// Returns whether the file has a task that is not deleted.
  func has(_ id: String) -> Bool { ends[id] != nil }

  /// Returns whether a task could have to be completed before another one.
  ///
  /// - Parameter completed: when the other one was completed, if it was: Taskwarrior lets one complete a
  ///   task that others block.
  func canBlock(_ id: String, completed: Instant?) -> Bool {
    if deleted.contains(id) { return false }
    guard let completed else { return true }
    guard let end = ends[id] ?? nil else { return false }
    return end < completed
  }
}

/// What the report of an import says about the tasks of Taskwarrior.
struct TaskwarriorRemarks {
  private var recurring = 0
  private var started = 0

  mutating func count(_ task: TaskwarriorTask, _ outcome: ImportUnit.Outcome) {
    guard case .events = outcome else { return }
    let status = task.plain("status")
    if status == "recurring" { recurring += 1 }
    if status != "completed", !task.plain("start").isEmpty { started += 1 }
  }

  var notes: [String] {
    var notes = [
      "Annotations, scheduled and until days, and attributes of your own are stored in the details."
    ]
    if recurring > 0 {
      notes.append(
        "Recurring tasks: \(recurring). The tasks that Taskwarrior made from them so far stay tasks of "
          + "their own.")
    }
    if started > 0 {
      notes.append("Tasks on which work has started are not started in Flint: \(started).")
    }
    return notes
  }
}
