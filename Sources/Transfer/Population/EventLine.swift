import FlintJSON
import FlintRules
import FlintSchema

/// A line of a population: what every line has, and the members of the event's content.
struct EventLine {
  var player: String?
  var seed: UInt64?
  var kind: EventKind?
  var at: JSONValue?
  var key: String?
  var id: EventID?
  var content: JSONValue?
  var members: [(name: String, value: JSONValue)] = []

  /// The names of what every line can have; a quest set's `id` is a member of `content`.
  static let names = ["player", "seed", "kind", "at", "key", "id", "content"]

  private static let kinds = Dictionary(
    uniqueKeysWithValues: EventKind.allCases.map { ($0.name, $0) })

  init(_ scanner: inout JSONScanner) throws(RowProblem) {
    var problem: RowProblem?
    do throws(JSONError) {
      try Self.forEachMember(&scanner) { name, value in
        do throws(RowProblem) {
          try set(name, value)
        } catch {
          problem = problem ?? error
        }
        return true
      }
    } catch {
      throw RowProblem(reason: "not JSON: column \(error.column): \(error.problem)")
    }
    if let problem { throw problem }
  }

  /// Returns the player of a line; `nil` where it cannot be read.
  static func player(of scanner: inout JSONScanner) -> String? {
    var line = EventLine()
    try? forEachMember(&scanner) { name, value in
      if name != "player" { return true }
      try? line.set(name, value)
      return false
    }
    return line.player
  }

  /// Visits the members of an object that is the whole text, until the body returns false.
  @inline(__always)
  private static func forEachMember(
    _ scanner: inout JSONScanner, _ body: (String, JSONValue) -> Bool
  ) throws(JSONError) {
    try scanner.expect(0x7B, "'{'")
    if !scanner.take(0x7D) {
      repeat {
        guard scanner.peek() == 0x22 else {
          throw scanner.unexpected(expected: "a name in quotes")
        }
        let name = try scanner.string()
        try scanner.expect(0x3A, "':'")
        guard body(name, try JSONValue.value(&scanner, depth: 1)) else { return }
      } while scanner.take(0x2C)
      try scanner.expect(0x7D, "',' or '}'")
    }
    if scanner.peek() != nil { throw scanner.unexpected(expected: "the end of the line") }
  }

  init() {}

  /// Sets a member, which must not have been set.
  mutating func set(_ name: String, _ value: JSONValue) throws(RowProblem) {
    switch name {
    case "player":
      try Self.check(player == nil, name)
      switch value {
      case .string(let text) where !text.isEmpty: player = text
      case .integer(let number): player = String(number)
      default: throw Self.mismatch(name, value, "a name or a whole number")
      }
    case "seed":
      try Self.check(seed == nil, name)
      switch value {
      case .integer(let number) where number >= 0: seed = UInt64(number)
      case .string(let text) where UInt64(text) != nil: seed = UInt64(text)
      case .null: break
      default:
        throw Self.mismatch(
          name, value, "a whole number from 0 to \(UInt64.max), as a text above \(Int64.max)")
      }
    case "kind":
      try Self.check(kind == nil, name)
      guard case .string(let text) = value, let kind = Self.kinds[text] else {
        let names = EventKind.allCases.map(\.name)
        let hint =
          if case .string(let text) = value { NearestName.hint(for: text, among: names) } else {
            ""
          }
        throw Self.mismatch(name, value, "a kind such as spark or task.complete\(hint)")
      }
      self.kind = kind
    case "at":
      try Self.check(at == nil, name)
      at = value
    case "key":
      try Self.check(key == nil, name)
      switch value {
      case .string(let text):
        guard (1...1000).contains(text.utf8.count) else {
          throw Self.mismatch(name, value, "1 to 1000 bytes")
        }
        key = text
      case .integer(let number): key = String(number)
      case .null: break
      default: throw Self.mismatch(name, value, "a text or a whole number")
      }
    case "id":
      try Self.check(id == nil, name)
      if value == .null { return }
      guard case .string(let text) = value, let id = EventID(text) else {
        throw Self.mismatch(name, value, FieldType.id.expectation)
      }
      self.id = id
    case "content":
      try Self.check(content == nil, name)
      if value == .null { return }
      guard case .object = value else { throw Self.mismatch(name, value, "an object") }
      content = value
    default:
      let count = name.utf8.count
      try Self.check(
        !members.contains { $0.name.utf8.count == count && $0.name == name }, name)
      members.append((name, value))
    }
  }

  private static func check(_ isFirst: Bool, _ name: String) throws(RowProblem) {
    if !isFirst { throw RowProblem(reason: "\(name): given twice") }
  }

  static func mismatch(_ name: String, _ value: JSONValue, _ expected: String) -> RowProblem {
    RowProblem(reason: "\(name): expected \(expected), got \(value.summary)")
  }
}
