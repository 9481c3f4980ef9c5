package import FlintJSON

extension ResultShape {
  /// The definition of a row in JSON Schema (draft 2020-12). Rows inside it are references to definitions.
  package var definition: JSONValue {
    .object([
      ("description", .string(summary)), ("type", .string("object")),
      ("properties", .object(fields.map { ($0.name, .object($0.jsonSchema)) })),
      ("required", .array(fields.filter { !$0.isOmittedIfAbsent }.map { .string($0.name) })),
    ])
  }

  /// The reference to the definition, or a list of such rows.
  package func reference(isList: Bool) -> JSONValue {
    let reference = JSONValue.object([("$ref", .string("#/$defs/\(name)"))])
    return isList ? .object([("type", .string("array")), ("items", reference)]) : reference
  }

  /// The shape, after those of the rows inside its rows.
  package var all: [ResultShape] { fields.compactMap(\.type.shape).flatMap(\.all) + [self] }
}

extension ResultDeclaration {
  /// The members of the JSON Schema of the values.
  fileprivate var jsonSchema: [(name: String, value: JSONValue)] {
    let description: [(name: String, value: JSONValue)] = [("description", .string(summary))]
    if isOptional, !type.jsonSchema.isEmpty {
      let none = JSONValue.object([("type", .string("null"))])
      return [("anyOf", .array([.object(type.jsonSchema), none]))] + description
    }
    return type.jsonSchema + description
  }
}

extension ResultType {
  fileprivate var jsonSchema: [(name: String, value: JSONValue)] {
    func type(_ name: String) -> [(name: String, value: JSONValue)] { [("type", .string(name))] }
    func list(of items: JSONValue) -> [(name: String, value: JSONValue)] {
      type("array") + [("items", items)]
    }
    switch self {
    case .row(let shape): return [("$ref", .string("#/$defs/\(shape.name)"))]
    case .rows(let shape): return list(of: shape.reference(isList: false))
    case .grid(let shape): return list(of: shape.reference(isList: true))
    case .number, .value(.decimal): return type("number")
    case .value(.integer): return type("integer")
    case .value(.boolean): return type("boolean")
    case .value(.list), .value(.ids): return list(of: .object(type("string")))
    case .value(.choice(let choice)) where !choice.isOpen:
      return type("string") + [("enum", .array(choice.names.map { .string($0) }))]
    case .value(.day): return type("string") + [("format", .string("date"))]
    case .value(.structure): return []
    case .value: return type("string")
    }
  }
}
