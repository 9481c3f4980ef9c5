extension JSONValue {
  /// The maximum nesting depth of arrays and objects.
  package static let maximumDepth = 256

  /// The maximum number of values in a record, or in a file that is read whole, from elsewhere.
  package static let maximumCount = 2_000_000

  /// Parses a text that consists of one JSON value and white space.
  package init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Parses UTF-8 bytes that consist of one JSON value and white space.
  package init(parsing bytes: [UInt8]) throws(JSONError) {
    var scanner = JSONScanner(bytes)
    try self.init(whole: &scanner)
  }

  /// Parses UTF-8 bytes from elsewhere that consist of one JSON value and white space, whose objects
  /// have each member once.
  ///
  /// - Parameter maximumCount: the maximum number of values in it, those within lists and objects
  ///   included; they are counted while they are parsed.
  package init(
    foreign bytes: [UInt8], maximumCount: Int = JSONValue.maximumCount
  ) throws(JSONError) {
    var scanner = JSONScanner(bytes)
    scanner.remainingValues = maximumCount
    scanner.refusesRepeats = true
    try self.init(whole: &scanner)
  }

  private init(whole scanner: inout JSONScanner) throws(JSONError) {
    self = try JSONValue.value(&scanner, depth: 0)
    if scanner.peek() != nil { throw scanner.unexpected(expected: "the end of the text") }
  }

  package static func value(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONError) -> JSONValue {
    scanner.remainingValues -= 1
    if scanner.remainingValues < 0 {
      throw scanner.error(at: scanner.position, "it has too many values")
    }
    switch scanner.peek() {
    case 0x22: return .string(try scanner.string())
    case 0x7B where depth >= maximumDepth, 0x5B where depth >= maximumDepth:
      throw scanner.error(at: scanner.position, "more than \(maximumDepth) levels deep")
    case 0x7B: return try object(&scanner, depth: depth + 1)
    case 0x5B: return try array(&scanner, depth: depth + 1)
    case 0x74:
      try scanner.word("true")
      return .boolean(true)
    case 0x66:
      try scanner.word("false")
      return .boolean(false)
    case 0x6E:
      try scanner.word("null")
      return .null
    case 0x2D, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39:
      return try scanner.number()
    default: throw scanner.unexpected(expected: "a value")
    }
  }

  private static func object(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONError) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    try scanner.expect(0x7B, "'{'")
    if scanner.take(0x7D) { return .object(members) }
    var names: Set<String> = []
    while true {
      guard scanner.peek() == 0x22 else { throw scanner.unexpected(expected: "a name in quotes") }
      let start = scanner.position
      let name = try scanner.string()
      if scanner.refusesRepeats, isRepeated(name, members, &names) {
        throw scanner.repeated(name, at: start)
      }
      try scanner.expect(0x3A, "':'")
      members.append((name, try value(&scanner, depth: depth)))
      if scanner.take(0x2C) { continue }
      try scanner.expect(0x7D, "',' or '}'")
      return .object(members)
    }
  }

  /// - Parameter names: the names of many members, which are found by their hashes.
  private static func isRepeated(
    _ name: String, _ members: [(name: String, value: JSONValue)], _ names: inout Set<String>
  ) -> Bool {
    if members.count < 16 { return members.contains { $0.name == name } }
    if names.isEmpty { names = Set(members.map(\.name)) }
    return !names.insert(name).inserted
  }

  private static func array(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONError) -> JSONValue {
    var values: [JSONValue] = []
    try scanner.expect(0x5B, "'['")
    if scanner.take(0x5D) { return .array(values) }
    while true {
      values.append(try value(&scanner, depth: depth))
      if scanner.take(0x2C) { continue }
      try scanner.expect(0x5D, "',' or ']'")
      return .array(values)
    }
  }
}

extension JSONValue {
  /// The member of an object with a name, the last of several; `nil` when there is none.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// A short description of the value for messages: a scalar itself, truncated and with escaped
  /// control characters; only the type of a list or an object.
  package var summary: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .string(let text):
      JSONValue.string(String(text.prefix(60))).text() + (text.count > 60 ? "…" : "")
    case .array: "a list"
    case .object: "a table"
    }
  }
}
