package import FlintJSON
package import FlintSchema

/// A quest set read from a file, with the keys of the file that were ignored.
package struct QuestFile: Sendable {
  /// A key of the file that the format does not define.
  package struct UnknownKey: Hashable, Sendable {
    package var name: String
    /// The number of times the key occurs in the file.
    package var count: Int
  }

  /// The file's name, as given by the caller.
  package var name: String
  package var set: QuestSet
  /// The ignored keys, sorted by name.
  package var unknownKeys: [UnknownKey]

  /// Parses a file's bytes.
  ///
  /// Required are a set's `id`, `name` and `missions`, a mission's `id` and `title`, a node's `id`,
  /// `orderIndex` and `title`, and a gate's `id`, `type` and `requirement`. All other keys may be
  /// missing or `null`. Ids, a mission's number and a gate's requirement may be whole numbers,
  /// which are read as their decimal digits.
  ///
  /// - Throws: `QuestSetError` with all errors at once, or with the position of the first syntax
  ///   error when the file is not JSON. A set that is too large is refused as a whole.
  package init(parsing bytes: [UInt8], file: String) throws(QuestSetError) {
    let value: JSONValue
    do {
      value = try JSONValue(foreign: bytes)
    } catch {
      let fault = TableFault(
        path: TablePath(), owner: "line \(error.line), column \(error.column)",
        problem: error.problem)
      throw QuestSetError(file: file, faults: [fault])
    }
    try self.init(reading: value, file: file)
    let nodes = set.missions.reduce(0) { $0 + $1.nodes.count }
    guard nodes <= Self.maximumNodeCount else {
      throw QuestSetError(
        file: file,
        faults: [
          TableFault(
            path: TablePath()["missions"],
            problem: "expected at most \(Self.maximumNodeCount) nodes, got \(nodes)")
        ])
    }
  }

  /// The maximum number of nodes in a set's file.
  package static let maximumNodeCount = 100_000

  /// Reads a set from a value of the same form as a file.
  ///
  /// - Throws: `QuestSetError` with all errors at once.
  package init(reading value: JSONValue, file: String) throws(QuestSetError) {
    var reader = TableReader(.json)
    var unchecked = QuestSet.table.blank
    QuestSet.table.read(value, into: &unchecked, &reader)
    var faults = reader.faults
    guard let set = unchecked.checked(adding: &faults) else {
      throw QuestSetError(file: file, faults: faults)
    }
    name = file
    self.set = set
    unknownKeys = reader.unknownKeys.map { UnknownKey(name: $0.key, count: $0.value) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The message `harbour.json: ignored unknown keys: metadata × 3`; `nil` when none was ignored.
  package var notice: String? {
    if unknownKeys.isEmpty { return nil }
    let keys = unknownKeys.map { "\(JSONValue.printable($0.name)) × \($0.count)" }
      .joined(separator: ", ")
    let noun = unknownKeys.count == 1 ? "unknown key" : "unknown keys"
    return "\(name): ignored \(noun): \(keys)"
  }
}

extension QuestSet {
  /// Parses a file's bytes and ignores unknown keys; `QuestFile` lists the keys that were ignored.
  ///
  /// - Throws: `QuestSetError` with all errors at once.
  package init(parsing bytes: [UInt8], file: String) throws(QuestSetError) {
    self = try QuestFile(parsing: bytes, file: file).set
  }
}

extension JSONValue {
  /// Returns a name as messages print it: control characters escaped, cut to 60 characters.
  fileprivate static func printable(_ name: String) -> String {
    String(JSONValue.string(String(name.prefix(60))).text().dropFirst().dropLast())
  }
}

/// The error of refusing a quest set, with all errors of its file. Nothing of the file is loaded.
package struct QuestSetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, as given by the caller.
  package var file: String
  /// All errors of the file; never empty.
  package var faults: [TableFault]

  /// A heading, and one line per error with its path.
  package var description: String {
    "\(file) has \(faults.count) error\(faults.count == 1 ? "" : "s") and was not loaded:\n"
      + faults.map { "  \($0)" }.joined(separator: "\n")
  }
}
