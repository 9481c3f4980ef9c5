import FlintCalendar
import FlintRules
import FlintSchema

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
      let first = stored.due, let former = stored.every,
      state.dueDay(movedFrom: first, by: former) == present
    else { return nil }
    let shown = stored.keeping(Self.days, of: state.content)
    let target = max(due, present)
    if state.dueDay(movedFrom: first, by: every) == target {
      return Reading(
        content: row.keeping(Self.days, of: stored), present: shown, isLater: false)
    }
    for days in 0..<Self.mostDays {
      let day = target + -days
      guard let reached = state.dueDay(movedFrom: day, by: every), reached >= target else {
        return nil
      }
      if reached == target, every.firstDay(from: day) ?? day == day {
        var content = row
        content.move(by: day - due)
        return Reading(content: content, present: shown, isLater: due > present)
      }
    }
    return nil
  }
}
