/// The names of the trackers for tasks of an app, which may have several of one name.
struct TaskNames {
  /// The ids of the tasks, by the lower-case names of their trackers.
  private var owners: [String: String] = [:]

  /// Returns the name of the tracker for a task: its own, with a number if another task has it.
  mutating func name(_ name: String, ofTask id: String) -> String {
    let unique = name.unique { owners[$0.lowercased()] ?? id == id }
    owners[unique.lowercased()] = id
    return unique
  }
}
