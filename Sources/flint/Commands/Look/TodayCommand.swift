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
      if format == .table { return StandardOutput.shared.write(lines: view.page) }
      let json = try view.json(session)
      format.write(json: json, page: "")
    }
  }
}

extension TodayView {
  /// The maximum number of lines of what is due, besides tasks.
  private static let mostDues = 5
  /// The maximum number of lines of habits.
  private static let mostHabitLines = 4
  /// The columns of the labels.
  private static let labelWidth = 10

  /// The columns of a line: those of the terminal, at most 80.
  private static var width: Int {
    max(2 * labelWidth, min(80, StandardOutput.shared.columns ?? 80))
  }

  fileprivate var page: [StyledText] {
    var lines: [StyledText] = []
    func add(_ label: String, _ text: StyledText) {
      let padding = String(repeating: " ", count: Self.labelWidth - label.count)
      lines.append((StyledText(label + padding) + text).elided(to: Self.width))
    }
    func add(_ label: String, _ texts: [StyledText]) {
      for (index, text) in texts.enumerated() { add(index == 0 ? label : "", text) }
    }
    add("Today", StyledText("\(day.weekdayName) \(day)"))
    add(
      "Level",
      StyledText(
        "\(summary.level.number) · \(summary.level.title) · \(grouped(summary.ledger.total)) "
          + "points, \(grouped(points)) of them today"))
    add("Streak", StyledText(streakText))
    if ratesDays || mood != nil {
      add("Mood", StyledText(mood?.name ?? "not rated yet: flint mood good"))
    }
    add("Done", StyledText(doneText))
    add("Habits", habitLines)
    let others = dues.filter { $0.kind != .streak }.prefix(Self.mostDues)
    add("Due", others.map { StyledText("\($0.title): \($0.detail(.nice))") })
    let completed = missions.filter { $0.status == .completed }
    if !missions.isEmpty {
      add(
        "Missions",
        StyledText("\(completed.count) of \(missions.count) of the day" + nearest))
    }
    add("Tasks", taskLines)
    return lines
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
  private var habitLines: [StyledText] {
    let width = Self.width - Self.labelWidth
    var lines: [StyledText] = []
    for (index, habit) in habits.enumerated() {
      let text = habit.checkBox.elided(to: width)
      if let last = lines.last, last.width + 3 + text.width <= width {
        lines[lines.count - 1] = last + "   " + text
      } else if lines.count < Self.mostHabitLines - 1 || index == habits.count - 1 {
        lines.append(text)
      } else {
        let rest = grouped(habits.count - index)
        return lines + [StyledText("… and \(rest) more: flint habits")]
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

  private var taskLines: [StyledText] {
    if openTasks == 0 { return ["none open"] }
    let lines = tasks.map { text(of: $0) }
    let rest = openTasks - tasks.count
    return rest > 0
      ? lines + [StyledText("… and \(grouped(rest)) more: flint tasks --status open")] : lines
  }

  private func text(of task: Task) -> StyledText {
    let text = "\(task.shortID)  \(task.task.name) · \(task.task.priority.name)"
    guard let due = task.task.due else { return StyledText(text) }
    if due < day { return StyledText(text + " · ") + StyledText("overdue since \(due)", .overdue) }
    return StyledText(text + (due == day ? " · due today" : " · due \(due)"))
  }
}
