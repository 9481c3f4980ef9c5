package import FlintRules
package import FlintSchema
import Sessions

extension QuestSetView: ResultRow {
  package static let schema = ResultSchema<QuestSetView>(
    "QuestSet", "A quest set with its progress.",
    shown: [
      "id", "name", "category", "done", "nodes", "missions", "missions_complete",
      "missions_empty",
    ],
    [
      ResultField("id", \.set.id, "The id."),
      ResultField("name", \.set.name, "The name."),
      ResultField("category", \.set.category, "The category."),
      ResultField("done", \.completedNodes, "The number of completed nodes."),
      ResultField("nodes", \.nodeCount, "The number of nodes."),
      ResultField("missions", \.missionCount, "The number of missions."),
      ResultField(
        "missions_complete", \.completeMissions, "The number of complete missions."),
      ResultField("missions_empty", \.emptyMissions, "The number of missions without nodes."),
      ResultField("complete", \.isComplete, "Whether it has nodes and all are completed."),
    ])
}

extension QuestMissionView: ResultRow {
  package static let schema = ResultSchema<QuestMissionView>(
    "QuestMission", "A mission of a quest set.",
    shown: ["set", "id", "number", "title", "done", "nodes", "status"],
    [
      ResultField("set", \.set, "The id of the set."),
      ResultField("id", \.mission.id, "The id of the mission."),
      ResultField("title", \.mission.title, "The title."),
      ResultField("number", \.mission.number, "The number, such as 1-1."),
      ResultField("done", \.completedNodes, "The number of completed nodes."),
      ResultField("nodes", \.nodeCount, "The number of nodes."),
      ResultField(
        "status", .text, "The status: empty, untouched, in_progress or complete.",
        text: { $0.status.rawValue.replacing("_", with: " ") }
      ) { .name($0.status.rawValue) },
    ])
}

extension QuestNodeView: SessionView {
  package static let schema = ResultSchema<SessionRow<QuestNodeView>>(
    "QuestNode", "A node of a quest mission.",
    shown: [
      "set", "mission", "id", "status", "title", "zone", "npc", "coordinates", "waits_for",
    ],
    [
      ResultField("set", \.view.set, "The id of the set."),
      ResultField("mission", \.view.mission, "The id of the mission."),
      ResultField("id", \.view.node.id, "The id of the node."),
      ResultField("title", \.view.node.title, "The title."),
      ResultField("description", \.view.node.description, "The description."),
      ResultField("zone", \.view.node.location?.zone, "The region of the location."),
      ResultField("npc", \.view.node.location?.npc, "The character at the location."),
      ResultField("coordinates", \.view.node.location?.coordinates, "The coordinates on a map."),
      ResultField("status", .text, "The status: completed, available or locked.") {
        .name($0.view.status.rawValue)
      },
      ResultField(
        "waits_for", \.view.lock?.description,
        "The dependency or gate that a locked node waits for."),
      ResultField("dependencies", .list, "The ids of the nodes that must be completed before.") {
        .list($0.view.node.dependencies)
      },
      ResultField(
        "completed_at", .time, "The time of completion.", isOptional: true
      ) { $0.time($0.view.completion?.at) },
    ])
}

extension QuestGateView: ResultRow {
  package static let schema = ResultSchema<QuestGateView>(
    "QuestGate", "A gate of a quest mission.",
    shown: ["set", "mission", "id", "type", "requirement", "open", "by_hand", "after_node"],
    [
      ResultField("set", \.set, "The id of the set."),
      ResultField("mission", \.mission, "The id of the mission."),
      ResultField("id", \.gate.id, "The id of the gate."),
      ResultField("type", .text, "The type of requirement.") { .name($0.gate.type.rawValue) },
      ResultField(
        "requirement", \.gate.requirement, "The requirement: an id, a level or a text."),
      ResultField("description", \.gate.description, "The description."),
      ResultField("open", \.isOpen, "Whether it is open."),
      ResultField("by_hand", \.opensByHand, "Whether quest.open_gate opens it."),
      ResultField(
        "after_node", \.gate.afterNodeID,
        "The id of the node after which it blocks; nil if it blocks the whole mission."),
      ResultField("nodes", \.nodeCount, "The number of nodes that it blocks."),
    ])
}
