import Lua
import Rules
import Sessions
import Views

/// `mission`: views of missions.
struct MissionModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "mission", "Missions: targets within a day, a week or a lifetime, with rewards.",
      denial: "missions cannot be written: they complete by themselves when a target is reached",
      functions: [each, get])
  }

  private static let fields = [
    HostResult("id", "string", "The id."), HostResult("title", "string", "The title."),
    HostResult(
      "window", "string",
      "The window: day, week, life, month or a number of days such as 14 days."),
    HostResult("difficulty", "string", "The difficulty: easy, medium, hard or expert."),
    HostResult(
      "progress", "number", "The count or the sum so far, up to the target; sums may have decimals."
    ),
    HostResult("target", "integer", "The count at which the mission completes."),
    HostResult(
      "reward", "integer",
      "The points that it pays."),
    HostResult("status", "string", "The status: available, in_progress, completed or expired."),
    HostResult("deadline", "string?", "The last day of the window."),
    HostResult("completed_at", "string?", "The time of completion within this window."),
    HostResult("completions", "integer", "The total number of completions."),
    HostResult("requires", "string[]?", "The ids of the missions that it requires, if any."),
    HostResult(
      "locked", "boolean?", "Whether one of these has not been completed; absent without any."),
    HostResult("from", "string?", "The first day of its season, if it has one."),
    HostResult("before", "string?", "The first day after its season, if it has one."),
    HostResult(
      "in_season", "boolean", "Whether its season is open; outside it, nothing counts."),
  ]

  private static let day = HostField.optional(
    "day", .day, "The day whose windows are shown (default: today).")

  private var each: HostFunction {
    HostFunction(
      "each", "Iterates over missions, one table each.",
      parameter: .filter(
        "The missions to include (default: all).",
        .optional(
          "window", .choice(of: MissionFilter.Window.self), "Only missions of this window."),
        .optional("difficulty", .choice(Difficulty.names), "Only missions of this difficulty."),
        .optional(
          "status", .choice(of: MissionView.Status.self),
          "Only missions of this status."),
        .optional(
          "sort", .choice(of: MissionFilter.Order.self),
          "The order (default: rulebook, that is as in the rulebook)."),
        Self.day),
      returns: .iterator(over: Self.fields),
      example: """
        for m in mission.each{status = "in_progress", sort = "progress"} do
          print(m.title, m.progress .. "/" .. m.target)
        end
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let filter = MissionFilter(
        window: call.choice("window", of: MissionFilter.Window.self),
        difficulty: call.choice("difficulty").flatMap { Difficulty(rawValue: UInt8($0)) },
        status: call.choice("status", of: MissionView.Status.self),
        order: call.choice("sort", of: MissionFilter.Order.self) ?? .rulebook)
      let day = try call.day("day", try context.session())
      let state = try HostFailure.converting(session.state())
      let views = session.rulebook.missions(
        in: state, filter: filter, day: day, today: session.today)
      call.reply.iterator(MissionIterator(session, views))
    }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Returns the mission with an id.",
      parameters: [HostParameter("id", .string, "The id of the mission."), Self.day],
      returns: HostResult(
        "mission", "table?", "The mission; nil if there is none with this id.", fields: Self.fields),
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
      call.reply.json(views[position].json(session))
    }
  }
}

private final class MissionIterator: HostIterator {
  private let session: Session
  private var views: ArraySlice<MissionView>

  init(_ session: Session, _ views: [MissionView]) {
    self.session = session
    self.views = views[...]
  }

  var footprint: Int { 512 + views.count * 256 }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    guard let view = views.popFirst() else { return false }
    reply.json(view.json(session))
    return true
  }
}
