import Foundation
import Lua

/// `json`: reading and writing JSON.
struct JSONModule {
  var module: HostModule {
    HostModule("json", "JSON, read and written.", functions: [encode, decode])
  }

  private var encode: HostFunction {
    HostFunction(
      "encode",
      "Writes a value as JSON: a table with keys 1…n as a list, any other as an object, its "
        + "members in the order of pairs.",
      parameters: [
        HostParameter("value", .any, "The value.", isOptional: true),
        HostParameter(
          "options",
          .table([
            HostField(
              "indent", .boolean, "Whether members stand on lines of their own.",
              isOptional: true)
          ]), isOptional: true),
      ],
      returns: [HostResult("text", "string")],
      example: """
        print(json.encode({name = "flint", tags = {"a", "b"}}))
        """
    ) { call throws(HostFailure) in
      let value = try call.value(0)
      call.reply.string(try json(value).text(indented: call.boolean(1)))
    }
  }

  private func json(_ value: LuaValue) throws(HostFailure) -> JSONValue {
    switch value {
    case .nil: return .null
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .number(let number):
      guard number.isFinite else {
        throw .argument(0, expected: "numbers that JSON has", got: "\(number)")
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
      throw .argument(0, expected: "text in UTF-8", got: "a string with invalid bytes")
    }
    return text
  }

  private func name(_ key: LuaValue) throws(HostFailure) -> String {
    switch key {
    case .string: return try text(key)
    case .integer(let number): return String(number)
    default:
      throw .argument(0, expected: "keys that are strings or integers", got: key.typeName)
    }
  }

  private var decode: HostFunction {
    HostFunction(
      "decode", "Reads JSON; null becomes nil, so a list with null has a hole.",
      parameters: [HostParameter("text", .string, "The JSON text.")],
      returns: [HostResult("value", "any", "nil and an error when the text is not JSON.")],
      example: """
        print(json.decode('{"level": 3}').level)
        """
    ) { call throws(HostFailure) in
      let text = try call.string(0)
      do {
        let value = try JSONDecoder().decode(DecodedJSON.self, from: Data(text.utf8))
        call.reply.json(value.value)
      } catch {
        call.refuse("not_json", "json.decode: \(Self.problem(error))")
      }
    }
  }

  private static func problem(_ error: any Error) -> String {
    guard case .dataCorrupted(let context)? = error as? DecodingError else {
      return "not JSON"
    }
    let detail = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
    return detail ?? context.debugDescription
  }
}

/// A JSON value as Foundation's decoder reads it; objects come in the order of their names.
private struct DecodedJSON: Decodable {
  let value: JSONValue

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Name.self) {
      let keys = object.allKeys.sorted { $0.stringValue < $1.stringValue }
      value = .object(
        try keys.map { ($0.stringValue, try object.decode(DecodedJSON.self, forKey: $0).value) })
    } else if var list = try? decoder.unkeyedContainer() {
      var items: [JSONValue] = []
      while !list.isAtEnd { items.append(try list.decode(DecodedJSON.self).value) }
      value = .array(items)
    } else {
      value = try Self.scalar(decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return .null }
    if let flag = try? container.decode(Bool.self) { return .boolean(flag) }
    if let number = try? container.decode(Int64.self) { return .integer(number) }
    if let number = try? container.decode(Double.self) { return .number(number) }
    return .string(try container.decode(String.self))
  }
}
