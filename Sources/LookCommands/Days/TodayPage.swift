import FlintCalendar
import Charts
import Commands
import FlintRules
import FlintSchema
import Sessions
import Views

/// The page of today, in a language.
struct TodayPage {
  /// The maximum number of lines of what is due, besides tasks.
  private static let mostDues = 5
  /// The maximum number of lines of habits.
  private static let mostHabitLines = 4
  /// The maximum number of lines of notes about habits.
  private static let mostNotes = 2

  /// The labels of the lines, in their order.
  private static let labels: [Phrase] = [
    .todayLabel, .level, .streakTitle, .mood, .doneLabel, .habits, .notes, .dueLabel, .missions,
    .nearLabel,
    .tasks,
  ]

  private let view: TodayView
  private let language: Language
  private let labelWidth: Int
  /// The columns of a line: those of the terminal, at most 80.
  private let width: Int
  /// Whether every text is complete, as in a pipe.
  private let isComplete: Bool

  init(_ view: TodayView, in language: Language) {
    self.view = view
    self.language = language
    labelWidth = 2 + (Self.labels.map { TextWidth.of(language[$0]) }.max() ?? 0)
    let columns = StandardOutput.shared.columns
    width = max(2 * labelWidth, min(80, columns ?? 80))
    isComplete = columns == nil
  }

  /// The lines of a terminal.
  var lines: [StyledText] {
    facts.map { label, text in
      let padding = String(repeating: " ", count: labelWidth - TextWidth.of(label))
      let line = StyledText(label + padding) + text
      return isComplete ? line : line.elided(to: width)
    }
  }

  /// The page without the colours and the width of a terminal.
  var plain: TextPage { TextPage([.facts(facts.map { ($0, $1.plain) })]) }

  /// What is shown, by lines; the first of several about one subject has its label.
  private var facts: [(label: String, text: StyledText)] {
    var facts: [(label: String, text: StyledText)] = []
    func add(_ label: Phrase, _ texts: [StyledText]) {
      for (index, text) in texts.enumerated() {
        facts.append((index == 0 ? language[label] : "", text))
      }
    }
    func add(_ label: Phrase, _ text: String) { add(label, [StyledText(text)]) }
    let (day, summary) = (view.day, view.summary)
    add(
      .todayLabel,
      language == .english ? "\(day.weekdayName) \(day)" : language.text(day))
    add(
      .level,
      language.text(
        .levelAndPoints, String(summary.level.number), language.levelTitle(summary.level.title),
        language.counted(summary.ledger.total, .points), language.text(view.points)))
    add(.streakTitle, streakText)
    if view.ratesDays || view.mood != nil {
      add(.mood, view.mood.map { language.name(of: $0) } ?? language[.unrated])
    }
    add(.doneLabel, doneText)
    add(.habits, habitLines)
    add(.notes, noteLines)
    let others = view.dues.filter { $0.kind != .streak }.prefix(Self.mostDues)
    add(
      .dueLabel,
      others.map { StyledText("\($0.title(in: language)): \($0.detail(.nice, in: language))") })
    if !view.missions.isEmpty { add(.missions, missionText) }
    add(.nearLabel, view.nearest.lines(in: language).map { StyledText($0) })
    add(.tasks, taskLines)
    return facts
  }

  private var streakText: String {
    let current = view.summary.streak.current
    if current == 0 { return language[.noStreak] }
    let streak = language.counted(current, .days)
    return view.counts[0] > 0 ? streak : language.text(.endingStreak, streak)
  }

  private var doneText: String {
    let phrases: [CountedPhrase] = [.sparks, .tasks, .questSteps, .entries, .activities]
    let parts = zip(view.counts, phrases).filter { $0.0 > 0 }.map { language.counted($0, $1) }
    return parts.isEmpty ? language[.nothingYet] : parts.joined(separator: ", ")
  }

  /// The habits with their check boxes, several on a line, those of a group behind its name.
  private var habitLines: [StyledText] {
    let width = width - labelWidth
    let noted = Set(view.notes.map(\.tracker))
    var lines: [StyledText] = []
    var group: String?
    for (index, habit) in view.habits.enumerated() {
      var box = habit.checkBox(in: language)
      if noted.contains(habit.tracker.id) { box = box + StyledText("*") }
      let isNext = index > 0 && habit.group?.lowercased() != group
      group = habit.group?.lowercased()
      if let name = habit.group, isNext || index == 0 { box = StyledText("\(name): ") + box }
      let text = isComplete ? box : box.elided(to: width)
      if !isNext, let last = lines.last, last.width + 3 + text.width <= width {
        lines[lines.count - 1] = last + "   " + text
      } else if lines.count < Self.mostHabitLines - 1 || index == view.habits.count - 1 {
        lines.append(text)
      } else {
        let rest = language.text(view.habits.count - index)
        return lines + [StyledText(language.text(.andMore, rest, "flint habits"))]
      }
    }
    return lines
  }

  /// The notes about habits, which a sign behind their names announces.
  private var noteLines: [StyledText] {
    let shown = view.notes.prefix(Self.mostNotes).map { StyledText("* \($0.name): \($0.line)") }
    let rest = view.notes.count - shown.count
    if rest == 0 { return shown }
    let more = language.text(.andMore, language.text(rest), "flint habits --name")
    return shown + [StyledText(more)]
  }

  private var missionText: String {
    let missions = view.missions
    let completed = missions.filter { $0.status == .completed }
    let text = language.text(
      .missionsOfDay, String(completed.count), String(missions.count))
    // The one in progress that is nearest to its target. Others may be out of reach, such as one before
    // noon.
    let nearest = missions.filter { $0.status == .inProgress }.max {
      Int128($0.amount) * Int128($1.definition.target)
        < Int128($1.amount) * Int128($0.definition.target)
    }
    guard let nearest else { return text }
    return text
      + language.text(
        .nextMission, language.title(of: nearest.definition), language.amount(nearest.amount),
        language.text(nearest.definition.target))
  }

  private var taskLines: [StyledText] {
    if view.openTasks == 0 { return [StyledText(language[.noTasks])] }
    let lines = view.tasks.enumerated().map { text(of: $1, number: $0 + 1) }
    let rest = view.openTasks - view.tasks.count
    if rest == 0 { return lines }
    let more = language.text(.andMore, language.text(rest), "flint tasks")
    return lines + [StyledText(more)]
  }

  private func text(of task: TodayView.Task, number: Int) -> StyledText {
    var text = StyledText("\(number)  \(task.task.name) · \(task.task.priority.name)")
    if let due = task.task.due {
      let shown = language.shown(due)
      text =
        text + StyledText(" · ")
        + (due < view.day
          ? StyledText(language.text(.overdueSince, shown), .overdue)
          : StyledText(due == view.day ? language[.dueToday] : language.text(.dueOn, shown)))
    }
    let condition =
      task.row.work == nil
      ? task.row.blockers.first.map { language.text(.afterTask, $0) } : language[.startedTask]
    return condition.map { text + StyledText(" · \($0)") } ?? text
  }
}
