import Lua

extension ScriptSurvey {
  mutating func body(_ function: WrittenFunction) {
    for label in function.labels where !function.targets.contains(label.text) {
      report(
        .unusedLabel, label.position, "no goto leads to the label \(Suggestion.quoted(label.text))")
    }
    // The function may be called later, or never.
    let outside = unread
    block(function.body, parameters: function.parameters)
    unread = outside
  }

  /// Surveys a list of statements, of which each may be executed any number of times.
  ///
  /// - Parameters:
  ///   - parameters: those of the function whose body it is.
  ///   - condition: the condition at its end, which sees its locals.
  /// - Returns: whether it is always left by `break`, `goto`, `return` or an error.
  @discardableResult
  mutating func block(
    _ block: LuaBlock, parameters: [LuaLocal] = [], until condition: LuaExpression? = nil
  ) -> Bool {
    unread = [:]
    for parameter in parameters {
      unread[ObjectIdentifier(parameter)] = (parameter, parameter.position)
    }
    var isLeft = false
    for statement in block.statements {
      if case .label = statement.kind {
      } else if isLeft {
        report(
          .unreachableCode, statement.position, "never reached, because of the statement before it")
      }
      isLeft = self.statement(statement)
    }
    if let condition { self.condition(condition) }
    for (local, position) in unread.values where local.reads > 0 && !local.isCaptured {
      // A local of a surrounding block may be read after this one.
      if block.start < local.position, local.position < block.end {
        reportUnread(local, position)
      }
    }
    unread = [:]
    return isLeft
  }

  private mutating func reportUnread(_ local: LuaLocal, _ position: LuaPosition) {
    if local.isExempt { return }
    report(
      .unusedValue, position,
      "this value of \(Suggestion.quoted(local.name)) is never read")
  }

  /// - Returns: whether what follows it is never reached.
  private mutating func statement(_ statement: LuaStatement) -> Bool {
    switch statement.kind {
    case .local(let locals, let expressions):
      let known = values(expressions)
      for (number, local) in locals.enumerated() where !local.isReassigned && number < known.count {
        local.value = known[number]
      }
      balance(locals.count, expressions, statement.position, isLocal: true)
      if locals.count == 1 { note(locals[0], expressions.first, at: locals[0].position) }
    case .localFunction(let local, let function):
      if !local.isReassigned { local.value = .closure(function) }
      body(function)
    case .assignment(let targets, let expressions): assignment(targets, expressions)
    case .call(let call):
      value(call)
      let isEnd = lastCall?.name == "error"
      judgeUnusedResult(call)
      return isEnd
    case .block(let inner):
      judgeEmpty(inner)
      return block(inner)
    case .whileLoop(let condition, let inner):
      unread = [:]
      self.condition(condition)
      judgeOnce(inner, statement.position)
    case .repeatLoop(let inner, let condition):
      judgeOnce(inner, statement.position, until: condition)
    case .numericLoop(_, let range, let inner): numericLoop(range, inner, statement.position)
    case .genericLoop(let variables, let expressions, let inner):
      genericLoop(variables, expressions)
      block(inner)
    case .branches(let branches, let otherwise): return self.branches(branches, otherwise)
    case .returning(let expressions):
      values(expressions)
      return true
    case .breaking, .going:
      unread = [:]
      return true
    case .label: unread = [:]
    }
    return false
  }

  /// Notes that a local gets the value of an expression.
  private mutating func note(_ local: LuaLocal, _ value: LuaExpression?, at position: LuaPosition) {
    let id = ObjectIdentifier(local)
    unread[id] = value.map { $0.isNil } ?? true ? nil : (local, position)
  }

  private mutating func condition(_ condition: LuaExpression) {
    excuse(condition)
    value(condition)
  }

  private mutating func branches(
    _ branches: [(condition: LuaExpression, block: LuaBlock)], _ otherwise: LuaBlock?
  ) -> Bool {
    var isLeft = true
    for (condition, inner) in branches {
      self.condition(condition)
      isLeft = block(inner) && isLeft
      judgeEmpty(inner)
    }
    if let otherwise {
      isLeft = block(otherwise) && isLeft
      judgeEmpty(otherwise)
    }
    return isLeft && otherwise != nil
  }

  private mutating func judgeEmpty(_ block: LuaBlock) {
    let lines = block.start.line...max(block.start.line, block.end.line)
    guard block.statements.isEmpty, !parser.comments.contains(where: { lines.contains($0.line) })
    else { return }
    report(
      .emptyBranch, block.start,
      "the branch has no statement; a comment in it says that this is meant")
  }

  private mutating func assignment(_ targets: [LuaExpression], _ expressions: [LuaExpression]) {
    values(expressions)
    balance(targets.count, expressions, targets[0].position, isLocal: false)
    for (number, target) in targets.enumerated() {
      let value = number < expressions.count ? expressions[number] : nil
      if let value, value.isSame(as: target) {
        report(
          .selfAssignment, target.position, "\(target.shown) is assigned to itself")
      }
      switch target.kind {
      case .local(let local):
        if let last = unread[ObjectIdentifier(local)], local.reads > 0, !local.isCaptured {
          reportUnread(local, last.position)
        }
        note(local, targets.count == 1 ? value : nil, at: target.position)
      case .suffixed(let head, let suffixes): assign(head, suffixes, target.position)
      default: break
      }
    }
  }

  /// Surveys the target of an assignment, whose last field or index is assigned.
  private mutating func assign(
    _ head: LuaExpression, _ suffixes: [LuaExpression.Suffix], _ position: LuaPosition
  ) {
    if suffixes.count > 1 {
      value(LuaExpression(kind: .suffixed(head, suffixes.dropLast()), position: position))
    } else if case .module(let module) = value(head), names.isReadOnly(module) {
      report(.readOnly, position, "the fields of \(module) cannot be assigned")
    }
    if case .index(let key) = suffixes.last { value(key) }
  }

  /// Compares the numbers of names and values.
  private mutating func balance(
    _ count: Int, _ values: [LuaExpression], _ position: LuaPosition, isLocal: Bool
  ) {
    if values.count > count {
      report(
        .unbalancedAssignment, values[count].position,
        "this value is assigned to nothing: there \(count == 1 ? "is 1 name" : "are \(count) names")"
      )
    } else if let last = values.last, values.count < count, !last.isOpen, !last.isNil {
      report(
        .unbalancedAssignment, position,
        "\(count) names, but \(values.count == 1 ? "1 value" : "\(values.count) values"): "
          + "the others become nil")
    }
  }

  // MARK: Loops

  /// Surveys the block of a loop, and reports if it is never repeated.
  private mutating func judgeOnce(
    _ inner: LuaBlock, _ position: LuaPosition, until condition: LuaExpression? = nil
  ) {
    guard block(inner, until: condition), let last = inner.statements.last else { return }
    if case .going = last.kind { return }
    report(.loopOnce, position, "the loop ends in its first round, whatever its condition is")
  }

  private mutating func numericLoop(
    _ range: [LuaExpression], _ inner: LuaBlock, _ position: LuaPosition
  ) {
    let known = values(range)
    if range.count >= 2, range[0].isLength, let end = known[1].number, end <= 1,
      (known.count > 2 ? known[2].number : 1) ?? -1 > 0
    {
      report(
        .loopNever, position, "the loop counts up, from a length to \(Int(end)); add the step -1")
    } else if let start = known[0].number, known.count > 1, let end = known[1].number, start > end,
      (known.count > 2 ? known[2].number : 1) ?? -1 > 0
    {
      report(.loopNever, position, "the loop counts up, but ends below its start; add the step -1")
    }
    for (number, value) in known.enumerated() {
      guard let type = value.type, type != "number", number < range.count else { continue }
      report(
        .wrongOperand, range[number].position, "a loop counts by numbers, got \(type.typePhrase)")
    }
    judgeOnce(inner, position)
  }

  private mutating func genericLoop(_ variables: [LuaLocal], _ expressions: [LuaExpression]) {
    let known = values(expressions)
    guard expressions.count == 1, let first = known.first else { return }
    if case .items(let item, let areNumbered) = first {
      if variables.count > 1, !variables[1].isReassigned { variables[1].value = item }
      if areNumbered, !variables[0].isReassigned { variables[0].value = .literal(.anyNumber) }
      return
    }
    if case .function(let name) = first,
      names.functions[name]?.returns.first?.type.hasPrefix("fun") ?? false
    {
      return report(
        .wrongOperand, expressions[0].position,
        "the loop calls \(name) itself again and again; call it once: \(names.call(name))")
    }
    if let type = first.type, type != "function" {
      let isList =
        if case .result(let result) = first { result.type.hasSuffix("[]") } else { false }
      if type == "table", !isList { return }
      report(
        .wrongOperand, expressions[0].position,
        "\(type.typePhrase) is no iterator"
          + (type == "table" ? "; loop with ipairs(…) over a list" : ""))
      return
    }
    if !variables[0].isReassigned { variables[0].value = first.item }
  }
}

extension LuaExpression {
  /// Whether it is `#x`.
  var isLength: Bool {
    if case .unary(let sign, _) = kind { sign.isSymbol("#") } else { false }
  }

  /// Whether both are the same name or the same fields of the same name.
  func isSame(as other: LuaExpression) -> Bool {
    switch (kind, other.kind) {
    case (.local(let a), .local(let b)): return a === b
    case (.global(let a), .global(let b)): return a == b
    case (.suffixed(let a, let first), .suffixed(let b, let second)):
      guard first.count == second.count, a.isSame(as: b) else { return false }
      return zip(first, second).allSatisfy {
        if case (.field(let a), .field(let b)) = ($0, $1) { a.text == b.text } else { false }
      }
    default: return false
    }
  }
}
