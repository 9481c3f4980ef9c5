public import JSON

extension QuestSet {
  /// The set as JSON, in the form of a file: keys in a fixed order, without those that are absent
  /// or empty. Reading the JSON returns an equal set.
  public var json: JSONValue { .object(content) }

  var content: Content {
    var members: Content = []
    members.add("id", id)
    members.add("name", name)
    members.add("category", category)
    members.add("source", source)
    members.add("sourceUrl", sourceURL)
    members.add("lastScraped", lastScraped)
    members.add("lastKnownUpdate", lastKnownUpdate)
    if let totalMissions { members.append(("totalMissions", .integer(totalMissions))) }
    members.append(("missions", .array(missions.map(\.json))))
    return members
  }
}

extension QuestMission {
  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    members.add("id", id)
    members.add("title", title)
    members.add("number", number)
    members.add("url", url)
    if !nodes.isEmpty { members.append(("nodes", .array(nodes.map(\.json)))) }
    if !gates.isEmpty { members.append(("gates", .array(gates.map(\.json)))) }
    return .object(members)
  }
}

extension QuestNode {
  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    members.reserveCapacity(6)
    members.add("id", id)
    members.append(("orderIndex", .integer(orderIndex)))
    members.add("title", title)
    members.add("description", description)
    if !dependencies.isEmpty {
      members.append(("dependencies", .array(dependencies.map { .string($0) })))
    }
    if let location { members.append(("location", location.json)) }
    return .object(members)
  }
}

extension QuestLocation {
  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    members.add("coordinates", coordinates)
    members.add("zone", zone)
    members.add("npc", npc)
    return .object(members)
  }
}

extension QuestGate {
  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    members.add("id", id)
    members.add("type", type.rawValue)
    members.add("afterNodeId", afterNodeID)
    members.add("requirement", requirement)
    members.add("description", description)
    return .object(members)
  }
}

extension [(name: String, value: JSONValue)] {
  fileprivate mutating func add(_ name: String, _ text: String?) {
    if let text { append((name, .string(text))) }
  }
}
