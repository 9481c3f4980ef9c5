package import FlintJSON

/// The state of reading or checking a user-written table: the current path and all errors so far.
package struct TableReader: Sendable {
  /// The language in which a table is written.
  package enum Notation: Sendable {
    /// JSON, in which unknown keys are counted and ignored.
    case json
    /// Lua, in which an empty table may be a list.
    case lua
  }

  /// Names that a table defines for its own use.
  package struct Vocabulary: Sendable {
    package var names: [String]
    /// The names for which a table that inherits needs no value.
    package var inherited: Set<String>
    /// Whether the values are given with the names.
    package var isListed: Bool

    package init(_ names: [String], inherited: Set<String>, isListed: Bool = false) {
      self.names = names
      self.inherited = inherited
      self.isListed = isListed
    }
  }

  /// The language of the file.
  package let notation: Notation
  /// All errors, in the order in which they were found.
  package private(set) var faults: [TableFault] = []
  /// The paths of the errors, and of values that were discarded because of errors in them.
  private var unread: Set<TablePath> = []
  /// The number of times that each ignored key occurs.
  package private(set) var unknownKeys: [String: Int] = [:]
  package private(set) var path = TablePath()
  /// Whether the table changes values that exist, so that fields may be absent.
  package var inherits = false
  /// Whether `false` removes a value.
  package var clears = false
  /// The paths at which values were given, by the paths at which checks report them.
  package var aliases: [TablePath: TablePath] = [:]
  /// The names that values can have or refer to where they depend on the table itself, by their kind.
  package var vocabularies: [String: Vocabulary] = [:]
  var owner: (kind: String, id: JSONValue)?

  package init(_ notation: Notation) { self.notation = notation }

  /// Returns the names of a kind; `nil` when the table has none of its own.
  package func vocabulary(_ kind: String) -> Vocabulary? { vocabularies[kind] }

  /// Returns the names of a kind that the table refers to; `nil` when there are none but the usual ones.
  package func names(of kind: String) -> [String]? { vocabularies[kind]?.names }

  // MARK: Errors

  /// Records an error of the current value, or of one inside of it.
  package mutating func fault(_ problem: String, at keys: TablePath.Key...) {
    fault(problem, at: keys)
  }

  /// Records an error of a value inside of the current one.
  package mutating func fault(_ problem: String, at keys: [TablePath.Key]) {
    add(
      TableFault(
        path: TablePath(path.keys + keys), owner: owner.map { "\($0.kind) \($0.id.summary)" },
        problem: problem))
  }

  /// Records an error that was found in another way.
  package mutating func add(_ fault: TableFault) {
    faults.append(fault)
    unread.insert(fault.path)
  }

  /// Records that the current value is not what was expected.
  package mutating func mismatch(_ value: JSONValue, expected: String) {
    fault("expected \(expected), got \(shown(value))")
  }

  /// Records that a name is none of some names.
  package mutating func unknown(_ name: String, among names: [String]) {
    if notation == .json {
      unknownKeys[name, default: 0] += 1
      return
    }
    let hint = NearestName.hint(for: name, among: names)
    fault(
      "unknown field" + (hint.isEmpty ? "; expected \(names.alternatives)" : hint), at: .name(name))
  }

  /// Whether a value or anything that contains it could not be read.
  package func isUnread(_ path: TablePath) -> Bool {
    if unread.isEmpty { return false }
    return (0...path.keys.count).contains { unread.contains(TablePath(Array(path.keys[..<$0]))) }
  }

  /// Whether a value or anything inside of it could not be read.
  package func isDamaged(_ path: TablePath) -> Bool {
    faults.contains { $0.path.isWithin(path) }
  }

  // MARK: Walking

  /// Reads or checks a value inside of the current one.
  package mutating func within<Result>(
    _ key: TablePath.Key, _ body: (inout TableReader) -> Result
  ) -> Result {
    path.keys.append(key)
    defer { path.keys.removeLast() }
    return body(&self)
  }

  /// Returns the members of a table; `nil` after recording that the value is none.
  package mutating func members(of value: JSONValue) -> [(name: String, value: JSONValue)]? {
    switch value {
    case .object(let members) where value.isTable: return members
    case .array(let values) where values.isEmpty && notation == .lua: return []
    default:
      mismatch(value, expected: notation == .lua ? "a table" : "an object")
      return nil
    }
  }

  /// Returns the entries of a list; `nil` after recording that the value is none.
  package mutating func entries(of value: JSONValue, hint: String = "") -> [JSONValue]? {
    switch value {
    case .array(let values): return values
    case .object(let members) where members.isEmpty && notation == .lua: return []
    default:
      fault("expected a list, got \(shown(value))" + hint)
      return nil
    }
  }

  /// Reads a value, which is discarded if anything in it cannot be read.
  mutating func allOrNothing(_ read: (inout TableReader) -> Bool) -> Bool {
    let before = faults.count
    if read(&self), faults.count == before { return true }
    unread.insert(path)
    return false
  }

  /// The type or value, as messages show it.
  func shown(_ value: JSONValue) -> String {
    if case .object = value, notation == .json { return "an object" }
    return value.foreignKind ?? value.summary
  }
}

// MARK: Foreign values

extension JSONValue {
  /// The key of an object that stands for a value which JSON cannot represent. No text of a user
  /// contains it by chance.
  private static let foreignMark = "\0foreign"

  /// Returns an object that stands for a value which JSON cannot represent.
  ///
  /// - Parameters:
  ///   - kind: what the value is, as messages show it: `a function`.
  ///   - index: the index of the value among those of the caller.
  package static func foreign(_ kind: String, index: Int = 0) -> JSONValue {
    .object([(foreignMark, .string(kind)), ("index", .integer(Int64(index)))])
  }

  package var isTable: Bool {
    if case .object = self { foreignKind == nil } else { false }
  }

  /// What a value is that JSON cannot represent; `nil` for any other value.
  package var foreignKind: String? {
    guard case .object(let members) = self, members.count == 2,
      members[0].name == JSONValue.foreignMark, case .string(let kind) = members[0].value
    else { return nil }
    return kind
  }

  /// The index of a function; `nil` for any other value.
  package var functionIndex: Int? {
    guard foreignKind == "a function", case .integer(let index)? = self["index"] else { return nil }
    return Int(index)
  }
}
