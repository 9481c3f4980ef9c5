import JSON
import Lua
import Rules
import Sessions
import Views

/// `achievement`: views of achievements.
struct AchievementModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "achievement",
      "Achievements: the rungs of ladders, unlocked in order, a maximum of one rung of each "
        + "ladder per day.",
      denial: "achievements cannot be written: they unlock when all of their conditions are met",
      functions: [each, get])
  }

  private static let fields = [
    HostResult("id", "string", "The id."),
    HostResult("ladder", "string", "The id of the ladder."),
    HostResult("title", "string", "The title."),
    HostResult("unlocked", "boolean", "Whether it is unlocked."),
    HostResult("day", "string?", "The day on which it was unlocked."),
    HostResult(
      "at", "string?",
      "The time of the event that unlocked it; nil if it unlocked when the day began."),
    HostResult(
      "conditions", "table[]",
      "The conditions, with their values as of today.", fields: JourneyModule.conditionFields),
  ]

  private var each: HostFunction {
    HostFunction(
      "each",
      "Iterates over achievements, one table each, ladder by ladder from the lowest rung.",
      parameter: .filter(
        "The achievements to include (default: all).",
        .optional("ladder", .string, "Only achievements of the ladder with this id."),
        .optional(
          "unlocked", .boolean, "true: only unlocked achievements; false: only locked ones.")),
      returns: .iterator(over: Self.fields),
      example: """
        for a in achievement.each{ladder = "time"} do print(a.title, a.unlocked) end
        """
    ) { [context] call throws(HostFailure) in
      let ladder = try call.optionalString("ladder")
      let unlocked = call.optionalBoolean("unlocked")
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
      "get", "Returns the achievement with an id.",
      parameter: HostParameter("id", .string, "The id of the achievement, such as time-7."),
      returns: HostResult(
        "achievement", "table?", "The achievement; nil if there is none with this id.",
        fields: Self.fields),
      example: """
        local a = achievement.get("journaling-1")
        print(a.title, a.unlocked, a.conditions[1].missing)
        """
    ) { [context] call throws(HostFailure) in
      let id = try call.string("id")
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
