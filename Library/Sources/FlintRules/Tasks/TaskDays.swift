import FlintCalendar

/// The counts of tasks completed on a civil day and not reopened.
struct TaskDay: Dated, Equatable, Sendable {
  var day: CivilDay
  var completed: Int64 = 0
  var score: Int64 = 0
}

/// The days with completed tasks, earliest first, without empty days.
extension [TaskDay] {
  mutating func add(_ score: Int64, on day: CivilDay) {
    let position = position(of: day, orInserting: TaskDay(day: day))
    self[position].completed &+= 1
    self[position].score &+= score
  }

  /// Subtracts a task added by `add(_:on:)`.
  mutating func subtract(_ score: Int64, from day: CivilDay) {
    let position = firstPosition(from: day)
    guard position < count, self[position].day == day else { return }
    self[position].completed &-= 1
    self[position].score &-= score
    if self[position].completed == 0 { remove(at: position) }
  }
}
