import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// The days of habits, also of those that were stopped, habit by habit in the order of their creation.
struct HabitExport: DerivedExport {
  static let columns = [
    ExportColumn("day", "The day.", .day), ExportColumn("habit", "The name of the habit."),
    ExportColumn(
      "status", "Whether it was done: \(HabitDayStatus.names.joined(separator: ", "))."),
    ExportColumn(
      "amount", "The sum of the day: in the unit of the goal, or of entries that count.", .number),
    ExportColumn("strength", "How firmly it is kept at the end of the day, 0 to 1.", .number),
    ExportColumn("id", "The id of the tracker.", presence: .onRequest),
  ]

  let range: ExportRange

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let (first, last) = range.days(in: session.zone)
    let habits = try session.state().trackers.habits(today: session.today, includesStopped: true)
    for habit in habits {
      for day in habit.record.days
      where first.map({ $0 <= day.day }) ?? true && last.map({ day.day <= $0 }) ?? true {
        let continues = try body([
          .day(day.day), .text(habit.tracker.content.name), .name(day.status.name),
          .decimal(day.amount), .decimal(day.strength), .name(habit.tracker.id.description),
        ])
        if !continues { return }
      }
    }
  }
}
