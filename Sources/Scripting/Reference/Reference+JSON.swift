import FlintJSON
import Lua
import FlintRules

extension Reference {
  /// The API as JSON, for programs: `{"modules": [{"name", "summary", "functions": […]}]}`.
  package var json: String {
    JSONValue.object([
      (
        "modules",
        .array(
          modules.map { module in
            .object([
              ("name", .string(module.name)), ("summary", .string(module.summary)),
              ("functions", .array(module.functions.map { json($0, of: module) })),
            ])
          })
      )
    ]).text(indented: true) + "\n"
  }

  private func json(_ function: HostFunction, of module: HostModule) -> JSONValue {
    .object([
      ("name", .string(module.fullName(of: function))),
      ("call", .string(call(function, of: module))), ("summary", .string(function.summary)),
      ("parameters", .array(function.parameters.map(json))),
      ("returns", .array(function.returns.map(json))), ("example", .string(function.example)),
    ])
  }

  private func json(_ field: HostField) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(field.name)), ("type", .string(field.type.annotation)),
      ("expects", .string(field.type.expectation)), ("optional", .boolean(field.isOptional)),
      ("summary", .string(field.summary)),
    ]
    if case .table(let fields) = field.type {
      members.append(("fields", .array(fields.current.map(json))))
    }
    return .object(members)
  }

  private func json(_ result: HostResult) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(result.name)), ("type", .string(result.type)),
      ("summary", .string(result.summary)),
    ]
    if !result.fields.isEmpty { members.append(("fields", .array(result.fields.map(json)))) }
    return .object(members)
  }
}
