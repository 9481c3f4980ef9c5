import FlintJSON

/// Reading of parts that may be absent or of another type.
extension JSONValue? {
  subscript(name: String) -> JSONValue? { self?[name] }

  /// The elements of a list; none for any other value.
  var elements: [JSONValue] { if case .array(let elements)? = self { elements } else { [] } }

  /// The members of an object; none for any other value.
  var members: [(name: String, value: JSONValue)] {
    if case .object(let members)? = self { members } else { [] }
  }

  var text: String? { if case .string(let text)? = self { text } else { nil } }

  /// The value of a whole number, also if it is written with a fraction of 0.
  var integer: Int64? {
    switch self {
    case .integer(let number)?: number
    case .number(let number)?: Int64(exactly: number)
    default: nil
    }
  }

  var double: Double? {
    switch self {
    case .integer(let number)?: Double(number)
    case .number(let number)?: number
    default: nil
    }
  }

  var boolean: Bool? { if case .boolean(let flag)? = self { flag } else { nil } }
}

extension JSONValue {
  private var part: JSONValue? { self }

  var string: String? { part.text }
  var integer: Int64? { part.integer }
}

extension JSONValue {
  /// The maximum size of a record, in bytes.
  static let maximumRecordSize = 16 << 20

  /// Parses a record of a file, which may come from elsewhere.
  init(record bytes: [UInt8]) throws(JSONError) {
    guard bytes.count <= Self.maximumRecordSize else {
      throw JSONError(
        line: 1, column: 1,
        problem: "it has \(bytes.count) bytes, and a record has at most \(Self.maximumRecordSize)")
    }
    try self.init(foreign: bytes)
  }
}
