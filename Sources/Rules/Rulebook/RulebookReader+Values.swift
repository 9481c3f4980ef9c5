/// Reading single values: each that is not what it should be is a fault, and reading goes on.
extension RulebookReader {
  /// A table of the file, and where it stands.
  struct Table {
    var path: RulebookPath
    private let members: [String: JSONValue]

    init(path: RulebookPath, members: [String: JSONValue]) {
      self.path = path
      self.members = members
    }

    subscript(name: String) -> JSONValue? { members[name] }
  }

  /// What came of reading a value.
  enum Reading<Value> {
    case value(Value)
    /// What is wrong with it, in place of “expected …, got …”.
    case problem(String)
    case mismatch
  }

  mutating func fault(_ path: RulebookPath, _ problem: String) {
    faults.append(RulebookFault(path: path.text.isEmpty ? "rulebook" : path.text, problem: problem))
  }

  mutating func missing(_ path: RulebookPath, _ expected: String) {
    let isPart = Self.parts.contains(path.text) && path.text != "id"
    fault(
      path,
      "missing; expected \(expected)" + (isPart ? ", as the file does not say extends" : ""))
  }

  /// Whether something at a path or below it was found wrong.
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

  /// Reads a table's members by name, in the order of their names; JSON's null is an absent one.
  mutating func members(
    of value: JSONValue, at path: RulebookPath
  ) -> [(name: String, value: JSONValue)]? {
    switch value {
    case .object(let members):
      // Lua tells no order of names; the faults shall have one.
      let sorted = members.filter { $0.value != .null }
        .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      var unique: [(name: String, value: JSONValue)] = []
      for member in sorted {
        if unique.last?.name == member.name {
          fault(path[member.name], "it is given twice")
        } else {
          unique.append(member)
        }
      }
      return unique
    case .array(let entries) where entries.isEmpty: return []
    default:
      fault(path, "expected a table, got \(value.sort)")
      return nil
    }
  }

  /// Reads a table whose fields are known.
  ///
  /// - Parameter refused: fields that are known, and why they cannot stand here.
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
          "unknown field" + (hint.isEmpty ? "; expected \(NearestName.alternatives(fields))" : hint)
        )
      }
    }
    return Table(path: path, members: known)
  }

  /// Reads a member that is a table with known fields; `nil` when it is absent or none.
  ///
  /// - Parameter isOptional: whether it may be absent, what it says being inherited or a default.
  mutating func part(
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
      fault(path, "expected a list, got \(value.sort)" + hint)
      return nil
    }
  }

  // MARK: Scalars

  /// Reads a member; `nil` when it is wrong, or absent and not inherited, which is a fault.
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
    case .mismatch: fault(table.path[name], "expected \(expected), got \(value.sort)")
    }
    return nil
  }

  /// Reads a member that may be absent; `false` takes an inherited one away.
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

  mutating func truth(_ table: Table?, _ name: String, inherited: Bool?) -> Bool? {
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
      // 2⁶³ itself may stand for any whole number too large for 64 bits; from 2⁵³ on all are whole.
      guard number.magnitude < 9_223_372_036_854_775_808 else {
        return .problem("expected a whole number within 64 bits, got \(value.sort)")
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

  /// Reads a name out of a few.
  mutating func choice<Value>(
    _ table: Table?, _ name: String, of kind: String, _ names: [String], inherited: Value? = nil,
    _ make: (String) -> Value?
  ) -> Value? {
    let expected = NearestName.alternatives(names)
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
      "unknown \(kind) \(value.sort); expected \(NearestName.alternatives(names))")
  }

  /// Reads a season: `from` and `until`, either of which may be absent.
  mutating func season(_ table: Table, inherited: Season?) -> Season {
    Season(
      from: optional(table, "from", Self.day, inherited: inherited?.from, Self.day),
      until: optional(table, "until", Self.day, inherited: inherited?.until, Self.day))
  }

  private static let day = "a day such as \"2026-12-31\""

  private static func day(_ value: JSONValue) -> Reading<CivilDay> {
    guard case .string(let text) = value else { return .mismatch }
    return CivilDay(text).map { .value($0) } ?? .mismatch
  }
}
