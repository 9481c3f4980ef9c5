import Lua
import Rules
import Sessions

/// `achievement`: looking at achievements.
struct AchievementModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "achievement",
      "Achievements: the rungs of ladders, reached one after the other, at most one of a ladder a "
        + "day.",
      denial: "achievements cannot be written: they unlock by themselves when all holds that they "
        + "ask for",
      functions: [each, get])
  }

  private static let fields = [
    HostResult("id", "string"), HostResult("ladder", "string", "The ladder's id."),
    HostResult("title", "string"), HostResult("unlocked", "boolean"),
    HostResult("day", "string?", "The day on which it unlocked."),
    HostResult(
      "at", "string?", "The time of the event at which it did; nil when it did as the day opened."),
    HostResult(
      "conditions", "table[]",
      "What it asks for, and how that stands today.", fields: JourneyModule.conditionFields),
  ]

  private var each: HostFunction {
    HostFunction(
      "each",
      "Goes through achievements, ladder by ladder, the lowest first, one table each.",
      parameters: [
        HostParameter(
          "filter",
          .table([
            HostField("ladder", .string, "Only those of this ladder, by its id.", isOptional: true),
            HostField(
              "unlocked", .boolean, "Only those that are, or with false are not.", isOptional: true
            ),
          ]), "Which achievements; all if not given.", isOptional: true)
      ],
      returns: [
        HostResult("iterator", "fun(): table?", "For a generic for.", fields: Self.fields)
      ],
      example: """
        for a in achievement.each{ladder = "time"} do print(a.title, a.unlocked) end
        """
    ) { [context] call throws(HostFailure) in
      let ladder = try call.optionalString(0)
      let unlocked = call.isPresent(1) ? call.boolean(1) : nil
      let ids = try context.session().rulebook.definition.ladders.map(\.id)
      if let ladder, !ids.contains(ladder) {
        throw .unknown(0, "the id of a ladder", ladder, among: ids)
      }
      try context.viewing(call) { session throws(SessionError) in
        let views = try Self.all(session).filter { view in
          (ladder == nil || view.ladderID == ladder)
            && (unlocked == nil || view.isUnlocked == unlocked)
        }
        call.reply.iterator(ViewIterator(views) { $0.json(session) })
      }
    }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Finds an achievement by its id.",
      parameters: [HostParameter("id", .string, "The achievement's id, such as time-7.")],
      returns: [
        HostResult("achievement", "table?", "nil when there is none.", fields: Self.fields)
      ],
      example: """
        local a = achievement.get("journaling-1")
        print(a.title, a.unlocked, a.conditions[1].missing)
        """
    ) { [context] call throws(HostFailure) in
      let id = try call.string(0)
      try context.viewing(call) { session throws(SessionError) in
        let view = try Self.all(session).first { $0.id == id }
        call.reply.json(view?.json(session) ?? .null)
      }
    }
  }

  private static func all(_ session: Session) throws(SessionError) -> [AchievementView] {
    try session.state().journey.achievements(
      of: session.rulebook.definition.ladders, today: session.today)
  }
}
