extension QuestSet {
  /// The set as JSON, in the form of a file: keys in a fixed order, without those that are absent
  /// or empty. Reading the JSON returns an equal set.
  public var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    members.add("id", id)
    members.add("name", name)
    members.add("category", category)
    members.add("source", source)
    members.add("sourceUrl", sourceURL)
    members.add("lastScraped", lastScraped)
    members.add("lastKnownUpdate", lastKnownUpdate)
    if let totalMissions { members.append(("totalMissions", .integer(totalMissions))) }
    members.append(("missions", .array(missions.map(\.json))))
    return .object(members)
  }

  func write(to content: inout ContentWriter) {
    content.write("id", id)
    content.write("name", name)
    content.write("category", category)
    content.write("source", source)
    content.write("sourceUrl", sourceURL)
    content.write("lastScraped", lastScraped)
    content.write("lastKnownUpdate", lastKnownUpdate)
    content.write("totalMissions", totalMissions)
    content.write("missions", json: .array(missions.map(\.json)))
  }

  /// Reads the members that `write(to:)` wrote, from an object whose first member is next.
  init(_ content: inout ContentReader) throws(ContentError) {
    var members: [(name: String, value: JSONValue)] = []
    while let name = try content.next() { members.append((name, try content.json())) }
    do {
      self = try QuestFile(reading: .object(members), file: "the quest set").set
    } catch {
      throw ContentError(error.description)
    }
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
