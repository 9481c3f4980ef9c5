package import Calendar
package import JSON
package import Rules
package import Sessions

/// What was done on each day of a week, by subject, beside the same days of the week before.
package struct WeekView: Sendable {
  /// The quantities, one for each subject, and the points.
  package static let metrics: [SeriesMetric] = [
    .sparks, .tasks, .questSteps, .entries, .activities, .habits, .moodMean, .points,
  ]

  /// The values of a day or of several, in the order of the metrics.
  package struct Row: Sendable {
    /// The day; `nil` for several.
    package let day: CivilDay?
    /// The values: whole numbers, or means in millionths, which are `nil` for that of nothing.
    package let values: [Int64?]
  }

  /// The days from Monday up to today, or to Sunday in a past week.
  package let days: [Row]
  /// The values of all these days.
  package let total: Row
  /// The values of the same days of the week before.
  package let before: Row
  /// The habits of the week, in the order of their trackers' creation.
  package let habits: [HabitWeek]

  /// Creates the view of the week that contains a day.
  package init(containing day: CivilDay, _ session: Session) throws(SessionError) {
    let monday = day.week.monday
    let end = monday + 7 > session.today ? min(monday + 7, session.today + 1) : monday + 7
    let length = max(1, end - monday)
    var columns: [[Int64?]] = []
    var totals: [Int64?] = []
    var former: [Int64?] = []
    for metric in Self.metrics {
      let range = try session.reader.days(since: monday, before: monday + length)
      let series = try session.reader.series(metric, by: .day, range)
      columns.append(series.buckets.map(\.value))
      totals.append(series.total)
      let past = try session.reader.days(since: monday + -7, before: monday + -7 + length)
      former.append(try session.reader.series(metric, by: .day, past).total)
    }
    days = (0..<length).map { index in
      Row(day: monday + index, values: columns.map { $0[index] })
    }
    total = Row(day: nil, values: totals)
    before = Row(day: nil, values: former)
    habits = try session.state().trackers.trackers.compactMap {
      HabitWeek($0, from: monday, today: session.today)
    }
  }

  /// The week as JSON.
  package var json: JSONValue {
    func members(_ row: Row) -> [(name: String, value: JSONValue)] {
      zip(Self.metrics, row.values).map { metric, value in
        (
          metric.name,
          value.map { metric.isMean ? .millionths($0) : .integer($0) } ?? .null
        )
      }
    }
    return .object([
      ("since", .string(days.first?.day?.description ?? "")),
      (
        "days",
        .array(
          days.map { .object([("day", .string($0.day?.description ?? ""))] + members($0)) })
      ),
      ("total", .object(members(total))), ("week_before", .object(members(before))),
      ("habits", .array(habits.map(\.json))),
    ])
  }
}
