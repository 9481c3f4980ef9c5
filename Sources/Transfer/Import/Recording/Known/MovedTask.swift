import Calendar
import Rules
import Schema

/// A task that comes again, whose completions in the profile have moved its days since it was added.
///
/// An app knows nothing of these completions. So the due day that a row states is compared with the present
/// one, and it is taken only if it is later: otherwise the completions would move it a second time.
struct MovedTask {
  private let state: TaskState

  /// The names of the fields that a completion moves.
  private static let days: Set<String> = ["due", "wait", "reminder"]
  /// The maximum number of days between the due day of an addition and the present one.
  private static let mostDays = 36_600

  /// Returns `nil` for a task that no completion has moved.
  init?(_ state: TaskState) {
    if state.content.every == nil || state.completions.isEmpty { return nil }
    self.state = state
  }

  /// The contents of the addition that a row leads to.
  struct Reading {
    /// The content with which the present due day is that of the row, if it is later than the present one.
    var content: TaskContent
    /// The content of the addition with the present days, to compare with that of the row.
    var present: TaskContent
    /// Whether the row has a later due day than the task.
    var isLater: Bool
  }

  /// Returns how a row about the task is read; `nil` if it has no due day, or other events than completions
  /// have moved the task.
  ///
  /// - Parameter stored: the content with which the task was added.
  func reading(_ row: TaskContent, stored: TaskContent) -> Reading? {
    guard let due = row.due, let every = row.every, let present = state.content.due,
      let first = stored.due, let former = stored.every, moved(first, former) == present
    else { return nil }
    let shown = stored.keeping(Self.days, of: state.content)
    let target = max(due, present)
    if moved(first, every) == target {
      return Reading(
        content: row.keeping(Self.days, of: stored), present: shown, isLater: false)
    }
    for days in 0..<Self.mostDays {
      let day = target + -days
      guard let reached = moved(day, every), reached >= target else { return nil }
      if reached == target, isOfRecurrence(day, every) {
        return Reading(
          content: row.movingDays(by: day - due), present: shown, isLater: due > present)
      }
    }
    return nil
  }

  /// Returns the due day to which the completions move another one; `nil` if there is none.
  private func moved(_ first: CivilDay, _ every: TaskRecurrence) -> CivilDay? {
    var due = first
    for completion in state.completions {
      guard let next = every.next(after: max(completion.day, due), from: first) else { return nil }
      due = next
    }
    return due
  }

  private func isOfRecurrence(_ day: CivilDay, _ every: TaskRecurrence) -> Bool {
    guard case .weekdays = every.rule else { return true }
    return every.next(after: day + -1, from: day) == day
  }
}

extension TaskContent {
  /// Returns the content with its days and the reminder moved by a number of days.
  fileprivate func movingDays(by days: Int) -> TaskContent {
    var change = TaskChange()
    func set(_ name: String, _ value: FieldValue?) {
      if let value, let next = try? change.setting(name, value) { change = next }
    }
    set("due", due.map { ($0 + days).fieldValue })
    set("wait", wait.map { ($0 + days).fieldValue })
    set(
      "reminder",
      reminder.map {
        Instant(milliseconds: $0.milliseconds &+ Int64(days) &* 86_400_000).fieldValue
      })
    var content = self
    change.apply(to: &content)
    return content
  }
}
