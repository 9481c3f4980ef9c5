package import FlintCalendar
import FlintSchema

/// A tracker with the totals of its entries, which are events found by the tracker's id.
package struct Tracker: Equatable, Sendable {
  /// The id of the event that created the tracker.
  package let id: EventID
  /// The ids of later events that created the tracker again, as copies of a profile may.
  package internal(set) var aliases: [EventID] = []
  package let createdAt: Instant
  /// The current definition.
  package internal(set) var content: TrackerContent
  package private(set) var sessions = ValueTotals()
  /// The sum of the minutes of other entries with a duration.
  package private(set) var otherMinutes: Int64 = 0
  package private(set) var measurements = ValueTotals()
  /// The totals of checklists, 1 for done and 0 for not done.
  package private(set) var checklists = ValueTotals()
  package private(set) var ratings = ValueTotals()
  package private(set) var logs: Int64 = 0
  private var log = TrackerDays()
  /// The schedules, skips and pauses, if the tracker is or was a habit.
  package internal(set) var habit: HabitHistory?

  /// All ids by which entries may refer to the tracker.
  package var ids: [EventID] { [id] + aliases }

  init(id: EventID, createdAt: Instant, content: TrackerContent) {
    self.id = id
    self.createdAt = createdAt
    self.content = content
  }

  /// The days with entries, earliest first.
  package var days: [Day] { log.days }
  /// The length of the longest run of consecutive active days.
  package var bestStreak: Int64 { log.longestRun }

  /// The number of entries of all kinds.
  package var entries: Int64 {
    sessions.count + measurements.count + checklists.count + ratings.count + logs
  }

  package var minutes: Int64 { Int64(clamping: sessions.sum / 1_000_000 + Int128(otherMinutes)) }
  /// The hours of all entries, in millionths, rounded.
  package var hours: Int64 {
    Int64(clamping: (sessions.sum + Int128(otherMinutes) * 1_000_000).dividedRounding(by: 60))
  }
  /// The number of active days: those with an entry other than a checklist that is not done.
  package var activeDays: Int { days.count { $0.run > 0 } }

  /// The total that counts towards the target, in millionths: the sum of the values of all entries.
  /// A session counts its minutes, a measurement its number, a checklist 1 when done, and a rating
  /// itself; when there are only logs, each counts 1. A checklist that is not done counts 0 beside
  /// values of another kind. `nil` when there are values of several kinds, since minutes and numbers
  /// cannot be added.
  package var total: Int128? {
    var sums = [sessions, measurements, ratings].filter { $0.count > 0 }.map(\.sum)
    if sums.isEmpty ? checklists.count > 0 : checklists.sum > 0 { sums.append(checklists.sum) }
    if sums.isEmpty { return Int128(logs) * 1_000_000 }
    return sums.count == 1 ? sums[0] : nil
  }

  /// The ratio of `total` to the target, in millionths, truncated toward zero: 1,000,000 when the
  /// target is reached, more beyond. `nil` without a target or total, or with a target of 0.
  package var progress: Int64? {
    guard let total, let target = content.target.map({ Int128($0.millionths) }), target != 0 else {
      return nil
    }
    // The whole part is computed separately, so that nothing overflows on the way.
    let (whole, rest) = total.quotientAndRemainder(dividingBy: target)
    return Int64(clamping: Int128(Int64(clamping: whole)) * 1_000_000 + rest * 1_000_000 / target)
  }

  /// Returns the number of consecutive active days that end on a day or on the day before, or 0.
  package func currentStreak(today: CivilDay) -> Int64 {
    let run = runEnding(on: today)
    return run > 0 ? run : runEnding(on: today + -1)
  }

  private func runEnding(on day: CivilDay) -> Int64 {
    days.first(on: day)?.run ?? 0
  }

  /// Returns the days with entries of a half-open range; none when the range is empty.
  package func days(from: CivilDay, before: CivilDay) -> ArraySlice<Day> {
    days.elements(from: from, before: before)
  }

  /// - Parameter minutes: the duration of an entry that is no session.
  /// - Returns: whether it made the day of a habit done for the first time.
  mutating func add(_ kind: EntryKind, minutes: Int64? = nil, on day: CivilDay) -> Bool {
    let value = kind.millionths ?? 0
    otherMinutes &+= minutes ?? 0
    switch kind {
    case .session: sessions.add(value)
    case .measurement: measurements.add(value)
    case .checklist: checklists.add(value)
    case .rating: ratings.add(value)
    case .log: logs += 1
    }
    let position = log.add(kind, minutes: minutes ?? 0, on: day)
    return habit == nil || kind == .checklist(false) ? false : completesHabit(onDayAt: position)
  }

  /// Records that an entry of a day made it done.
  mutating func setHabitDone(at position: Int) { log.setHabitDone(at: position) }
}

extension Tracker {
  func encode(to writer: inout StateWriter) {
    writer.write(id)
    writer.write(list: aliases) { $0.write($1) }
    writer.write(createdAt)
    writer.write(record: content)
    for totals in [sessions, measurements, checklists, ratings] { totals.encode(to: &writer) }
    writer.write(logs)
    writer.write(otherMinutes)
    log.encode(to: &writer)
    writer.write(habit) { $1.encode(to: &$0) }
  }

  init(from reader: inout StateReader) {
    let id = reader.id()
    let aliases = reader.list { $0.id() }
    let createdAt = reader.instant()
    self.init(id: id, createdAt: createdAt, content: reader.record())
    self.aliases = aliases
    sessions = ValueTotals(from: &reader)
    measurements = ValueTotals(from: &reader)
    checklists = ValueTotals(from: &reader)
    ratings = ValueTotals(from: &reader)
    logs = reader.word()
    otherMinutes = reader.word()
    log = TrackerDays(from: &reader)
    habit = reader.optional { HabitHistory(from: &$0) }
  }
}
