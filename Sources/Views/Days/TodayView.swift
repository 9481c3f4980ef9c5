package import FlintCalendar
package import FlintRules
package import FlintSchema
package import Sessions

/// The day of a person: what is due, what was done, and what is at risk.
package struct TodayView: Sendable {
  package struct Task: Sendable {
    package let task: TaskState
    /// The first digits of its id that no other event begins with.
    package let shortID: String
    /// The task as a row of lists.
    package let row: TaskRow
  }

  /// What was done today, by subject, in the order of `WeekView.metrics` without moods and points.
  package static let metrics: [SeriesMetric] = [
    .sparks, .tasks, .questSteps, .entries, .activities,
  ]

  package let day: CivilDay
  package let summary: ProfileSummary
  package let points: Int64
  /// What was done today, in the order of the metrics.
  package let counts: [Int64]
  /// The first tasks: overdue ones, those due today, then others by due day. Those that wait for a day are
  /// hidden, and so are those that come after others, until they are due.
  package let tasks: [Task]
  package let openTasks: Int
  /// The mood of today; `nil` without a rating.
  package let mood: Mood?
  package let ratesDays: Bool
  /// Reminders, streaks at risk and missions that end today.
  package let dues: [DueView]
  package let missions: [MissionView]
  /// What the profile is nearest to.
  package let nearest: Nearest
  /// The habits that are due today, by group, else in the order of their trackers' creation.
  package let habits: [HabitView]
  /// The notes about today of habits, due or not.
  package let notes: [DayNote]

  /// - Parameter mostTasks: The maximum number of tasks.
  package init(_ session: Session, mostTasks: Int = 8) throws(SessionError) {
    let state = try session.state()
    day = session.today
    summary = try session.reader.summary()
    let range = try session.reader.days(since: day, before: day + 1)
    points = try session.reader.series(.points, by: .day, range).total ?? 0
    var counts: [Int64] = []
    for metric in Self.metrics {
      counts.append(try session.reader.series(metric, by: .day, range).total ?? 0)
    }
    self.counts = counts
    var query = TaskQuery()
    query.status = .open
    query.hidesWaiting = true
    let open = state.tasks.tasks(query, today: day).filter { [day] task in
      !state.tasks.isBlocked(task) || task.due.map { $0 <= day } ?? false
    }
    openTasks = open.count
    var tasks: [Task] = []
    for task in open.prefix(mostTasks) {
      tasks.append(
        Task(
          task: task, shortID: try session.reader.shortID(of: task.id),
          row: TaskRow(task, session, state.tasks)))
    }
    self.tasks = tasks
    mood = state.moods.rating(of: day)?.mood
    ratesDays = summary.counts.ratedDays > 0
    dues = try session.reader.dues(within: .days(0), kinds: [.reminder, .streak, .rung, .report])
    missions = session.rulebook.missions(
      in: state, filter: MissionView.Filter(window: .day), today: day
    ).filter(\.isInSeason)
    nearest = session.rulebook.nearest(in: state, today: day)
    habits = state.trackers.habits(today: day).filter { $0.status != .notDue }
      .listed(by: \.group).flatMap(\.elements)
    notes = try session.notes(of: state.trackers.habits, in: day..<day + 1)
  }
}

extension TodayView: SessionView {
  /// The fields of the day of a person.
  package static let schema = ResultSchema<SessionRow<TodayView>>(
    "Today", "What today is about.",
    [
      ResultField("day", \.view.day, "The civil day."),
      ResultField("points_today", \.view.points, "The points of today."),
      .row("done", "The number of events of today by subject.", done) { $0.view.counts },
      ResultField(
        "open_tasks", \.view.openTasks, "The number of open tasks that can be done, or are due."),
      .rows(
        "tasks",
        "The first of these tasks: overdue ones, those due today, then others by due day.",
        Task.schema
      ) { $0.view.tasks },
      ResultField("mood", .text, "The rating of today, if there is one.", isOptional: true) {
        FieldValue(name: $0.view.mood?.name)
      },
      .rows("due", "Reminders, streaks at risk, achievements and the report.", DueRow.schema) {
        row in
        row.view.dues.map { DueRow($0, row.session.zone) }
      },
      .rows("missions", "The missions of the day.", MissionView.schema) {
        $0.session.rows($0.view.missions)
      },
      .row(
        "nearest", "The level, the set of cards and the missions that are nearest.", Nearest.schema
      ) { $0.session.row($0.view.nearest) },
      .rows("habits", "The habits that are due today.", HabitView.schema) { $0.view.habits },
      .rows("notes", "What was noted about today with habits.", DayNote.schema) { $0.view.notes },
      .row("profile", "The summary of the profile.", ProfileSummary.schema) {
        $0.session.row($0.view.summary)
      },
    ])

  private static let done = ResultSchema<[Int64]>(
    "DoneToday", "The number of events of today by subject.",
    metrics.enumerated().map { index, metric in
      ResultField(metric.name, .integer, metric.summary) { .integer($0[index]) }
    })
}

extension TodayView.Task: ResultRow {
  /// The fields: those of a task, and its short id.
  package static let schema = ResultSchema<TodayView.Task>(
    "TodayTask", "An open task.",
    TaskRow.schema.fields.map { $0.within(\.row) } + [
      ResultField(
        "short_id", \.shortID, "The first digits of its id that no other event begins with.")
    ])
}
