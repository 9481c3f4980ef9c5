import FlintJSON
import Lua
import FlintRules

/// `json`: encoding and decoding JSON.
struct JSONModule {
  var module: HostModule {
    HostModule("json", "JSON: encoding and decoding.", functions: [encode, decode])
  }

  private var encode: HostFunction {
    HostFunction(
      "encode",
      "Encodes a value as JSON. A table with the keys 1…n becomes an array, any other an object "
        + "with members in the order of pairs. An empty table becomes an object, except for "
        + "empty lists that Flint or json.decode returned.",
      parameters: [
        .optional("value", .any, "The value to encode (default: nil, which becomes null)."),
        .options(
          "The options of encoding.",
          .optional(
            "indent", .boolean, "Whether each member is on a line of its own (default: false).")),
      ],
      returns: HostResult("text", "string", "The JSON text."),
      example: """
        print(json.encode({name = "flint", tags = {"a", "b"}}))
        """
    ) { call throws(HostFailure) in
      let value = try call.value("value")
      call.reply.string(try json(value).text(indented: call.boolean("indent")))
    }
  }

  private func json(_ value: LuaValue) throws(HostFailure) -> JSONValue {
    switch value {
    case .nil: return .null
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .number(let number):
      guard number.isFinite else {
        throw .argument("value", expected: "finite numbers", got: "\(number)")
      }
      return .number(number)
    case .string: return .string(try text(value))
    case .array(let items):
      var list: [JSONValue] = []
      for item in items { list.append(try json(item)) }
      return .array(list)
    case .table(let entries):
      var members: [(name: String, value: JSONValue)] = []
      for entry in entries {
        members.append((try name(entry.key), try json(entry.value)))
      }
      return .object(members)
    }
  }

  private func text(_ value: LuaValue) throws(HostFailure) -> String {
    guard let text = value.text else {
      throw .argument("value", expected: "text in UTF-8", got: "a string with invalid bytes")
    }
    return text
  }

  private func name(_ key: LuaValue) throws(HostFailure) -> String {
    switch key {
    case .string: return try text(key)
    case .integer(let number): return String(number)
    default:
      throw .argument("value", expected: "keys that are strings or integers", got: key.typeName)
    }
  }

  /// Returns an approximate upper bound of the memory that the values of a text take, in bytes: that of
  /// the text, and a fixed amount for each value, member and list.
  private static func size(ofParsed text: String) -> Int {
    var values = 1
    for byte in text.utf8 where byte == 0x2C || byte == 0x3A || byte == 0x5B || byte == 0x7B {
      values += 1
    }
    return text.utf8.count + values * 48
  }

  private var decode: HostFunction {
    HostFunction(
      "decode", "Decodes a JSON text. null becomes nil, so a list with null has a hole.",
      parameter: HostParameter("text", .string, "The JSON text."),
      returns: HostResult(
        "value", "any", "The value; nil and an error if the text is not valid JSON."),
      example: """
        print(json.decode('{"level": 3}').level)
        """
    ) { call throws(HostFailure) in
      let text = try call.string("text")
      try call.chargeTemporaryMemory(Self.size(ofParsed: text))
      do throws(JSONError) {
        call.reply.json(try JSONValue(parsing: text))
      } catch {
        call.refuse("not_json", "json.decode: \(error)") {
          $0.field("line", error.line)
          $0.field("column", error.column)
        }
      }
    }
  }
}
