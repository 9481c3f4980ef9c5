/// What was completed on one civil day and is completed still.
struct TaskDay: Dated, Equatable, Sendable {
  var day: CivilDay
  var completed: Int64 = 0
  var score: Int64 = 0
}

/// The days on which tasks were completed, earliest first; none on which nothing is left.
struct TaskDays: Equatable, Sendable {
  private(set) var days: [TaskDay] = []

  /// Counts a task that was completed on a day.
  mutating func add(_ score: Int64, on day: CivilDay) {
    let position = position(for: day)
    days[position].completed &+= 1
    days[position].score &+= score
  }

  /// Takes back what `add` counted.
  mutating func takeBack(_ score: Int64, from day: CivilDay) {
    let position = days.firstPosition(from: day)
    guard position < days.count, days[position].day == day else { return }
    days[position].completed &-= 1
    days[position].score &-= score
    if days[position].completed == 0 { days.remove(at: position) }
  }

  /// What a day came to.
  func day(_ day: CivilDay) -> TaskDay {
    days.first(on: day) ?? TaskDay(day: day)
  }

  /// The position of a day, made if there is none. Nearly always the last: events come in the order
  /// of time, and only a traveller's can be a day or two older than the one before.
  private mutating func position(for day: CivilDay) -> Int {
    if let last = days.last {
      if last.day == day { return days.count - 1 }
      if day < last.day {
        let position = days.firstPosition(from: day)
        if days[position].day != day { days.insert(TaskDay(day: day), at: position) }
        return position
      }
    }
    days.append(TaskDay(day: day))
    return days.count - 1
  }
}
