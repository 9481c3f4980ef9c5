package import FlintRules
import FlintSchema

/// A task that cannot be completed yet, and the tasks that have to be completed first.
package struct BlockedTask {
  let name: String
  /// The names of the tasks that have to be completed first.
  let blockers: [String]

  /// Creates the description of a task; `nil` if it is not blocked.
  package init?(_ id: EventID, in tasks: TasksState) {
    guard let task = tasks.task(id) else { return nil }
    name = task.name
    blockers = tasks.blockers(of: task).map(\.name)
    if blockers.isEmpty { return nil }
  }

  /// Which tasks come first, in a sentence.
  package var text: String {
    "\"\(name)\" comes after \(blockers.map { "\"\($0)\"" }.listed("and")); complete "
      + (blockers.count == 1 ? "that first" : "those first")
  }

  /// Returns the sentence about the cycle that arises if a task comes after others; `nil` if none does.
  static func cycle(_ id: EventID, after others: [EventID], in tasks: TasksState) -> String? {
    guard let cycle = tasks.cycle(id, after: others) else { return nil }
    let names = cycle.map { id in "\"\(tasks.task(id)?.name ?? id.description)\"" }
    if names.count == 1 { return "\(names[0]) cannot come after itself" }
    return "the tasks would wait for each other: "
      + (names + names.prefix(1)).joined(separator: " after ")
  }
}
