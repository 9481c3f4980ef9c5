import ArgumentParser
import FlintCalendar
import Commands
import FlintJSON
import FlintRules
import FlintSchema
import Scripting
import Sessions
import Views

struct TasksCommand: Subcommand, PagedCommand {
  static let name = "tasks"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List open tasks by urgency, projects or daily task scores.",
    discussion: """
      The most urgent task comes first. Tasks that wait for a day are hidden until it
      comes, and a blocked one is marked; --status and --all list others. --where
      takes what the list shows, such as status=overdue. flint done, edit, start and
      remove take the numbers of the list that was shown last.

      Urgency is a sum: of the priority, the due day, the age, tags, a project, and
      other tasks that come after; docs/everyday.md has the numbers, which a rulebook
      may change.

      A view applies to today, or to --day. A task can be in several views:
        morning, evening  tasks of that type that are due on the day or were
                          completed on it; for today, also overdue ones
        upcoming          open tasks that are due after the day, and open tasks of
                          type upcoming
        inbox             open tasks that are in the project Inbox, have no due day,
                          or are of type inbox
        overdue           open tasks that were due before the day
        completed         tasks completed on the day
        project           all tasks of --project

      --projects and --scores cannot be combined with options that select tasks; for
      statistics of one project or priority see flint stats. --scores ends with the
      number of completed tasks, the streak of days with a score, and totals by
      project and priority.

      Examples:
        flint tasks
        flint tasks --project House --tag phone
        flint tasks --view morning
        flint tasks --projects
        flint tasks --scores --on 2026-03 --format csv
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @OptionGroup var filter: TaskFilterOptions
  @Flag(help: "List projects instead of tasks.") var projects = false
  @Flag(help: "List the score of each day, with its means over the last 7 and 30 days.")
  var scores = false
  @OptionGroup(title: "Days of --scores (default: the last 30)") var range: RangeOptions

  func validate() throws {
    if scores { try refuse(["--projects": projects], with: "--scores") }
    if let option = filter.given, projects || scores {
      let other = projects ? "--projects" : "--scores"
      throw ValidationError("\(option) selects tasks and cannot be combined with \(other)")
    }
    if let option = range.given, !scores {
      // Words such as `today` are read as the value of --on.
      throw ValidationError(
        option == "--on"
          ? "a range of days (--on) requires --scores; flint due lists what is due, and "
            + "flint today shows the day"
          : "\(option) requires --scores")
    }
    try range.checkDays()
    try filter.checkView()
  }

  func run() throws {
    try profile.reading(outputs: LastShown.outputs) { session in
      let tasks = try session.state().tasks
      if projects {
        return try ResultList.write(
          tasks.projectViews, ProjectView.schema, list, session: session, empty: "no projects")
      }
      if scores { return try listScores(tasks, session) }
      try listTasks(tasks, session)
    }
  }

  private func listTasks(_ tasks: TasksState, _ session: Session) throws {
    if let project = filter.project, tasks.project(named: project) == nil {
      throw CommandFailure.unknown(project: project, tasks)
    }
    let found = tasks.tasks(
      try filter.query(session), today: session.today, rules: session.rulebook.definition.tasks)
    var output = try ResultList(
      TaskRow.schema, list, session: session, numbering: { $0.task.id })
    try output.append(found.map { TaskRow($0, session, tasks) })
    let hint = filter.given == nil ? "; flint task \"Buy milk\" adds one" : ""
    try output.end(empty: filter.all ? "no tasks\(hint)" : "no open tasks\(hint)")
    if list.format.isText {
      LastShown(session).keepNumbers(of: output.numbered)
    }
    let waiting = tasks.tasks.count { $0.isWaiting(on: session.today) }
    if filter.given == nil, list.format == .table, waiting > 0 {
      note("\(counted(waiting, "task")) hidden until a later day; flint tasks --status waiting")
    }
  }

  private func listScores(_ tasks: TasksState, _ session: Session) throws {
    let days = try range.days(session)
    let before = days.before ?? session.today + 1
    let since = days.since ?? before + -30
    guard since <= before, before - since <= 100_000 else {
      throw ValidationError(
        "--before: expected a day that is not before --since, at most 100000 days later, got \(before)"
      )
    }
    let analytics = tasks.analytics(since: since, before: before, today: session.today)
    if list.format == .json, list.given == nil {
      return StandardOutput.shared.write(json: analytics.json)
    }
    try ResultList.write(
      analytics.days, TaskAnalytics.Day.schema, list, session: session, empty: "no days")
    guard list.format == .table else { return }
    StandardOutput.shared.write(page: "\n" + analytics.page)
  }
}

/// The options that select and order the listed tasks.
struct TaskFilterOptions: ParsableArguments {
  @Option(help: "List only tasks in this view.") var view: TaskView?
  @Option(help: "The day of the view (default: today).") var day: DayArgument?
  @Option(help: "List only tasks of this project.", completion: .profile(.projects))
  var project: String?
  @Option(name: .shortAndLong, help: "List only tasks of this priority.") var priority:
    TaskPriority?
  @Option(help: "List only tasks of this type.") var type: TaskType?
  @Option(name: .shortAndLong, help: "List only tasks with this tag.") var tag: String?
  @Option(help: "List only tasks with this status.") var status: TaskCondition?
  @Flag(help: "List completed and waiting tasks, too.") var all = false
  @Option(help: "List only tasks with this text in name or details (case-insensitive).")
  var text: String?

  /// The name of the first option that was given.
  var given: String? {
    firstGiven([
      "--view": view != nil, "--day": day != nil, "--project": project != nil,
      "--priority": priority != nil, "--type": type != nil, "--status": status != nil,
      "--tag": tag != nil, "--all": all, "--text": text != nil,
    ])
  }

  /// Throws if the view requires another option, or does not apply to a day.
  func checkView() throws {
    if view == .project && project == nil {
      throw ValidationError("--view project requires --project")
    }
    if day != nil && (view == nil || view == .inbox || view == .project) {
      throw ValidationError(
        "--day requires a --view of a day (morning, evening, upcoming, overdue or completed)")
    }
    if all && status != nil { throw ValidationError("--all and --status cannot be combined") }
  }

  func query(_ session: Session) throws -> TaskQuery {
    var query = TaskQuery(view, day: try day?.resolve(session))
    query.project = project
    query.priority = priority
    query.type = type
    query.tag = tag
    query.text = text
    query.order = .urgency
    // A view, or a condition, says itself which tasks it has.
    query.status = all || view != nil ? nil : status ?? .open
    query.hidesWaiting = !all && view == nil && status != .waiting
    return query
  }
}

extension TaskAnalytics {
  /// The totals of all days as lines and tables.
  fileprivate var page: String {
    let ratio =
      completion.millionths.map {
        "\(grouped(completion.completed)) of \(counted(completion.all, "task")) completed "
          + "(\(percentText($0)))"
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
    return TerminalTable(columns: [name, "completed", "score", "open_now"], rows: rows).text
  }
}
