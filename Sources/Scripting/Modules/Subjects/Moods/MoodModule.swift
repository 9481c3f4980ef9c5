import FlintCalendar
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// `mood`: rating days, and views of the ratings.
struct MoodModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "mood", "Moods: one rating per civil day, from horrible (0) to great (4).",
      denial: "the mood module is read-only; rate days with mood.add{mood = …}",
      functions: [add, get] + each + [update, remove, fill, month, year, summary])
  }

  private static let day = HostParameter("day", .day, "The day of the rating.")
  private static let content = MoodContent.schema.declarations
  private static let mood = MoodContent.schema.declarations(named: "mood")
  /// The name of the rating in former functions and fields.
  private static let formerNaming = ["mood": "value"]

  /// Returns the argument `day`, which is required.
  private func day(_ call: borrowing HostCall) throws(HostFailure) -> CivilDay {
    // The parameter is required: a call without it is refused before.
    try call.day("day", try context.session()) ?? CivilDay(number: 0)
  }

  private static func refuseUnrated(_ call: borrowing HostCall, _ day: CivilDay) {
    call.refuse("not_found", "\(day) is not rated")
  }

  private var add: HostFunction {
    let add = HostFunction(
      "add",
      "Rates a day and returns the outcome. If a day has several ratings, the latest one "
        + "counts (at equal times, the one with the greater id), and the others are superseded. To "
        + "change a rating, record it again.",
      parameter: .table(
        "mood", "The fields of the rating.",
        Self.mood.map(\.hostField) + [Self.ratedDay] + Self.options),
      returns: .outcome("The outcome; nil and an error if the key is taken."),
      example: """
        mood.add{mood = "good", day = "2026-02-27", note = "Rain, and a good book."}
        mood.add{mood = 4}
        """
    ) { [self] call throws(HostFailure) in try record(call) }
    return add.replacing(
      [
        HostFunction(
          "record", add.summary,
          parameters: [Self.ratedDay] + Self.mood.map { $0.named("value").hostField } + [
            .optional("options", .table(Self.options), "The options.")
          ], returns: add.returns[0]
        ) { [self] call throws(HostFailure) in try record(call, naming: Self.formerNaming) }
      ], by: "add{mood = …, day = …}")
  }

  private static let ratedDay = HostField.optional(
    "day", .day, "The day; not later than the day of at (default: the day of at).")
  private static let options =
    content.dropFirst(2).map(\.hostField) + RecordingOptions.fields

  private func record(
    _ call: borrowing HostCall, naming: [String: String] = [:]
  ) throws(HostFailure) {
    let recordedOn = try call.eventDay("at", try context.session())
    try context.record(
      MoodContent.self, call, naming: naming, defaults: ["day": .day(recordedOn)]
    ) { rating throws(FieldError) in
      if let problem = rating.problem(recordedOn: recordedOn) { throw problem }
    }
  }

  private var update: HostFunction {
    HostFunction(
      "update",
      "Updates the rating that counts for a day, and keeps its time. Fields that are not "
        + "given keep their values; false clears the note.",
      parameters: [
        Self.day,
        .table(
          "changes", "The new values.",
          (Self.mood + MoodContent.schema.declarations(named: "note")).map(\.hostChange)
            + Self.mood.map { .former("value", $0.type.hostType, now: "mood") }),
      ],
      returns: HostResult(
        "mood", "table?", "The updated day; nil and an error if the day is not rated.",
        of: MoodEntry.self),
      example: """
        mood.add{mood = "good", day = "2026-02-27"}
        print(mood.update("2026-02-27", {note = "The roof was repaired."}).note)
        """
    ) { [context] call throws(HostFailure) in
      let day = try self.day(call)
      let session = try context.session()
      let naming = call.isPresent("value") ? Self.formerNaming : [:]
      let change = try call.change(
        MoodContent.self, of: ["mood", "note"], naming: naming, session
      ).change
      do throws(SessionError) {
        guard let rating = try session.folded().moods.rating(of: day) else {
          return Self.refuseUnrated(call, day)
        }
        _ = try session.edit(rating.id, change)
        let moods = try session.folded().moods
        call.reply.row(try session.moodEntry(moods.day(day, today: session.today)))
      } catch {
        try call.answer(error, naming: naming)
      }
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Removes all ratings of a day, the one that counts and those that it superseded. Nothing is "
        + "deleted: flint undo restores them.",
      parameter: Self.day,
      returns: HostResult(
        "ratings", "integer?",
        "The number of ratings removed; nil and an error if the day is not rated."),
      example: """
        mood.add{mood = "bad", day = "2026-02-27"}
        print(mood.remove("2026-02-27"))
        """
    ) { [context] call throws(HostFailure) in
      let day = try self.day(call)
      try context.viewing(call) { session throws(SessionError) in
        guard let rating = try session.folded().moods.rating(of: day) else {
          return Self.refuseUnrated(call, day)
        }
        for id in rating.superseded + [rating.id] { try session.remove(id, of: .mood) }
        call.reply.integer(rating.count)
      }
    }
  }

  private var fill: HostFunction {
    HostFunction(
      "fill",
      "Turns filling on or off. With filling, every unrated day from the first rating to "
        + "yesterday is shown as missing. Without a change, nothing is recorded.",
      parameter: .optional("on", .boolean, "Whether filling is on (default: true)."),
      returns: HostResult(
        "outcome", "table?",
        "The outcome; without a change, the id of the event that turned it on or off, if any.",
        fields: [HostResult("id", "string?", "The id of the event.")]
          + SubjectOutcome.schema.shape.hostResults.filter { $0.name != "id" }),
      example: """
        mood.fill()
        mood.add{mood = "average", day = "2026-02-25"}
        for m in mood.each() do print(m.day, m.mood) end
        """
    ) { [context] call throws(HostFailure) in
      let isOn = !call.isPresent("on") || call.boolean("on")
      try context.viewing(call) { session throws(SessionError) in
        if try session.folded().moods.isFilling != isOn {
          OutcomeReply(session).replySubject(
            try session.record(.mood(.fill(isOn))), to: call.reply)
          return call.chargePermanentMemory(ScriptContext.eventSize)
        }
        var query = EventQuery(kinds: [.moodFill])
        query.isNewestFirst = true
        query.limit = 1
        call.reply.beginTable()
        call.reply.field("status", constant: "unchanged")
        if let stored = try session.reader.events(query).first {
          call.reply.field("id")
          call.reply.id(stored.event.id)
        }
        call.reply.end()
      }
    }
  }
}
