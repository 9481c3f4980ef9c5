/// A writer of an event's content as the canonical JSON object that ids are hashed from and
/// profiles store: members in the order of writing, without absent values and white space.
public struct ContentWriter {
  private(set) var text = "{"

  /// Creates a writer of an empty object.
  public init() {}

  /// Returns the complete object.
  public consuming func finish() -> String { text + "}" }

  private mutating func name(_ name: StaticString) {
    text += text.utf8.count == 1 ? "\"" : ",\""
    text += name.description
    text += "\":"
  }

  /// Writes a text; nothing for `nil`.
  public mutating func write(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    self.name(name)
    JSONValue.write(value, to: &text)
  }

  /// Writes an integer; nothing for `nil`.
  public mutating func write(_ name: StaticString, _ value: Int64?) {
    guard let value else { return }
    self.name(name)
    text += String(value)
  }

  /// Writes a Boolean; nothing for `nil`.
  public mutating func write(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    self.name(name)
    text += value ? "true" : "false"
  }

  /// Writes a day; nothing for `nil`.
  public mutating func write(_ name: StaticString, _ value: CivilDay?) {
    write(name, value?.description)
  }

  /// Writes an id; nothing for `nil`.
  public mutating func write(_ name: StaticString, _ value: EventID?) {
    write(name, value?.description)
  }

  /// Writes an instant, as milliseconds since 1970; nothing for `nil`.
  public mutating func write(_ name: StaticString, _ value: Instant?) {
    write(name, value?.milliseconds)
  }

  /// Writes a list of texts; nothing for an empty one.
  public mutating func write(_ name: StaticString, _ value: [String]) {
    if !value.isEmpty { write(name, json: .array(value.map { .string($0) })) }
  }

  /// Writes any value; nothing for `nil`.
  public mutating func write(_ name: StaticString, json value: JSONValue?) {
    guard let value else { return }
    self.name(name)
    text += value.text()
  }
}

/// An error about stored content that cannot be decoded: it is damaged, or was written by a later
/// version.
public struct ContentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value found and the value expected.
  public var description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}

/// A reader of objects written by a `ContentWriter`, member by member.
public struct ContentReader {
  private var scanner: JSONScanner
  private var isFirst = true

  /// Creates a reader of an object.
  public init(_ bytes: [UInt8]) throws(ContentError) {
    scanner = JSONScanner(bytes)
    guard scanner.take(0x7B) else { throw ContentError("expected an object") }
  }

  /// Returns the name of the next member, whose value must be read next; `nil` at the end.
  public mutating func next() throws(ContentError) -> String? {
    if scanner.take(0x7D) {
      guard scanner.peek() == nil else { throw ContentError("more follows the object") }
      return nil
    }
    if !isFirst { try expect(0x2C) }
    isFirst = false
    guard scanner.peek() == 0x22 else { throw ContentError("expected a name") }
    let name = try translating { scanner throws(JSONError) in try scanner.string() }
    try expect(0x3A)
    return name
  }

  private mutating func expect(_ byte: UInt8) throws(ContentError) {
    try translating { scanner throws(JSONError) in try scanner.expect(byte, "punctuation") }
  }

  @inline(__always)
  private mutating func translating<Result>(
    _ body: (inout JSONScanner) throws(JSONError) -> Result
  ) throws(ContentError) -> Result {
    do {
      return try body(&scanner)
    } catch {
      throw ContentError(error.description)
    }
  }

  /// Reads a text.
  public mutating func string() throws(ContentError) -> String {
    guard scanner.peek() == 0x22 else { throw ContentError("expected a text") }
    return try translating { scanner throws(JSONError) in try scanner.string() }
  }

  /// Reads an integer.
  public mutating func integer() throws(ContentError) -> Int64 {
    _ = scanner.peek()
    guard
      case .integer(let whole) = try translating({ scanner throws(JSONError) in
        try scanner.number()
      })
    else { throw ContentError("expected a whole number") }
    return whole
  }

  /// Reads an integer of a narrower type.
  public mutating func integer<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(ContentError) -> Number {
    let wide = try integer()
    guard let number = Number(exactly: wide) else {
      throw ContentError("expected a smaller number than \(wide)")
    }
    return number
  }

  /// Reads a Boolean.
  public mutating func boolean() throws(ContentError) -> Bool {
    guard case .boolean(let flag) = try json() else { throw ContentError("expected true or false") }
    return flag
  }

  /// Reads a day.
  public mutating func day() throws(ContentError) -> CivilDay {
    let text = try string()
    guard let day = CivilDay(text) else { throw ContentError("expected a day, got \"\(text)\"") }
    return day
  }

  /// Reads an id.
  public mutating func id() throws(ContentError) -> EventID {
    let text = try string()
    guard let id = EventID(text) else { throw ContentError("expected an id, got \"\(text)\"") }
    return id
  }

  /// Reads an instant.
  public mutating func instant() throws(ContentError) -> Instant {
    Instant(milliseconds: try integer())
  }

  /// Reads a list of texts.
  public mutating func strings() throws(ContentError) -> [String] {
    guard case .array(let values) = try json() else { throw ContentError("expected a list") }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value else { throw ContentError("expected a list of texts") }
      texts.append(text)
    }
    return texts
  }

  /// Reads any value; also skips the value of an unknown member.
  public mutating func json() throws(ContentError) -> JSONValue {
    try translating { scanner throws(JSONError) in try JSONValue.value(&scanner, depth: 0) }
  }
}
