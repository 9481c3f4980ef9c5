import Lua

extension Reference {
  /// The reference as a Markdown page.
  public var markdown: String {
    var page = """
      # Flint's Lua API

      Scripts run in Lua 5.4 with `coroutine`, `string`, `table`, `math` and `utf8`, and with what
      follows. `require` finds modules beside the script. There is no `io`, no `debug`, no
      `package`, and no `os` but for time. `pairs` and `next` go through tables in a fixed order:
      1, 2, 3 …, then other numbers, strings, booleans, and the rest by first sight.

      A fault in a script raises an error. What can well happen (no roll token, no such spark)
      returns `nil` and an error: a table with `code`, `message` and further fields.


      """
    for module in modules {
      page += "## \(module.name.isEmpty ? "Globals" : "`\(module.name)`")\n\n\(module.summary)\n\n"
      for function in module.functions { page += markdown(function, of: module) }
    }
    return page
  }

  private func markdown(_ function: HostFunction, of module: HostModule) -> String {
    var text = "### `\(call(function, of: module))`\n\n\(function.summary)\n\n"
    var rows: [String] = []
    for parameter in function.parameters {
      if case .table(let fields) = parameter.type {
        rows += fields.map { row($0, $0.name) }
      } else {
        rows.append(row(parameter, parameter.name))
      }
    }
    if !rows.isEmpty {
      text += "| given | type | |\n|---|---|---|\n" + rows.joined() + "\n"
    }
    for result in function.returns {
      text +=
        "Returns `\(result.name)` (`\(escaped(result.type))`)"
        + (result.summary.isEmpty ? "" : ": \(result.summary)") + "\n\n"
      if !result.fields.isEmpty {
        text +=
          "| field | type | |\n|---|---|---|\n"
          + result.fields.map { "| `\($0.name)` | `\(escaped($0.type))` | \($0.summary) |\n" }
          .joined() + "\n"
      }
    }
    return text + "```lua\n\(function.example)\n```\n\n"
  }

  private func row(_ field: HostField, _ name: String) -> String {
    "| `\(name)`\(field.isOptional ? " (optional)" : "") | \(escaped(field.type.expectation)) "
      + "| \(field.summary) |\n"
  }

  private func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
