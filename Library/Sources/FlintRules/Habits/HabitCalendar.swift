import FlintCalendar
import FlintSchema

/// The entries and the neutral days of a habit by day, for computing its record.
struct HabitCalendar {
  /// The first day of the habit.
  let origin: CivilDay
  private let today: CivilDay
  /// The position of each day's totals among those of the tracker, from the origin to today; -1 for
  /// days without entries.
  private var positions: [Int32]
  /// Why each day is neutral, from the origin on, and beyond today as long as a period can last.
  private var neutrals: [HabitDayStatus?]
  private let totals: [Tracker.Day]
  /// The records of the members of a group.
  var members: [EventID: HabitRecord] = [:]
  /// The members by the other ids of their trackers.
  var aliases: [EventID: EventID] = [:]

  init(_ tracker: Tracker, _ habit: HabitHistory, origin: CivilDay, today: CivilDay) {
    self.origin = origin
    self.today = today
    totals = tracker.days
    let count = today - origin + 1
    positions = Array(repeating: -1, count: count)
    let first = tracker.days.firstPosition(from: origin)
    for position in first..<tracker.days.count {
      let offset = tracker.days[position].day - origin
      if offset >= count { break }
      positions[offset] = Int32(position)
    }
    let reach = count + HabitSchedule.mostDays
    neutrals = Array(repeating: nil, count: reach)
    for pause in habit.pauses {
      let start = max(0, pause.start - origin)
      let end = min(reach, pause.end.map { $0 - origin } ?? reach)
      for offset in start..<max(start, end) { neutrals[offset] = .paused }
    }
    for skip in habit.skips {
      let offset = skip.day - origin
      if neutrals.indices.contains(offset) { neutrals[offset] = .skipped }
    }
  }

  /// Returns why a day is neutral; `nil` when it is not.
  func neutral(_ day: CivilDay) -> HabitDayStatus? { neutrals[day - origin] }

  /// Returns the sum of a day's entries, in millionths.
  func amount(on day: CivilDay, of unit: HabitGoal.Unit) -> Int64 {
    let position = positions[day - origin]
    return position < 0 ? 0 : totals[Int(position)].amount(of: unit)
  }

  /// Returns the status of a day of a group, and the number of its members that are done, in millionths.
  func day(_ day: CivilDay, of group: HabitMembers) -> (HabitDayStatus, amount: Int64) {
    var seen: Set<EventID> = []
    let statuses = group.trackers.map { aliases[$0] ?? $0 }.filter { seen.insert($0).inserted }
      .map { members[$0]?.day(day)?.status }
    let status = group.status(of: statuses, isOver: day < today)
    let amount = Int64(statuses.count { $0 == .done }) * 1_000_000
    return (status == .done ? status : neutral(day) ?? status, amount)
  }

  /// - Parameters:
  ///   - amount: the sum of the day.
  ///   - sum: the sum of the period through the day.
  func status(
    of day: CivilDay, _ plan: HabitPlan, amount: Int64, sum: Int128
  ) -> HabitDayStatus {
    let neutral = neutral(day)
    let hasEntries = positions[day - origin] >= 0
    guard let goal = plan.goal else {
      if amount > 0 { return .done }
      return neutral ?? (hasEntries || day < today ? .notDone : .unknown)
    }
    let goalAmount = Int128(goal.amount.millionths)
    if goal.isLimit {
      if let neutral { return neutral }
      return sum > goalAmount ? .notDone : day < today ? .done : .unknown
    }
    // A day of which nothing counts stays neutral, even where the period has reached its goal.
    if let neutral, amount <= 0 { return neutral }
    if (goal.isOverPeriod ? sum : Int128(amount)) >= goalAmount { return .done }
    if let neutral { return neutral }
    if amount > 0 { return .partial }
    return hasEntries || day < today ? .notDone : .unknown
  }
}

extension Tracker.Day {
  /// Returns the sum of the day's entries in a unit, in millionths.
  package func amount(of unit: HabitGoal.Unit) -> Int64 {
    switch unit {
    case .number: number
    case .minutes: minutes.saturatingMillionths
    case .entries: counting.saturatingMillionths
    }
  }
}
