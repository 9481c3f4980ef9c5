package import FlintCalendar

extension TaskState {
  /// Moves the days of a task that comes again to the next time after a day on which it was completed.
  ///
  /// - Returns: how they moved; `nil` if the task does not come again.
  mutating func moveOn(from day: CivilDay) -> Move? {
    let first = first ?? content.due ?? day
    guard let every = content.every,
      let next = Self.dueDay(after: content.due, completedOn: day, every, from: first)
    else { return nil }
    let move = Move(
      due: content.due, wait: content.wait, reminder: content.reminder, first: self.first,
      next: next)
    content.move(on: move)
    self.first = first
    return move
  }

  /// Returns the due day to which the completions of the task move one; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - first: the due day before the first completion.
  ///   - every: how often the task comes again.
  package func dueDay(movedFrom first: CivilDay, by every: TaskRecurrence) -> CivilDay? {
    var due = first
    for completion in completions {
      guard let next = Self.dueDay(after: due, completedOn: completion.day, every, from: first)
      else { return nil }
      due = next
    }
    return due
  }

  /// Returns the due day after a completion: the next one after both the former one and the day of the completion.
  private static func dueDay(
    after due: CivilDay?, completedOn day: CivilDay, _ every: TaskRecurrence, from first: CivilDay
  ) -> CivilDay? {
    every.next(after: due.map { max(day, $0) } ?? day, from: first)
  }

  /// Takes a move of days back, unless the due day was changed since; a day of waiting or a reminder that was
  /// changed since stays.
  mutating func takeBack(_ move: Move) {
    guard content.due == move.next else { return }
    var moved = content
    moved.move(on: move)
    content.move(
      due: move.due, wait: content.wait == moved.wait ? move.wait : content.wait,
      reminder: content.reminder == moved.reminder ? move.reminder : content.reminder)
    first = move.first
  }
}
