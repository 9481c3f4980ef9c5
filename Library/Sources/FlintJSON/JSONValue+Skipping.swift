extension JSONValue {
  /// Passes over the next value without building it, with the errors of building it.
  package static func skip(_ scanner: inout JSONScanner, depth: Int) throws(JSONError) {
    let first = scanner.peek()
    guard first == 0x7B || first == 0x5B, depth < maximumDepth else {
      // A scalar, or the error of nesting too deeply.
      _ = try value(&scanner, depth: depth)
      return
    }
    let (isObject, end) = (first == 0x7B, UInt8(first == 0x7B ? 0x7D : 0x5D))
    _ = scanner.take(isObject ? 0x7B : 0x5B)
    if scanner.take(end) { return }
    while true {
      if isObject {
        guard scanner.peek() == 0x22 else {
          throw scanner.unexpected(expected: "a name in quotes")
        }
        _ = try scanner.string()
        try scanner.expect(0x3A, "':'")
      }
      try skip(&scanner, depth: depth + 1)
      if scanner.take(0x2C) { continue }
      return try scanner.expect(end, isObject ? "',' or '}'" : "',' or ']'")
    }
  }
}
