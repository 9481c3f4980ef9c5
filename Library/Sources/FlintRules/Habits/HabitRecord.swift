package import FlintCalendar
import FlintSchema

/// How a habit was kept: its days and periods through today, streaks, completion and strength.
///
/// It is computed from the tracker's days in time linear in the days since the first.
package struct HabitRecord: Sendable {
  package struct Day: Dated, Equatable, Sendable {
    package let day: CivilDay
    package let status: HabitDayStatus
    /// The sum of the day's entries in millionths: of the goal's unit, or the number of entries that
    /// count, in millionths too.
    package let amount: Int64
    /// The strength at the end of the day, or now, in millionths.
    package internal(set) var strength: Int64 = 0
    /// What the amount adds up; `nil` without a goal, and of a group.
    package var goal: HabitGoal?
  }

  /// A period that began.
  package struct Period: Equatable, Sendable {
    /// The first day on which the plan applied.
    package let start: CivilDay
    /// The first day after the period.
    package let end: CivilDay
    package let status: HabitPeriodStatus
    /// The number of days done; of a goal over the period, the days on which it was reached.
    package let done: Int
    /// The number of done days that are required; 1 for a goal over the period.
    package let required: Int
    /// The sum of the period through today in millionths, as of a day.
    package let amount: Int64
    /// The number of days after today that are due and not neutral.
    package let daysLeft: Int
  }

  /// The days with a plan, earliest first.
  package private(set) var days: [Day] = []
  /// The periods that began, earliest first. Days that are not due have none.
  package private(set) var periods: [Period] = []
  /// The number of consecutive periods done, back from the current one: skipped periods are neutral,
  /// and so is the current one while it is open.
  package private(set) var streak = 0
  package private(set) var bestStreak = 0
  private let today: CivilDay

  /// The strength in millionths; 0 before the first day.
  package var strength: Int64 { days.last?.strength ?? 0 }

  /// Returns the day's record; `nil` when the tracker was no habit then.
  package func day(_ day: CivilDay) -> Day? { days.first(on: day) }

  /// The period of today; `nil` when there is none.
  package var current: Period? { periods.last.flatMap { $0.end > today ? $0 : nil } }

  /// Returns the numbers of periods done and missed that end in a half-open range. The current
  /// period counts for today, when it is done or missed already.
  package func completion(from: CivilDay, before: CivilDay) -> (done: Int, missed: Int) {
    var (done, missed) = (0, 0)
    for period in periods.reversed() {
      let last = min(period.end + -1, today)
      if last < from { break }
      if last >= before { continue }
      switch period.status {
      case .done: done += 1
      case .missed: missed += 1
      case .open, .skipped: break
      }
    }
    return (done, missed)
  }

  /// Computes the record of a tracker; an empty one when it never was a habit.
  ///
  /// - Parameters:
  ///   - trackers: those among which the members of a group are.
  init(_ tracker: Tracker, in trackers: TrackersState, today: CivilDay) {
    var known: [EventID: HabitRecord] = [:]
    self.init(tracker, in: trackers, today: today, depth: 0, known: &known)
  }

  /// - Parameters:
  ///   - depth: the number of groups, one within the other, that it was reached by.
  ///   - known: the records that were computed already: a habit may be a member of many groups.
  private init(
    _ tracker: Tracker, in trackers: TrackersState, today: CivilDay, depth: Int,
    known: inout [EventID: HabitRecord]
  ) {
    self.today = today
    guard let habit = tracker.habit, let origin = habit.firstDay, origin <= today else { return }
    var calendar = HabitCalendar(tracker, habit, origin: origin, today: today)
    if habit.hasMembers, depth < HabitMembers.greatestDepth {
      for member in habit.spans.compactMap(\.plan.members).flatMap(trackers.members)
      where calendar.members[member.id] == nil {
        let record =
          known[member.id]
          ?? HabitRecord(member, in: trackers, today: today, depth: depth + 1, known: &known)
        known[member.id] = record
        calendar.members[member.id] = record
        for alias in member.aliases { calendar.aliases[alias] = member.id }
      }
    }
    days.reserveCapacity(today - origin + 1)
    var strength: Int64?
    for span in habit.spans where span.start <= today {
      let first = days.count
      add(span, calendar)
      follow(HabitStrength(span.plan), from: first, calendar, &strength, span.plan)
    }
    for period in periods {
      switch period.status {
      case .done: streak += 1
      case .missed: streak = 0
      case .open, .skipped: break
      }
      bestStreak = max(bestStreak, streak)
    }
  }

  /// Adds the days and periods of a plan.
  private mutating func add(_ span: HabitHistory.Span, _ calendar: HabitCalendar) {
    let schedule = span.plan.schedule
    var day = span.start
    while day <= today, span.end.map({ day < $0 }) ?? true {
      let whole = schedule.bounds(of: day, origin: calendar.origin)
      let end = span.end.map { min($0, whole.end) } ?? whole.end
      if schedule.isDue(on: day) {
        add(span.plan, from: day, to: end, length: whole.end - whole.start, calendar)
      } else {
        let unit = span.plan.goal?.unit ?? .entries
        let amount = calendar.amount(on: day, of: unit)
        days.append(
          Day(day: day, status: .notDue, amount: amount, goal: span.plan.goal))
      }
      day = end
    }
  }

  private mutating func add(
    _ plan: HabitPlan, from start: CivilDay, to end: CivilDay, length: Int,
    _ calendar: HabitCalendar
  ) {
    let unit = plan.goal?.unit ?? .entries
    var (done, sum) = (0, Int128(0))
    // Days on which the plan does not apply are neutral.
    var neutral = length - (end - start)
    let last = min(end + -1, today)
    for number in start.number...last.number {
      let day = CivilDay(number: number)
      let status: HabitDayStatus
      let amount: Int64
      if let members = plan.members {
        (status, amount) = calendar.day(day, of: members)
      } else {
        amount = calendar.amount(on: day, of: unit)
        sum += Int128(amount)
        status = calendar.status(of: day, plan, amount: amount, sum: sum)
      }
      if status == .done { done += 1 }
      // A day on which no member of a group is due is none of the period.
      if status.isNeutral || status == .notDue { neutral += 1 }
      days.append(Day(day: day, status: status, amount: amount, goal: plan.goal))
    }
    if length == 1, days.last?.status == .notDue { return }
    var left = 0
    for number in (last.number + 1)..<max(last.number + 1, end.number) {
      if calendar.neutral(CivilDay(number: number)) == nil { left += 1 } else { neutral += 1 }
    }
    let times = plan.schedule.requiredTimes
    let required = (times * (length - neutral) + length - 1) / length
    periods.append(
      Period(
        start: start, end: end,
        status: status(plan, done: done, required: required, sum: sum, isOver: end <= today),
        done: done, required: required, amount: Int64(clamping: sum), daysLeft: left))
  }

  private func status(
    _ plan: HabitPlan, done: Int, required: Int, sum: Int128, isOver: Bool
  ) -> HabitPeriodStatus {
    if required == 0 { return .skipped }
    let goal = Int128(plan.goal?.amount.millionths ?? 0)
    if plan.isLimit { return sum > goal ? .missed : isOver ? .done : .open }
    if plan.isOverPeriod ? sum >= goal : done >= required { return .done }
    return isOver ? .missed : .open
  }

  /// Computes the strength of the days from an index on.
  private mutating func follow(
    _ rule: HabitStrength, from first: Int, _ calendar: HabitCalendar, _ strength: inout Int64?,
    _ plan: HabitPlan
  ) {
    func amount(_ record: Day) -> Int128 {
      switch rule.share {
      case .doneDays: record.status == .done ? 1 : 0
      case .sum(let unit, _), .limit(let unit, _):
        Int128(calendar.amount(on: record.day, of: unit))
      }
    }
    // Days on which no member of a group is due are not counted, as if they were neutral.
    func isLeftOut(_ record: Day) -> Bool {
      record.status.isNeutral || (plan.members != nil && record.status == .notDue)
    }
    var value = strength ?? (plan.isLimit ? HabitStrength.one : 0)
    // The days of earlier plans within the window, then one more and one less a day. Neutral days
    // are not part of it: `neutral` of them lie between the oldest day and the current one.
    var (oldest, neutral) = (first, 0)
    var sum: Int128 = 0
    while first < days.count, oldest > 0 {
      let earlier = days[oldest - 1]
      if isLeftOut(earlier) {
        neutral += 1
      } else if days[first].day - earlier.day - neutral < rule.window {
        sum += amount(earlier)
      } else {
        break
      }
      oldest -= 1
    }
    for index in first..<days.count {
      defer { days[index].strength = value }
      if isLeftOut(days[index]) {
        neutral += 1
        continue
      }
      sum += amount(days[index])
      while days[index].day - days[oldest].day - neutral >= rule.window {
        if isLeftOut(days[oldest]) {
          neutral -= 1
        } else {
          sum -= amount(days[oldest])
        }
        oldest += 1
      }
      if days[index].status != .notDue {
        value = rule.next(after: value, share: rule.share(of: sum))
      }
    }
    strength = value
  }
}
