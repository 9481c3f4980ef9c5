import Lua

extension ScriptSurvey {
  /// Surveys expressions.
  ///
  /// - Returns: what is known of their values; those of a call at the end in order.
  @discardableResult
  mutating func values(_ expressions: [LuaExpression]) -> [KnownValue] {
    var known: [KnownValue] = []
    for (number, expression) in expressions.enumerated() {
      if number < expressions.count - 1 {
        known.append(value(expression))
      } else {
        known += values(expression)
      }
    }
    return known
  }

  /// Surveys an expression.
  ///
  /// - Returns: what is known of its first value.
  @discardableResult
  mutating func value(_ expression: LuaExpression) -> KnownValue {
    values(expression).first ?? .unknown
  }

  private mutating func values(_ expression: LuaExpression) -> [KnownValue] {
    switch expression.kind {
    case .literal(let literal): return [.literal(literal)]
    case .variadic: return []
    case .function(let function):
      body(function)
      return [.closure(function)]
    case .local(let local): return [read(local)]
    case .global(let name): return [global(LuaWord(text: name, position: expression.position))]
    case .suffixed(let head, let suffixes): return suffixed(head, suffixes)
    case .table(let entries): return [.literal(.table(table(entries)))]
    case .unary(let sign, let operand):
      if sign.isKeyword("not") { excuse(operand) }
      return [unary(sign, operand)]
    case .operation(let first, let others): return [operation(first, others, expression.position)]
    case .parentheses(let inner): return [value(inner)]
    }
  }

  private mutating func read(_ local: LuaLocal) -> KnownValue {
    unread[ObjectIdentifier(local)] = nil
    guard case .literal(.table) = local.value else { return local.value }
    // Another use may change the table.
    let isOnlyUse = local.reads == 1 && !local.isFilled && !local.isCaptured
    return isOnlyUse ? local.value : .literal(.anyTable)
  }

  private mutating func global(_ name: LuaWord) -> KnownValue {
    if assigned.contains(name.text) || parser.changesEnvironment { return .unknown }
    guard let fields = names.fields[name.text] else {
      reportAbsent(
        name.text, .undefinedGlobal, name.position,
        "nothing defines \(Suggestion.quoted(name.text))"
          + (ScriptCheck.substitutes[name.text].map { " (\($0))" }
            ?? Suggestion.hint(for: name.text, among: names.fields.keys.sorted())))
      return .unknown
    }
    return fields == nil ? names.value(name.text) : .module(name.text)
  }

  private mutating func table(_ entries: [LuaExpression.Entry]) -> [LiteralArgument.Entry] {
    var known: [LiteralArgument.Entry] = []
    var keys: Set<String> = []
    for (number, entry) in entries.enumerated() {
      var key = LiteralArgument.Key.item
      switch entry {
      case .item: break
      case .named(let name, _):
        key = .name(name.text, line: name.position.line, column: name.position.column)
        judge(key: name.text, at: name.position, &keys)
      case .computed(let computed, _):
        key = .computed
        let value = value(computed)
        if let name = value.text ?? value.number.map({ "[\($0)]" }) {
          judge(key: name, at: computed.position, &keys)
        }
      }
      let value = value(entry.value)
      let isLast = number == entries.count - 1
      known.append(LiteralArgument.Entry(key, entry.value.literal(value, isLast: isLast)))
    }
    return known
  }

  private mutating func judge(key: String, at position: LuaPosition, _ keys: inout Set<String>) {
    guard !keys.insert(key).inserted else { return }
    report(
      .duplicateKey, position,
      "the table has the key \(Suggestion.quoted(key)) above; only the last value stays")
  }

  // MARK: Suffixes

  private mutating func suffixed(
    _ head: LuaExpression, _ suffixes: [LuaExpression.Suffix]
  ) -> [KnownValue] {
    var known = [value(head)]
    for suffix in suffixes {
      let value = known.first ?? .unknown
      switch suffix {
      case .field(let field): known = [member(field, of: value)]
      case .index(let key):
        let key = self.value(key)
        known = [key.type == "string" ? .unknown : value.item]
      case .call(let arguments): known = call(value, arguments, at: head.position)
      case .method(let method, let arguments):
        let function = member(method, of: value)
        known = callMethod(of: value, function, arguments, at: head.position)
      }
    }
    return known
  }

  /// Returns what is known of a field.
  private mutating func member(_ field: LuaWord, of value: KnownValue) -> KnownValue {
    switch value {
    case .module(let module):
      let fields = names.fields[module]?.flatMap { $0 } ?? []
      let path = "\(module).\(field.text)"
      if fields.contains(field.text) {
        return parser.assignedPaths.contains(path) ? .unknown : names.value(path)
      }
      if let function = names.functions[path], let replacement = function.replacement {
        report(
          .formerName, field.position, FormerName.advice(path, now: "\(module).\(replacement)"))
        return names.value(path)
      }
      reportAbsent(
        path, .unknownFunction, field.position,
        "\(module) has no \(Suggestion.quoted(field.text))"
          + (ScriptCheck.substitutes[path].map { " (\($0))" }
            ?? Suggestion.hint(for: field.text, among: fields)))
    case .exports(let exports):
      if exports.fields.union(parser.assignedFields).contains(field.text) { return .unknown }
      reportAbsent(
        Self.anyField(field.text), .unknownField, field.position,
        "the module \(Suggestion.quoted(exports.name)) returns no \(Suggestion.quoted(field.text))"
          + Suggestion.hint(for: field.text, among: exports.fields.sorted()))
    case .function(let function):
      report(
        .unknownField, field.position,
        "\(function) is a function; call it: \(names.call(function)).\(field.text)")
    case .result(let result) where result.isRecord:
      if let found = result.fields.first(where: { $0.name == field.text }) {
        return .result(KnownResult(found, of: "\(result.source).\(field.text)"))
      }
      if !parser.assignedFields.contains(field.text) {
        report(
          .unknownField, field.position,
          "\(result.source): the result has no field \(Suggestion.quoted(field.text))"
            + Suggestion.hint(for: field.text, among: result.fields.map(\.name)))
      }
    default:
      guard value.type == "string", let fields = names.fields["string"]?.flatMap({ $0 }) else {
        break
      }
      let path = "string.\(field.text)"
      if fields.contains(field.text) { return names.value(path) }
      reportAbsent(
        path, .unknownFunction, field.position,
        "a string has no \(Suggestion.quoted(field.text))"
          + Suggestion.hint(for: field.text, among: fields))
    }
    return .unknown
  }
}

extension LuaExpression {
  /// Returns the form in which declarations check it, as an argument of a call or an entry of a table.
  func literal(_ known: KnownValue, isLast: Bool) -> LiteralArgument {
    LiteralArgument(
      isLast && isOpen ? .several : known.argument, line: position.line, column: position.column)
  }
}
