package import Calendar
package import JSON
package import Rules
import Schema
package import Sessions

/// The day of a person: what is due, what was done, and what is at risk.
package struct TodayView: Sendable {
  /// An open task.
  package struct Task: Sendable {
    /// The task.
    package let task: TaskState
    /// The first digits of its id that no other event begins with.
    package let shortID: String
  }

  /// What was done today, by subject, in the order of `WeekView.metrics` without moods and points.
  package static let metrics: [SeriesMetric] = [
    .sparks, .tasks, .questSteps, .entries, .activities,
  ]

  /// The day.
  package let day: CivilDay
  /// The summary of the profile.
  package let summary: ProfileSummary
  /// The points of today.
  package let points: Int64
  /// What was done today, in the order of the metrics.
  package let counts: [Int64]
  /// The first open tasks: overdue ones, those due today, then others by due day.
  package let tasks: [Task]
  /// The number of open tasks.
  package let openTasks: Int
  /// The mood of today; `nil` without a rating.
  package let mood: Mood?
  /// Whether any day was ever rated.
  package let ratesDays: Bool
  /// Reminders, streaks at risk and missions that end today.
  package let dues: [Due]
  /// The missions of the day.
  package let missions: [MissionView]
  /// The habits that are due today, in the order of their trackers' creation.
  package let habits: [HabitView]

  /// Creates the view of today.
  ///
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
    let open = state.tasks.tasks(query, today: day)
    openTasks = open.count
    var tasks: [Task] = []
    for task in open.prefix(mostTasks) {
      tasks.append(Task(task: task, shortID: try session.reader.shortID(of: task.id)))
    }
    self.tasks = tasks
    mood = state.moods.rating(of: day)?.mood
    ratesDays = summary.counts.ratedDays > 0
    dues = try session.reader.dues(within: .days(0), kinds: [.reminder, .streak, .rung, .report])
    missions = session.rulebook.missions(
      in: state, filter: MissionFilter(window: .day), today: day
    ).filter(\.isInSeason)
    habits = state.trackers.habits(today: day).filter { $0.status != .notDue }
  }

  /// The day as JSON.
  package func json(_ session: Session) throws(SessionError) -> JSONValue {
    let tasksState = try session.state().tasks
    let taskObjects = tasks.map {
      TaskRow($0.task, session, tasksState).json.adding("short_id", .string($0.shortID))
    }
    return .object([
      ("day", .string(day.description)), ("points_today", .integer(points)),
      (
        "done",
        .object(zip(Self.metrics, counts).map { ($0.name, .integer($1)) })
      ),
      ("open_tasks", .integer(Int64(openTasks))), ("tasks", .array(taskObjects)),
      ("mood", mood.map { .string($0.name) } ?? .null),
      ("due", .array(dues.map { DueRow($0, session.zone).json })),
      ("missions", .array(session.rows(missions).map(\.json))),
      ("habits", .array(habits.map(\.json))),
      ("profile", session.row(summary).json),
    ])
  }
}
