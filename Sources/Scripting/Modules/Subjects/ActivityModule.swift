import FlintCalendar
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// `activity`: activities for one's own well-being.
struct ActivityModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "activity", "Activities: check-ins, journal entries, sos sessions and self-care sessions.",
      denial: "the activity module is read-only; record activities with activity.record(…)",
      functions: [record, each, update, remove])
  }

  private static let content = Activity.schema.declarations

  private var record: HostFunction {
    HostFunction(
      "record", "Records an activity and returns its outcome.",
      parameters: Self.content.map(\.hostField) + [RecordingOptions.parameter],
      returns: .outcome("The outcome; nil and an error if the key is taken."),
      example: """
        activity.record("journal", "Slept well, and walked to the mill.")
        activity.record("self_care", nil, {at = clock.day() .. "T08:00"})
        """
    ) { [context] call throws(HostFailure) in
      try context.record(Activity.self, call)
    }
  }

  private var each: HostFunction {
    HostFunction(
      "each",
      "Iterates over activities, one table each, earliest first.",
      parameter: .filter(
        "The activities to include (default: all).",
        .optional("kind", .choice(ActivityKind.names), "Only activities of this kind."),
        .optional("since", .time, "The start of the range (inclusive)."),
        .before(.time, "The end of the range (exclusive)."),
        .order,
        .limit("The maximum number of activities.")),
      returns: .iterator(of: ActivityRow.self),
      example: """
        activity.record("journal", "A quiet day.")
        for a in activity.each{kind = "journal", order = "newest", limit = 5} do
          print(a.day, a.text)
        end
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      var query = EventQuery(kinds: [.activity])
      if let kind = call.choice("kind") {
        query.members = [("activity", [ActivityKind.names[kind]])]
      }
      query.since = try call.instant("since", session, as: .bound)
      query.before = try call.instant("before", session, as: .bound)
      query.isNewestFirst = call.isNewestFirst
      query.limit = call.limit
      call.reply.iterator(
        try PagedIterator(session, query) { stored, reply in
          guard let row = ActivityRow(stored, session) else { return false }
          reply.row(row)
          return true
        })
    }
  }

  private var update: HostFunction {
    HostFunction(
      "update",
      "Updates an activity without changing its position in history. Fields that are not given "
        + "keep their values; false clears the text.",
      parameters: [
        HostParameter("id", .string, "The id of the activity."),
        .table(
          "changes", "The new values.",
          Self.content.map(\.hostChange) + [
            .optional("at", .time, "The new time.")
          ]),
      ],
      returns: HostResult(
        "activity", "table?",
        "The updated activity; nil and an error if there is none with this id.",
        of: ActivityRow.self),
      example: """
        local a = activity.record("journal", "Slept wel.")
        print(activity.update(a.id, {text = "Slept well."}).text)
        """
    ) { [context] call throws(HostFailure) in
      guard let id = try context.id("id", of: ReferenceScope(.activity), call) else { return }
      let session = try context.session()
      let change = try call.change(Activity.self, session).change
      let time = try call.time("at", try context.session())
      do throws(SessionError) {
        call.reply.row(ActivityRow(try session.edit(id, change, at: time), session))
      } catch {
        try call.answer(error)
      }
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Removes an activity and all of its effects. Nothing is deleted: flint undo restores it.",
      parameter: HostParameter("id", .string, "The id of the activity."),
      returns: .removed("true; nil and an error if there is no activity with this id."),
      example: """
        local a = activity.record("sos")
        print(activity.remove(a.id))
        """
    ) { [context] call throws(HostFailure) in try context.remove(call, of: .activity) }
  }
}
