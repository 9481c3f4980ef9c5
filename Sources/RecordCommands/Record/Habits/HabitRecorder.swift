import ArgumentParser
import FlintCalendar
import Commands
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// What a person did for a habit.
enum HabitDeed {
  case done(HabitAmount?)
  case notDone
  case skipped
}

/// An amount as a person writes it: a number, or minutes such as `45min`.
struct HabitAmount {
  let number: DecimalNumber
  /// Whether it was written as minutes.
  let isMinutes: Bool

  /// - Throws: `ValidationError` with how it is written.
  init(reading text: String) throws(ValidationError) {
    guard let amount = Self(text) else {
      throw ValidationError(
        "amount: expected a number such as 20, or minutes such as 45min, got "
          + Suggestion.quoted(text) + (WrittenNumber.advice(text).map { "; " + $0 } ?? ""))
    }
    self = amount
  }

  /// Reads an amount; `nil` if the text is none.
  init?(_ text: String) {
    if let number = try? WrittenNumber.number(text, field: "amount") {
      (self.number, isMinutes) = (number, false)
    } else if let minutes = WrittenNumber.minutes(text),
      let number = try? DecimalNumber(minutes, field: "amount")
    {
      (self.number, isMinutes) = (number, true)
    } else {
      return nil
    }
  }
}

/// Records events about habits, and describes what followed.
struct HabitRecorder {
  let session: Session
  /// The time of the events; `nil` for now.
  var time: EventTime?
  /// The fields of the entry that are given, such as notes.
  var fields: [String: FieldValue] = [:]
  var key: String?

  var day: CivilDay { session.day(of: time) }

  // MARK: Names

  /// A habit, and the amount behind its name.
  struct Target {
    let tracker: Tracker
    var amount: HabitAmount?
  }

  /// Returns the habits that words name: each word by itself, or several together as one name.
  ///
  /// - Parameter takesAmounts: Whether there may be an amount behind a name.
  func targets(_ words: [String], takesAmounts: Bool = false) throws -> [Target] {
    var targets: [Target] = []
    var group: [String] = []
    func add(_ amount: HabitAmount?) throws {
      while let word = group.first {
        // The most words that together name a habit, or else the first one.
        let length =
          (2...max(2, group.count)).reversed().first { length in
            length <= group.count
              && (try? session.habit(named: group.prefix(length).joined(separator: " "))) != nil
          } ?? 1
        let name = length == 1 ? word : group.prefix(length).joined(separator: " ")
        if length == 1 { try refuseAnswer(word, among: words) }
        targets.append(Target(tracker: try session.habit(named: name)))
        group.removeFirst(length)
      }
      targets[targets.count - 1].amount = amount
    }
    for word in words {
      if takesAmounts, !group.isEmpty, let amount = HabitAmount(word) {
        try add(amount)
      } else if takesAmounts, !group.isEmpty, WrittenNumber.advice(word) != nil {
        _ = try HabitAmount(reading: word)
      } else if word.trimmedWhitespace.isEmpty {
        throw ValidationError(
          "expected the name of a habit\(takesAmounts ? ", or an amount" : ""), got nothing")
      } else {
        group.append(word)
      }
    }
    if !group.isEmpty { try add(nil) }
    var seen: Set<EventID> = []
    for target in targets where !seen.insert(target.tracker.id).inserted {
      throw CommandFailure(
        .failure, "\"\(target.tracker.content.name)\" is named twice; name each habit once")
    }
    if targets.count > 1, key != nil {
      throw ValidationError("--key: expected a single habit, got \(targets.count)")
    }
    return targets
  }

  private static let days: Set = ["today", "yesterday", "tomorrow"]

  /// Returns whether a word is an answer or a day, which is no abbreviation of a name.
  static func isAnswer(_ word: String) -> Bool {
    days.contains(word.lowercased()) || WrittenFields.flag(word) != nil
  }

  /// Throws if a word is an answer or a day rather than a name: `no` must not record the habit
  /// "No sugar".
  private func refuseAnswer(_ word: String, among words: [String]) throws {
    guard Self.isAnswer(word), try session.folded().trackers.tracker(reference: word) == nil
    else { return }
    let isDay = Self.days.contains(word.lowercased())
    let answer = WrittenFields.flag(word)
    let names = words.filter { WrittenFields.flag($0) == nil && HabitAmount($0) == nil }
      .map(ShellWord.quoted)
    let advice =
      if isDay {
        "\(WrittenDay.typed("--on", word)) gives the day"
      } else if let answer, !names.isEmpty {
        "flint habit \(answer ? "done" : "no") \(names.joined(separator: " ")) records "
          + (answer ? "a day" : "that nothing was done")
      } else {
        "more of a name is needed if a habit begins so"
      }
    throw CommandFailure(.failure, "there is no habit \(Suggestion.quoted(word)); \(advice)")
  }

  // MARK: Days

  /// Records what was done for a habit.
  ///
  /// - Throws: `CommandFailure` if the habit is not one on that day, or the day is done or skipped
  ///   already, `ValidationError` about the amount, `FieldError` about another field.
  func record(_ deed: HabitDeed, _ tracker: Tracker) throws -> RecordedView {
    switch deed {
    case .done(let amount):
      let plan = try plan(of: tracker)
      if plan.goal == nil { try refuseDone(tracker) }
      return try record(try Self.kind(plan, amount, tracker), tracker)
    case .notDone:
      if try !plan(of: tracker).isLimit { try refuseDone(tracker) }
      return try record(.checklist(false), tracker)
    case .skipped: return try skip(tracker, on: day, note: nil)
    }
  }

  /// Makes a day of a habit neutral.
  func skip(_ tracker: Tracker, on day: CivilDay, note: String?) throws -> RecordedView {
    if tracker.habit?.isSkipped(day) ?? false {
      throw DoneAlready("\"\(tracker.content.name)\" is skipped on \(day) already")
    }
    return try record(
      .habit(.skip(try HabitSkip(tracker: tracker.id, day: day, note: note))), tracker, on: day)
  }

  private func plan(of tracker: Tracker) throws -> HabitPlan {
    if let plan = tracker.habit?.span(on: day)?.plan { return plan }
    let name = tracker.content.name
    if let first = tracker.habit?.firstDay, day < first {
      throw CommandFailure(
        .failure,
        "\"\(name)\" is a habit from \(first) on; flint edit \(ShellWord.quoted(name)) at=\(day) makes it "
          + "one from then on")
    }
    throw CommandFailure(
      .failure,
      "\"\(name)\" was stopped; flint habit change \(Suggestion.quoted(name)) takes it up again, and "
        + "flint entry records an entry")
  }

  private func refuseDone(_ tracker: Tracker) throws {
    // A day without an amount is done where the period has reached its goal.
    let trackers = try session.folded().trackers
    guard let record = trackers.habitRecord(of: tracker, today: session.today)?.day(day),
      record.status == .done, record.amount > 0
    else { return }
    let name = tracker.content.name
    throw DoneAlready(
      "\"\(name)\" is done \(day == session.today ? "today" : "on \(day)") already",
      advice: tracker.isGroup(on: day)
        ? ", by its members"
        : "; flint trackers --name \(Suggestion.quoted(name)) lists its entries, and flint remove "
          + "removes one")
  }

  /// Throws if an amount is none that a habit with a plan takes.
  static func check(_ amount: HabitAmount, _ plan: HabitPlan, _ tracker: Tracker) throws {
    let kind = try kind(plan, amount, tracker)
    do throws(FieldError) {
      _ = try entry(kind, tracker)
    } catch {
      throw ValidationError(error)
    }
  }

  private static func kind(
    _ plan: HabitPlan, _ amount: HabitAmount?, _ tracker: Tracker
  ) throws -> EntryKind {
    let name = tracker.content.name
    if let goal = plan.goal, amount?.isMinutes ?? false, goal.unit == .number {
      throw ValidationError(
        "\"\(name)\": expected a number, got minutes (the goal is \(goal))")
    }
    do throws(FieldError) {
      return try plan.entryKind(amount: amount?.number)
    } catch {
      let example =
        amount == nil
        ? "; flint habit done \(Suggestion.quoted(name)) "
          + (plan.isLimit ? "AMOUNT" : plan.goal?.amount.description ?? "1")
        : ""
      throw ValidationError(
        "\"\(name)\": expected \(error.expected), got \(error.found)\(example)")
    }
  }

  private func record(_ kind: EntryKind, _ tracker: Tracker) throws -> RecordedView {
    try record(Self.entry(kind, tracker, fields).action, tracker, on: day)
  }

  private static func entry(
    _ kind: EntryKind, _ tracker: Tracker, _ fields: [String: FieldValue] = [:]
  ) throws(FieldError) -> EntryContent {
    var given = fields
    given["tracker"] = .name(tracker.id.description)
    given["kind"] = .name(kind.name)
    given[kind.kind.valueField] = kind.value
    return try EntryContent.schema.record(
      { (field, _) throws(FieldError) in given[field.name] }, failure: { $0 })
  }

  // MARK: Events

  /// Records an event about a habit as a whole.
  func record(_ action: HabitAction, _ tracker: Tracker) throws -> RecordedView {
    try record(.habit(action), tracker, on: day)
  }

  private func record(
    _ action: ProfileEvent.Action, _ tracker: Tracker, on day: CivilDay
  ) throws -> RecordedView {
    do {
      let time =
        if key == nil, case .habit(let action) = action {
          try session.time(time, of: action)
        } else {
          try session.time(time, about: tracker.id)
        }
      var view = try session.recorded(action, at: time, key: key)
      let trackers = try session.folded().trackers
      if let habit = trackers.tracker(tracker.id).flatMap({
        trackers.habitView(of: $0, today: session.today)
      }), habit.plan != nil {
        let groups = trackers.groups(of: tracker, on: day, today: session.today)
          .filter { $0.record.day(day)?.status == .done }.map { " · \($0.name) done" }
        view.consequence = RecordedView.Consequence(
          HabitOnDay(habit, day), text: habit.answer(on: day) + groups.joined())
      }
      return view
    } catch SessionError.refused(let reason) {
      let name = Suggestion.quoted(tracker.content.name)
      let advice =
        switch reason {
        case .habitPaused: "; flint habit resume \(name) ends the pause"
        case .notHabit: "; flint habit add \(name) makes it one"
        case .habitNotPaused: "; flint habits lists the habits"
        default: ""
        }
      let text = "habit \"\(tracker.content.name)\": \(reason.text)"
      switch (reason, action) {
      case (.habitPaused, _), (.habitNotPaused, _), (.notHabit, .habit(.plan)):
        throw DoneAlready(text, advice: advice)
      default: throw CommandFailure(.failure, text + advice)
      }
    }
  }
}
