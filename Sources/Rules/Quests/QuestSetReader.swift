import JSON

/// A reader of quest sets in JSON that collects all errors.
///
/// A value that cannot be read is replaced by a default, an id by the empty text, so that the rest
/// can be checked.
struct QuestSetReader {
  var faults: [QuestSetFault] = []
  private(set) var unknownKeys: [String: Int] = [:]

  mutating func read(_ value: JSONValue) -> QuestSet {
    var object = object(value, keys: QuestKeys.set, at: QuestFilePath())
    let id = id(&object, "set")
    return QuestSet(
      id: id, name: required(object, "name", Self.text) ?? "",
      category: optional(object, "category"),
      source: optional(object, "source"), sourceURL: optional(object, "sourceUrl"),
      lastScraped: optional(object, "lastScraped"),
      lastKnownUpdate: optional(object, "lastKnownUpdate"),
      totalMissions: optional(object, "totalMissions", Self.whole),
      missions: list(object, "missions", isRequired: true).enumerated().map { index, value in
        mission(value, at: QuestFilePath(mission: index))
      })
  }

  private mutating func mission(_ value: JSONValue, at path: QuestFilePath) -> QuestMission {
    var object = object(value, keys: QuestKeys.mission, at: path)
    let id = id(&object, "mission")
    return QuestMission(
      id: id, title: required(object, "title", Self.text) ?? "",
      number: optional(object, "number", Self.textOrWhole), url: optional(object, "url"),
      nodes: list(object, "nodes").enumerated().map { index, value in
        node(value, at: QuestFilePath(mission: path.mission, node: index))
      },
      gates: list(object, "gates").enumerated().map { index, value in
        gate(value, at: QuestFilePath(mission: path.mission, gate: index))
      })
  }

  private mutating func node(_ value: JSONValue, at path: QuestFilePath) -> QuestNode {
    var object = object(value, keys: QuestKeys.node, at: path)
    let id = id(&object, "node")
    return QuestNode(
      id: id, orderIndex: required(object, "orderIndex", Self.whole) ?? 0,
      title: required(object, "title", Self.text) ?? "",
      description: optional(object, "description"),
      dependencies: dependencies(object), location: location(object))
  }

  private mutating func dependencies(_ node: FileObject) -> [String] {
    var dependencies: [String] = []
    for (index, value) in list(node, "dependencies").enumerated() {
      // An unreadable dependency keeps its index, so that the others keep theirs.
      dependencies.append(Self.id.read(value) ?? "")
      if dependencies[index].isEmpty {
        fault(node, "dependencies", index, expected: Self.id.name, found: value)
      }
    }
    return dependencies
  }

  private mutating func location(_ node: FileObject) -> QuestLocation? {
    guard let value = node["location"], value != .null else { return nil }
    var path = node.path
    path.isLocation = true
    let object = object(value, keys: QuestKeys.location, at: path, owner: node.owner)
    let location = QuestLocation(
      coordinates: optional(object, "coordinates"), zone: optional(object, "zone"),
      npc: optional(object, "npc"))
    return location == QuestLocation() ? nil : location
  }

  private mutating func gate(_ value: JSONValue, at path: QuestFilePath) -> QuestGate {
    var object = object(value, keys: QuestKeys.gate, at: path)
    let id = id(&object, "gate")
    return QuestGate(
      id: id, type: type(object), afterNodeID: afterNode(object),
      requirement: required(object, "requirement", Self.textOrWhole) ?? "",
      description: optional(object, "description"))
  }

  private mutating func afterNode(_ gate: FileObject) -> String? {
    let before = faults.count
    let id = optional(gate, "afterNodeId", Self.id)
    // Not `nil`, which would path the gate before the whole mission.
    return faults.count > before ? "" : id
  }

  private mutating func type(_ gate: FileObject) -> QuestGate.Requirement {
    let names = QuestGate.Requirement.allCases.map(\.rawValue)
    let known = ValueKind(name: NearestName.alternatives(names)) { value in
      if case .string(let text) = value { QuestGate.Requirement(rawValue: text) } else { nil }
    }
    return required(gate, "type", known) ?? .other
  }
}

// MARK: Single values

extension QuestSetReader {
  /// An object of the file: the values of its known keys, and its path.
  fileprivate struct FileObject {
    var keys: [String]
    var values: [JSONValue?]
    var path: QuestFilePath
    var owner: String?
    /// Whether the value is an object; if not, that is reported instead of its missing keys.
    var isObject: Bool

    subscript(key: String) -> JSONValue? { keys.firstIndex(of: key).flatMap { values[$0] } }
  }

  /// A type of value: its name in messages, and a function that reads it.
  fileprivate struct ValueKind<Value>: Sendable {
    var name: String
    var read: @Sendable (JSONValue) -> Value?
  }

  fileprivate static let text = ValueKind<String>(name: "a text") { value in
    if case .string(let text) = value { text } else { nil }
  }

  fileprivate static let textOrWhole = ValueKind<String>(name: "a text or a whole number") {
    value in
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    default: nil
    }
  }

  fileprivate static let id = ValueKind<String>(name: "an id: a text or a whole number") { value in
    textOrWhole.read(value).flatMap { $0.isEmpty ? nil : $0 }
  }

  fileprivate static let whole = ValueKind<Int64>(name: "a whole number") { value in
    switch value {
    case .integer(let number): number
    case .number(let number): whole(number)
    default: nil
    }
  }

  /// Returns the whole number equal to a floating-point number, such as 2 for 2.0; `nil` beyond
  /// 2⁵³, where several whole numbers have the same representation.
  private static func whole(_ number: Double) -> Int64? {
    guard number.magnitude <= 9_007_199_254_740_992 else { return nil }
    let whole = Int64(number)
    return Double(whole) == number ? whole : nil
  }

  private mutating func fault(
    _ object: FileObject, _ key: String, _ position: Int? = nil, expected: String, found: JSONValue?
  ) {
    let found = found.map { "expected \(expected), got \($0.found)" }
    faults.append(
      QuestSetFault(
        path: object.path.text(key, position), owner: object.owner,
        problem: found ?? "missing; expected \(expected)"))
  }

  fileprivate mutating func object(
    _ value: JSONValue, keys: [String], at path: QuestFilePath, owner: String? = nil
  ) -> FileObject {
    var object = FileObject(
      keys: keys, values: Array(repeating: nil, count: keys.count), path: path, owner: owner,
      isObject: false)
    guard case .object(let members) = value else {
      faults.append(
        QuestSetFault(
          path: path.text(), owner: owner, problem: "expected an object, got \(value.found)"))
      return object
    }
    object.isObject = true
    for (name, value) in members {
      if let index = keys.firstIndex(of: name) {
        if object.values[index] != nil {
          faults.append(
            QuestSetFault(path: path.text(name), owner: owner, problem: "duplicate key"))
        }
        object.values[index] = value
      } else {
        unknownKeys[name, default: 0] += 1
      }
    }
    return object
  }

  /// Reads the id of an object, and stores it for the error messages of the object.
  fileprivate mutating func id(_ object: inout FileObject, _ kind: String) -> String {
    let id = required(object, "id", Self.id)
    if let id { object.owner = "\(kind) \(JSONValue.string(id).found)" }
    return id ?? ""
  }

  fileprivate mutating func required<Value>(
    _ object: FileObject, _ key: String, _ kind: ValueKind<Value>
  )
    -> Value?
  {
    guard object.isObject else { return nil }
    let value = object[key]
    if let value, let read = kind.read(value) { return read }
    fault(object, key, expected: kind.name, found: value)
    return nil
  }

  /// Reads a value that may be missing or `null`.
  fileprivate mutating func optional<Value>(
    _ object: FileObject, _ key: String, _ kind: ValueKind<Value>
  )
    -> Value?
  {
    guard let value = object[key], value != .null else { return nil }
    if let read = kind.read(value) { return read }
    fault(object, key, expected: kind.name, found: value)
    return nil
  }

  fileprivate mutating func optional(_ object: FileObject, _ key: String) -> String? {
    optional(object, key, Self.text)
  }

  fileprivate mutating func list(
    _ object: FileObject, _ key: String, isRequired: Bool = false
  ) -> [JSONValue] {
    let list = ValueKind<[JSONValue]>(name: "a list") { value in
      if case .array(let values) = value { values } else { nil }
    }
    return (isRequired ? required(object, key, list) : optional(object, key, list)) ?? []
  }
}

extension JSONValue {
  /// The type or value, as error messages about a JSON file show it.
  fileprivate var found: String {
    if case .object = self { return "an object" }
    return summary
  }
}

/// A path in a quest set's file; indices count from 0 here, and from 1 in texts.
struct QuestFilePath {
  var mission: Int?
  var node: Int?
  var gate: Int?
  var isLocation = false

  /// Returns the path, or the path of a key below it: `missions[3].nodes[1].title`.
  func text(_ key: String? = nil, _ position: Int? = nil) -> String {
    var steps: [String] = []
    if let mission { steps.append("missions[\(mission + 1)]") }
    if let node { steps.append("nodes[\(node + 1)]") }
    if let gate { steps.append("gates[\(gate + 1)]") }
    if isLocation { steps.append("location") }
    if let key { steps.append(key + (position.map { "[\($0 + 1)]" } ?? "")) }
    return steps.joined(separator: ".")
  }
}
