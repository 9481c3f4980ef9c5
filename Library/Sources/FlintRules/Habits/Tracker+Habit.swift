package import FlintCalendar
import FlintSchema

extension Tracker {
  package var isHabit: Bool { habit?.plan != nil }

  mutating func apply(_ action: HabitAction, day: CivilDay) -> VoidReason? {
    var history = habit ?? HabitHistory()
    if let reason = history.apply(action, day: day) { return reason }
    habit = history
    return nil
  }

  /// Returns whether an entry that was just added makes a day of the habit done for the first time:
  /// the first time on the day, or in the period where the goal is over the period. Limits are
  /// never done by an entry. The plan is the one that applies to the day so far.
  mutating func completesHabit(onDayAt position: Int) -> Bool {
    guard let habit, !days[position].isHabitDone,
      let span = habit.span(on: days[position].day), !span.plan.isLimit,
      span.plan.schedule.isDue(on: days[position].day)
    else { return false }
    if let goal = span.plan.goal {
      let goalAmount = Int128(goal.amount.millionths)
      if goal.isOverPeriod {
        guard let origin = habit.firstDay else { return false }
        let bounds = span.plan.schedule.bounds(of: days[position].day, origin: origin)
        let end = span.end.map { min($0, bounds.end) } ?? bounds.end
        let period = days(from: max(bounds.start, span.start), before: end)
        if period.contains(where: { $0.isHabitDone }) { return false }
        guard period.reduce(Int128(0), { $0 + Int128($1.amount(of: goal.unit)) }) >= goalAmount
        else {
          return false
        }
      } else if Int128(days[position].amount(of: goal.unit)) < goalAmount {
        return false
      }
    } else if days[position].counting == 0 {
      return false
    }
    setHabitDone(at: position)
    return true
  }
}

extension TrackersState {
  /// The trackers that are habits now, in the order in which they were created.
  package var habits: [Tracker] { trackers.filter(\.isHabit) }

  /// Returns how a habit was kept through today; `nil` when the tracker never was a habit.
  package func habitRecord(of tracker: Tracker, today: CivilDay) -> HabitRecord? {
    tracker.habit == nil ? nil : HabitRecord(tracker, in: self, today: today)
  }
}
