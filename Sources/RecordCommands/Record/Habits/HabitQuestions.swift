import ArgumentParser
import Calendar
import Commands
import Foundation
import Lua
import Rules
import Sessions
import Views

/// The questions of `flint habit` on a terminal: what was done for each open habit of a day, one key
/// each. The answers are recorded together at the end.
enum HabitQuestions {
  /// What a person answered about a habit.
  private struct Answer {
    let tracker: EventID
    let deed: HabitDeed
  }

  private enum End: Error {
    case quit
    case interrupted
  }

  /// Asks, and records the answers.
  ///
  /// - Parameter text: The day as the person writes it; `nil` for today.
  static func run(_ options: RecordOptions, on text: String?) throws {
    let written = try text.map { try DayArgument($0, of: "--on") }
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw CommandFailure(
        .usage,
        "flint habit asks for the habits of a day on a terminal only; flint habit done NAME"
          + (text.map { " " + WrittenDay.typed("--on", $0) } ?? "")
          + " records one, and flint habits lists them")
    }
    let (habits, day, time) = try options.profile.reading { session in
      let day = try written?.resolve(session) ?? session.today
      if day > session.today {
        throw ValidationError("--on: expected today or a day before, got \(day)")
      }
      // A day before has no time of day.
      let time: EventTime =
        day == session.today ? .instant(session.now) : .written(Timestamp(day: day))
      return (try session.state().trackers.habits(today: day), day, time)
    }
    let open = habits.filter(\.isOpen)
    if open.isEmpty {
      return note(
        habits.isEmpty
          ? "no habits; flint habit add NAME adds one"
          : "no habits are open \(text == nil ? "today" : "on \(day)"); flint habits lists them")
    }
    note("\(Weekday(day).name) \(day): y done, n not done, s skip, Enter later, q save and quit")
    let answers = try KeyReader.reading { keys in try ask(open, keys) } ?? []
    if answers.isEmpty { return note("nothing was recorded") }
    try options.recording(["habit"], isAboutRecords: true) { session in
      let recorder = HabitRecorder(session: session, time: time)
      let trackers = try session.folded().trackers
      let known = answers.compactMap { answer in
        trackers.tracker(answer.tracker).map { (answer.deed, $0) }
      }
      return try DoneAlready.leavingOut(from: known) { deed, tracker in
        try recorder.record(deed, tracker)
      }
    }
  }

  private static func ask(_ habits: [HabitView], _ keys: KeyReader) throws -> [Answer] {
    var answers: [Answer] = []
    do {
      for habit in habits {
        if let deed = try deed(habit, keys) {
          answers.append(Answer(tracker: habit.tracker.id, deed: deed))
        }
      }
    } catch End.quit {
      show("quit\n")
    } catch End.interrupted {
      show("\n")
      throw CommandFailure(.interrupted, "interrupted; nothing was recorded")
    }
    return answers
  }

  /// Asks for a habit; returns `nil` if it is left for later.
  private static func deed(
    _ habit: HabitView, _ keys: KeyReader
  ) throws -> HabitDeed? {
    // An amount is what makes a day done where the goal has one.
    let unit = habit.plan?.goal.flatMap { $0.unit == .entries ? nil : $0.unit }
    let choices = unit.map { "\($0.name)/n/s" } ?? "y/n/s"
    let question =
      habit.checkBox().plain + TerminalText.printable(" (\(habit.text))") + " [\(choices)] "
    show(question)
    var typed = ""
    while true {
      switch keys.next() {
      case .interrupt: throw End.interrupted
      case .end where typed.isEmpty, .character("q") where typed.isEmpty: throw End.quit
      case .enter where typed.isEmpty:
        show("later\n")
        return nil
      case .enter:
        show("\n")
        do {
          let amount = try HabitAmount(reading: typed)
          if let plan = habit.plan { try HabitRecorder.check(amount, plan, habit.tracker) }
          return .done(amount)
        } catch let error as ValidationError {
          show(TerminalText.printable(error.message) + "\n" + question)
          typed = ""
        }
      case .character("y") where typed.isEmpty && unit == nil:
        show("done\n")
        return .done(nil)
      case .character("n") where typed.isEmpty:
        show("not done\n")
        return .notDone
      case .character("s") where typed.isEmpty:
        show("skipped\n")
        return .skipped
      case .character(let character) where unit != nil:
        typed.append(character)
        show(String(character))
      case .erase where !typed.isEmpty:
        typed.removeLast()
        show("\u{8} \u{8}")
      default: continue
      }
    }
  }

  /// Shows a text, which has no control characters but those of the questions, on the terminal.
  private static func show(_ text: String) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
