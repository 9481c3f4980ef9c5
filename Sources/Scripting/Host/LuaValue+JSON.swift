package import FlintJSON
package import Lua
import FlintRules

extension LuaValue {
  /// The value as JSON for messages; values that JSON cannot represent become texts.
  package var json: JSONValue {
    switch self {
    case .nil: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .number(let number): number.isFinite ? .number(number) : .string("\(number)")
    case .string(let bytes): .string(String(decoding: bytes, as: UTF8.self))
    case .array(let items): .array(items.map(\.json))
    case .table(let entries): .object(entries.map { ($0.key.shown, $0.value.json) })
    }
  }

  /// The value as `flint eval` prints it: strings unchanged, tables as JSON.
  package var shown: String {
    switch self {
    case .string(let bytes): String(decoding: bytes, as: UTF8.self)
    case .number(let number) where !number.isFinite: "\(number)"
    default: json.text()
    }
  }
}
