package import FlintCalendar

extension Tracker {
  package struct Day: Dated, Equatable, Sendable {
    package let day: CivilDay
    package fileprivate(set) var entries: Int64
    /// The length of the run of active days that ends on the day; 0 when the day is not active,
    /// because all its entries are checklists that are not done.
    package fileprivate(set) var run: Int64
    /// The number of entries that count for a habit: all but checklists that were not done.
    package fileprivate(set) var counting: Int64 = 0
    /// The minutes of the day's sessions, and the durations of its other entries.
    package fileprivate(set) var minutes: Int64 = 0
    /// The sum of the day's measurements and ratings, in millionths.
    package fileprivate(set) var number: Int64 = 0
    /// Whether an entry of the day made it a done day of the habit, when it was added.
    package fileprivate(set) var isHabitDone = false

    /// Adds the value of an entry; sums that would exceed 64 bits stay at the limit.
    fileprivate mutating func add(_ kind: EntryKind, minutes more: Int64) {
      entries += 1
      if kind == .checklist(false) { return }
      counting += 1
      var added = more
      switch kind {
      case .session(let minutes): added = added.addingSaturated(minutes)
      case .measurement, .rating: number = number.addingSaturated(kind.millionths ?? 0)
      case .log, .checklist: break
      }
      minutes = minutes.addingSaturated(added)
    }
  }
}

/// The days with entries of a tracker, earliest first, and the runs of active ones.
struct TrackerDays: Equatable, Sendable {
  private(set) var days: [Tracker.Day] = []
  /// The length of the longest run of consecutive active days.
  private(set) var longestRun: Int64 = 0

  init() {}

  /// - Parameter minutes: the duration of an entry that is no session.
  /// - Returns: the position of the day.
  mutating func add(_ kind: EntryKind, minutes: Int64, on day: CivilDay) -> Int {
    let position = days.position(of: day, orInserting: Tracker.Day(day: day, entries: 0, run: 0))
    days[position].add(kind, minutes: minutes)
    if kind != .checklist(false) && days[position].run == 0 { activate(position) }
    return position
  }

  /// Records that an entry of a day made it done.
  mutating func setHabitDone(at position: Int) { days[position].isHabitDone = true }

  /// Marks a day as active and updates the runs.
  private mutating func activate(_ position: Int) {
    // After a change of time zone an entry may fill a gap before days that are active already.
    // These are few: the day of a later event is at most two days earlier.
    for next in position..<days.count {
      let isConsecutive = next > 0 && days[next].day - days[next - 1].day == 1
      if next > position && (!isConsecutive || days[next].run == 0) { break }
      days[next].run = isConsecutive ? days[next - 1].run + 1 : 1
      longestRun = max(longestRun, days[next].run)
    }
  }

  func encode(to writer: inout StateWriter) {
    writer.write(list: days) { writer, day in
      writer.write(day.day)
      writer.write(day.entries)
      writer.write(day.run)
      writer.write(day.counting)
      writer.write(day.minutes)
      writer.write(day.number)
      writer.write(day.isHabitDone)
    }
    writer.write(longestRun)
  }

  init(from reader: inout StateReader) {
    days = reader.list {
      Tracker.Day(
        day: $0.day(), entries: $0.word(), run: $0.word(), counting: $0.word(),
        minutes: $0.word(), number: $0.word(), isHabitDone: $0.flag())
    }
    longestRun = reader.word()
    if !days.areInOrder { reader.fail() }
  }
}

extension Int64 {
  /// Returns the sum, or the nearest number of 64 bits.
  fileprivate func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
