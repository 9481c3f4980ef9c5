import Lua
import FlintRules
import Sessions
import Views

struct MissionModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "mission", "Missions: targets within a day, a week or a lifetime, with rewards.",
      denial: "missions cannot be written: they complete by themselves when a target is reached",
      functions: each + [nearest, get])
  }

  private static let day = HostField.optional(
    "day", .day, "The day whose windows are shown (default: today).")

  private var each: [HostFunction] {
    .each(
      "missions", "Iterates over missions, one table each.",
      parameters: [
        .filter(
          "The missions to include (default: all).",
          .optional(
            "window", .choice(of: MissionView.Filter.Window.self), "Only missions of this window."),
          .optional("difficulty", .choice(Difficulty.names), "Only missions of this difficulty."),
          .optional(
            "status", .choice(of: MissionView.Status.self),
            "Only missions of this status."),
          .optional(
            "order", .choice(of: MissionView.Filter.Order.self),
            "The order (default: rulebook, that is as in the rulebook)."),
          .former("sort", .choice(of: MissionView.Filter.Order.self), now: "order"),
          Self.day)
      ],
      of: SessionRow<MissionView>.self,
      example: """
        for m in mission.each{status = "in_progress", order = "progress"} do
          print(m.title, m.progress .. "/" .. m.target)
        end
        """,
      listing: """
        print(#mission.all{window = "day"})
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let filter = MissionView.Filter(
        window: call.choice("window", of: MissionView.Filter.Window.self),
        difficulty: call.choice("difficulty").flatMap { Difficulty(rawValue: UInt8($0)) },
        status: call.choice("status", of: MissionView.Status.self),
        order: call.choice("order", of: MissionView.Filter.Order.self)
          ?? call.choice("sort", of: MissionView.Filter.Order.self) ?? .rulebook)
      let day = try call.day("day", try context.session())
      let state = try HostFailure.converting(session.state())
      let views = session.rulebook.missions(
        in: state, filter: filter, day: day, today: session.today)
      return ViewIterator(session.rows(views))
    }
  }

  private var nearest: HostFunction {
    HostFunction(
      "nearest",
      "Returns what the profile is nearest to: the next level, a set of cards and three missions.",
      returns: HostResult("nearest", "table", "What is nearest.", of: SessionRow<Nearest>.self),
      example: """
        local near = mission.nearest()
        print(near.level, near.points, near.missions[1] and near.missions[1].title)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let state = try HostFailure.converting(session.state())
      call.reply.row(
        session.row(session.rulebook.nearest(in: state, today: session.today)))
    }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Returns the mission with an id.",
      parameters: [HostParameter("id", .string, "The id of the mission."), Self.day],
      returns: HostResult(
        "mission", "table?", "The mission; nil if there is none with this id.",
        of: SessionRow<MissionView>.self),
      example: """
        print(mission.get("first-steps").target)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let day = try call.day("day", try context.session())
      guard let position = session.rulebook.missionPosition(id: try call.string("id")) else {
        return call.reply.nil()
      }
      let state = try HostFailure.converting(session.state())
      let views = session.rulebook.missions(in: state, day: day, today: session.today)
      call.reply.row(session.row(views[position]))
    }
  }
}
