import Lua
import Rules
import Sessions

/// `activity`: what somebody did for themselves.
struct ActivityModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "activity", "Activities: coming by, journal entries, sos and self-care sessions.",
      denial: "the activity module is read-only; record activities with activity.record(…)",
      functions: [record, each, update, remove])
  }

  private static let fields = [
    HostResult("id", "string", "32 hexadecimal digits."),
    HostResult("kind", "string", ActivityKind.names.joined(separator: ", ") + "."),
    HostResult("text", "string?", "What was written."),
    HostResult("at", "string", "When, with its offset."),
    HostResult("day", "string", "The civil day."), HostResult("key", "string?"),
  ]

  private var record: HostFunction {
    HostFunction(
      "record", "Records an activity.",
      parameters: [
        HostParameter("kind", .choice(ActivityKind.names)),
        HostParameter(
          "text", .string, "What was written; a journal entry must have it.", isOptional: true),
        RecordingOptions.parameter,
      ],
      returns: [HostResult("outcome", "table?", "", fields: OutcomeReply.subjectFields)],
      example: """
        activity.record("journal", "Slept well, and walked to the mill.")
        activity.record("self_care", nil, {at = clock.day() .. "T08:00"})
        """
    ) { [context] call throws(HostFailure) in
      guard let kind = Self.kind(call, 0) else { return }
      let text = try call.optionalString(1)
      let slots = ["text": 1, "at": 2, "key": 3]
      let activity = try call.checking(slots) { () throws(FieldError) in
        try Activity(kind, text: text)
      }
      try context.record(.journey(.activity(activity)), call, optionsFrom: 2, slots: slots)
    }
  }

  private static func kind(_ call: borrowing HostCall, _ slot: Int) -> ActivityKind? {
    call.choice(slot).flatMap { ActivityKind(rawValue: UInt8($0)) }
  }

  private var each: HostFunction {
    HostFunction(
      "each",
      "Goes through activities, one table each, earliest first.",
      parameters: [
        HostParameter(
          "filter",
          .table([
            HostField("kind", .choice(ActivityKind.names), isOptional: true),
            HostField("since", .time, "From this time on.", isOptional: true),
            .until(.time, "Before this time."),
            HostField(
              "order", .choice(["oldest", "newest"]), "oldest if not given.", isOptional: true),
            HostField("limit", .integer(0...Int64.max), "At most so many.", isOptional: true),
          ]), "Which activities; all if not given.", isOptional: true)
      ],
      returns: [
        HostResult("iterator", "fun(): table?", "For a generic for.", fields: Self.fields)
      ],
      example: """
        activity.record("journal", "A quiet day.")
        for a in activity.each{kind = "journal", order = "newest", limit = 5} do
          print(a.day, a.text)
        end
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      var query = EventQuery(kinds: [.activity])
      if let kind = Self.kind(call, 0) { query.members = [("activity", [kind.name])] }
      query.since = try call.instant(1, session.zone)
      query.until = try call.instant(2, session.zone)
      query.isNewestFirst = call.choice(3) == 1
      query.limit = call.isPresent(4) ? Int(clamping: call.integer(4)) : nil
      call.reply.iterator(try EventIterator(session, query) { $0.activityJSON })
    }
  }

  private var update: HostFunction {
    HostFunction(
      "update",
      "Changes an activity, in its place. What is not given stays; false takes the text away.",
      parameters: [
        HostParameter("id", .string, "The activity's id."),
        HostParameter(
          "changes",
          .table([
            HostField("kind", .choice(ActivityKind.names), isOptional: true),
            HostField(
              "text", .textOrNone, "A journal entry must have it.", isOptional: true),
            HostField("at", .time, "Another time.", isOptional: true),
          ]), "What is to be different."),
      ],
      returns: [
        HostResult(
          "activity", "table?", "As it is afterwards; nil and an error when there is none.",
          fields: Self.fields)
      ],
      example: """
        local a = activity.record("journal", "Slept wel.")
        print(activity.update(a.id, {text = "Slept well."}).text)
        """
    ) { [context] call throws(HostFailure) in
      let id = try call.id(0)
      let (kind, text) = (Self.kind(call, 1), try call.textOrNone(2))
      let session = try context.session()
      let time = try call.time(3)
      do throws(SessionError) {
        let stored = try session.edit(id, of: .activity, at: time) {
          action throws(SessionError) in
          guard case .journey(.activity(let old)) = action else { return action }
          do throws(FieldError) {
            return .journey(
              .activity(try Activity(kind ?? old.kind, text: text ?? old.text)))
          } catch {
            throw .field(error)
          }
        }
        call.reply.json(stored.activityJSON ?? .null)
      } catch {
        try call.answer(error, slots: ["text": 2, "at": 3])
      }
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Takes an activity back, with everything that followed from it. Nothing is deleted: flint "
        + "undo brings it back.",
      parameters: [HostParameter("id", .string, "The activity's id.")],
      returns: [HostResult("removed", "true?", "nil and an error when there is none.")],
      example: """
        local a = activity.record("sos")
        print(activity.remove(a.id))
        """
    ) { [context] call throws(HostFailure) in try context.remove(call, of: .activity) }
  }
}
