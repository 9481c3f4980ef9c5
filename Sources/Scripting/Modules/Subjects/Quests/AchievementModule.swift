import FlintJSON
import Lua
import FlintRules
import Sessions
import Views

struct AchievementModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "achievement",
      "Achievements: the rungs of ladders, unlocked in order, a maximum of one rung of each "
        + "ladder per day.",
      denial: "achievements cannot be written: they unlock when all of their conditions are met",
      functions: each + [get])
  }

  private var each: [HostFunction] {
    .each(
      "achievements",
      "Iterates over achievements, one table each, ladder by ladder from the lowest rung.",
      parameters: [
        .filter(
          "The achievements to include (default: all).",
          .optional("ladder", .string, "Only achievements of the ladder with this id."),
          .optional(
            "unlocked", .boolean, "true: only unlocked achievements; false: only locked ones."))
      ],
      of: SessionRow<AchievementView>.self,
      example: """
        for a in achievement.each{ladder = "time"} do print(a.title, a.unlocked) end
        """,
      listing: """
        print(#achievement.all{unlocked = false})
        """
    ) { [context] call throws(HostFailure) in
      let ladder = try call.optionalString("ladder")
      let unlocked = call.optionalBoolean("unlocked")
      let ids = try context.session().rulebook.definition.ladders.map(\.id)
      if let ladder, !ids.contains(ladder) {
        throw .unknown(0, "the id of a ladder", ladder, among: ids)
      }
      return try context.viewing(call) { session throws(SessionError) in
        let views = try Self.all(session).filter { view in
          (ladder == nil || view.ladderID == ladder)
            && (unlocked == nil || view.isUnlocked == unlocked)
        }
        return ViewIterator(session.rows(views))
      }
    }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Returns the achievement with an id.",
      parameter: HostParameter("id", .string, "The id of the achievement, such as time-7."),
      returns: HostResult(
        "achievement", "table?", "The achievement; nil if there is none with this id.",
        of: SessionRow<AchievementView>.self),
      example: """
        local a = achievement.get("journaling-1")
        print(a.title, a.unlocked, a.conditions[1].missing)
        """
    ) { [context] call throws(HostFailure) in
      let id = try call.string("id")
      try context.viewing(call) { session throws(SessionError) in
        let view = try Self.all(session).first { $0.id == id }
        call.reply.row(view.map { session.row($0) })
      }
    }
  }

  private static func all(_ session: Session) throws(SessionError) -> [AchievementView] {
    try session.state().journey.achievements(
      of: session.rulebook.definition.ladders, today: session.today)
  }
}
