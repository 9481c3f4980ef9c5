package import Schema

/// The schedule and the goal of a habit, as they apply together.
package struct HabitPlan: Hashable, Sendable {
  /// How often the habit is due.
  package let schedule: HabitSchedule
  /// What makes a day done; `nil` where an entry that counts suffices.
  package let goal: HabitGoal?

  /// Creates a plan; `times` of the schedule is 1 where it is needed and absent.
  ///
  /// - Throws: `FieldError` about `schedule.times` when the goal is over the period, which is then
  ///   reached as a whole.
  package init(_ schedule: HabitSchedule, goal: HabitGoal? = nil) throws(FieldError) {
    var schedule = schedule
    if goal?.isOverPeriod ?? false {
      if let times = schedule.times {
        throw FieldError(
          field: "schedule.times",
          expected: "nothing, since the goal is over the period", found: String(times))
      }
    } else if schedule.times == nil {
      switch schedule.period {
      case .weekdays: break
      case .day, .week, .month, .days: schedule.times = 1
      }
    }
    self.schedule = schedule
    self.goal = goal
  }

  package var isLimit: Bool { goal?.isLimit ?? false }
  /// Whether the goal is over the period, limits included.
  package var isOverPeriod: Bool { goal?.isOverPeriod ?? false }
  /// Whether the sum of the period has to reach an amount.
  package var isSumOverPeriod: Bool { isOverPeriod && !isLimit }
}

extension HabitPlan {
  /// Returns the entry by which a person records that something was done: a checklist, or the amount
  /// where the goal is a number or minutes.
  ///
  /// - Throws: `FieldError` about `amount` when it is missing, or the goal is no amount, or minutes
  ///   are not whole.
  package func entryKind(amount: DecimalNumber?) throws(FieldError) -> EntryKind {
    guard let goal, goal.unit != .entries else {
      guard let amount else { return .checklist(true) }
      throw FieldError(
        field: "amount", expected: "nothing, since the habit has no goal of an amount",
        found: amount.description)
    }
    let isMinutes = goal.unit == .minutes
    guard let amount else {
      throw FieldError(
        field: "amount",
        expected: "the \(isMinutes ? "minutes" : "number") (the goal is \(goal))", found: "nothing")
    }
    if !isMinutes { return .measurement(amount) }
    guard amount.millionths % 1_000_000 == 0 else {
      throw FieldError(field: "amount", expected: "whole minutes", found: amount.description)
    }
    return .session(minutes: amount.millionths / 1_000_000)
  }
}

extension HabitPlan: CustomStringConvertible {
  /// The plan in words: `3 times a week, at least 20 minutes`, `at most 6 a week`.
  package var description: String {
    guard let goal else { return schedule.description }
    if !goal.isOverPeriod { return "\(schedule), \(goal)" }
    switch schedule.period {
    case .day, .days(1): return "\(goal) a day"
    case .week: return "\(goal) a week"
    case .month: return "\(goal) a month"
    case .days(let days): return "\(goal) in \(days) days"
    case .weekdays: return "\(goal) \(schedule)"
    }
  }
}
