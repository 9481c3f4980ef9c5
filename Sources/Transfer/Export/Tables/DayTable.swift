import Calendar
import Rules
import Schema
import Sessions

/// The totals of each civil day on which something happened or that was rated.
struct DayTable: DerivedTable {
  static let columns =
    [ExportColumn("date", .day), ExportColumn("weekday")]
    + numbers(
      "events", "sparks", "points", "spark_points", "duplicate_points", "mission_points",
      "task_points", "total_points", "level", "streak", "cards", "duplicates", "missions",
      "overloads", "tasks", "task_score", "quest_steps", "activities", "entries")
    + [ExportColumn("mood")] + numbers("mood_value", "achievements")

  private static func numbers(_ names: String...) -> [ExportColumn] {
    names.map { ExportColumn($0, .number) }
  }

  let range: ExportRange

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let state = try session.state()
    let zone = session.zone
    let first = range.since.map { zone.day(of: $0) }
    // A day that begins before the end of the range is included.
    let last = range.before.map { zone.day(of: Instant(milliseconds: $0.milliseconds - 1)) }
    let thresholds = session.rulebook.definition.levels.map(\.threshold)
    let totals = Dictionary(
      state.history.days.map { ($0.day, $0) }, uniquingKeysWith: { first, _ in first })
    let moods = Dictionary(
      state.moods.ratings.map { ($0.day, $0.mood) }, uniquingKeysWith: { first, _ in first })
    var unlocks: [CivilDay: Int64] = [:]
    for unlock in state.journey.unlocks { unlocks[unlock.day, default: 0] += 1 }
    let days = Set(totals.keys).union(moods.keys).union(unlocks.keys).sorted()
    var total: Int64 = 0
    var run: (day: CivilDay, length: Int64)?
    for day in days {
      let sums = totals[day]
      total += sums?.points ?? 0
      if sums?.sparks ?? 0 > 0 {
        run = (day, run.map { $0.day + 1 == day ? $0.length + 1 : 1 } ?? 1)
      }
      guard first.map({ $0 <= day }) ?? true, last.map({ day <= $0 }) ?? true else { continue }
      let level = max(1, thresholds.count { $0 <= total })
      let counts: [Int64] = [
        sums?.events ?? 0, sums?.sparks ?? 0, sums?.points ?? 0, sums?.sparkPoints ?? 0,
        sums?.duplicatePoints ?? 0, sums?.missionPoints ?? 0, sums?.taskPoints ?? 0, total,
        Int64(level), run.flatMap { $0.day == day ? $0.length : nil } ?? 0, sums?.cards ?? 0,
        sums?.duplicates ?? 0, sums?.missions ?? 0, sums?.overloads ?? 0, sums?.tasks ?? 0,
        sums?.taskScore ?? 0, sums?.questSteps ?? 0, sums?.activities ?? 0, sums?.entries ?? 0,
      ]
      let mood = moods[day]
      let continues = try body(
        [.day(day), .name(day.weekdayName)] + counts.map { .integer($0) } + [
          FieldValue(name: mood?.name), FieldValue(mood?.rawValue),
          .integer(unlocks[day] ?? 0),
        ])
      if !continues { return }
    }
  }
}
