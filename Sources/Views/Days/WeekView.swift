package import FlintCalendar
package import FlintRules
package import FlintSchema
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
    /// Whether the days are those of the week before.
    fileprivate var isBefore = false
    /// The values: whole numbers, or means in millionths, which are `nil` for that of nothing.
    package let values: [Int64?]
  }

  /// The days from Monday up to today, or to Sunday in a past week.
  package let days: [Row]
  /// The values of all these days.
  package let total: Row
  /// The values of the same days of the week before.
  package let before: Row
  /// The habits of the week, by group, else in the order of their trackers' creation.
  package let habits: [HabitWeek]

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
    before = Row(day: nil, isBefore: true, values: former)
    let trackers = try session.state().trackers
    let notes = try session.notes(
      of: trackers.trackers.filter { $0.habit != nil }, in: monday..<monday + 7)
    habits = trackers.trackers.compactMap {
      HabitWeek($0, in: trackers, from: monday, today: session.today, notes: notes)
    }.listed(by: \.habit.group).flatMap(\.elements)
  }
}

extension WeekView: ResultRow {
  /// The fields of a week.
  package static let schema = ResultSchema<WeekView>(
    "Week", "A week: what was done on each day, and each habit.",
    [
      ResultField("since", \.days.first?.day, "The first day."),
      .rows("days", "The days.", Row.schema) { $0.days },
      .row("total", "The values of all these days.", Row.sums) { $0.total },
      .row("week_before", "The values of the same days of the week before.", Row.sums) {
        $0.before
      },
      .rows("habits", "The habits.", HabitWeek.schema) { $0.habits },
    ])

  /// The rows of a list: the days, and those of the sums.
  package var rows: [Row] { days + [total, before] }
}

extension WeekView.Row: ResultRow {
  /// The fields of a day.
  package static let schema = ResultSchema<WeekView.Row>(
    "WeekDay", "What was done on a day.",
    [ResultField("day", .day, "The day.") { $0.day.map { .day($0) } ?? .none }]
      + values(in: .english))

  /// The fields of several days.
  fileprivate static let sums = ResultSchema<WeekView.Row>(
    "WeekTotal", "What was done on several days.", values(in: .english))

  /// Returns the fields of a list with the texts of tables in a language.
  package static func schema(in language: Language) -> ResultSchema<WeekView.Row> {
    ResultSchema(
      "WeekRow", "What was done on a day, or on several.",
      [
        ResultField(
          "day", .text, "The day, total or week before.",
          text: { row in
            row.day.map { "\(language.shortName(of: Weekday($0))) \(language.shown($0))" }
              ?? language[row.isBefore ? .weekBefore : .total]
          }
        ) { .name($0.day?.description ?? ($0.isBefore ? "week before" : "total")) }
        .titled(language.name(of: Window.day))
      ] + values(in: language))
  }

  private static func values(in language: Language) -> [ResultField<WeekView.Row>] {
    WeekView.metrics.enumerated().map { index, metric in
      let style = metric.isMean ? ResultStyle.places(1) : .positive
      return ResultField(
        metric.name, metric.isMean ? .decimal : .integer, metric.summary, style,
        isOptional: metric.isMean
      ) { row in
        row.values[index].map { metric.isMean ? .decimal($0) : .integer($0) } ?? .none
      }.titled(metric.heading(in: language))
    }
  }
}

extension SeriesMetric {
  /// What the values of a day are.
  var summary: String {
    switch self {
    case .sparks: "The number of sparks."
    case .tasks: "The number of tasks completed."
    case .questSteps: "The number of quest nodes completed."
    case .entries: "The number of tracker entries."
    case .activities: "The number of activities."
    case .habits: "The number of days done of habits."
    case .moodMean: "The mean rating of days, 0 to 4; nil without a rating."
    default: "The points."
    }
  }

  /// Returns the header of a table, short enough for 80 columns in all.
  fileprivate func heading(in language: Language) -> String {
    switch self {
    case .sparks: language.name(of: OccurrenceKind.spark)
    case .tasks: language.name(of: OccurrenceKind.taskComplete)
    case .questSteps: language[.questsColumn]
    case .entries: language[.entriesColumn]
    case .activities: language[.activitiesColumn]
    case .habits: language[.habitsColumn]
    case .moodMean: language.name(of: DueView.Kind.mood)
    default: language[.pointsColumn]
    }
  }
}
