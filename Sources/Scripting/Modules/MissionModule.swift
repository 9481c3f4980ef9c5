import Lua
import Rules
import Sessions

/// `mission`: looking at missions.
struct MissionModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "mission", "Missions: what they ask, how far they are, what they pay.",
      denial: "missions cannot be written: they complete by themselves when a target is reached",
      functions: [each, get])
  }

  private static let fields = [
    HostResult("id", "string"), HostResult("title", "string"),
    HostResult("window", "string", "day, week or life."), HostResult("difficulty", "string"),
    HostResult("progress", "integer", "Never more than the target."),
    HostResult("target", "integer"), HostResult("reward", "integer", "Points."),
    HostResult("status", "string", "available, in_progress, completed or expired."),
    HostResult("deadline", "string?", "The window's last day."),
    HostResult("completed_at", "string?", "When, in this window."),
    HostResult("completions", "integer", "How often in all."),
    HostResult("from", "string?", "Its season's first day, if it has one."),
    HostResult("before", "string?", "The first day after its season."),
    HostResult(
      "in_season", "boolean", "Whether its season is on; before and after it nothing counts."),
  ]

  private static let day = HostField(
    "day", .day, "The day whose windows are meant; today if not given.", isOptional: true)

  private var each: HostFunction {
    HostFunction(
      "each", "Goes through missions, one table each.",
      parameters: [
        HostParameter(
          "filter",
          .table([
            HostField("window", .choice(Window.names), isOptional: true),
            HostField("difficulty", .choice(Difficulty.names), isOptional: true),
            HostField(
              "status", .choice(MissionView.Status.allCases.map(\.rawValue)), isOptional: true),
            HostField(
              "sort", .choice(MissionFilter.Order.allCases.map(\.rawValue)),
              "rulebook if not given.", isOptional: true),
            Self.day,
          ]), "Which missions; all if not given.", isOptional: true)
      ],
      returns: [
        HostResult("iterator", "fun(): table?", "For a generic for.", fields: Self.fields)
      ],
      example: """
        for m in mission.each{status = "in_progress", sort = "progress"} do
          print(m.title, m.progress .. "/" .. m.target)
        end
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let filter = MissionFilter(
        window: call.choice(0).flatMap { Window(rawValue: UInt8($0)) },
        difficulty: call.choice(1).flatMap { Difficulty(rawValue: UInt8($0)) },
        status: call.choice(2).map { MissionView.Status.allCases[$0] },
        order: call.choice(3).map { MissionFilter.Order.allCases[$0] } ?? .rulebook)
      let day = try call.day(4)
      do throws(SessionError) {
        let views = session.rulebook.missions(
          in: try session.state(), filter: filter, day: day, today: session.today)
        call.reply.iterator(MissionIterator(session, views))
      } catch {
        throw HostFailure(error)
      }
    }
  }

  private var get: HostFunction {
    HostFunction(
      "get", "Finds a mission by its id.",
      parameters: [HostParameter("id", .string, "The mission's id."), Self.day],
      returns: [HostResult("mission", "table?", "nil when there is none.", fields: Self.fields)],
      example: """
        print(mission.get("first-steps").target)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let day = try call.day(1)
      guard let position = session.rulebook.missionPosition(id: try call.string(0)) else {
        return call.reply.nil()
      }
      do throws(SessionError) {
        let views = session.rulebook.missions(
          in: try session.state(), day: day, today: session.today)
        call.reply.json(views[position].json(session))
      } catch {
        throw HostFailure(error)
      }
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
