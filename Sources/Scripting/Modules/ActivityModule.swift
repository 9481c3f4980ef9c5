import JSON
import Lua
import Rules
import Schema
import Sessions

/// `activity`: activities for one's own well-being.
struct ActivityModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "activity", "Activities: check-ins, journal entries, sos sessions and self-care sessions.",
      denial: "the activity module is read-only; record activities with activity.record(…)",
      functions: [record, each, update, remove])
  }

  private static let fields = [
    HostResult("id", "string", "The id: 32 hexadecimal digits."),
    HostResult("kind", "string", "The kind: " + ActivityKind.names.joined(separator: ", ") + "."),
    HostResult("text", "string?", "The text of the activity."),
    HostResult("at", "string", "The time, with its offset from UTC."),
    HostResult("day", "string", "The civil day, YYYY-MM-DD."),
    HostResult("key", "string?", "The key that it was recorded with."),
  ]

  private var record: HostFunction {
    HostFunction(
      "record", "Records an activity and returns its outcome.",
      parameters: [
        HostParameter("kind", .choice(ActivityKind.names), "The kind of activity."),
        HostParameter(
          "text", .string, "The text; required for a journal entry.", isOptional: true),
        RecordingOptions.parameter,
      ],
      returns: [
        HostResult(
          "outcome", "table?", "The outcome; nil and an error if the key is taken.",
          fields: OutcomeReply.subjectFields)
      ],
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
      "Iterates over activities, one table each, earliest first.",
      parameters: [
        HostParameter(
          "filter",
          .table([
            HostField(
              "kind", .choice(ActivityKind.names), "Only activities of this kind.", isOptional: true
            ),
            HostField("since", .time, "The start of the range (inclusive).", isOptional: true),
            .before(.time, "The end of the range (exclusive)."),
            HostField(
              "order", .choice(["oldest", "newest"]),
              "The order by time (default: oldest, that is oldest first).", isOptional: true),
            HostField(
              "limit", .integer(0...Int64.max),
              "The maximum number of activities.", isOptional: true),
          ]), "The activities to include (default: all).", isOptional: true)
      ],
      returns: [
        HostResult(
          "iterator", "fun(): table?",
          "An iterator for a generic for loop.", fields: Self.fields)
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
      query.before = try call.instant(2, session.zone)
      query.isNewestFirst = call.choice(3) == 1
      query.limit = call.isPresent(4) ? Int(clamping: call.integer(4)) : nil
      call.reply.iterator(try EventIterator(session, query) { $0.activityJSON })
    }
  }

  private var update: HostFunction {
    HostFunction(
      "update",
      "Updates an activity without changing its position in history. Fields that are not given "
        + "keep their values; false clears the text.",
      parameters: [
        HostParameter("id", .string, "The id of the activity."),
        HostParameter(
          "changes",
          .table([
            HostField("kind", .choice(ActivityKind.names), "The new kind.", isOptional: true),
            HostField(
              "text", .textOrNone,
              "The new text; false clears it, except for a journal entry.", isOptional: true),
            HostField("at", .time, "The new time.", isOptional: true),
          ]), "The new values."),
      ],
      returns: [
        HostResult(
          "activity", "table?",
          "The updated activity; nil and an error if there is none with this id.",
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
      "Removes an activity and all of its effects. Nothing is deleted: flint undo restores it.",
      parameters: [HostParameter("id", .string, "The id of the activity.")],
      returns: [
        HostResult(
          "removed", "true?",
          "true; nil and an error if there is no activity with this id.")
      ],
      example: """
        local a = activity.record("sos")
        print(activity.remove(a.id))
        """
    ) { [context] call throws(HostFailure) in try context.remove(call, of: .activity) }
  }
}
