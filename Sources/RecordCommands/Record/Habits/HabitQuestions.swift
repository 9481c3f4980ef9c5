import ArgumentParser
import FlintCalendar
import Commands
import Foundation
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// The questions of `flint habit` on a terminal: what was done for each habit on the days without an
/// answer. The answers are recorded together at the end, as one batch.
enum HabitQuestions {
  /// How soon an Enter belongs to the answer before it: some type one behind each.
  private static let enterDelay = Duration.milliseconds(1500)

  /// Asks, and records the answers.
  ///
  /// - Parameter text: The days as the person writes them; `nil` for those since the last answers.
  static func run(_ options: RecordOptions, on text: String?) throws {
    let written = try text.map { try RangeArgument($0, of: "--on") }
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw CommandFailure(
        .usage,
        "flint habit asks for the habits of a day on a terminal only; flint habit done NAME"
          + (text.map { " " + WrittenDay.typed("--on", $0) } ?? "")
          + " records one, and flint habits lists them")
    }
    let (found, today, now) = try options.profile.reading { session in
      let today = session.today
      var range = try written?.resolve(session)
      if let days = range {
        guard days.lowerBound <= today else {
          throw ValidationError("--on: expected today or days before, got \(days.lowerBound)")
        }
        let asked = days.lowerBound..<min(days.upperBound, today + 1)
        let count = asked.upperBound - asked.lowerBound
        guard count <= HabitQuestion.mostDays else {
          throw ValidationError(
            "--on: expected at most \(HabitQuestion.mostDays) days, got \(count)")
        }
        range = asked
      }
      let trackers = try session.state().trackers
      if trackers.habits.isEmpty { note("no habits; flint habit add NAME adds one") }
      let found =
        trackers.habits.isEmpty
        ? nil : HabitQuestion.open(trackers, today: today, in: range)
      return (found, today, session.now)
    }
    guard let found else { return }
    if !found.older.isEmpty {
      let earlier = today + (-HabitQuestion.recentDays)
      note(
        "\(found.older.listed("and")) \(found.older.count == 1 ? "has" : "have") unanswered days up to "
          + "\(earlier); flint habit --on \(CivilMonth(earlier)) asks for those of a month")
    }
    if found.questions.isEmpty {
      return note(
        "no habits are open \(text.map { "on " + Suggestion.quoted($0) } ?? "today"); flint habits "
          + "lists them")
    }
    var round = HabitRound(found.questions)
    let wasInterrupted = KeyReader.reading { keys in ask(&round, today, keys) } ?? false
    try record(round.answers, options, today, now)
    let remainder = round.remainder(text, today: today)
    let end =
      (round.answers.isEmpty ? "nothing was recorded" : "the answers were recorded")
      + (remainder.map { "; " + $0 } ?? "")
    if wasInterrupted { throw CommandFailure(.interrupted, "interrupted; " + end) }
    if remainder != nil { note(end) }
  }

  /// Asks the questions; returns whether Ctrl-C ended them.
  private static func ask(
    _ round: inout HabitRound, _ today: CivilDay, _ keys: KeyReader
  ) -> Bool {
    note("y done, n not done, s skip, Enter later, d next day, u back, q save and quit")
    if round.questions.contains(where: { $0.unit != nil }) {
      note("an amount, such as 20, 45min or 1h30, ends with Enter")
    }
    let columns = TerminalLine.columns(of: STDERR_FILENO)
    var heading: CivilDay?
    var answered: ContinuousClock.Instant?
    while let question = round.question {
      if question.day != heading {
        heading = question.day
        show("\(Weekday(question.day).name) \(question.day)\(remark(question.day, today))\n")
      }
      show(TerminalText.printable(question.line(columns: columns)))
      while true {
        let key = keys.next()
        let isAtOnce = answered.map { ContinuousClock.now - $0 < enterDelay } ?? false
        answered = nil
        let reply = round.press(key, isAtOnce: isAtOnce)
        show(reply.text)
        if reply.isKeyAnswer { answered = .now }
        if key == .interrupt { return true }
        if reply.asks { break }
      }
    }
    return false
  }

  private static func remark(_ day: CivilDay, _ today: CivilDay) -> String {
    day == today ? ", today" : day == today + -1 ? ", yesterday" : ""
  }

  private static func record(
    _ answers: [HabitRound.Answer], _ options: RecordOptions, _ today: CivilDay, _ now: Instant
  ) throws {
    if answers.isEmpty { return }
    try options.recording(["habit"], isAboutRecords: true) { session in
      try DoneAlready.leavingOut(from: answers) { answer in
        let (day, id) = (answer.question.day, answer.question.tracker.id)
        let tracker = try session.folded().trackers.tracker(id) ?? answer.question.tracker
        // A day before has no time of day.
        let time: EventTime = day == today ? .instant(now) : .written(Timestamp(day: day))
        return [try HabitRecorder(session: session, time: time).record(answer.deed, tracker)]
      }
    }
  }

  /// Shows a text, which has no control characters but those of the questions, on the terminal.
  private static func show(_ text: String) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
