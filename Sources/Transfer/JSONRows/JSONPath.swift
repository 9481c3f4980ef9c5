import FlintJSON

/// A path to values of a JSON text: a subset of JSONPath (RFC 9535) with members by name, elements
/// by position and `[*]`.
///
/// A path such as `$.entries[*]` begins at the whole text; `location.zone` and `$.location.zone`
/// are the same path, and `["a.b"]` is the member with a dot in its name.
struct JSONPath: Hashable, Sendable {
  /// A step from a value to values in it.
  enum Step: Hashable, Sendable {
    case member(String)
    /// The element of a list at an index, from 0.
    case element(Int)
    /// All elements of a list, or the values of all members of an object.
    case every
  }

  /// The steps, from the outermost value; none for the whole value.
  var steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// Whether the path may lead to more than one value.
  var isMultiple: Bool { steps.contains(.every) }

  /// Returns the values that the path leads to; `nil` where a member, an element or a list on the
  /// way is missing. Where one of several values lacks the rest of the path, it is left out.
  func values(in root: JSONValue) -> [JSONValue]? {
    var values = [root]
    for step in steps {
      var next: [JSONValue] = []
      var isPresent = values.isEmpty
      for value in values {
        switch (step, value) {
        case (.member(let name), _):
          guard let member = value[name] else { continue }
          next.append(member)
        case (.element(let index), .array(let elements)) where index < elements.count:
          next.append(elements[index])
        case (.every, .array(let elements)): next += elements
        case (.every, .object(let members)): next += members.map(\.value)
        default: continue
        }
        isPresent = true
      }
      if !isPresent { return nil }
      values = next
    }
    return values
  }
}

/// A text that is no path, with the reason.
struct JSONPathError: Error, Equatable {
  var message: String
}

extension JSONPath {
  init(_ text: String) throws(JSONPathError) {
    steps = []
    var rest = text[...]
    if rest == "$" || rest.hasPrefix("$.") || rest.hasPrefix("$[") { rest.removeFirst() }
    guard !text.isEmpty else { throw JSONPathError(message: "expected a path, got nothing") }
    if let first = rest.first, first != ".", first != "[" { try takeName(&rest, text) }
    while let first = rest.first {
      if first == "[" {
        try takeBracket(&rest, text)
        continue
      }
      // What follows a name is a dot or a bracket.
      rest.removeFirst()
      if rest.first == "." {
        throw JSONPathError(
          message: "\"\(text)\": .. is not supported; write the whole path, such as $.entries[*]")
      }
      if rest.hasPrefix("*") {
        rest.removeFirst()
        steps.append(.every)
        if let next = rest.first, next != ".", next != "[" {
          throw JSONPathError(message: "\"\(text)\": expected . or [ after .*")
        }
      } else {
        try takeName(&rest, text)
      }
    }
    guard steps.count <= JSONValue.maximumDepth else {
      throw JSONPathError(
        message: "\"\(text.prefix(40))…\": expected at most \(JSONValue.maximumDepth) steps, got "
          + "\(steps.count)")
    }
  }

  private mutating func takeName(
    _ rest: inout Substring, _ text: String
  ) throws(JSONPathError) {
    let name = rest.prefix { $0 != "." && $0 != "[" }
    if name.isEmpty || name.contains("]") {
      throw JSONPathError(
        message: "\"\(text)\": expected a name; one with a dot or a bracket is written [\"name\"]")
    }
    steps.append(.member(String(name)))
    rest = rest[name.endIndex...]
  }

  private mutating func takeBracket(
    _ rest: inout Substring, _ text: String
  ) throws(JSONPathError) {
    rest.removeFirst()
    if let quote = rest.first, quote == "\"" || quote == "'" {
      rest.removeFirst()
      let name = rest.prefix { $0 != quote }
      rest = rest[name.endIndex...].dropFirst()
      guard rest.first == "]" else { throw JSONPath.openBracket(text) }
      steps.append(.member(String(name)))
    } else {
      let content = rest.prefix { $0 != "]" }
      rest = rest[content.endIndex...]
      guard rest.first == "]" else { throw JSONPath.openBracket(text) }
      if content == "*" {
        steps.append(.every)
      } else if let index = Int(content), index >= 0 {
        steps.append(.element(index))
      } else {
        throw JSONPathError(
          message:
            "\"\(text)\": expected [*], [\"name\"] or a position from 0, got [\(content.prefix(40))]"
        )
      }
    }
    rest.removeFirst()
    if let next = rest.first, next != ".", next != "[" {
      throw JSONPathError(message: "\"\(text)\": expected . or [ after ]")
    }
  }

  private static func openBracket(_ text: String) -> JSONPathError {
    JSONPathError(message: "\"\(text)\": a bracket is not closed")
  }
}

extension JSONPath: CustomStringConvertible {
  /// The path from the whole text, such as `$.entries[*]`.
  var description: String { "$" + relative(isFirstDotted: true) }

  /// The path as the name of a column, such as `location.zone`; `$` for the whole row.
  var columnName: String {
    if steps.isEmpty { return "$" }
    let name = relative(isFirstDotted: false)
    return name.hasPrefix("[") || name.hasPrefix("$") ? description : name
  }

  private func relative(isFirstDotted: Bool) -> String {
    var text = ""
    for step in steps {
      switch step {
      case .every: text += "[*]"
      case .element(let index): text += "[\(index)]"
      case .member(let name) where name.isEmpty || name.contains(where: { ".[]*'\"".contains($0) }):
        let quote = name.contains("\"") ? "'" : "\""
        text += "[\(quote)\(name)\(quote)]"
      case .member(let name): text += (text.isEmpty && !isFirstDotted ? "" : ".") + name
      }
    }
    return text
  }
}
