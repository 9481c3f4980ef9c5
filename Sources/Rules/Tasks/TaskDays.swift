import Calendar

/// The counts of tasks completed on a civil day and not reopened.
struct TaskDay: Dated, Equatable, Sendable {
  var day: CivilDay
  var completed: Int64 = 0
  var score: Int64 = 0
}

/// The days with completed tasks, earliest first, without empty days.
struct TaskDays: Equatable, Sendable {
  private(set) var days: [TaskDay] = []

  /// Adds a task completed on a day.
  mutating func add(_ score: Int64, on day: CivilDay) {
    let position = days.position(of: day, orInserting: TaskDay(day: day))
    days[position].completed &+= 1
    days[position].score &+= score
  }

  /// Subtracts a task added by `add(_:on:)`.
  mutating func subtract(_ score: Int64, from day: CivilDay) {
    let position = days.firstPosition(from: day)
    guard position < days.count, days[position].day == day else { return }
    days[position].completed &-= 1
    days[position].score &-= score
    if days[position].completed == 0 { days.remove(at: position) }
  }

  /// Returns the counts of a day.
  func day(_ day: CivilDay) -> TaskDay {
    days.first(on: day) ?? TaskDay(day: day)
  }
}
