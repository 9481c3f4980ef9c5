import ArgumentParser
import Rules
import Scripting
import Sessions

/// Lists tasks.
struct TasksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tasks",
    abstract: "List tasks, or a view of a day; projects; what tasks scored.",
    discussion: """
      Views of a day (today unless --day is given); a task can be in several:
        morning, evening  of that type: due on the day, completed on it, or, today, overdue
        upcoming          open: due after the day, or of that type
        inbox             open: in project Inbox, without a due day, or of that type
        overdue           open: due before the day
        completed         completed on the day
        project           in --project

      Examples:
        flint tasks --view morning
        flint tasks --status open --project House --order priority
        flint tasks --projects
        flint tasks --scores --since 2026-03-01 --until 2026-04-01 --format csv
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: "Only tasks of this view.") var view: TaskView?
  @Option(help: ArgumentHelp("The view's day.", valueName: "YYYY-MM-DD")) var day: CivilDay?
  @Option(help: "Only tasks of this project.") var project: String?
  @Option(help: "Only tasks of this priority: \(TaskPriority.names.joined(separator: ", ")).")
  var priority: TaskPriority?
  @Option(help: "Only tasks of this type: \(TaskType.names.joined(separator: ", ")).")
  var type: TaskType?
  @Option(help: "Only open, or only completed tasks.") var status: TaskStatus?
  @Option(help: "Only tasks with this in name or details, upper or lower case alike.")
  var text: String?
  @Option(help: "due, priority, added or name.") var order = TaskQuery.Order.due
  @Option(help: "At most so many.") var limit: Int?
  @Flag(help: "List projects instead.") var projects = false
  @Flag(help: "Show the score of each day instead, with its means over 7 and 30 days.")
  var scores = false
  @Option(
    help: ArgumentHelp("The first day of --scores; 29 days ago unless given.", valueName: "day"))
  var since: CivilDay?
  @Option(help: ArgumentHelp("The first day after; tomorrow unless given.", valueName: "day"))
  var until: CivilDay?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit: expected 0 or more, got \(limit)") }
    if let since, let until, until < since {
      throw ValidationError("--until: expected a day that is not before --since, got \(until)")
    }
    if projects && scores { throw ValidationError("--projects and --scores exclude each other") }
  }

  func run() throws {
    try profile.reading { session in
      let tasks = try session.state().tasks
      if projects { return listProjects(tasks) }
      if scores { return try listScores(tasks, session) }
      var query = TaskQuery(view, day: day)
      query.project = project
      query.priority = priority
      query.type = type
      query.status = status
      query.text = text
      query.order = order
      query.limit = limit
      let isTable = list.format == .table
      var listing = Listing(
        list.format,
        columns: isTable
          ? ["due", "priority", "type", "project", "status", "score", "name"]
          : [
            "id", "name", "details", "priority", "type", "project", "due", "reminder", "status",
            "overdue", "added_at", "completed_at", "completed_day", "score",
          ])
      for task in tasks.tasks(query, today: session.today) {
        let isOverdue = task.isOverdue(on: session.today)
        let status = isOverdue && isTable ? "overdue" : task.status.rawValue
        let project = tasks.project(of: task).name.text
        let completed = task.completion.map { $0.at.text(offset: $0.offset) }
        listing.append(
          isTable
            ? [
              Cell(task.due?.description), .text(task.priority.name), .text(task.type.name),
              .text(project), .text(status), Cell(task.completion?.score), .text(task.name),
            ]
            : [
              .text(task.id.description), .text(task.name), Cell(task.details),
              .text(task.priority.name), .text(task.type.name), .text(project),
              Cell(task.due?.description), Cell(task.reminder.map { session.zone.text($0) }),
              .text(status), .flag(isOverdue), .text(task.addedAt.text(offset: task.addedOffset)),
              Cell(completed), Cell(task.completion?.day.description),
              .integer(task.completion?.score ?? 0),
            ])
      }
      listing.end(empty: "no tasks")
    }
  }

  private func listProjects(_ tasks: TasksState) {
    var listing = Listing(list.format, columns: ["name", "open", "completed", "description"])
    for view in tasks.projectViews {
      listing.append([
        .text(view.project.name.text), .integer(Int64(view.open)),
        .integer(Int64(view.completed)), Cell(view.project.description),
      ])
    }
    listing.end(empty: "no projects")
  }

  private func listScores(_ tasks: TasksState, _ session: Session) throws {
    let until = until ?? session.today + 1
    let since = since ?? until + -30
    guard since <= until, until - since <= 100_000 else {
      throw ValidationError(
        "--until: expected a day that is not before --since, at most 100000 days later, got \(until)"
      )
    }
    let analytics = tasks.analytics(since: since, until: until, today: session.today)
    var listing = Listing(
      list.format, columns: ["day", "completed", "score", "mean_7", "mean_30"])
    for day in analytics.days {
      listing.append([
        .text(day.day.description), .integer(day.completed), .integer(day.score),
        .decimal(day.week.millionths), .decimal(day.month.millionths),
      ])
    }
    listing.end(empty: "no days")
    guard list.format == .table else { return }
    let ratio =
      analytics.completion.millionths.map {
        "\(analytics.completion.completed) of \(analytics.completion.all) tasks completed "
          + "(\($0 / 10_000) %)"
      } ?? "no tasks"
    StandardOutput.shared.write(
      "\n\(ratio)\nstreak \(counted(analytics.streak.current, "day")), "
        + "longest \(analytics.streak.longest)\n")
  }
}
