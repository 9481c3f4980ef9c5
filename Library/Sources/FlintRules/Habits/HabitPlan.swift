package import FlintSchema

/// The schedule, and the goal or the members of a habit, as they apply together.
package struct HabitPlan: Hashable, Sendable {
  /// How often the habit is due.
  package let schedule: HabitSchedule
  /// What makes a day done; `nil` where an entry that counts suffices.
  package let goal: HabitGoal?
  /// The habits whose days make those of a group done; `nil` for a habit with entries of its own.
  package let members: HabitMembers?

  /// Creates a plan; `times` of the schedule is 1 where it is needed and absent.
  ///
  /// - Throws: `FieldError` about `schedule.times` when the goal is over the period, which is then
  ///   reached as a whole, and about `goal` when there are members too.
  package init(
    _ schedule: HabitSchedule, goal: HabitGoal? = nil, members: HabitMembers? = nil
  ) throws(FieldError) {
    var schedule = schedule
    if let goal, members != nil {
      throw FieldError(
        field: "goal", expected: "nothing, since its members make a day of a group done",
        found: "\(goal)")
    }
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
    self.members = members
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
    description(members: members?.noun)
  }

  /// Returns the plan in words, a group with what its members are called, such as `Stretch and Run`.
  package func description(members names: String?) -> String {
    if let members, let names { return "\(schedule), \(members.words(names))" }
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
