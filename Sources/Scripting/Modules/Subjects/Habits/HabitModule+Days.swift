import Lua
import FlintRules
import FlintSchema
import Sessions

/// The functions that record something about a day of a habit.
extension HabitModule {
  private static let options = HostParameter.optional(
    "options",
    .table([.optional("note", .string, "A note, such as the reason.")] + RecordingOptions.fields),
    "The note, the time and the key.")

  var done: HostFunction {
    recorder(
      "done",
      "Records that something was done for a habit, as the entry that fits its goal: a checklist, or "
        + "the amount where the goal is a number or minutes. Returns the outcome.",
      .optional("amount", .decimal, "The amount; required if the goal is a number or minutes."),
      options: Self.options,
      example: """
        habit.add{name = "Stretch", schedule = {per = "day"}}
        habit.done("Stretch")
        habit.add{name = "Walk", schedule = {per = "day"}, goal = {at_least = 4.5, of = "number"}}
        habit.done("Walk", 5.2, {note = "round the lake"})
        print(habit.get("walk").today)
        """
    ) { call, habit throws(HostFailure) in
      let amount = try call.decimal("amount")
      guard let plan = try habit.plan(call) else { return nil }
      let kind = try call.checking { () throws(FieldError) in
        try plan.entryKind(amount: amount)
      }
      return try Self.entry(call, habit, kind)
    }
  }

  var notDone: HostFunction {
    recorder(
      "not_done",
      "Records that nothing was done for a habit: the day is not_done at once. Returns the outcome.",
      options: Self.options,
      example: """
        habit.add{name = "Up early", schedule = {times = 5, per = "week"}}
        habit.not_done("Up early", {note = "overslept"})
        """
    ) { call, habit throws(HostFailure) in try Self.entry(call, habit, .checklist(false)) }
  }

  private static func entry(
    _ call: borrowing HostCall, _ habit: Named, _ kind: EntryKind
  ) throws(HostFailure) -> ProfileEvent.Action {
    let note = try call.optionalString("note")
    let content = try call.checking(naming: ["minutes": "amount", "number": "amount"]) {
      () throws(FieldError) in
      try EntryContent(tracker: habit.tracker.id, kind: kind, notes: note)
    }
    return .tracker(.entry(content))
  }

  var skip: HostFunction {
    recorder(
      "skip",
      "Makes a day of a habit neutral, past, today's or a coming one: it neither counts nor breaks a "
        + "streak. An entry of that day counts all the same. Returns the outcome.",
      .optional("day", .day, "The day (default: today)."), options: Self.options,
      example: """
        habit.add{name = "Swim", schedule = {weekdays = {"mon", "thu"}}}
        habit.skip("Swim", clock.day(), {note = "The pool is closed."})
        """
    ) { call, habit throws(HostFailure) in
      let note = try call.optionalString("note")
      let given = try call.day("day", habit.session)
      let day = if let given { given } else { try call.eventDay("at", habit.session) }
      let skip = try call.checking { () throws(FieldError) in
        try HabitSkip(tracker: habit.tracker.id, day: day, note: note)
      }
      return .habit(.skip(skip))
    }
  }

  var pause: HostFunction {
    recorder(
      "pause",
      "Pauses a habit: every day is neutral from the day of at on, until it is resumed. Returns the "
        + "outcome.",
      options: Self.options, refusal: "it is paused already",
      example: """
        habit.add{name = "Gym", schedule = {times = 2, per = "week"}}
        habit.pause("Gym", {note = "A sprained ankle."})
        print(habit.get("Gym").paused)
        """
    ) { call, habit throws(HostFailure) in .habit(.pause(try Self.pause(call, habit))) }
  }

  var resume: HostFunction {
    recorder(
      "resume", "Resumes a paused habit: the day of at counts again. Returns the outcome.",
      options: Self.options, refusal: "it is not paused",
      example: """
        habit.add{name = "Choir", schedule = {times = 1, per = "week"}}
        habit.pause("Choir")
        habit.resume("Choir")
        """
    ) { call, habit throws(HostFailure) in .habit(.resume(try Self.pause(call, habit))) }
  }

  private static func pause(
    _ call: borrowing HostCall, _ habit: Named
  ) throws(HostFailure) -> HabitPause {
    HabitPause(tracker: habit.tracker.id, note: try call.optionalString("note"))
  }
}
