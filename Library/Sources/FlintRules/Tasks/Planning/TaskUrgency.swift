package import FlintCalendar
import FlintSchema

/// How urgent a task is: the sum of what its circumstances add, each rounded to hundredths.
package struct TaskUrgency: Hashable, Sendable {
  package enum Factor: String, Sendable, CaseIterable {
    case priority, due, age, tags, project, blocking, blocked, waiting, active
    /// A tag of its own amount.
    case tag
  }

  package struct Term: Hashable, Sendable {
    package let factor: Factor
    /// The tag, of the factor `tag`.
    package var tag: String?
    package let hundredths: Int64
  }

  /// What adds or subtracts something, in the order of the factors.
  package private(set) var terms: [Term] = []

  package var hundredths: Int64 { terms.reduce(0) { $0 &+ $1.hundredths } }

  fileprivate mutating func add(_ factor: Factor, _ hundredths: Int64, tag: String? = nil) {
    if hundredths != 0 { terms.append(Term(factor: factor, tag: tag, hundredths: hundredths)) }
  }
}

extension TasksState {
  /// Returns the urgency of a task as of a day; a completed task has none.
  ///
  /// The factor of a due day grows from 0.2, until 14 days before it, to 1, from 7 days after it on;
  /// that of the age from 0 to 1; tags count 0.8, 0.9 and 1.
  package func urgency(
    of task: TaskState, by rules: UrgencyRules, today: CivilDay
  ) -> TaskUrgency {
    var urgency = TaskUrgency()
    guard task.isOpen else { return urgency }
    if rules.priorities.indices.contains(task.priority.index) {
      urgency.add(.priority, rules.priorities[task.priority.index])
    }
    if let due = task.due {
      // (154 + 8 d) / 210 for d days after the due day: 0.2 at -14, and 1 at 7.
      let days = Int64(min(7, max(-14, today - due)))
      urgency.add(.due, Self.share(of: rules.due, 154 + 8 * days, over: 210))
    }
    let age = min(rules.ageDays, Int64(max(0, today - task.addedDay)))
    urgency.add(.age, Self.share(of: rules.age, age, over: rules.ageDays))
    if !task.tags.isEmpty {
      urgency.add(.tags, Self.share(of: rules.tagged, Int64(min(3, task.tags.count)) + 7, over: 10))
    }
    if slot(of: task) != 0 { urgency.add(.project, rules.project) }
    if isBlocking(task) { urgency.add(.blocking, rules.blocking) }
    if isBlocked(task) { urgency.add(.blocked, rules.blocked) }
    if task.isWaiting(on: today) { urgency.add(.waiting, rules.waiting) }
    if running?.task == task.id { urgency.add(.active, rules.active) }
    for tag in rules.tags where task.tags.contains(tag.name) {
      urgency.add(.tag, tag.value, tag: tag.name)
    }
    return urgency
  }

  /// Returns a share of an amount, rounded to the nearest whole number, halves away from 0.
  private static func share(of amount: Int64, _ part: Int64, over whole: Int64) -> Int64 {
    // Rules have at most 100,000 hundredths and 36,500 days, so that no product overflows.
    let doubled = amount &* part &* 2
    return (doubled &+ (amount < 0 ? -whole : whole)) / max(1, whole &* 2)
  }
}
