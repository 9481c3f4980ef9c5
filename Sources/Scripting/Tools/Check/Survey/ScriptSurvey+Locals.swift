import Lua

extension ScriptSurvey {
  /// Reports a local that has no use, or hides another.
  mutating func judge(_ local: LuaLocal) {
    judgeHiding(local)
    if local.isNeverAssigned, local.group.allSatisfy({ parser.locals[$0].initial == nil }) {
      report(
        .unassignedLocal, local.position,
        "the local \(Suggestion.quoted(local.name)) is read, but never gets a value: it is always nil"
      )
    }
    if local.isExempt || local.name == "_ENV" || local.reads > 0 { return }
    let name = Suggestion.quoted(local.name)
    let neighbours = parser.locals[local.group]
    switch local.kind {
    case .implicit: break
    case .loop where local.isFilled: break
    case .loop:
      report(
        .unusedLoopVariable, local.position,
        "the loop variable \(name) is never read; let its name begin with _")
    case .parameter:
      // A later parameter can only be reached behind this one.
      if local.name == "self" || local.isFilled
        || neighbours.contains(where: { $0.reads > 0 && local.position < $0.position })
      {
        return
      }
      report(
        .unusedParameter, local.position,
        "the parameter \(name) is never read; remove it, or let its name begin with _")
    case .variable, .function:
      if local.isFilled {
        guard case .table = local.initial?.value.kind else { return }
        return report(
          .unusedLocal, local.position,
          "the table \(name) is filled, but never read; remove it, or let its name begin with _")
      }
      if neighbours.contains(where: { $0.reads > 0 }) { return }
      let action = local.isReassigned ? "assigned, but never read" : "never read"
      report(
        .unusedLocal, local.position,
        "the local \(name) is \(action); remove it, or let its name begin with _")
    }
  }

  private mutating func judgeHiding(_ local: LuaLocal) {
    guard let (hidden, isInSameBlock) = local.hidden, !local.isExempt, !hidden.isExempt else {
      return
    }
    let isNewBeside = parser.locals[local.group].contains { !($0.hidden?.isInSameBlock ?? false) }
    // A value that is made from the hidden one takes its place on purpose; and where other names are new, the
    // name is declared again only because they are, as in local b, err = g().
    if local.initial?.value.reads(hidden) ?? false || isInSameBlock && isNewBeside {
      return
    }
    let line = hidden.position.line
    report(
      .shadowedLocal, local.position,
      "\(Suggestion.quoted(local.name)) hides the \(hidden.noun) of line \(line); give it another name"
        + (isInSameBlock && local.kind == .variable ? ", or assign without local" : ""))
  }
}

extension LuaLocal {
  fileprivate var isNeverAssigned: Bool {
    kind == .variable && initial == nil && !isReassigned && reads > 0 && !isExempt
  }

  fileprivate var noun: String {
    switch kind {
    case .variable, .implicit: "local"
    case .function: "function"
    case .parameter: "parameter"
    case .loop: "loop variable"
    }
  }
}

extension LuaExpression {
  /// Whether the expression, or one of its operands or arguments, is the local.
  fileprivate func reads(_ local: LuaLocal) -> Bool {
    switch kind {
    case .local(let own): own === local
    case .suffixed(let head, let suffixes):
      head.reads(local)
        || suffixes.contains { $0.arguments?.contains { $0.reads(local) } ?? false }
    case .unary(_, let operand), .parentheses(let operand): operand.reads(local)
    case .operation(let first, let others):
      first.reads(local) || others.contains { $0.operand.reads(local) }
    case .table(let entries): entries.contains { $0.value.reads(local) }
    case .literal, .variadic, .function, .global: false
    }
  }
}
