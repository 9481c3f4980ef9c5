import Lua

extension ScriptSurvey {
  /// Surveys a call.
  ///
  /// - Parameters:
  ///   - function: what is called.
  ///   - position: where the call begins.
  /// - Returns: what is known of its results.
  mutating func call(
    _ function: KnownValue, _ arguments: [LuaExpression], at position: LuaPosition
  ) -> [KnownValue] {
    let given = surveyed(arguments)
    lastCall = nil
    if case .closure(let own) = function { judge(given.arguments, of: own) }
    guard case .function(let name) = function else {
      if let type = function.type, type != "function", !isCallable(function) {
        report(.wrongOperand, position, "called, but it is \(type.typePhrase)")
      }
      return []
    }
    lastCall = (name, given.known)
    return results(of: name, arguments, given, at: position)
  }

  /// Surveys a call with a colon.
  ///
  /// - Parameters:
  ///   - receiver: what is before the colon.
  ///   - function: what is behind it.
  mutating func callMethod(
    of receiver: KnownValue, _ function: KnownValue, _ arguments: [LuaExpression],
    at position: LuaPosition
  ) -> [KnownValue] {
    let given = surveyed(arguments)
    lastCall = nil
    guard case .function(let name) = function else { return [] }
    lastCall = (name, given.known)
    if case .module = receiver {
      if names.functions[name] != nil {
        report(.wrongArgument, position, "\(name): called with a colon, write \(name)(…)")
      }
      return []
    }
    if name == "string.format", let format = receiver.text {
      judge(format: format, given.known, at: given.arguments, position)
    }
    return libraryResults(of: name)
  }

  /// What is known of the arguments of a call, as values and in the form in which declarations check them.
  private typealias Arguments = (known: [KnownValue], arguments: [LiteralArgument])

  private mutating func surveyed(_ arguments: [LuaExpression]) -> Arguments {
    let known = values(arguments)
    let literal = arguments.enumerated().map { number, expression in
      expression.literal(
        number < known.count ? known[number] : .unknown, isLast: number == arguments.count - 1)
    }
    return (known, literal)
  }

  /// Reports arguments that a function of the script ignores.
  private mutating func judge(_ arguments: [LiteralArgument], of function: WrittenFunction) {
    let count = function.parameters.count
    guard !function.isVariadic, arguments.count > count else { return }
    if case .several = arguments[count].value { return }
    report(
      .wrongArgument, LuaPosition(arguments[count]),
      "the function takes \(count == 0 ? "no" : "\(count)") \(count == 1 ? "argument" : "arguments"), "
        + "got \(arguments.count)")
  }

  /// Whether a value that is no function may still be called: a table may have a metatable.
  private func isCallable(_ value: KnownValue) -> Bool {
    switch value {
    case .literal(.table), .literal(.anyTable): true
    case .result(let result): result.luaType == "table" && !result.isRecord
    default: false
    }
  }

  private mutating func results(
    of name: String, _ expressions: [LuaExpression], _ given: Arguments, at position: LuaPosition
  ) -> [KnownValue] {
    let first = given.known.first ?? .unknown
    switch name {
    case "type":
      if expressions.count == 1 { excuse(expressions[0]) }
      return [.literal(.string(nil))]
    case "assert": return given.known
    case "pcall", "xpcall", "coroutine.wrap", "coroutine.create":
      if let type = first.type, type != "function", !isCallable(first) {
        report(
          .wrongArgument, given.arguments.first.map(LuaPosition.init) ?? position,
          "\(name): expected a function, got \(type.typePhrase); give the function and its arguments "
            + "separately, as in \(name)(f, x)")
      }
      return []
    case "ipairs", "pairs":
      if let type = first.type, type != "table" {
        let hint = type == "function" ? "; loop over it without \(name)" : ""
        report(
          .wrongArgument, given.arguments.first.map(LuaPosition.init) ?? position,
          "\(name): expected a table, got \(type.typePhrase)\(hint)")
      }
      return [.items(first.item, areNumbered: name == "ipairs")]
    case "require":
      guard let required = first.text else { return [] }
      // The libraries are loaded already.
      if ScriptCheck.standard[required] != nil { return [.module(required)] }
      switch module(required) {
      case .failure(let reason): report(.missingModule, position, "\(name): \(reason)")
      case .source(let source, _):
        if let exports = ModuleExports(required, source) { return [.exports(exports)] }
      case nil: break
      }
      return []
    case "string.format":
      if let format = first.text {
        judge(
          format: format, Array(given.known.dropFirst()), at: Array(given.arguments.dropFirst()),
          position)
      }
    default: break
    }
    guard let function = names.functions[name] else { return libraryResults(of: name) }
    for fault in function.faults(
      as: name, of: given.arguments, line: position.line, column: position.column)
    {
      report(
        ScriptCheck.Finding.Kind(fault.kind),
        LuaPosition(line: fault.line, column: fault.column), fault.message)
    }
    if let text = first.text, let refusal = refusal(name, text) {
      report(.permission, position, "\(name): \(refusal)")
    }
    return function.returns.map { .result(KnownResult($0, of: name)) }
  }

  private func libraryResults(of name: String) -> [KnownValue] {
    Self.texts.contains(name) ? [.literal(.string(nil))] : []
  }

  /// The functions of Lua whose first result is a text.
  private static let texts: Set<String> = [
    "string.format", "string.gsub", "string.lower", "string.rep", "string.reverse", "string.sub",
    "string.upper", "table.concat", "tostring",
  ]
  /// The functions of Lua that do nothing but return a result.
  private static let pure = texts.union([
    "math.abs", "math.ceil", "math.floor", "math.max", "math.min", "string.find", "string.len",
    "string.match", "tonumber", "type",
  ])

  /// Notes that the results of the call that was surveyed last are not used.
  mutating func judgeUnusedResult(_ call: LuaExpression) {
    guard let (name, arguments) = lastCall, Self.pure.contains(name) else { return }
    // A function may be called by string.gsub for what it does.
    if name == "string.gsub", arguments.last?.type != "string" { return }
    report(.unusedResult, call.position, "\(name) changes nothing, and its result is not used")
  }

  // MARK: string.format

  /// Compares the directives of a format with the values that are given.
  private mutating func judge(
    format: String, _ known: [KnownValue], at arguments: [LiteralArgument], _ position: LuaPosition
  ) {
    let directives = Self.directives(of: format)
    var isOpen = false
    if case .several = arguments.last?.value { isOpen = true }
    let count = arguments.count - (isOpen ? 1 : 0)
    if count < directives.count, !isOpen {
      return report(
        .wrongArgument, position,
        "string.format: the format has \(directives.count) directives, but "
          + "\(count) \(count == 1 ? "value follows" : "values follow")")
    }
    if count > directives.count {
      report(
        .wrongArgument, LuaPosition(arguments[directives.count]),
        "string.format: the format has no directive for this value")
    }
    for (number, directive) in directives.enumerated() where number < count && number < known.count
    {
      guard let type = known[number].type, "cdiouxXaAeEfgG".contains(directive), type != "number"
      else { continue }
      if type == "string", known[number].mayBeNumeric { continue }
      report(
        .wrongArgument, LuaPosition(arguments[number]),
        "string.format: %\(directive) needs a number, got \(type.typePhrase)")
    }
  }

  /// The letters of the directives of a format.
  private static func directives(of format: String) -> [Character] {
    var letters: [Character] = []
    var rest = format[...]
    while let start = rest.firstIndex(of: "%") {
      rest = rest[rest.index(after: start)...].drop { "-+ #0123456789.".contains($0) }
      guard let letter = rest.first else { break }
      if letter != "%" { letters.append(letter) }
      rest = rest.dropFirst()
    }
    return letters
  }
}

extension LuaPosition {
  init(_ argument: LiteralArgument) { self.init(line: argument.line, column: argument.column) }
}

extension LuaExpression.Suffix {
  /// The arguments of a call.
  var arguments: [LuaExpression]? {
    switch self {
    case .call(let arguments), .method(_, let arguments): arguments
    case .field, .index: nil
    }
  }
}
