import ArgumentParser
import Calendar
import Rules
import Sessions
import Views

/// Shows what today is about.
struct TodayCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "today", abstract: "Show today: habits, tasks, mood, streak, missions and points.",
    discussion: """
      Habits are done [x], partial [~], skipped or paused [-], or not done yet [ ].
      The page fits one screen; flint tasks, due and missions show everything. flint
      without a command shows the same page.

      Examples:
        flint today
        flint today --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions

  func run() throws { try Self.show(profile, list.format) }

  static func show(_ profile: ProfileOptions, _ format: ListFormat) throws {
    try profile.reading { session in
      let view = try TodayView(session)
      let json = try view.json(session)
      format.write(json: json, page: view.page(session))
    }
  }
}

/// Shows what was done in a week.
struct WeekCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "week", abstract: "Show what was done per day, against the week before.",
    discussion: """
      A week begins on Monday. The last line shows the same days of the week before.
      Habits are the days that an entry made done.

      Examples:
        flint week
        flint week --day 2026-03-01 --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: "A day of the week to show (default: today).") var day: CivilDay?

  func run() throws {
    try profile.reading { session in
      let view = try WeekView(containing: day ?? session.today, session)
      if list.format == .json { return StandardOutput.shared.write(json: view.json) }
      let rows =
        view.days.map { (label: $0.label, row: $0) }
        + [("total", view.total), ("week before", view.before)]
      Listing.write(
        rows, list.format,
        [
          Column("day", in: .table, \.label),
          Column("day", in: .records) { $0.row.day?.description ?? $0.label },
        ]
          + WeekView.metrics.indices.map { index in
            let metric = WeekView.metrics[index]
            return Column(WeekView.name(of: metric, list.format)) { row in
              let value = row.row.values[index]
              return metric.isMean
                ? value.map { Cell.rounded(decimalText($0, places: 1)) } ?? .none
                : Cell(list.format == .table && value == 0 ? nil : value)
            }
          })
    }
  }
}

extension WeekView {
  /// Returns the name of a metric's column, in a table short enough for 80 columns in all.
  fileprivate static func name(of metric: SeriesMetric, _ format: ListFormat) -> String {
    switch metric {
    case .moodMean: "mood"
    case .questSteps where format == .table: "quests"
    default: metric.name
    }
  }
}

extension WeekView.Row {
  fileprivate var label: String { day.map { "\($0.weekdayName.prefix(3)) \($0)" } ?? "" }
}

extension TodayView {
  /// The maximum number of lines of what is due, besides tasks.
  private static let mostDues = 5
  /// The maximum number of lines of habits.
  private static let mostHabitLines = 4
  /// The maximum number of columns.
  private static let width = 80
  /// The columns of the labels.
  private static let labelWidth = 10

  fileprivate func page(_ session: Session) -> String {
    var lines: [(String, String)] = []
    lines.add("Today", "\(day.weekdayName) \(day)")
    lines.add(
      "Level",
      "\(summary.level.number) · \(summary.level.title) · \(grouped(summary.ledger.total)) points, "
        + "\(grouped(points)) of them today")
    lines.add("Streak", streakText)
    if ratesDays || mood != nil {
      lines.add("Mood", mood?.name ?? "not rated yet: flint mood good")
    }
    lines.add("Done", doneText)
    for (index, line) in habitLines.enumerated() { lines.add(index == 0 ? "Habits" : "", line) }
    for (index, due) in dues.filter({ $0.kind != .streak }).prefix(Self.mostDues).enumerated() {
      lines.add(index == 0 ? "Due" : "", "\(due.title): \(due.detail(.nice))")
    }
    let completed = missions.filter { $0.status == .completed }
    if !missions.isEmpty {
      lines.add("Missions", "\(completed.count) of \(missions.count) of the day" + nearest)
    }
    for (index, task) in tasks.enumerated() {
      lines.add(index == 0 ? "Tasks" : "", text(of: task))
    }
    if openTasks > tasks.count {
      lines.add("", "… and \(grouped(openTasks - tasks.count)) more: flint tasks --status open")
    }
    if openTasks == 0 { lines.add("Tasks", "none open") }
    let labels = labelled(lines, width: Self.labelWidth).split(separator: "\n")
    return labels.map { Self.elided(String($0)) + "\n" }.joined()
  }

  private var streakText: String {
    let streak = counted(summary.streak.current, "day")
    if summary.streak.current == 0 { return "none; a spark begins one" }
    return counts[0] > 0 ? streak : "\(streak), which ends today unless there is a spark"
  }

  private var doneText: String {
    let nouns = [
      ("spark", "sparks"), ("task", "tasks"), ("quest step", "quest steps"), ("entry", "entries"),
      ("activity", "activities"),
    ]
    let parts = zip(counts, nouns).filter { $0.0 > 0 }.map { counted($0, $1.0, $1.1) }
    return parts.isEmpty ? "nothing yet" : parts.joined(separator: ", ")
  }

  /// The habits with their check boxes, several on a line.
  private var habitLines: [String] {
    let width = Self.width - Self.labelWidth
    var lines: [String] = []
    for (index, habit) in habits.enumerated() {
      let text = TextWidth.elided(habit.checkBox, to: width)
      if let last = lines.last, TextWidth.of(last) + 3 + TextWidth.of(text) <= width {
        lines[lines.count - 1] = last + "   " + text
      } else if lines.count < Self.mostHabitLines - 1 || index == habits.count - 1 {
        lines.append(text)
      } else {
        return lines + ["… and \(grouped(habits.count - index)) more: flint habits"]
      }
    }
    return lines
  }

  /// The mission of the day in progress that is nearest to its target. Others may be out of reach, such
  /// as one before noon.
  private var nearest: String {
    let started = missions.filter { $0.status == .inProgress }
    let nearest = started.max {
      $0.progress * $1.definition.target < $1.progress * $0.definition.target
    }
    return nearest.map {
      "; next \($0.definition.title), \($0.progress) of \($0.definition.target)"
    } ?? ""
  }

  private func text(of task: Task) -> String {
    let due =
      task.task.due.map { due in
        if due < day { return " · overdue since \(due)" }
        return due == day ? " · due today" : " · due \(due)"
      } ?? ""
    return "\(task.shortID)  \(task.task.name) · \(task.task.priority.name)\(due)"
  }

  /// Returns a line that fits the screen.
  private static func elided(_ line: String) -> String {
    TextWidth.elided(line, to: width)
  }
}
