import ArgumentParser
import Rules
import Scripting
import Sessions

/// Lists tasks.
struct TasksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tasks", _superCommandName: "flint",
    abstract: "List tasks, or a view of a day; projects; what tasks scored.",
    discussion: """
      Views of a day (today unless --day is given); a task can be in several:
        morning, evening  of that type: due on the day, completed on it, or,
                          today, overdue
        upcoming          open: due after the day, or of that type
        inbox             open: in project Inbox, without a due day, or of that type
        overdue           open: due before the day
        completed         completed on the day
        project           in --project, open or completed

      --projects and --scores are lists of their own, which the options that
      choose tasks do not touch; flint stats counts tasks of one project or
      priority. --scores ends with how many tasks were completed, the streak of
      days with a score, and what each project and priority came to.

      Examples:
        flint tasks --view morning
        flint tasks --status open --project House --order priority
        flint tasks --projects
        flint tasks --scores --since 2026-03-01 --until 2026-04-01 --format csv
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: "Only tasks of this view.") var view: TaskView?
  @Option(help: ArgumentHelp("The day of the view; today unless given.", valueName: "YYYY-MM-DD"))
  var day: CivilDay?
  @Option(help: "Only tasks of this project.") var project: String?
  @Option(help: "Only tasks of this priority.")
  var priority: TaskPriority?
  @Option(help: "Only tasks of this type.")
  var type: TaskType?
  @Option(help: "Only open, or only completed tasks.") var status: TaskStatus?
  @Option(help: "Only tasks with this in name or details, upper or lower case alike.")
  var text: String?
  @Option(help: "The order; due unless given.") var order: TaskQuery.Order?
  @Option(help: "At most so many; 0 for all.") var limit: Int?
  @Flag(help: "List projects instead.") var projects = false
  @Flag(help: "Show the score of each day instead, with its means over 7 and 30 days.")
  var scores = false
  @Option(
    help: ArgumentHelp(
      "The first day of --scores; 29 days ago unless given.", valueName: "YYYY-MM-DD"))
  var since: CivilDay?
  @Option(
    help: ArgumentHelp(
      "Up to, but not including, this day; tomorrow unless given.", valueName: "YYYY-MM-DD"))
  var until: CivilDay?

  /// The options that choose among tasks, or order them, as far as they were given.
  private var choosing: [String] {
    let options = [
      ("--view", view != nil), ("--day", day != nil), ("--project", project != nil),
      ("--priority", priority != nil), ("--type", type != nil), ("--status", status != nil),
      ("--text", text != nil), ("--order", order != nil), ("--limit", limit != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  func validate() throws {
    try checkLimit(limit)
    if projects && scores { throw ValidationError("--projects and --scores exclude each other") }
    if let option = choosing.first, projects || scores {
      let other = projects ? "--projects lists projects" : "--scores lists days"
      throw ValidationError("\(option) chooses tasks, but \(other)")
    }
    if !scores && (since != nil || until != nil) {
      throw ValidationError("--since and --until are the days of --scores; ask for that as well")
    }
    if let since, let until, until < since {
      throw ValidationError("--until: expected a day that is not before --since, got \(until)")
    }
    if view == .project && project == nil {
      throw ValidationError("--view project: expected a --project with it")
    }
    if day != nil && (view == nil || view == .inbox || view == .project) {
      throw ValidationError(
        "--day: expected a --view with it that looks at a day "
          + "(morning, evening, upcoming, overdue or completed)")
    }
  }

  func run() throws {
    try profile.reading { session in
      let tasks = try session.state().tasks
      if projects { return listProjects(tasks) }
      if scores { return try listScores(tasks, session) }
      if let project, tasks.project(named: project) == nil {
        throw CommandFailure.unknown(project: project, tasks)
      }
      var query = TaskQuery(view, day: day)
      query.project = project
      query.priority = priority
      query.type = type
      query.status = status
      query.text = text
      query.order = order ?? .due
      query.limit = limit == 0 ? nil : limit
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
    if list.format == .json {
      return StandardOutput.shared.write(analytics.json.text(indented: true) + "\n")
    }
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
    StandardOutput.shared.write("\n" + analytics.page)
  }
}

extension TaskAnalytics {
  /// What all days came to together, in lines and tables.
  fileprivate var page: String {
    let ratio =
      completion.millionths.map {
        "\(grouped(completion.completed)) of \(counted(completion.all, "task")) completed "
          + "(\($0 / 10_000) %)"
      } ?? "no tasks"
    return """
      \(ratio)
      streak \(counted(streak.current, "day")), longest \(grouped(streak.longest))

      \(table("project", projects.map { ($0.project.name.text, $0.tally) }))
      \(table("priority", priorities.map { ($0.priority.name, $0.tally) }))
      """
  }

  private func table(_ name: String, _ tallies: [(String, Tally)]) -> String {
    let rows = tallies.map { name, tally in
      [Cell.text(name), .integer(tally.completed), .integer(tally.score), .integer(tally.open)]
    }
    return TextTable(columns: [name, "completed", "score", "open_now"], rows: rows).text
  }
}
