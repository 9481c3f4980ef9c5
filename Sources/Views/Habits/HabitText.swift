package import FlintCalendar
package import FlintRules
package import FlintSchema

extension HabitView {
  /// Returns the streak in words: `streak 3 days`.
  package func streakText(in language: Language = .english) -> String {
    let unit = plan?.schedule.streakUnit ?? .periods
    return language.text(.streakLength, language.counted(record.streak, unit.counted))
  }

  /// What the current period is called in a sentence: `this week`; `nil` for a single day.
  private var thisPeriod: Phrase? {
    switch plan?.schedule.period {
    case .week: .thisWeek
    case .month: .thisMonth
    case .day, .weekdays, .days(1): nil
    case .days, nil: .thisPeriod
    }
  }

  /// Whether a period has several days.
  package var hasLongPeriods: Bool { thisPeriod != nil }

  /// Returns how much of the goal, or of the period, was reached by today: `10 of 20 minutes`, `2 of 3
  /// this week`; `nil` where the status says it all.
  package func progressText(in language: Language = .english) -> String? {
    guard let plan, let day = record.day(today) else { return nil }
    guard let goal = plan.goal else { return timesText(in: language) }
    func text(_ millionths: Int64) -> String {
      language.text(
        goal.isLimit ? .limitProgress : .goalProgress,
        language.sum(millionths, of: goal), language.amount(of: goal))
    }
    if goal.isOverPeriod {
      guard let period = record.current else { return nil }
      return text(period.amount) + (thisPeriod.map { " " + language[$0] } ?? "")
    }
    return day.status == .partial ? text(day.amount) : timesText(in: language)
  }

  /// Returns how many days of the period are done, where it has several.
  private func timesText(in language: Language) -> String? {
    guard let thisPeriod, let period = record.current, period.required > 0 else { return nil }
    return language.text(.goalProgress, String(period.done), String(period.required)) + " "
      + language[thisPeriod]
  }

  /// What is known of the habit after something was recorded about a day.
  package func answer(on day: CivilDay) -> String {
    var parts: [String] = []
    if let status = record.day(day)?.status {
      parts.append(
        limitText() ?? status.shown + (day == today ? " today" : " on \(day)"))
    }
    if let progress = progressText() { parts.append(progress) }
    parts += [streakText(), "strength \(Language.english.percent(record.strength))"]
    if let change { parts.append("from \(change.start): \(words(change.plan))") }
    return parts.joined(separator: " · ")
  }

  /// Returns whether a limit is kept, which nothing has to be done for; `nil` for other habits, and on days
  /// that do not count.
  package func limitText(in language: Language = .english) -> String? {
    guard let plan, plan.isLimit, let status, status != .skipped, status != .paused else {
      return nil
    }
    return language[record.current?.status == .missed ? .exceeded : .keptSoFar]
  }
}

extension HabitDayStatus {
  /// The sign in tables and rows of days; none for days that are open or not due.
  package var sign: String {
    switch self {
    case .done: "✓"
    case .partial: "/"
    case .notDone: "×"
    case .skipped: "–"
    case .paused: "="
    case .unknown, .notDue: ""
    }
  }

  /// The status as people read it.
  package var shown: String { self == .unknown ? "open" : name.replacing("_", with: " ") }

  /// The signs of rows of days with what each means, for help: `✓ done, / partial …`.
  package static let signs = ([.done, .partial, .notDone, .skipped, .paused, .unknown] as [Self])
    .map { "\($0.mark.sign) \($0.shown)" }.joined(separator: ", ")

  /// The check boxes with what each means, for help: `[x] done, [/] partial …`.
  package static let checkBoxes = ([.done, .partial, .skipped, .paused, .unknown] as [Self])
    .map { "[\($0.checkMark)] \($0.shown)" }.joined(separator: ", ")

  /// What is in a check box, which has an x, like those of tasks.
  package var checkMark: String { self == .done ? "x" : mark.isAnswer ? mark.sign : " " }

  /// The sign of the status in a row of days, and its colour.
  package var mark: (sign: String, tone: Tone?, isAnswer: Bool) {
    switch self {
    case .done: (sign, .done, true)
    case .partial: (sign, .partial, true)
    case .skipped, .paused: (sign, nil, true)
    // Without a verdict: three times a week leave four days free.
    case .notDone: ("·", .overdue, false)
    case .unknown: ("?", nil, false)
    case .notDue: (" ", nil, false)
    }
  }
}
