import Calendar
package import JSON
package import Rules
package import Sessions

extension QuestSetView {
  /// The set as JSON.
  package var json: JSONValue {
    .object([
      ("id", .string(self.set.id)), ("name", .string(self.set.name)),
      ("category", self.set.category.map { .string($0) } ?? .null),
      ("done", .integer(Int64(completedNodes))), ("nodes", .integer(Int64(nodeCount))),
      ("missions", .integer(Int64(missionCount))),
      ("missions_complete", .integer(Int64(completeMissions))),
      ("missions_empty", .integer(Int64(emptyMissions))), ("complete", .boolean(isComplete)),
    ])
  }
}

extension QuestMissionView {
  /// The mission as JSON.
  package var json: JSONValue {
    .object([
      ("set", .string(self.set)), ("id", .string(mission.id)), ("title", .string(mission.title)),
      ("number", mission.number.map { .string($0) } ?? .null),
      ("done", .integer(Int64(completedNodes))), ("nodes", .integer(Int64(nodeCount))),
      ("status", .string(status.rawValue)),
    ])
  }
}

extension QuestNodeView {
  /// The node as JSON.
  package func json(_ session: Session) -> JSONValue {
    .object([
      ("set", .string(self.set)), ("mission", .string(mission)), ("id", .string(node.id)),
      ("title", .string(node.title)),
      ("description", node.description.map { .string($0) } ?? .null),
      ("zone", node.location?.zone.map { .string($0) } ?? .null),
      ("npc", node.location?.npc.map { .string($0) } ?? .null),
      ("coordinates", node.location?.coordinates.map { .string($0) } ?? .null),
      ("status", .string(status.rawValue)),
      ("waits_for", lock.map { .string($0.description) } ?? .null),
      ("dependencies", .array(node.dependencies.map { .string($0) })),
      ("completed_at", completion.map { .string(session.zone.text($0.at)) } ?? .null),
    ])
  }
}

extension QuestGateView {
  /// The gate as JSON.
  package var json: JSONValue {
    .object([
      ("set", .string(self.set)), ("mission", .string(mission)), ("id", .string(gate.id)),
      ("type", .string(gate.type.rawValue)), ("requirement", .string(gate.requirement)),
      ("description", gate.description.map { .string($0) } ?? .null),
      ("open", .boolean(isOpen)), ("by_hand", .boolean(opensByHand)),
      ("after_node", gate.afterNodeID.map { .string($0) } ?? .null),
      ("nodes", .integer(Int64(nodeCount))),
    ])
  }
}
