/// What was read from a quest set's file.
public struct QuestFile: Sendable {
  /// A key that means nothing here.
  public struct UnknownKey: Hashable, Sendable {
    /// The key.
    public var name: String
    /// How often it stands in the file.
    public var count: Int
  }

  /// The file's name, as it was given.
  public var name: String
  /// The set.
  public var set: QuestSet
  /// The keys that were kept out, by name.
  public var unknownKeys: [UnknownKey]

  /// Reads a file's bytes.
  ///
  /// Required are a set's `id`, `name` and `missions`, a mission's `id` and `title`, a node's `id`,
  /// `orderIndex` and `title`, and a gate's `id`, `type` and `requirement`. All else may be missing
  /// or `null`. Ids may be whole numbers, which stand for their decimal digits, and so may a
  /// mission's number and a gate's requirement.
  ///
  /// - Throws: `QuestSetError` with everything that is wrong at once; of a file that is not JSON,
  ///   where it stops being so. A set that is too large is refused as a whole.
  public init(parsing bytes: [UInt8], file: String) throws(QuestSetError) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      let fault = QuestSetFault(
        path: "line \(error.line), column \(error.column)", problem: error.problem)
      throw QuestSetError(file: file, faults: [fault])
    }
    try self.init(reading: value, file: file)
    let nodes = set.missions.reduce(0) { $0 + $1.nodes.count }
    guard nodes <= Self.mostNodes else {
      throw QuestSetError(
        file: file,
        faults: [
          QuestSetFault(
            path: "missions", problem: "expected at most \(Self.mostNodes) nodes, got \(nodes)")
        ])
    }
  }

  /// So many nodes a set's file may have.
  public static let mostNodes = 100_000

  /// Reads a value of the same form as a file.
  ///
  /// - Throws: `QuestSetError` with everything that is wrong at once.
  public init(reading value: JSONValue, file: String) throws(QuestSetError) {
    var reader = QuestSetReader()
    let draft = reader.read(value)
    guard let set = draft.checked(adding: &reader.faults) else {
      throw QuestSetError(file: file, faults: reader.faults)
    }
    name = file
    self.set = set
    unknownKeys = reader.unknownKeys.map { UnknownKey(name: $0.key, count: $0.value) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// What was kept out, in words: `harbour.json: unknown keys kept out: metadata × 3`; `nil` when
  /// nothing was.
  public var notice: String? {
    if unknownKeys.isEmpty { return nil }
    let keys = unknownKeys.map { "\(JSONValue.printable($0.name)) × \($0.count)" }
      .joined(separator: ", ")
    let noun = unknownKeys.count == 1 ? "unknown key" : "unknown keys"
    return "\(name): \(noun) kept out: \(keys)"
  }
}

extension QuestSet {
  /// Reads a file's bytes, passing over unknown keys; `QuestFile` tells which those were.
  ///
  /// - Throws: `QuestSetError` with everything that is wrong at once.
  public init(parsing bytes: [UInt8], file: String) throws(QuestSetError) {
    self = try QuestFile(parsing: bytes, file: file).set
  }
}

extension JSONValue {
  /// A name as messages show it: control characters escaped, cut where it is very long.
  fileprivate static func printable(_ name: String) -> String {
    String(JSONValue.string(String(name.prefix(60))).text().dropFirst().dropLast())
  }
}
