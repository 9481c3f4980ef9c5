import ArgumentParser
import FlintCalendar
import Charts
import Commands
import FlintRules
import FlintSchema
import Sessions
import Views

/// Shows what was done in a week.
struct WeekCommand: Subcommand, PagedCommand {
  static let name = "week"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Show a week: what was done per day, and each habit.",
    usage: "flint week [DAY | WEEK] [OPTION …]",
    discussion: """
      A week begins on Monday. The last line of the first table shows the same days
      of the week before; the column habits counts days that an entry made done.

      Below, each habit has a line: its days, blank where it was not due; the days
      done of those that had to be, or the sum of a goal over the period; the same
      of the whole week before; and the streak. The signs of the days are
      \(HabitDayStatus.signs).
      JSON has everything; CSV, JSON Lines and Markdown have the days only.

      Examples:
        flint week
        flint week last week
        flint week 2026-W47 --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @OptionGroup var language: LanguageOption
  @Option(help: "A day of the week to show (default: today).") var day: DayArgument?
  @Argument(help: "The week, or a day of it, such as last week, 2026-W47 or yesterday.")
  var week: [String] = []

  func validate() throws {
    if day != nil && !week.isEmpty { throw ValidationError("--day and a week cannot be combined") }
    _ = try range()
  }

  /// The week in words; `nil` where none is given.
  private func range() throws -> RangeArgument? {
    if week.isEmpty { return nil }
    let text = week.joined(separator: " ")
    let isRelative = ["last", "this"].contains(text.lowercased())
    return try RangeArgument(isRelative ? text + " week" : text, of: "week")
  }

  private func shownDay(_ session: Session) throws -> CivilDay {
    let shown: CivilDay
    if let days = try range()?.resolve(session) {
      shown = days.lowerBound
      guard shown.week == (days.upperBound + -1).week else {
        throw ValidationError(
          "week: expected a week or a day of it, got \(shown) to \(days.upperBound + -1); flint stats "
            + WrittenDay.typed("--on", week.joined(separator: " ")) + " shows any range")
      }
    } else {
      shown = try day?.resolve(session) ?? session.today
    }
    if shown.week.monday > session.today {
      throw ValidationError("week: expected this week or an earlier one, got \(shown)")
    }
    return shown
  }

  func run() throws {
    try profile.reading { session in
      let view = try WeekView(containing: shownDay(session), session)
      let output = StandardOutput.shared
      if list.format == .json, list.given == nil { return output.write(json: view.json) }
      let language = language.language(session)
      let schema = WeekView.Row.schema(in: language)
      var shown = list
      // A table has the columns of every subject, whatever was done.
      if list.columns == nil, list.format.isText { shown.columns = schema.columns.map(\.name) }
      // The sums are no days: what selects rows, and JSON Lines, have the days alone.
      let rows = list.given == nil && list.format != .jsonl ? view.rows : view.days
      try ResultList.write(rows, schema, shown, in: language, session: session, empty: "nothing")
      if list.format != .table || list.given != nil { return }
      if view.days.count < 7, let day = view.days.last?.day {
        let note = language.text(.sameDays, language.shortName(of: Weekday(day)))
        output.write(lines: [StyledText(note)])
      }
      if !view.habits.isEmpty {
        let habits = HabitWeekLines(view.habits, width: output.columns, in: language)
        output.write(lines: [""] + habits.lines)
      }
    }
  }
}

/// The habits of a week as lines that fit a terminal.
private struct HabitWeekLines {
  /// The most habits on a terminal, so that they fit a screen of 24 lines below the days.
  private static let most = 11
  /// The narrowest column of names.
  private static let leastName = 8
  /// The narrowest terminal on which there is a space between the days.
  private static let spacedWidth = 60
  let lines: [StyledText]

  init(_ habits: [HabitWeek], width: Int?, in language: Language) {
    // The names of the columns behind the days.
    let titles = [
      language.name(of: Window.week), language[.daysBefore], language.name(of: DueView.Kind.streak),
    ]
    let isShortened = width != nil && habits.count > Self.most
    let shown = isShortened ? habits.prefix(Self.most - 1) : habits[...]
    let gap = (width ?? 80) < Self.spacedWidth ? "" : " "
    let weekdays = Weekday.allCases.map { language.letter(of: $0) }.joined(separator: gap)
    let cells = shown.map { row in
      [
        row.week.text(in: language), row.before?.text(in: language) ?? "",
        language.text(row.habit.record.streak),
      ]
    }
    let widths = titles.indices.map { column in
      cells.reduce(TextWidth.of(titles[column])) { max($0, TextWidth.of($1[column])) }
    }
    let heading = language.name(of: DueView.Kind.habit)
    let leastName = max(Self.leastName, TextWidth.of(heading))
    let rest = widths.reduce(2 + TextWidth.of(weekdays)) { $0 + 2 + $1 }
    let longest = shown.reduce(leastName) { max($0, TextWidth.of($1.habit.name)) }
    let room = min(longest, max(leastName, (width ?? .max) - rest))
    func line(_ name: String, _ days: StyledText, _ cells: [String]) -> StyledText {
      let name = StyledText(name).elided(to: room)
      let texts = zip(widths, cells).map { "  " + $1.rightAligned(in: $0) }
      return name + StyledText(String(repeating: " ", count: room - name.width + 2)) + days
        + StyledText(texts.joined())
    }
    var lines = [line(heading, StyledText(weekdays), titles)]
    let hasGroups = habits.contains { $0.habit.group != nil }
    var group: String?
    for (row, cells) in zip(shown, cells) {
      if hasGroups, lines.count == 1 || row.habit.group?.lowercased() != group {
        group = row.habit.group?.lowercased()
        lines.append(StyledText(row.habit.group.map { $0 + ":" } ?? "–"))
      }
      let noted = Set(row.notes.map(\.day))
      let marks = row.days.enumerated().map { index, status -> StyledText in
        let mark = status?.mark
        // The sign of a note takes the place of the gap behind the day.
        let note = noted.contains(row.start + index) ? "*" : gap
        return StyledText(mark?.sign ?? " ", mark?.tone) + StyledText(index < 6 ? note : "")
      }
      let days = marks.dropFirst().reduce(marks[0], +)
      lines.append(line(row.habit.name, days, cells))
    }
    for note in habits.flatMap(\.notes).sorted(by: { $0.day < $1.day }) {
      let day = language.shortName(of: Weekday(note.day))
      let text = StyledText("* \(day) \(note.name): \(note.line)")
      lines.append(width.map { text.elided(to: $0) } ?? text)
    }
    if isShortened {
      lines.append(
        StyledText(
          language.text(.andMore, language.text(habits.count - shown.count), "flint habits")))
    }
    self.lines = lines
  }
}

extension HabitWeek.Total {
  /// Returns the total in a table: `2/5` days, or a sum.
  fileprivate func text(in language: Language) -> String {
    guard let amount else { return required.map { "\(done)/\($0)" } ?? language.text(done) }
    guard let goal else { return language.exact(FieldValue.decimal(amount).plain) }
    let most = goal.longMinutes.map(language.duration) ?? language.exact(goal.amount.description)
    return language.sum(amount, of: goal) + (required == nil ? "" : "/" + most)
  }
}

extension String {
  fileprivate func rightAligned(in width: Int) -> String {
    String(repeating: " ", count: max(0, width - TextWidth.of(self))) + self
  }
}
