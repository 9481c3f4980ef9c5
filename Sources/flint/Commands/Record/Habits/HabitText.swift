import Calendar
import Rules
import Schema
import Views

extension HabitView {
  /// The name of the habit.
  var name: String { tracker.content.name }

  /// What a period is called.
  var periodNoun: (one: String, many: String) {
    switch plan?.schedule.period {
    case .week: ("week", "weeks")
    case .month: ("month", "months")
    case .day, .weekdays, .days(1): ("day", "days")
    case .days, nil: ("period", "periods")
    }
  }

  /// The streak in words: `streak 3 days`.
  var streakText: String {
    "streak " + counted(record.streak, periodNoun.one, periodNoun.many)
  }

  /// Whether a period has several days.
  private var isLonger: Bool { periodNoun.one != "day" }

  /// What the current period is called in a sentence: `this week`.
  private var thisPeriod: String { "this \(periodNoun.one)" }

  /// How much of the goal, or of the period, was reached by today: `10 of 20 minutes`, `2 of 3 this
  /// week`; `nil` where the status says it all.
  var progressText: String? {
    guard let plan, let day = record.day(today) else { return nil }
    guard let goal = plan.goal else { return timesText }
    let unit = goal.unit == .minutes ? " minutes" : goal.unit == .entries ? " entries" : ""
    if goal.isOverPeriod {
      guard let period = record.current else { return nil }
      return "\(FieldValue.decimal(period.amount).plain) of \(goal.isLimit ? "at most " : "")"
        + "\(goal.amount)\(unit)" + (isLonger ? " \(thisPeriod)" : "")
    }
    if day.status == .partial {
      return "\(FieldValue.decimal(day.amount).plain) of \(goal.amount)\(unit)"
    }
    return timesText
  }

  /// How many days of the period are done, where it has several.
  private var timesText: String? {
    guard isLonger, let period = record.current, period.required > 0 else { return nil }
    return "\(period.done) of \(period.required) \(thisPeriod)"
  }

  /// What is known of the habit after something was recorded about a day.
  func answer(on day: CivilDay) -> String {
    var parts: [String] = []
    if let status = record.day(day)?.status {
      parts.append(status.shown + (day == today ? " today" : " on \(day)"))
    }
    if let progressText { parts.append(progressText) }
    parts += [streakText, "strength \(percentText(record.strength))"]
    return parts.joined(separator: " · ")
  }

  /// The habit in a list of today: a check box, the name, how far it is, and a streak at risk.
  var checkBox: StyledText {
    let mark = status?.mark ?? HabitDayStatus.unknown.mark
    let remark: String? =
      switch status {
      case .notDone: "not done"
      case .paused: "paused"
      default: nil
      }
    let risk = isStreakAtRisk ? "\(streakText) ends today" : nil
    let parts = [progressText, remark, risk].compactMap(\.self)
    return StyledText("[\(mark.isAnswer ? mark.sign : " ")]", mark.style)
      + StyledText(" \(name)" + (parts.isEmpty ? "" : " " + parts.joined(separator: ", ")))
  }
}

extension HabitDayStatus {
  /// The status as people read it.
  var shown: String { self == .unknown ? "open" : name.replacing("_", with: " ") }

  /// The sign of the status in a row of days, and its colour.
  var mark: (sign: String, style: Style?, isAnswer: Bool) {
    switch self {
    case .done: ("x", .done, true)
    case .partial: ("~", .partial, true)
    case .skipped, .paused: ("-", nil, true)
    case .notDone: (".", .overdue, false)
    case .unknown: ("?", nil, false)
    case .notDue: (" ", nil, false)
    }
  }
}
