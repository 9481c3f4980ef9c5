import Lua

/// The completions of the text before the cursor: names of the API, its fields and their choices,
/// globals that entries defined, and commands of the console.
package struct Completion {
  /// The candidates, in alphabetical order except for fields, which are in the order of the
  /// reference.
  package private(set) var candidates: [String] = []
  /// The number of bytes at the end of the text that a candidate replaces.
  package private(set) var replaced = 0
  private let reference: Reference

  /// - Parameters:
  ///   - text: everything before the cursor, including earlier lines of the entry.
  ///   - reference: the functions that can be called.
  ///   - names: returns the field names of a global, or of a field of one; those of the globals for
  ///     an empty path.
  init(
    of text: String, in reference: Reference = Reference(), names: ([String]) -> [String]
  ) {
    self.reference = reference
    let text = Substring(text)
    if text.first(where: { $0 != " " }) == ":" {
      completeCommand(text)
      return
    }
    let tokens = LuaTokens.all(Array(text.utf8)).dropLast()
    if let last = tokens.last, last.isOpen {
      if last.kind == .string { completeString(last.text, in: Array(tokens.dropLast())) }
      return
    }
    let path = Self.path(at: text)
    replaced = path.last?.utf8.count ?? 0
    let word = path.last ?? ""
    if path.count > 1 {
      candidates = fields(of: Array(path.dropLast()), names).filter { $0.hasPrefix(word) }
      return
    }
    // In a table argument of a function, its fields come first.
    let before = Array(word.isEmpty ? tokens : tokens.dropLast())
    if before.last?.isSymbol("{") ?? false || before.last?.isSymbol(",") ?? false
      || before.last?.isSymbol(";") ?? false, let table = table(around: before)
    {
      candidates = table.fields.map(\.name).filter {
        $0.hasPrefix(word) && !table.given.contains($0)
      }.map { $0 + " = " }
      if !candidates.isEmpty { return }
    }
    if word.isEmpty { return }
    candidates = Self.sorted(
      LuaName.keywords.union(ScriptCheck.globals).union(ScriptCheck.standard.keys)
        .union(reference.modules.map(\.name)).union(
          reference.modules.first { $0.name.isEmpty }?.functions.map(\.name) ?? []
        )
        .union(names([])), beginning: word)
  }

  // MARK: Components

  private static func sorted(_ names: some Sequence<String>, beginning word: String) -> [String] {
    Set(names).filter { $0.hasPrefix(word) && !$0.isEmpty }.sorted()
  }

  /// Returns the names at the end that are joined by dots or colons: `spark.a` is `["spark", "a"]`.
  private static func path(at text: Substring) -> [String] {
    let tail = text.utf8.reversed().prefix { $0 == 46 || $0 == 58 || LuaName.isPart($0) }
    let bytes = Array(tail.reversed())
    return bytes.split(omittingEmptySubsequences: false) { $0 == 46 || $0 == 58 }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func fields(of path: [String], _ names: ([String]) -> [String]) -> [String] {
    if path.count == 1, let module = reference.modules.first(where: { $0.name == path[0] }),
      path[0] != ""
    {
      return module.functions.map(\.name).sorted()
    }
    if path.count == 1, let fields = ScriptCheck.standard[path[0]] { return fields }
    return names(path)
  }

  /// Returns the fields of the table that is open at the end, if it is an argument of an API
  /// function, and the names that are given already.
  private func table(
    around tokens: [LuaToken]
  ) -> (fields: [HostField], given: Set<String>)? {
    var depth = 0
    var given: Set<String> = []
    var path: [String] = []
    var index = tokens.count - 1
    while index >= 0 {
      let token = tokens[index]
      if token.kind == .symbol {
        switch token.text {
        case "}", ")", "]": depth += 1
        case "(", "[":
          if depth == 0 { return nil }
          depth -= 1
        case "{":
          if depth > 0 {
            depth -= 1
            break
          }
          // A nested table: find its field.
          if index >= 2, tokens[index - 1].isSymbol("="), tokens[index - 2].kind == .name {
            path.insert(tokens[index - 2].text, at: 0)
            if path.count == 1 { given = Self.fieldNames(in: tokens[(index + 1)...]) }
            index -= 2
            continue
          }
          if path.isEmpty { given = Self.fieldNames(in: tokens[(index + 1)...]) }
          return fields(givenTo: tokens[..<index], path).map { ($0, given) }
        default: break
        }
      }
      index -= 1
    }
    return nil
  }

  /// Returns the names before `=` at the top level of a table.
  private static func fieldNames(in tokens: ArraySlice<LuaToken>) -> Set<String> {
    var depth = 0
    var names: Set<String> = []
    for index in tokens.indices {
      let token = tokens[index]
      if token.kind == .symbol, ["{", "(", "["].contains(token.text) { depth += 1 }
      if token.kind == .symbol, ["}", ")", "]"].contains(token.text) { depth -= 1 }
      if depth == 0, token.kind == .name, index + 1 < tokens.endIndex,
        tokens[index + 1].isSymbol("=")
      {
        names.insert(token.text)
      }
    }
    return names
  }

  /// Returns the fields of the table argument of the call whose name is at the end: `spark.add`,
  /// possibly followed by a parenthesis.
  private func fields(
    givenTo tokens: ArraySlice<LuaToken>, _ path: [String]
  ) -> [HostField]? {
    var tokens = tokens
    var argument = 0
    if let last = tokens.last, last.isSymbol("(") || last.isSymbol(",") {
      // Skips the arguments before it, if they are plain.
      while let last = tokens.last, !last.isSymbol("(") {
        if last.isSymbol(",") { argument += 1 }
        if last.isSymbol(")") || last.isSymbol("}") { return nil }
        tokens.removeLast()
      }
      tokens = tokens.dropLast()
    }
    var words: [String] = []
    while let last = tokens.last, last.kind == .name || last.isSymbol(".") {
      if last.kind == .name {
        if words.count % 2 == 1 { break }
        words.insert(last.text, at: 0)
      } else {
        words.insert(".", at: 0)
      }
      tokens = tokens.dropLast()
    }
    let name = words.joined()
    guard let function = reference.modules.function(name),
      function.parameters.indices.contains(argument)
    else { return nil }
    var type = function.parameters[argument].type
    for step in path {
      guard case .table(let fields) = type, let field = fields.first(where: { $0.name == step })
      else { return nil }
      type = field.type
    }
    guard case .table(let fields) = type else { return nil }
    return fields.current
  }

  /// Completes the open string of a field with the choices of the field: `category = "en`.
  private mutating func completeString(_ prefix: String, in tokens: [LuaToken]) {
    guard tokens.count >= 2, let last = tokens.last, last.isSymbol("="),
      tokens[tokens.count - 2].kind == .name,
      let table = table(around: Array(tokens.dropLast(2))),
      let field = table.fields.first(where: { $0.name == tokens[tokens.count - 2].text })
    else { return }
    replaced = prefix.utf8.count
    candidates = field.type.choices.filter { $0.hasPrefix(prefix) }
  }

  private mutating func completeCommand(_ text: Substring) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let last = words.last.map(String.init) ?? ""
    replaced = last.utf8.count
    if words.count <= 1 {
      candidates = Self.sorted(
        ConsoleHelp.commands.map { $0.name + ($0.given.isEmpty ? "" : " ") }, beginning: last)
    } else if words[0] == ":help" {
      candidates = Self.sorted(ConsoleHelp.topics(in: reference), beginning: last)
    }
  }
}

extension HostType {
  fileprivate var choices: [String] {
    switch self {
    case .choice(let names, _): names
    case .either(let one, let other): one.choices + other.choices
    default: []
    }
  }
}
