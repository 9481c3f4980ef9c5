import ArgumentParser
import FlintCalendar
import Commands
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// Records the days of habits, and creates and changes habits.
struct HabitCommand: RecordingCommand {
  static let name = "habit"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Record the days of habits; add, change and stop habits.",
    usage: "flint habit [VERB NAME … [AMOUNT] [OPTION …]]\nflint habit [--on DAY | RANGE]",
    discussion: """
      Without a verb, asks on a terminal, one key a question, what was done: of each
      habit on every day since the last one with an answer, at most \(HabitQuestion.recentDays) days back,
      or on the days of --on. Days that are skipped, paused or not due are left out,
      and those of a week, month or other period that is done. With a verb, names
      may be abbreviated, and several habits are recorded together or not at all;
      those that are done already are left out. With -, the lines of standard input
      are names. flint habits lists habits.

      With --of, add makes a group of habits: its days are done when those of all,
      any or some of its habits are, and have no entries of their own.

      A change of the schedule or the goal counts from the next period on; the
      former one counts until the current day, week or month ends.

      Verbs:
      \(verbs)

      The amount is a number (20) or minutes (45min, 1h30); it is required where the
      goal is a number or minutes. A word FIELD:VALUE gives an option, such as
      times:5, and what follows -- is a name as it is.

      Examples:
        flint habit add Stretch
        flint habit add Read --times 5 --per week --at-least 20 --of minutes
        flint habit add Sweets --per week --at-most 6 --of number
        flint habit add Move --of Stretch,Run --needs any
        flint habit done stretch
        flint habit done read 25 --on yesterday
        flint habit skip read --note "On a train without a light"
      """)

  private static let verbs = HabitVerb.allCases.map { verb in
    "  " + verb.rawValue + String(repeating: " ", count: 10 - verb.rawValue.count) + verb.summary
  }.joined(separator: "\n")

  @OptionGroup(title: "Options of done, no, skip, pause, resume and stop")
  var entry: FieldOptions<HabitVerb.EntryFields>
  @OptionGroup(title: "Options of add and change") var plan: FieldOptions<HabitVerb.PlanFields>
  @OptionGroup(title: "Options of add") var tracker: FieldOptions<HabitVerb.TrackerFields>
  @OptionGroup var options: RecordOptions
  @Argument(
    parsing: .allUnrecognized, help: "The verb, the names and the amounts.",
    completion: .profile(.habits, and: HabitVerb.choice.names))
  var words: [String] = []

  /// The arguments behind the verb.
  private struct Parts {
    let verb: HabitVerb
    let written: WrittenFields
    let names: [String]
  }

  private func parts() throws -> Parts {
    let word = words.first ?? ""
    guard let verb = HabitVerb(abbreviated: word) else {
      let form = "expected \(HabitVerb.choice.names.alternatives), got \(Suggestion.quoted(word))"
      throw ValidationError(
        "verb: \(form)\(Suggestion.hint(for: word, among: HabitVerb.choice.names))"
          + (HabitVerb.guess(words).map { "; \($0)" } ?? ""))
    }
    let syntax = verb.syntax
    let rest = Array(words.dropFirst())
    var (written, names, text) = try syntax.separated(rest)
    names = try syntax.readingAttributes(of: names, into: &written)
    if verb == .add {
      if let advice = HabitPlanOptions.scheduleAdvice(for: names) { throw ValidationError(advice) }
      let written = try syntax.parse(rest)
      return Parts(verb: verb, written: written, names: written["name"] ?? [])
    }
    names += text
    if names.isEmpty {
      throw ValidationError("expected the name of a habit; flint habits lists them")
    }
    return Parts(verb: verb, written: written, names: names)
  }

  private static let questions = FieldSyntax(
    fields: [
      FieldDeclaration(
        "day", .line(maximum: nil),
        "The day or range to ask for (default: the days since the last answer, at most "
          + "\(HabitQuestion.recentDays)).")
    ],
    aliases: ["on": "day"])

  /// The day for which the questions are, without a verb; `nil` with one.
  private func asked() throws -> WrittenFields? {
    guard words.allSatisfy({ $0 != "--" }), words.first?.hasPrefix("--") ?? true else { return nil }
    let (written, others, _) = try Self.questions.separated(words)
    return others.isEmpty ? written : nil
  }

  func validate() throws {
    if let asked = try asked() {
      _ = try asked["day"]?.last.map { try RangeArgument($0, of: "--on") }
      return
    }
    let parts = try parts()
    try parts.written.check()
    switch parts.verb {
    case .add: _ = try HabitPlanOptions(parts.written).plan(in: nil)
    case .change: _ = try HabitPlanOptions(parts.written)
    default: break
    }
  }

  var line: [String] { ["habit"] + words }
  var isAboutRecords: Bool { HabitVerb(abbreviated: words.first ?? "") != .add }

  func run() throws {
    if let asked = try asked() {
      return try HabitQuestions.run(options, on: asked["day"]?.last)
    }
    let parts = try parts()
    let names = parts.verb == .add ? parts.names : try StandardInput.replacing(parts.names)
    try recording { try record(parts, names, in: $0) }
  }

  func record(in session: Session) throws -> [RecordedView] {
    if try asked() != nil {
      throw ValidationError(
        "expected \(HabitVerb.choice.names.alternatives), got no verb, with which flint habit asks on "
          + "a terminal")
    }
    let parts = try parts()
    return try record(parts, parts.names, in: session)
  }

  private func record(
    _ parts: Parts, _ names: [String], in session: Session
  ) throws -> [RecordedView] {
    var recorder = HabitRecorder(session: session)
    recorder.time = try parts.written.time(in: session)
    recorder.key = parts.written["key"]?.last
    if parts.verb == .add { return try add(parts.written, recorder) }
    if parts.verb == .done || parts.verb == .no {
      for field in parts.written.syntax.fields {
        recorder.fields[field.name] = try parts.written.value(field, in: session)
      }
    }
    let targets = try recorder.targets(names, takesAmounts: parts.verb.takesAmounts)
    return try DoneAlready.leavingOut(from: targets) { target in
      do {
        return [try record(parts, target, recorder)]
      } catch let error as FieldError {
        throw parts.written.failure(error)
      }
    }
  }

  private func record(
    _ parts: Parts, _ target: HabitRecorder.Target, _ recorder: HabitRecorder
  ) throws -> RecordedView {
    let session = recorder.session
    let (written, tracker) = (parts.written, target.tracker)
    let note = written["note"]?.last
    switch parts.verb {
    case .done: return try recorder.record(.done(target.amount), tracker)
    case .no: return try recorder.record(.notDone, tracker)
    case .skip:
      if let field = written.syntax.field("day"),
        case .day(let day)? = try written.value(field, in: recorder.session)
      {
        return try recorder.skip(tracker, on: day, note: note)
      }
      return try recorder.skip(tracker, on: recorder.day, note: note)
    case .pause:
      return try recorder.record(.pause(HabitPause(tracker: tracker.id, note: note)), tracker)
    case .resume:
      return try recorder.record(.resume(HabitPause(tracker: tracker.id, note: note)), tracker)
    case .stop:
      return try recorder.record(.plan(HabitContent(tracker: tracker.id, plan: nil)), tracker)
    case .change:
      let changes = try HabitPlanOptions(written)
      if changes.isEmpty && tracker.isHabit {
        throw ValidationError(
          "expected a schedule or a goal, such as --times 3 --per week or --at-least 20 --of minutes"
        )
      }
      let plan = try changes.plan(
        after: tracker.habit?.plan(changedOn: recorder.day), in: session)
      return try recorder.record(.plan(HabitContent(tracker: tracker.id, plan: plan)), tracker)
    case .add: return try add(written, recorder)[0]
    }
  }

  /// Makes a tracker a habit, and creates it if there is none of the name.
  private func add(_ written: WrittenFields, _ recorder: HabitRecorder) throws -> [RecordedView] {
    let session = recorder.session
    var recorder = recorder
    let plan = try HabitPlanOptions(written).plan(in: session)
    let name = written["name"]?.last ?? ""
    var views: [RecordedView] = []
    // A habit that is added at a later time does not stand in the way.
    var existing = try session.trackers(at: recorder.time).tracker(named: name)
    if let existing {
      if let plan = existing.habit?.plan {
        throw CommandFailure(
          .failure,
          "\"\(existing.content.name)\" is a habit already (\(plan)); flint habit change "
            + "\(Suggestion.quoted(existing.content.name)) changes it")
      }
      if let field = HabitVerb.tracker.first(where: {
        $0.name != "name" && written[$0.name] != nil
      }) {
        throw ValidationError(
          "--\(field.optionName): expected nothing, since the tracker exists; flint edit changes it"
        )
      }
    } else {
      let content = try written.record(TrackerContent.self, in: session)
      views.append(try session.recorded(.tracker(.create(content)), at: recorder.time))
      existing = try session.definitions().trackers.tracker(views[0].id)
      // At one instant, a tracker is created before it becomes a habit.
      if recorder.time == nil, let created = try session.reader.event(id: views[0].id)?.event {
        recorder.time = .written(Timestamp(created.at, offset: created.offset))
      }
    }
    guard let tracker = existing else { return views }
    views.append(
      try recorder.record(.plan(HabitContent(tracker: tracker.id, plan: plan)), tracker))
    return views
  }
}
