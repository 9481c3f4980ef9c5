import FlintJSON

/// The positions of the rows in a JSON text, found in one pass that also checks the whole text.
struct JSONRowFinder {
  struct Row: Equatable {
    var bytes: Range<Int>
    /// The line on which it begins, from 1.
    var line: Int
  }

  private var scanner: JSONScanner
  private let bytes: [UInt8]
  private(set) var rows: [Row] = []
  /// The innermost part of the path that the text has, and what is there instead of the next part.
  private var nearest: (depth: Int, found: String)?
  private var isFound = false
  private var lines = (position: 0, count: 1)

  /// - Parameters:
  ///   - bytes: the text, without a byte order mark.
  ///   - path: the path to the rows; by default the elements of a list, or else the whole value.
  /// - Throws: `JSONError` when the text is not JSON; `JSONPathError` when it has nothing at the
  ///   path.
  static func rows(_ bytes: [UInt8], _ path: JSONPath?) throws -> [Row] {
    var finder = JSONRowFinder(bytes)
    let isList = finder.scanner.peek() == UInt8(ascii: "[")
    let steps = path?.steps ?? (isList ? [.every] : [])
    try finder.visit(steps, depth: 0)
    if finder.scanner.peek() != nil {
      throw finder.scanner.unexpected(expected: "the end of the text")
    }
    if !finder.isFound, let (depth, found) = finder.nearest {
      throw JSONPathError(
        message: "there is nothing at rows = \"\(JSONPath(steps))\": "
          + "\(JSONPath(Array(steps.prefix(depth)))) is \(found)")
    }
    return finder.rows
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    scanner = JSONScanner(bytes)
  }

  /// Reads the next value, and the rows in it that a path leads to.
  private mutating func visit(
    _ steps: [JSONPath.Step], depth: Int
  ) throws(JSONError) {
    let first = scanner.peek()
    if depth == steps.count {
      let start = scanner.position
      try skip(depth)
      isFound = true
      rows.append(Row(bytes: start..<scanner.position, line: line(at: start)))
      return
    }
    switch (steps[depth], first) {
    case (.member, UInt8(ascii: "{")), (.every, UInt8(ascii: "{")):
      try visitObject(steps, depth: depth)
    case (.element, UInt8(ascii: "[")), (.every, UInt8(ascii: "[")):
      try visitArray(steps, depth: depth)
    default:
      let found: String
      switch first {
      case UInt8(ascii: "{"): found = "a table"
      case UInt8(ascii: "["): found = "a list"
      default: found = try JSONValue.value(&scanner, depth: depth).summary
      }
      if found == "a table" || found == "a list" { try skip(depth) }
      miss(depth, found)
    }
  }

  private mutating func visitObject(
    _ steps: [JSONPath.Step], depth: Int
  ) throws(JSONError) {
    try scanner.expect(UInt8(ascii: "{"), "'{'")
    var names: [String] = []
    var isMet = steps[depth] == .every
    if isMet && depth == steps.count - 1 { isFound = true }
    if !scanner.take(UInt8(ascii: "}")) {
      while true {
        guard scanner.peek() == UInt8(ascii: "\"") else {
          throw scanner.unexpected(expected: "a name in quotes")
        }
        let start = scanner.position
        let name = try scanner.string()
        if names.count < 20 { names.append(name) }
        try scanner.expect(UInt8(ascii: ":"), "':'")
        if steps[depth] == .every || steps[depth] == .member(name) {
          if isMet, steps[depth] != .every { throw scanner.repeated(name, at: start) }
          isMet = true
          try visit(steps, depth: depth + 1)
        } else {
          try skip(depth)
        }
        if scanner.take(UInt8(ascii: ",")) { continue }
        try scanner.expect(UInt8(ascii: "}"), "',' or '}'")
        break
      }
    }
    if !isMet {
      miss(
        depth,
        names.isEmpty
          ? "an empty table" : "a table with the members \(names.joined(separator: ", "))"
      )
    }
  }

  private mutating func visitArray(
    _ steps: [JSONPath.Step], depth: Int
  ) throws(JSONError) {
    try scanner.expect(UInt8(ascii: "["), "'['")
    var index = 0
    if steps[depth] == .every && depth == steps.count - 1 { isFound = true }
    if !scanner.take(UInt8(ascii: "]")) {
      while true {
        if steps[depth] == .every || steps[depth] == .element(index) {
          try visit(steps, depth: depth + 1)
        } else {
          try skip(depth)
        }
        index += 1
        if scanner.take(UInt8(ascii: ",")) { continue }
        try scanner.expect(UInt8(ascii: "]"), "',' or ']'")
        break
      }
    }
    if case .element(let wanted) = steps[depth], wanted >= index {
      miss(depth, "a list of \(index)")
    }
    // An outer list without elements has no rows, which is not an error of the path.
    if index == 0 && steps[depth] == .every { isFound = true }
  }

  private mutating func skip(_ depth: Int) throws(JSONError) {
    try JSONValue.skip(&scanner, depth: depth)
  }

  private mutating func miss(_ depth: Int, _ found: String) {
    if depth >= nearest?.depth ?? 0 { nearest = (depth, found) }
  }

  private mutating func line(at position: Int) -> Int {
    for index in lines.position..<position where bytes[index] == 0x0A { lines.count += 1 }
    lines.position = max(lines.position, position)
    return lines.count
  }
}
