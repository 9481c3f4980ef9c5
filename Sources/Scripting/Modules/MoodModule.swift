import Lua
import Rules
import Sessions

/// `mood`: rating days, and looking at how they were.
struct MoodModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "mood", "Moods: one rating a civil day, from horrible (0) to great (4).",
      denial: "the mood module is read-only; rate days with mood.record(day, value)",
      functions: [record, update, remove, fill, get, each, month, year, summary])
  }

  private static let rating = HostType.choice(
    Mood.ratings.map(\.name), numbers: Mood.ratings.map { Int64($0.rawValue) })
  private static let day = HostParameter("day", .day, "The day that is rated.")
  static let fields = [
    HostResult("date", "string", "The civil day."),
    HostResult("mood", "string?", "A rating's name, or missing."),
    HostResult("value", "integer?", "0 to 4; 5 when missing."),
    HostResult("entry_type", "string?", "header, list, filled_in_missing, import or script."),
    HostResult("recorded_at", "string?", "When the rating was given."),
    HostResult("weekday", "integer", "1 = Sunday to 7 = Saturday."),
    HostResult("can_edit", "boolean", "true for a rating; what is filled in is no event."),
    HostResult("can_delete", "boolean", "As can_edit."), HostResult("note", "string?"),
    HostResult("id", "string?", "The event whose rating counts."),
    HostResult("ratings", "integer", "How often the day was rated."),
    HostResult("superseded", "string[]", "Ids of the ratings that no longer count."),
  ]

  private static func mood(_ call: borrowing HostCall, _ slot: Int) -> Mood? {
    call.choice(slot).map { Mood.ratings[$0] }
  }

  /// A day that has to be given.
  private static func day(_ call: borrowing HostCall) throws(HostFailure) -> CivilDay {
    // Declared as given: without one, the call does not come here.
    try call.day(0) ?? CivilDay(number: 0)
  }

  private static func refuseUnrated(_ call: borrowing HostCall, _ day: CivilDay) {
    call.refuse("not_found", "\(day) is not rated")
  }

  private var record: HostFunction {
    HostFunction(
      "record",
      "Rates a day. Of several ratings of a day the latest counts, of two at one instant the one of "
        + "the greater id; the others are kept as superseded: to change one's mind is to record again.",
      parameters: [
        HostParameter(
          "day", .day, "Not later than the day of at; that day if it is nil.", isOptional: true),
        HostParameter("value", Self.rating),
        HostParameter(
          "options",
          .table(
            [
              HostField("note", .string, "Free text.", isOptional: true),
              HostField(
                "entry_type", .choice(MoodEntryType.names), "script if not given.",
                isOptional: true),
            ] + RecordingOptions.fields), isOptional: true),
      ],
      returns: [HostResult("outcome", "table?", "", fields: OutcomeReply.subjectFields)],
      example: """
        mood.record("2026-02-27", "good", {note = "Rain, and a good book."})
        mood.record(clock.day(), 4)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      guard let mood = Self.mood(call, 1) else { return }
      let note = try call.optionalString(2)
      let type = call.choice(3).flatMap { MoodEntryType(rawValue: UInt8($0)) }
      let recordedOn = try call.eventDay(4, session)
      let day = try call.day(0) ?? recordedOn
      let slots = ["day": 0, "mood": 1, "note": 2, "text": 2, "at": 4, "key": 5]
      let content = try call.checking(slots) { () throws(FieldError) in
        let content = try MoodContent(
          day: day, mood: mood, entryType: type ?? .script, note: note)
        if let problem = content.problem(recordedOn: recordedOn) { throw problem }
        return content
      }
      try context.record(.mood(.record(content)), call, optionsFrom: 4, slots: slots)
    }
  }

  private var update: HostFunction {
    HostFunction(
      "update",
      "Changes the rating of a day that counts, in its place. What is not given stays; false takes "
        + "the note away.",
      parameters: [
        Self.day,
        HostParameter(
          "changes",
          .table([
            HostField("value", Self.rating, isOptional: true),
            HostField("note", .textOrNone, isOptional: true),
          ]), "What is to be different."),
      ],
      returns: [
        HostResult(
          "mood", "table?", "As it is afterwards; nil and an error when the day is not rated.",
          fields: Self.fields)
      ],
      example: """
        mood.record("2026-02-27", "good")
        print(mood.update("2026-02-27", {note = "The roof was mended."}).note)
        """
    ) { [context] call throws(HostFailure) in
      let day = try Self.day(call)
      let (mood, note) = (Self.mood(call, 1), try call.textOrNone(2))
      let session = try context.session()
      do throws(SessionError) {
        guard let rating = try session.folded().moods.rating(of: day) else {
          return Self.refuseUnrated(call, day)
        }
        _ = try session.edit(rating.id, of: .mood) { action throws(SessionError) in
          guard case .mood(.record(let content)) = action else { return action }
          do throws(FieldError) {
            return .mood(
              .record(
                try MoodContent(
                  day: content.day, mood: mood ?? content.mood, entryType: content.entryType,
                  note: note ?? content.note)))
          } catch {
            throw .field(error)
          }
        }
        let moods = try session.folded().moods
        call.reply.json(try session.moodEntry(moods.day(day, today: session.today)).json)
      } catch {
        try call.answer(error, slots: ["text": 2, "note": 2])
      }
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Takes every rating of a day back: the one that counts and those it superseded. Nothing is "
        + "deleted: flint undo brings them back.",
      parameters: [Self.day],
      returns: [
        HostResult(
          "ratings", "integer?",
          "How many there were; nil and an error when the day is not rated.")
      ],
      example: """
        mood.record("2026-02-27", "bad")
        print(mood.remove("2026-02-27"))
        """
    ) { [context] call throws(HostFailure) in
      let day = try Self.day(call)
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
      "Switches filling on: from now on every unrated day between the first rating and yesterday is "
        + "shown as missing. Where it is so already, nothing is recorded.",
      parameters: [
        HostParameter("on", .boolean, "false switches it off; true if not given.", isOptional: true)
      ],
      returns: [
        HostResult(
          "outcome", "table?", "",
          fields: [
            HostResult("id", "string?", "The event that switched it; nil if none ever did.")
          ] + OutcomeReply.subjectFields.dropFirst())
      ],
      example: """
        mood.fill()
        mood.record("2026-02-25", "average")
        for m in mood.each() do print(m.date, m.mood) end
        """
    ) { [context] call throws(HostFailure) in
      let isOn = !call.isPresent(0) || call.boolean(0)
      try context.viewing(call) { session throws(SessionError) in
        if try session.folded().moods.isFilling != isOn {
          OutcomeReply(session).replySubject(
            try session.record(.mood(.fill(isOn))), to: call.reply)
          return call.keepMemory(ScriptContext.eventSize)
        }
        var query = EventQuery(kinds: [.moodFill])
        query.isNewestFirst = true
        query.limit = 1
        call.reply.beginTable()
        call.reply.field("status", constant: "unchanged")
        if let stored = try session.events(query).first {
          call.reply.field("id")
          call.reply.id(stored.event.id)
        }
        call.reply.end()
      }
    }
  }
}
