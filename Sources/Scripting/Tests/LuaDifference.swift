import Lua
import Rules

/// Where two values differ first, in the order of keys.
struct LuaDifference {
  /// The way to it: `days[3].title`; empty where the values as such differ.
  var path: String
  var expected: LuaValue?
  var actual: LuaValue?

  /// Finds where a value is not what was expected; `nil` where they are equal. An integer equals the
  /// float of the same value, as in Lua.
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
      var places = [LuaValue: LuaValue](minimumCapacity: given.count)
      for entry in given { places[entry.key] = entry.value }
      for entry in wanted {
        let way = path + step(entry.key, isFirst: path.isEmpty)
        guard let value = places.removeValue(forKey: entry.key) else {
          return LuaDifference(path: way, expected: entry.value, actual: nil)
        }
        if let difference = first(entry.value, value, way) { return difference }
      }
      guard let extra = given.first(where: { places[$0.key] != nil }) else { return nil }
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

  /// A value as messages show it, cut where it is long.
  static func shown(_ value: LuaValue) -> String {
    let text: String =
      switch value {
      case .nil: "nil"
      case .string(let bytes): Suggestion.quoted(String(decoding: bytes, as: UTF8.self))
      case .boolean(let flag): "\(flag)"
      case .integer(let number): "\(number)"
      // The sign of what is no number is chance.
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

  /// The difference in words.
  var text: String {
    let place = path.isEmpty ? "" : "at \(path): "
    return "\(place)expected \(expected.map { Self.shown($0) } ?? "nothing"), got "
      + (actual.map { Self.shown($0) } ?? "nothing")
  }
}
