package import FlintJSON

/// The members of the canonical JSON object of an event.
package struct ContentMembers: Sendable {
  private let members: [(name: String, value: JSONValue)]

  /// - Throws: `JSONError` when the text is not a JSON object.
  package init(parsing bytes: [UInt8]) throws(JSONError) {
    guard case .object(let members) = try JSONValue(parsing: bytes) else {
      throw JSONError(line: 1, column: 1, problem: "expected an object")
    }
    self.members = members
  }

  package var json: JSONValue { .object(members) }

  /// The value of a member, the last of several; `nil` when there is none.
  package subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }

  /// Returns the object without the members of a name.
  package func removing(_ name: String) -> ContentMembers {
    ContentMembers(members.filter { $0.name != name })
  }

  package init(_ members: [(name: String, value: JSONValue)]) { self.members = members }

  /// - Throws: `FieldError` when there is none, or it is not of the type.
  package func required<Value: FieldConvertible>(_ name: String) throws(FieldError) -> Value {
    guard let value: Value = try optional(name) else {
      throw FieldError(field: name, expected: Value.fieldType.expectation, found: "nothing")
    }
    return value
  }

  /// Returns the value of a member; `nil` when there is none.
  ///
  /// - Throws: `FieldError` when it is not of the type.
  package func optional<Value: FieldConvertible>(_ name: String) throws(FieldError) -> Value? {
    guard let json = self[name], json != .null else { return nil }
    let value = try Value.fieldType.value(canonical: json, field: name)
    return try Value(Value.fieldType.checked(value, field: name), field: name)
  }
}
