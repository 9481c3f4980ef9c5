import Lua

package enum ConsoleHelp {
  /// The commands of the console, each with its argument and its effect.
  package static let commands: [(name: String, given: String, summary: String)] = [
    (":help", "[NAME]", "lists the modules, or describes a module or a function"),
    (":undo", "", "undoes the events of the latest entry; repeat it for earlier entries"),
    (":redo", "", "repeats what was undone"),
    (":reset", "", "forgets all definitions; the profile is not changed"),
    (":quit", "", "ends the console, like Ctrl-D"),
  ]

  static func topics(in reference: Reference) -> [String] {
    reference.modules.flatMap { module in
      (module.name.isEmpty ? [] : [module.name])
        + module.functions.map { module.fullName(of: $0) }
    }
  }

  /// Returns the help text of a name; `nil` if the name is unknown.
  package static func text(
    for name: String, columns: Int, in reference: Reference = Reference()
  ) -> String? {
    if name.isEmpty { return overview(reference.modules) }
    for module in reference.modules {
      if module.name == name {
        return ([module.summary, ""] + listing(module, reference)).joined(separator: "\n")
      }
      for function in module.functions {
        let current = module.fullName(of: function)
        let former = function.former.first { module.fullName(of: $0) == name }
        guard former != nil || current == name else { continue }
        let advice = former?.replacement.map {
          FormerName.advice(name, now: "\(module.name).\($0)")
        }
        return (advice.map { "\($0)\n\n" } ?? "")
          + text(of: function, called: reference.call(function, of: module), columns)
      }
    }
    let components = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    if let fields = ScriptCheck.standard[components.first ?? ""],
      components.count == 1 || fields.contains(components[1])
    {
      return "\(name) is Lua's own: https://www.lua.org/manual/5.4/manual.html#"
        + (components.count == 1 ? "6" : "pdf-\(name)")
    }
    if ScriptCheck.globals.contains(name) {
      return "\(name) is Lua's own: https://www.lua.org/manual/5.4/manual.html#pdf-\(name)"
    }
    return nil
  }

  /// Returns the error for an unknown name, with a suggestion.
  ///
  /// - Parameter others: further names that have a help text.
  package static func unknown(
    _ name: String, besides others: [String] = [], in reference: Reference = Reference()
  ) -> String {
    "there is no help on \(Suggestion.quoted(name))"
      + Suggestion.hint(for: name, among: topics(in: reference) + others)
  }

  private static func overview(_ modules: [HostModule]) -> String {
    var lines = [
      "Enter an expression to see its value, or statements to run. An incomplete entry continues on",
      "the next line. Each entry is saved, or changes nothing if it fails. Tab completes names.",
      "",
    ]
    let widest = commands.map { $0.name.count + $0.given.count }.max() ?? 0
    for command in commands {
      let head = "\(command.name) \(command.given)"
      lines.append("  " + padded(head, to: widest + 3) + command.summary)
    }
    lines.append("")
    for module in modules {
      let name = module.name.isEmpty ? "(globals)" : module.name
      lines.append("  " + padded(name, to: 13) + firstSentence(of: module.summary))
    }
    return lines.joined(separator: "\n")
  }

  private static func listing(_ module: HostModule, _ reference: Reference) -> [String] {
    let calls = module.functions.map { reference.call($0, of: module) }
    let widest = min(30, calls.map(\.count).max() ?? 0)
    return zip(calls, module.functions).map { call, function in
      let text = firstSentence(of: function.summary)
      return call.count > widest
        ? "  \(call)\n  \(padded("", to: widest + 2))\(text)"
        : "  \(padded(call, to: widest + 2))\(text)"
    }
  }

  private static func firstSentence(of text: String) -> String {
    let end = text.firstRange(of: ". ")?.lowerBound ?? text.firstRange(of: "; ")?.lowerBound
    return end.map { "\(text[..<$0])." } ?? text
  }

  // MARK: A function

  private static func text(of function: HostFunction, called call: String, _ columns: Int) -> String
  {
    var lines = [call, ""] + wrapped(function.summary, indent: 2, columns)
    var rows: [ReferenceRow] = []
    for parameter in function.parameters {
      if function.parameters.count == 1, case .table(let fields) = parameter.type {
        if !parameter.summary.isEmpty { lines += wrapped(parameter.summary, indent: 2, columns) }
        rows += fields.flatMap { $0.rows(at: $0.name) }
      } else {
        rows += parameter.rows(at: parameter.name)
      }
    }
    lines += table("Given", rows, columns)
    for result in function.returns {
      lines.append("")
      let head = "Returns \(result.name): \(result.type)"
      lines += wrapped(
        head + (result.summary.isEmpty ? "" : ". \(result.summary)"), indent: 2, columns)
      lines += table("", result.fields.flatMap { $0.rows(at: $0.name) }, columns)
    }
    if !function.example.isEmpty {
      lines += ["", "  Example", ""]
      lines += function.example.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "    \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  private static func table(
    _ title: String, _ rows: [ReferenceRow], _ columns: Int
  ) -> [String] {
    if rows.isEmpty { return [] }
    let names = rows.map { $0.path + ($0.isOptional ? " (optional)" : "") }
    let first = min(28, names.map(\.count).max() ?? 0)
    var lines = title.isEmpty ? [] : ["", "  \(title)"]
    for (name, row) in zip(names, rows) {
      let text = row.summary.isEmpty ? row.type : "\(row.type). \(row.summary)"
      let wrapped = wrapped(text, indent: first + 6, columns)
      let head = "    " + padded(name, to: first + 2)
      if name.count > first {
        lines.append(head)
        lines += wrapped
      } else {
        lines.append(head + (wrapped.first?.dropFirst(first + 6) ?? ""))
        lines += wrapped.dropFirst()
      }
    }
    return lines
  }

  private static func wrapped(_ text: String, indent: Int, _ columns: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let room = max(30, columns - indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty && line.count + 1 + word.count > room {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + (line.isEmpty ? [] : [margin + line])
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
