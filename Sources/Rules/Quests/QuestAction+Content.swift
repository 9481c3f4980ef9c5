/// The canonical content of quest events, from which their ids are computed and which profiles
/// store.
extension QuestAction {
  /// Writes the canonical content: members in a fixed order, without those that are absent or
  /// false. The content of a load event is the whole set, in the form of a quest file.
  public func write(to content: inout ContentWriter) {
    switch self {
    case .load(let set): set.write(to: &content)
    case .complete(let node):
      content.write("set", node.set)
      content.write("node", node.id)
    case .reset(let scope, let cascade):
      scope.write(to: &content)
      if cascade { content.write("cascade", true) }
    case .openGate(let gate):
      content.write("set", gate.set)
      content.write("gate", gate.id)
    case .setLevel(let level): content.write("level", level)
    }
  }

  /// Reads the content of an event; unknown members are ignored.
  ///
  /// - Throws: `ContentError` when a member is missing or invalid, or when `kind` is not a kind of
  ///   quest event.
  public static func read(
    _ kind: EventKind, _ content: inout ContentReader
  ) throws(ContentError) -> QuestAction {
    if kind == .questLoad { return .load(try QuestSet(&content)) }
    let members = try Members(&content)
    switch kind {
    case .questComplete:
      return .complete(try members.reference(members.node, "node"))
    case .questReset: return .reset(try members.scope(), cascade: members.cascade)
    case .questGate: return .openGate(try members.reference(members.gate, "gate"))
    case .questLevel:
      guard let level = members.level else { return .setLevel(nil) }
      do {
        return try .level(level)
      } catch {
        throw ContentError(error.description)
      }
    default: throw ContentError("expected an event about quests, got \(kind.name)")
    }
  }
}

extension QuestScope {
  fileprivate func write(to content: inout ContentWriter) {
    switch self {
    case .node(let node):
      content.write("set", node.set)
      content.write("node", node.id)
    case .mission(let mission):
      content.write("set", mission.set)
      content.write("mission", mission.id)
    case .set(let id): content.write("set", id)
    case .everything: content.write("everything", true)
    }
  }
}

/// The members of the content of any quest event except a load.
private struct Members {
  var set: String?
  var node: String?
  var mission: String?
  var gate: String?
  var level: Int64?
  var cascade = false
  var everything = false

  init(_ content: inout ContentReader) throws(ContentError) {
    while let name = try content.next() {
      switch name {
      case "set": set = try content.string()
      case "node": node = try content.string()
      case "mission": mission = try content.string()
      case "gate": gate = try content.string()
      case "level": level = try content.integer()
      case "cascade": cascade = try content.boolean()
      case "everything": everything = try content.boolean()
      default: _ = try content.json()
      }
    }
  }

  func required<Value>(_ value: Value?, _ name: String) throws(ContentError) -> Value {
    guard let value else { throw ContentError("field \"\(name)\": expected a value, got none") }
    return value
  }

  func reference(_ id: String?, _ name: String) throws(ContentError) -> QuestReference {
    QuestReference(set: try required(set, "set"), id: try required(id, name))
  }

  func scope() throws(ContentError) -> QuestScope {
    if node != nil { return .node(try reference(node, "node")) }
    if mission != nil { return .mission(try reference(mission, "mission")) }
    if everything { return .everything }
    return .set(try required(set, "set"))
  }
}
