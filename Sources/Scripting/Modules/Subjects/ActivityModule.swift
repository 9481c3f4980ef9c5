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
      denial: "the activity module is read-only; record activities with activity.add{…}",
      functions: [add, get] + each + [update, remove])
  }

  private static let content = Activity.schema.declarations

  private var add: HostFunction {
    let body: HostFunction.Body = { [context] call throws(HostFailure) in
      try context.record(Activity.self, call)
    }
    let add = HostFunction(
      "add", "Records an activity and returns its outcome.",
      parameter: .table(
        "activity", "The fields of the activity.",
        Self.content.map(\.hostField) + RecordingOptions.fields),
      returns: .outcome("The outcome; nil and an error if the key is taken."),
      example: """
        activity.add{kind = "journal", text = "Slept well, and walked to the mill."}
        activity.add{kind = "self_care", at = clock.day() .. "T08:00"}
        """, body: body)
    return add.replacing(
      [
        HostFunction(
          "record", add.summary,
          parameters: Self.content.map(\.hostField) + [RecordingOptions.parameter],
          returns: add.returns[0], body: body)
      ], by: "add{kind = …, text = …}")
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Returns the activity with an id.",
      parameter: HostParameter("id", .string, "The id of the activity."),
      returns: HostResult(
        "activity", "table?",
        "The activity; nil if there is none with this id, nil and an error if several ids begin with it.",
        of: ActivityRow.self),
      example: """
        local a = activity.add{kind = "sos"}
        print(activity.get(a.id).day)
        """
    ) { [context] call throws(HostFailure) in
      guard let id = try context.id("id", of: ReferenceScope(.activity), call, isQuery: true) else {
        return
      }
      try context.viewing(call) { session throws(SessionError) in
        call.reply.row(try session.reader.event(id: id).flatMap { ActivityRow($0, session) })
      }
    }
  }

  private var each: [HostFunction] {
    .each(
      "activities",
      "Iterates over activities, one table each, earliest first.",
      parameters: [
        .filter(
          "The activities to include (default: all).",
          .optional("kind", .choice(ActivityKind.names), "Only activities of this kind."),
          .optional("since", .time, "The start of the range (inclusive)."),
          .before(.time, "The end of the range (exclusive)."),
          .order,
          .limit("The maximum number of activities."))
      ],
      of: ActivityRow.self,
      example: """
        activity.add{kind = "journal", text = "A quiet day."}
        for a in activity.each{kind = "journal", order = "newest", limit = 5} do
          print(a.day, a.text)
        end
        """,
      listing: """
        print(#activity.all{since = "-7d"})
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
      return try PagedIterator(session, query) { stored, reply in
        guard let row = ActivityRow(stored, session) else { return false }
        reply.row(row)
        return true
      }
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
        local a = activity.add{kind = "journal", text = "Slept wel."}
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
        local a = activity.add{kind = "sos"}
        print(activity.remove(a.id))
        """
    ) { [context] call throws(HostFailure) in try context.remove(call, of: .activity) }
  }
}
