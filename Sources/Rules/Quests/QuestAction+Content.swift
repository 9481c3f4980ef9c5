import JSON
import Schema

/// The canonical content of quest events: members in a fixed order, without those that are absent
/// or false. The content of a load event is the whole set, in the form of a quest file.
extension QuestAction: EventAction {
  var content: Content {
    switch self {
    case .load(let set): QuestSet.table.members(of: set)
    case .complete(let node): [("set", .string(node.set)), ("node", .string(node.id))]
    case .reset(let scope, let cascade):
      scope.content + (cascade ? [("cascade", .boolean(true))] : [])
    case .openGate(let gate): [("set", .string(gate.set)), ("gate", .string(gate.id))]
    case .setLevel(let level): level.map { [("level", .integer($0))] } ?? []
    }
  }

  init(_ kind: EventKind, _ content: ContentMembers) throws(FieldError) {
    func reference(_ name: String) throws(FieldError) -> QuestReference {
      QuestReference(set: try content.required("set"), id: try content.required(name))
    }
    switch kind {
    case .questLoad:
      do throws(QuestSetError) {
        self = .load(try QuestFile(reading: content.json, file: "the quest set").set)
      } catch {
        throw FieldError(
          field: "set", expected: "a valid quest set", found: "an invalid one; \(error)")
      }
    case .questComplete: self = .complete(try reference("node"))
    case .questReset:
      let scope: QuestScope =
        if content["node"] != nil {
          .node(try reference("node"))
        } else if content["mission"] != nil {
          .mission(try reference("mission"))
        } else if try content.optional("everything") == true {
          .everything
        } else {
          .set(try content.required("set"))
        }
      self = .reset(scope, cascade: try content.optional("cascade") ?? false)
    case .questGate: self = .openGate(try reference("gate"))
    case .questLevel:
      let level: Int64? = try content.optional("level")
      self = if let level { try .level(level) } else { .setLevel(nil) }
    default: throw .wrongKind(kind)
    }
  }
}

extension QuestScope {
  fileprivate var content: Content {
    switch self {
    case .node(let node): [("set", .string(node.set)), ("node", .string(node.id))]
    case .mission(let mission): [("set", .string(mission.set)), ("mission", .string(mission.id))]
    case .set(let id): [("set", .string(id))]
    case .everything: [("everything", .boolean(true))]
    }
  }
}
