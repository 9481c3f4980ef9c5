package import FlintJSON
package import FlintSchema

extension QuestSet {
  /// The keys of a quest set's file.
  package static let table = TableSchema(
    kind: "set", blank: QuestSet(id: "", name: "", missions: []),
    [
      TableField("id", \.id, .id, "The id of the set (case-insensitive)."),
      TableField("name", \.name, .text, "The name."),
      TableField("category", \.category, .text, "The category: a text."),
      TableField("source", \.source, .text, "The source of its contents: a text."),
      TableField("sourceUrl", \.sourceURL, .text, "The address of the source: a text."),
      TableField(
        "lastScraped", \.lastScraped, .text,
        "The time at which its contents were collected: any text."),
      TableField(
        "lastKnownUpdate", \.lastKnownUpdate, .text,
        "The time up to which its contents are known to be correct: any text."),
      TableField(
        "totalMissions", \.totalMissions, .fileWhole,
        "The number of missions in the source: a whole number."),
      TableField(
        "missions", \.missions, .list(of: .table(QuestMission.table)),
        "The missions: a list, which may be empty."),
    ])

  /// The set as JSON, in the form of a file: keys in a fixed order, without those that are absent
  /// or empty. Reading the JSON returns an equal set.
  package var json: JSONValue { Self.table.json(self) }
}

extension QuestMission {
  package static let table = TableSchema(
    kind: "mission", blank: QuestMission(id: "", title: "", nodes: [], gates: []),
    [
      TableField("id", \.id, .id, "The id of the mission, unique within the set."),
      TableField("title", \.title, .text, "The title."),
      TableField(
        "number", \.number, .textOrWhole,
        "The number, such as `1-1`: a text or a whole number."),
      TableField("url", \.url, .text, "The address of a page about it: a text."),
      TableField(
        "nodes", \.nodes, optional: .list(of: .table(QuestNode.table)),
        "The nodes: a list. A mission without nodes is empty, and never complete."),
      TableField(
        "gates", \.gates, optional: .list(of: .table(QuestGate.table)), "The gates: a list."),
    ])
}

extension QuestNode {
  package static let table = TableSchema(
    kind: "node", blank: QuestNode(id: "", orderIndex: 0, title: "", dependencies: []),
    [
      TableField("id", \.id, .id, "The id of the node, unique within the set."),
      TableField(
        "orderIndex", \.orderIndex, .fileWhole,
        "The position in the mission: a whole number, usually from 0."),
      TableField("title", \.title, .text, "The title."),
      TableField("description", \.description, .text, "The description."),
      TableField(
        "dependencies", \.dependencies, optional: .list(of: .id),
        "The ids of the nodes, of any mission of the set, that must be completed before: a list."),
      TableField(
        "location", .table(QuestLocation.table), "The location: an object, see below.",
        get: { $0.location }, set: { $0.location = $1 == QuestLocation() ? nil : $1 }),
    ])
}

extension QuestLocation {
  /// The keys of a node's `location`.
  package static let table = TableSchema(
    blank: QuestLocation(),
    [
      TableField(
        "coordinates", \.coordinates, .text, "The coordinates on a map, such as `H-8`: a text."),
      TableField("zone", \.zone, .text, "The region: a text."),
      TableField("npc", \.npc, .text, "The character at the location: a text."),
    ])
}

extension QuestGate {
  package static let table = TableSchema(
    kind: "gate", blank: QuestGate(id: "", type: .other, requirement: ""),
    [
      TableField("id", \.id, .id, "The id of the gate, unique within the set."),
      TableField(
        "type", \.type, .choice(of: Requirement.allCases, blank: .other) { $0.rawValue },
        "The type of requirement: one of the types below."),
      TableField(
        "afterNodeId", .id,
        "The id of a node of the mission: the gate blocks the nodes with a greater `orderIndex` "
          + "than that of this node (default: it blocks the whole mission).",
        get: { $0.afterNodeID },
        // An id that cannot be read is not absent: the gate does not block the whole mission.
        set: { $0.afterNodeID = $1 ?? "" }),
      TableField(
        "requirement", \.requirement, .textOrWhole,
        "The requirement: an id, a level or any text; a text or a whole number."),
      TableField(
        "description", \.description, .text, "The description of the requirement."),
    ])
}

extension TableType where Value == String {
  /// The type of ids; one that could not be read is empty.
  fileprivate static let id = TableType("an id: a text or a whole number", blank: "") {
    value throws(TableProblem) in
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .integer(let number): String(number)
    default: nil
    }
  } json: {
    .string($0)
  }
}

extension TableType where Value == Int64 {
  /// The type of whole numbers, but for those beyond 2⁵³ with a fraction part or an exponent, of
  /// which several have the same representation.
  fileprivate static let fileWhole = TableType("a whole number", blank: 0) {
    value throws(TableProblem) in
    switch value {
    case .integer(let number): number
    case .number(let number) where number.magnitude <= 9_007_199_254_740_992:
      Int64(exactly: number)
    default: nil
    }
  } json: {
    .integer($0)
  }
}
