import Lua

/// What is known of a value before the script runs.
indirect enum KnownValue {
  case unknown
  case literal(LiteralArgument.Value)
  /// A table of Lua or Flint, by the name of its global.
  case module(String)
  /// A function of Lua or Flint, by its full name.
  case function(String)
  /// A function of the script.
  case closure(WrittenFunction)
  /// What `ipairs` or `pairs` returns for a list of such items.
  case items(KnownValue, areNumbered: Bool)
  case result(KnownResult)
  /// The table of a module of the script.
  case exports(ModuleExports)

  /// The type that Lua's `type` returns, if the value is not nil.
  var type: String? {
    switch self {
    case .unknown: nil
    case .module, .exports: "table"
    case .function, .closure, .items: "function"
    case .result(let result): result.luaType
    case .literal(let literal):
      switch literal {
      case .unknown, .several: nil
      case .nil: "nil"
      case .boolean: "boolean"
      case .integer, .number, .anyNumber: "number"
      case .string: "string"
      case .function: "function"
      case .table, .anyTable: "table"
      }
    }
  }

  /// The value as an argument of a call.
  var argument: LiteralArgument.Value {
    if case .literal(let literal) = self { return literal }
    switch type {
    case "string": return .string(nil)
    case "number": return .anyNumber
    case "boolean": return .boolean
    case "function": return .function
    case "table": return .anyTable
    default: return .unknown
    }
  }

  /// The text, if it is known.
  var text: String? {
    if case .literal(.string(let text)) = self { text } else { nil }
  }

  /// Whether operators may have a meaning that the script gives them.
  var mayHaveMetatable: Bool {
    switch self {
    case .unknown, .exports: true
    case .literal: type == nil || type == "table"
    case .result(let result): result.luaType == nil
    case .module, .function, .closure, .items: false
    }
  }

  /// Whether Lua may convert the text to a number: not if Flint returns it.
  var mayBeNumeric: Bool {
    if case .result = self { false } else { text.map { Double($0) != nil } ?? true }
  }

  /// The number, if it is known.
  var number: Double? {
    switch self {
    case .literal(.integer(let number)): Double(number)
    case .literal(.number(let number)): number
    default: nil
    }
  }

  /// An item of the list, or what a loop over the iterator yields.
  var item: KnownValue {
    if case .result(let result) = self, let item = result.item { .result(item) } else { .unknown }
  }
}

/// A result of a function of Flint, a field of it, or an item of a list or loop of them.
struct KnownResult {
  /// The function, and the fields by which the value is reached, such as `profile.streaks`.
  var source: String
  /// The type, without whether it may be nil.
  var type: Substring
  private let declared: HostResult

  init(_ declared: HostResult, of source: String) {
    self.source = source
    self.declared = declared
    type = declared.type.hasSuffix("?") ? declared.type.dropLast() : declared.type[...]
  }

  var fields: [HostResult] { declared.fields }
  /// The only texts that it may be; none if it may be another.
  var choices: [String] { declared.choices }

  /// Whether it is a table with no other fields than the declared ones. Fields that share a description are
  /// the usual names of a rulebook, such as its categories, to which another may add.
  var isRecord: Bool {
    if type.hasSuffix("[]") || isIterator || type.contains("<") { return false }
    let fields = fields
    return fields.count == 1 || Set(fields.map(\.summary)).count > 1
  }

  var isIterator: Bool { type.hasPrefix("fun") }

  /// An item of the list, or what a loop over the iterator yields.
  var item: KnownResult? {
    let item =
      type.hasSuffix("[]")
      ? type.dropLast(2) : type.hasPrefix("fun(): ") ? type.dropFirst("fun(): ".count) : nil
    return item.map {
      var known = self
      known.type = $0
      return known
    }
  }

  var luaType: String? {
    if isIterator { return "function" }
    if type.hasSuffix("[]") || type.hasPrefix("table") { return "table" }
    switch type {
    case "string", "number", "boolean": return String(type)
    case "integer": return "number"
    default: return nil
    }
  }
}

extension String {
  /// The name of a type of Lua in a message.
  var typePhrase: String { self == "nil" ? self : "a \(self)" }
}
