import Lua
import FlintRules

/// The first difference of two values, in the order of keys.
struct LuaDifference {
  /// The path to the difference: `days[3].title`; empty if the values themselves differ.
  var path: String
  var expected: LuaValue?
  var actual: LuaValue?

  /// Creates the first difference of a value from the expected one; `nil` if they are equal. An
  /// integer equals the float of the same value, as in Lua.
  init?(_ expected: LuaValue, _ actual: LuaValue) {
    guard let found = LuaDifference.first(expected, actual, "") else { return nil }
    self = found
  }

  private init(path: String, expected: LuaValue?, actual: LuaValue?) {
    self.path = path
    self.expected = expected
    self.actual = actual
  }

  private static func first(
    _ expected: LuaValue, _ actual: LuaValue, _ path: String
  ) -> LuaDifference? {
    switch (expected, actual) {
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)):
      return Int64(exactly: b) == a
        ? nil : LuaDifference(path: path, expected: expected, actual: actual)
    case (.array, .array), (.table, .table), (.array, .table), (.table, .array):
      let (wanted, given) = (entries(expected), entries(actual))
      var remaining = [LuaValue: LuaValue](minimumCapacity: given.count)
      for entry in given { remaining[entry.key] = entry.value }
      for entry in wanted {
        let location = path + step(entry.key, isFirst: path.isEmpty)
        guard let value = remaining.removeValue(forKey: entry.key) else {
          return LuaDifference(path: location, expected: entry.value, actual: nil)
        }
        if let difference = first(entry.value, value, location) { return difference }
      }
      guard let extra = given.first(where: { remaining[$0.key] != nil }) else { return nil }
      return LuaDifference(
        path: path + step(extra.key, isFirst: path.isEmpty), expected: nil, actual: extra.value)
    default:
      return expected == actual
        ? nil : LuaDifference(path: path, expected: expected, actual: actual)
    }
  }

  private static func entries(_ value: LuaValue) -> [LuaValue.Entry] {
    switch value {
    case .array(let items):
      items.enumerated().map { LuaValue.Entry(.integer(Int64($0.offset) + 1), $0.element) }
    case .table(let entries): entries
    default: []
    }
  }

  private static func step(_ key: LuaValue, isFirst: Bool) -> String {
    if let text = key.text, !text.isEmpty, text.utf8.allSatisfy(LuaName.isPart) {
      return isFirst ? text : "." + text
    }
    return "[\(shown(key))]"
  }

  /// Returns a value as messages show it, truncated if it is long.
  static func shown(_ value: LuaValue) -> String {
    let text: String =
      switch value {
      case .nil: "nil"
      case .string(let bytes): Suggestion.quoted(String(decoding: bytes, as: UTF8.self))
      case .boolean(let flag): "\(flag)"
      case .integer(let number): "\(number)"
      // The sign of a NaN is arbitrary.
      case .number(let number): number.isNaN ? "nan" : "\(number)"
      case .array(let items): "{" + items.map { shown($0) }.joined(separator: ", ") + "}"
      case .table(let entries):
        "{"
          + entries.map { entry in
            let name = step(entry.key, isFirst: true)
            return "\(name) = \(shown(entry.value))"
          }.joined(separator: ", ") + "}"
      }
    return text.count > 200 ? text.prefix(200) + "…" : text
  }

  var text: String {
    let location = path.isEmpty ? "" : "at \(path): "
    return "\(location)expected \(expected.map { Self.shown($0) } ?? "nothing"), got "
      + (actual.map { Self.shown($0) } ?? "nothing")
  }
}
