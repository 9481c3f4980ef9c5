package import JSON

extension ResultShape {
  /// The JSON schema (draft 2020-12) of a row, with the shapes of its fields as definitions.
  package var jsonSchema: JSONValue { jsonSchema(isList: false) }

  /// Returns the JSON schema of a row, or of a list of rows.
  package func jsonSchema(isList: Bool) -> JSONValue {
    let reference = Self.reference(self)
    let content: [(name: String, value: JSONValue)] =
      isList ? [("type", .string("array")), ("items", .object(reference))] : reference
    return .object(
      [("$schema", .string("https://json-schema.org/draft/2020-12/schema"))] + content
        + [("$defs", .object(all.map { ($0.name, $0.definition) }))])
  }

  private static func reference(_ shape: ResultShape) -> [(name: String, value: JSONValue)] {
    [("$ref", .string("#/$defs/\(shape.name)"))]
  }

  private var definition: JSONValue {
    .object([
      ("description", .string(summary)), ("type", .string("object")),
      ("properties", .object(fields.map { ($0.name, .object($0.jsonSchema)) })),
      ("required", .array(fields.map { .string($0.name) })),
    ])
  }
}

extension ResultDeclaration {
  /// The members of the JSON schema of a value.
  fileprivate var jsonSchema: [(name: String, value: JSONValue)] {
    let description: [(name: String, value: JSONValue)] = [("description", .string(summary))]
    if isOptional {
      return [("anyOf", .array([.object(type.jsonSchema), .object([("type", .string("null"))])]))]
        + description
    }
    return type.jsonSchema + description
  }
}

extension ResultType {
  fileprivate var jsonSchema: [(name: String, value: JSONValue)] {
    func type(_ name: String) -> [(name: String, value: JSONValue)] { [("type", .string(name))] }
    switch self {
    case .row(let shape): return [("$ref", .string("#/$defs/\(shape.name)"))]
    case .rows(let shape):
      return type("array")
        + [("items", .object([("$ref", .string("#/$defs/\(shape.name)"))]))]
    case .number, .value(.decimal): return type("number")
    case .value(.integer): return type("integer")
    case .value(.boolean): return type("boolean")
    case .value(.list): return type("array") + [("items", .object(type("string")))]
    case .value(.choice(let choice)) where !choice.isOpen:
      return type("string") + [("enum", .array(choice.names.map { .string($0) }))]
    case .value(.day): return type("string") + [("format", .string("date"))]
    case .value(.structure): return []
    case .value: return type("string")
    }
  }
}
