import Calendar
import JSON
import Schema

/// Reading of single values: each invalid value is recorded as an error, and reading continues.
extension RulebookReader {
  /// A table of the file and its path.
  struct Table {
    var path: RulebookPath
    private let members: [String: JSONValue]

    init(path: RulebookPath, members: [String: JSONValue]) {
      self.path = path
      self.members = members
    }

    subscript(name: String) -> JSONValue? { members[name] }
  }

  /// The result of reading a value.
  enum Reading<Value> {
    case value(Value)
    /// The value is invalid; the message replaces “expected …, got …”.
    case problem(String)
    case mismatch
  }

  mutating func fault(_ path: RulebookPath, _ problem: String) {
    faults.append(RulebookFault(path: path.text.isEmpty ? "rulebook" : path.text, problem: problem))
  }

  mutating func missing(_ path: RulebookPath, _ expected: String) {
    let isSection = Self.sections.contains(path.text) && path.text != "id"
    fault(
      path,
      "missing; expected \(expected)" + (isSection ? ", since the file does not set extends" : ""))
  }

  /// Whether an error was recorded at one of some paths or below it.
  func isDamaged(_ paths: RulebookPath...) -> Bool {
    faults.contains { fault in
      paths.contains { path in
        guard fault.path.hasPrefix(path.text) else { return false }
        let next = fault.path.utf8.dropFirst(path.text.utf8.count).first
        return next == nil || next == 0x2E || next == 0x5B
      }
    }
  }

  // MARK: Tables and lists

  /// Reads a table's members, sorted by name; a JSON null counts as absent.
  mutating func members(
    of value: JSONValue, at path: RulebookPath
  ) -> [(name: String, value: JSONValue)]? {
    switch value {
    case .object(let members):
      // Tables in Lua have no order of names; sorting makes the order of errors deterministic.
      let sorted = members.filter { $0.value != .null }
        .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      var unique: [(name: String, value: JSONValue)] = []
      for member in sorted {
        if unique.last?.name == member.name {
          fault(path[member.name], "duplicate field")
        } else {
          unique.append(member)
        }
      }
      return unique
    case .array(let entries) where entries.isEmpty: return []
    default:
      fault(path, "expected a table, got \(value.summary)")
      return nil
    }
  }

  /// Reads a table with known fields.
  ///
  /// - Parameter refused: known fields that are not allowed here, with the reason.
  mutating func table(
    _ value: JSONValue, at path: RulebookPath, fields: [String], refused: [String: String] = [:]
  ) -> Table? {
    guard let members = members(of: value, at: path) else { return nil }
    var known: [String: JSONValue] = [:]
    for (name, value) in members {
      if fields.contains(name) {
        known[name] = value
      } else if let reason = refused[name] {
        fault(path[name], reason)
      } else {
        let hint = NearestName.hint(for: name, among: fields)
        fault(
          path[name],
          "unknown field" + (hint.isEmpty ? "; expected \(fields.alternatives)" : hint)
        )
      }
    }
    return Table(path: path, members: known)
  }

  /// Reads a member that is a table with known fields; `nil` when it is absent or no table.
  ///
  /// - Parameter isOptional: whether it may be absent because it is inherited or has a default.
  mutating func section(
    _ parent: Table?, _ name: String, fields: [String], refused: [String: String] = [:],
    isOptional: Bool = false
  ) -> Table? {
    guard let parent else { return nil }
    guard let value = parent[name] else {
      if base == nil && !isOptional { missing(parent.path[name], "a table") }
      return nil
    }
    return table(value, at: parent.path[name], fields: fields, refused: refused)
  }

  /// Reads a list.
  mutating func list(_ value: JSONValue, at path: RulebookPath, hint: String = "") -> [JSONValue]? {
    switch value {
    case .array(let entries): return entries
    case .object(let members) where members.isEmpty: return []
    default:
      fault(path, "expected a list, got \(value.summary)" + hint)
      return nil
    }
  }

  // MARK: Scalars

  /// Reads a member; `nil` when it is invalid, or absent and not inherited, which is an error.
  mutating func member<Value>(
    _ table: Table?, _ name: String, _ expected: String, inherited: Value?,
    _ read: (JSONValue) -> Reading<Value>
  ) -> Value? {
    guard let table else { return inherited }
    guard let value = table[name] else {
      if inherited == nil { missing(table.path[name], expected) }
      return inherited
    }
    switch read(value) {
    case .value(let value): return value
    case .problem(let problem): fault(table.path[name], problem)
    case .mismatch: fault(table.path[name], "expected \(expected), got \(value.summary)")
    }
    return nil
  }

  /// Reads a member that may be absent; `false` removes an inherited value.
  mutating func optional<Value>(
    _ table: Table?, _ name: String, _ expected: String, inherited: Value?,
    _ read: (JSONValue) -> Reading<Value>
  ) -> Value? {
    guard let value = table?[name] else { return inherited }
    if value == .boolean(false) { return nil }
    return member(table, name, expected, inherited: inherited, read)
  }

  mutating func text(_ table: Table?, _ name: String, inherited: String? = nil) -> String? {
    member(table, name, "a text", inherited: inherited) { value in
      if case .string(let text) = value { .value(text) } else { .mismatch }
    }
  }

  mutating func boolean(_ table: Table?, _ name: String, inherited: Bool?) -> Bool? {
    member(table, name, "true or false", inherited: inherited) { value in
      if case .boolean(let flag) = value { .value(flag) } else { .mismatch }
    }
  }

  static let wholeNumber = "a whole number"

  mutating func whole(_ table: Table?, _ name: String, inherited: Int64? = nil) -> Int64? {
    member(table, name, Self.wholeNumber, inherited: inherited, Self.whole)
  }

  static func whole(_ value: JSONValue) -> Reading<Int64> {
    switch value {
    case .integer(let number): return .value(number)
    case .number(let number):
      // Any whole number too large for 64 bits may be rounded to 2⁶³; from 2⁵³ on all values are
      // whole.
      guard number.magnitude < 9_223_372_036_854_775_808 else {
        return .problem("expected a whole number within 64 bits, got \(value.summary)")
      }
      return Int64(exactly: number).map { .value($0) } ?? .mismatch
    default: return .mismatch
    }
  }

  static let exactNumber = "a number such as 0.25, \"25%\" or \"1/4\""

  mutating func fraction(_ table: Table?, _ name: String, inherited: Fraction?) -> Fraction? {
    member(table, name, Self.exactNumber, inherited: inherited, Self.fraction)
  }

  static func fraction(_ value: JSONValue) -> Reading<Fraction> {
    switch value {
    case .integer(let number) where number < 0:
      return .problem("expected at least 0, got \(number)")
    case .number(let number) where number < 0: return .problem("expected at least 0, got \(number)")
    case .integer(let number): return .value(Fraction(UInt64(number)))
    case .number(let number):
      guard number.isFinite else { return .mismatch }
      guard let exact = Fraction(shortestDecimalOf: number) else {
        return .problem("\(number) has too many digits; round it")
      }
      return .value(exact)
    case .string(let text):
      return Fraction(ratioOrDecimal: text).map { .value($0) } ?? .mismatch
    default: return .mismatch
    }
  }

  /// Reads one of a few names.
  mutating func choice<Value>(
    _ table: Table?, _ name: String, of kind: String, _ names: [String], inherited: Value? = nil,
    _ make: (String) -> Value?
  ) -> Value? {
    let expected = names.alternatives
    return member(table, name, expected, inherited: inherited) { value in
      Self.choice(value, of: kind, names, make)
    }
  }

  static func choice<Value>(
    _ value: JSONValue, of kind: String, _ names: [String], _ make: (String) -> Value?
  ) -> Reading<Value> {
    guard case .string(let text) = value else { return .mismatch }
    if let value = make(text) { return .value(value) }
    return .problem(
      "unknown \(kind) \(value.summary); expected \(names.alternatives)")
  }

  /// Reads a season: `from` and `until`, both optional.
  mutating func season(_ table: Table, inherited: Season?) -> Season {
    Season(
      from: optional(table, "from", Self.day, inherited: inherited?.from, Self.day),
      before: optional(table, "until", Self.day, inherited: inherited?.before, Self.day))
  }

  private static let day = "a day such as \"2026-12-31\""

  private static func day(_ value: JSONValue) -> Reading<CivilDay> {
    guard case .string(let text) = value else { return .mismatch }
    return CivilDay(text).map { .value($0) } ?? .mismatch
  }
}
