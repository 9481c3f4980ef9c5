/// Reads a quest set out of JSON, and collects what is wrong with it.
///
/// What cannot be read has a stand-in afterwards, an id an empty text, so that the rest can be looked
/// at.
struct QuestSetReader {
  var faults: [QuestSetFault] = []
  private(set) var unknownKeys: [String: Int] = [:]

  mutating func read(_ value: JSONValue) -> QuestSet {
    var table = table(value, keys: QuestKeys.set, at: QuestPlace())
    let id = id(&table, "set")
    return QuestSet(
      id: id, name: required(table, "name", Self.text) ?? "", category: optional(table, "category"),
      source: optional(table, "source"), sourceURL: optional(table, "sourceUrl"),
      lastScraped: optional(table, "lastScraped"),
      lastKnownUpdate: optional(table, "lastKnownUpdate"),
      totalMissions: optional(table, "totalMissions", Self.whole),
      missions: list(table, "missions", isRequired: true).enumerated().map { index, value in
        mission(value, at: QuestPlace(mission: index))
      })
  }

  private mutating func mission(_ value: JSONValue, at place: QuestPlace) -> QuestMission {
    var table = table(value, keys: QuestKeys.mission, at: place)
    let id = id(&table, "mission")
    return QuestMission(
      id: id, title: required(table, "title", Self.text) ?? "",
      number: optional(table, "number", Self.textOrWhole), url: optional(table, "url"),
      nodes: list(table, "nodes").enumerated().map { index, value in
        node(value, at: QuestPlace(mission: place.mission, node: index))
      },
      gates: list(table, "gates").enumerated().map { index, value in
        gate(value, at: QuestPlace(mission: place.mission, gate: index))
      })
  }

  private mutating func node(_ value: JSONValue, at place: QuestPlace) -> QuestNode {
    var table = table(value, keys: QuestKeys.node, at: place)
    let id = id(&table, "node")
    return QuestNode(
      id: id, orderIndex: required(table, "orderIndex", Self.whole) ?? 0,
      title: required(table, "title", Self.text) ?? "", description: optional(table, "description"),
      dependencies: dependencies(table), location: location(table))
  }

  private mutating func dependencies(_ node: Table) -> [String] {
    var dependencies: [String] = []
    for (index, value) in list(node, "dependencies").enumerated() {
      // One that could not be read keeps its place, so that the others keep theirs.
      dependencies.append(Self.id.read(value) ?? "")
      if dependencies[index].isEmpty {
        fault(node, "dependencies", index, expected: Self.id.name, found: value)
      }
    }
    return dependencies
  }

  private mutating func location(_ node: Table) -> QuestLocation? {
    guard let value = node["location"], value != .null else { return nil }
    var place = node.place
    place.isLocation = true
    let table = table(value, keys: QuestKeys.location, at: place, owner: node.owner)
    let location = QuestLocation(
      coordinates: optional(table, "coordinates"), zone: optional(table, "zone"),
      npc: optional(table, "npc"))
    return location == QuestLocation() ? nil : location
  }

  private mutating func gate(_ value: JSONValue, at place: QuestPlace) -> QuestGate {
    var table = table(value, keys: QuestKeys.gate, at: place)
    let id = id(&table, "gate")
    return QuestGate(
      id: id, type: type(table), afterNodeID: afterNode(table),
      requirement: required(table, "requirement", Self.textOrWhole) ?? "",
      description: optional(table, "description"))
  }

  private mutating func afterNode(_ gate: Table) -> String? {
    let before = faults.count
    let id = optional(gate, "afterNodeId", Self.id)
    // Not as if it stood before the whole mission.
    return faults.count > before ? "" : id
  }

  private mutating func type(_ gate: Table) -> QuestGate.Requirement {
    let names = QuestGate.Requirement.allCases.map(\.rawValue)
    let known = Sort(name: NearestName.alternatives(names)) { value in
      if case .string(let text) = value { QuestGate.Requirement(rawValue: text) } else { nil }
    }
    return required(gate, "type", known) ?? .other
  }
}

// MARK: Single values

extension QuestSetReader {
  /// An object of the file: what stands under the keys that are known, and where.
  fileprivate struct Table {
    var keys: [String]
    var values: [JSONValue?]
    var place: QuestPlace
    var owner: String?
    /// Whether there is an object at all; otherwise that is the fault, and not what it lacks.
    var isThere: Bool

    subscript(key: String) -> JSONValue? { keys.firstIndex(of: key).flatMap { values[$0] } }
  }

  /// What a value may be.
  fileprivate struct Sort<Value>: Sendable {
    var name: String
    var read: @Sendable (JSONValue) -> Value?
  }

  fileprivate static let text = Sort<String>(name: "a text") { value in
    if case .string(let text) = value { text } else { nil }
  }

  fileprivate static let textOrWhole = Sort<String>(name: "a text or a whole number") { value in
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    default: nil
    }
  }

  fileprivate static let id = Sort<String>(name: "an id: a text or a whole number") { value in
    textOrWhole.read(value).flatMap { $0.isEmpty ? nil : $0 }
  }

  fileprivate static let whole = Sort<Int64>(name: "a whole number") { value in
    switch value {
    case .integer(let number): number
    case .number(let number): whole(number)
    default: nil
    }
  }

  /// The whole number that another is equal to, such as 2 to 2.0; `nil` beyond 2⁵³, from where on
  /// it no longer says which one was written.
  private static func whole(_ number: Double) -> Int64? {
    guard number.magnitude <= 9_007_199_254_740_992 else { return nil }
    let whole = Int64(number)
    return Double(whole) == number ? whole : nil
  }

  private mutating func fault(
    _ table: Table, _ key: String, _ position: Int? = nil, expected: String, found: JSONValue?
  ) {
    let found = found.map { "expected \(expected), got \($0.found)" }
    faults.append(
      QuestSetFault(
        path: table.place.path(key, position), owner: table.owner,
        problem: found ?? "missing; expected \(expected)"))
  }

  fileprivate mutating func table(
    _ value: JSONValue, keys: [String], at place: QuestPlace, owner: String? = nil
  ) -> Table {
    var table = Table(
      keys: keys, values: Array(repeating: nil, count: keys.count), place: place, owner: owner,
      isThere: false)
    guard case .object(let members) = value else {
      faults.append(
        QuestSetFault(
          path: place.path(), owner: owner, problem: "expected an object, got \(value.found)"))
      return table
    }
    table.isThere = true
    for (name, value) in members {
      if let index = keys.firstIndex(of: name) {
        if table.values[index] != nil {
          faults.append(
            QuestSetFault(path: place.path(name), owner: owner, problem: "it is given twice"))
        }
        table.values[index] = value
      } else {
        unknownKeys[name, default: 0] += 1
      }
    }
    return table
  }

  /// Reads what names an object, for itself and for the faults of the object.
  fileprivate mutating func id(_ table: inout Table, _ kind: String) -> String {
    let id = required(table, "id", Self.id)
    if let id { table.owner = "\(kind) \(JSONValue.string(id).found)" }
    return id ?? ""
  }

  fileprivate mutating func required<Value>(_ table: Table, _ key: String, _ sort: Sort<Value>)
    -> Value?
  {
    guard table.isThere else { return nil }
    let value = table[key]
    if let value, let read = sort.read(value) { return read }
    fault(table, key, expected: sort.name, found: value)
    return nil
  }

  /// Reads what may be missing, or `null`.
  fileprivate mutating func optional<Value>(_ table: Table, _ key: String, _ sort: Sort<Value>)
    -> Value?
  {
    guard let value = table[key], value != .null else { return nil }
    if let read = sort.read(value) { return read }
    fault(table, key, expected: sort.name, found: value)
    return nil
  }

  fileprivate mutating func optional(_ table: Table, _ key: String) -> String? {
    optional(table, key, Self.text)
  }

  fileprivate mutating func list(
    _ table: Table, _ key: String, isRequired: Bool = false
  ) -> [JSONValue] {
    let list = Sort<[JSONValue]>(name: "a list") { value in
      if case .array(let values) = value { values } else { nil }
    }
    return (isRequired ? required(table, key, list) : optional(table, key, list)) ?? []
  }
}

extension JSONValue {
  /// The value as messages about a JSON file show it.
  fileprivate var found: String {
    if case .object = self { return "an object" }
    return sort
  }
}

/// Where something stands in a quest set's file; positions count from 0 here, and from 1 in texts.
struct QuestPlace {
  var mission: Int?
  var node: Int?
  var gate: Int?
  var isLocation = false

  /// The path of the place, or of what stands there under a key: `missions[3].nodes[1].title`.
  func path(_ key: String? = nil, _ position: Int? = nil) -> String {
    var steps: [String] = []
    if let mission { steps.append("missions[\(mission + 1)]") }
    if let node { steps.append("nodes[\(node + 1)]") }
    if let gate { steps.append("gates[\(gate + 1)]") }
    if isLocation { steps.append("location") }
    if let key { steps.append(key + (position.map { "[\($0 + 1)]" } ?? "")) }
    return steps.joined(separator: ".")
  }
}
