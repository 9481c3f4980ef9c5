import FlintJSON
import FlintSchema

/// The canonical content of quest events: members in a fixed order, without those that are absent
/// or false. The content of a load event is the whole set, in the form of a quest file.
extension QuestAction: EventAction {
  var content: Content {
    switch self {
    case .load(let set): QuestSet.table.members(of: set)
    case .complete(let node): node.content("node")
    case .reset(let scope, let cascade):
      scope.content + (cascade ? [("cascade", .boolean(true))] : [])
    case .openGate(let gate): gate.content("gate")
    case .setLevel(let level): level.map { [("level", .integer($0))] } ?? []
    }
  }

  init(_ kind: EventKind, _ content: ContentMembers) throws(FieldError) {
    switch kind {
    case .questLoad:
      do throws(QuestSetError) {
        self = .load(try QuestFile(reading: content.json, file: "the quest set").set)
      } catch {
        throw FieldError(
          field: "set", expected: "a valid quest set", found: "an invalid one; \(error)")
      }
    case .questComplete: self = .complete(try QuestReference("node", content))
    case .questReset:
      let scope: QuestScope =
        if content["node"] != nil {
          .node(try QuestReference("node", content))
        } else if content["mission"] != nil {
          .mission(try QuestReference("mission", content))
        } else if try content.optional("everything") == true {
          .everything
        } else {
          .set(try content.required("set"))
        }
      self = .reset(scope, cascade: try content.optional("cascade") ?? false)
    case .questGate: self = .openGate(try QuestReference("gate", content))
    case .questLevel:
      let level: Int64? = try content.optional("level")
      self = if let level { try .level(level) } else { .setLevel(nil) }
    default: throw .wrongKind(kind)
    }
  }
}

/// The members that name a node, a mission or a gate.
extension QuestReference {
  fileprivate func content(_ kind: String) -> Content {
    [("set", .string(set)), (kind, .string(id))]
  }

  fileprivate init(_ kind: String, _ content: ContentMembers) throws(FieldError) {
    self.init(set: try content.required("set"), id: try content.required(kind))
  }
}

extension QuestScope {
  fileprivate var content: Content {
    switch self {
    case .node(let node): node.content("node")
    case .mission(let mission): mission.content("mission")
    case .set(let id): [("set", .string(id))]
    case .everything: [("everything", .boolean(true))]
    }
  }
}
