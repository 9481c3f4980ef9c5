import FlintCalendar
import Commands
import FlintRules
import FlintSchema
import Views

/// A day of a habit that has no answer yet.
struct HabitQuestion {
  /// The number of days back to which `flint habit` asks by itself, today included.
  static let recentDays = 14

  /// The greatest number of days of a range that are asked for: each question has the habit as it was then.
  static let mostDays = 92

  let tracker: Tracker
  let day: CivilDay
  /// The habit as it was on the day, without what follows.
  let habit: HabitView
  let plan: HabitPlan
  /// The period of the day: its first day.
  let period: CivilDay
  /// The number of days that the period lacks; `nil` where its sum counts.
  let missing: Int?

  /// The unit in which the answer is an amount; `nil` where yes is one.
  var unit: HabitGoal.Unit? { plan.goal.flatMap { $0.unit == .entries ? nil : $0.unit } }

  /// Finds the days without an answer, earliest first: of each habit those after the last day that has
  /// one, or those of a range.
  ///
  /// A day is asked for if something done on it would count: it is due and not neutral, and its period
  /// is not done. Limits are kept by doing nothing, and groups by their members. A day of which less
  /// than the goal is recorded is asked for today and in a range.
  ///
  /// - Returns: the questions, and the names of the habits that have such days before the recent ones.
  static func open(
    _ trackers: TrackersState, today: CivilDay, in range: Range<CivilDay>? = nil
  ) -> (questions: [HabitQuestion], older: [String]) {
    var questions: [HabitQuestion] = []
    var older: [String] = []
    let recent = today + (1 - recentDays)
    for tracker in trackers.habits {
      guard let record = trackers.habitRecord(of: tracker, today: today) else { continue }
      let open = record.days.filter { isOpen($0, tracker, record, today, isAsked: range != nil) }
      let days: [HabitRecord.Day]
      if let range {
        days = open.filter { range.contains($0.day) }
      } else {
        let answered = record.days.last { $0.day < today && isAnswered($0, tracker) }?.day
        let unanswered = open.filter { day in answered.map { $0 < day.day } ?? true }
        days = unanswered.filter { $0.day >= recent }
        if days.count < unanswered.count { older.append(tracker.content.name) }
      }
      questions += days.compactMap { HabitQuestion(tracker, $0.day, record, trackers) }
    }
    // The habits of a day are in their order.
    let ordered = questions.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }
    return (ordered.map(\.element), older)
  }

  private init?(
    _ tracker: Tracker, _ day: CivilDay, _ record: HabitRecord, _ trackers: TrackersState
  ) {
    guard let period = record.period(of: day), let plan = tracker.habit?.span(on: day)?.plan,
      let habit = trackers.habitView(of: tracker, today: day)
    else { return nil }
    (self.tracker, self.day, self.habit, self.plan) = (tracker, day, habit, plan)
    self.period = period.start
    missing = plan.isOverPeriod ? nil : period.required - period.done
  }

  private static func isAnswered(_ day: HabitRecord.Day, _ tracker: Tracker) -> Bool {
    day.status == .skipped || !tracker.days(from: day.day, before: day.day + 1).isEmpty
  }

  private static func isOpen(
    _ day: HabitRecord.Day, _ tracker: Tracker, _ record: HabitRecord, _ today: CivilDay,
    isAsked: Bool
  ) -> Bool {
    guard let plan = tracker.habit?.span(on: day.day)?.plan, !plan.isLimit, plan.members == nil,
      let period = record.period(of: day.day), period.status == .open || period.status == .missed
    else { return false }
    switch day.status {
    case .unknown: return true
    case .partial: return isAsked || day.day == today
    case .notDone: return !isAnswered(day, tracker)
    case .done, .skipped, .paused, .notDue: return false
    }
  }

  /// The question as a line that leaves room for an answer on a terminal of some columns.
  func line(columns: Int) -> String {
    let choices = " [\(unit.map { "\($0.name)/n/s" } ?? "y/n/s")] "
    let text = habit.checkBox() + StyledText(" (\(habit.text))")
    return text.elided(to: max(20, columns - choices.count - Self.answerColumns)).plain + choices
  }

  /// The columns of the longest answer, such as `not done`, and one that stays empty, so that no line
  /// fills the terminal.
  private static let answerColumns = 10
}

extension HabitRecord {
  /// Returns the period of a day; `nil` if there is none.
  fileprivate func period(of day: CivilDay) -> Period? {
    periods.last { $0.start <= day }.flatMap { day < $0.end ? $0 : nil }
  }
}
