import Lua

extension Reference {
  /// The reference as a Markdown page.
  public var markdown: String {
    let page = """
      # Flint's Lua API

      Scripts run in Lua 5.4 with `coroutine`, `string`, `table`, `math` and `utf8`, and with what
      follows. `require` finds modules beside the script. There is no `io`, no `debug`, no
      `package`, and no `os` but for time. `pairs` and `next` go through tables in a fixed order:
      1, 2, 3 …, then other numbers, strings, booleans, and the rest by first sight.

      A fault in a script raises an error. What can well happen (no roll token, no such spark)
      returns `nil` and an error: a table with `code`, `message` and further fields.

      `flint api rulebook` tells what a rulebook file may say, `flint api quests` what a quest set's
      JSON file may say, `flint api mapping` what a mapping for imports may say, `flint api plan`
      what a plan of a simulation may say.


      """
    return page + chapters
  }

  /// What test files can call, as a Markdown page.
  public static var testPage: String {
    """
    # Tests of scripts

    `flint test` runs files whose names end with `_test.lua`. Such a file can call everything that
    `flint api` lists, and `test`; each test is given `t`. A test runs on a new profile in memory and
    with a clock that stands until `t.clock` moves it; the file is run anew for each, so that nothing
    of one test reaches another. What is written to files never gets to the disk. Files are read and
    written beneath the directory that `flint test` is given; their paths start from the current
    directory, that of a script for `t.run` from the test file's.


    """ + Reference.tests.chapters
  }

  /// A chapter for each module.
  private var chapters: String {
    var page = ""
    for module in modules {
      page += "## \(module.name.isEmpty ? "Globals" : "`\(module.name)`")\n\n\(module.summary)\n\n"
      for function in module.functions { page += markdown(function, of: module) }
    }
    return page
  }

  private func markdown(_ function: HostFunction, of module: HostModule) -> String {
    var text = "### `\(call(function, of: module))`\n\n\(function.summary)\n\n"
    var rows: [String] = []
    for (place, parameter) in function.parameters.enumerated() {
      if function.parameters.count == 1, case .table(let fields) = parameter.type {
        // It is the call's only argument, and its fields are what is given.
        if !parameter.summary.isEmpty { text += "`{…}`: \(parameter.summary)\n\n" }
        rows += fields.flatMap { self.rows($0, $0.name) }
      } else {
        let isNil = isNilBeforeOthers(place, of: function)
        rows += self.rows(parameter, parameter.name, optional: isNil ? "or nil" : "optional")
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
        if result.type.hasPrefix("fun") { text += "Each of the tables has:\n\n" }
        text +=
          "| field | type | |\n|---|---|---|\n"
          + result.fields.flatMap { self.rows($0, $0.name) }.joined() + "\n"
      }
    }
    return text + "```lua\n\(function.example)\n```\n\n"
  }

  private func rows(_ field: HostField, _ path: String, optional: String = "optional") -> [String] {
    field.rows(at: path).enumerated().map { place, row in
      let note = row.isOptional ? " (\(place == 0 ? optional : "optional"))" : ""
      return "| `\(row.path)`\(note) | \(escaped(row.type)) | \(row.summary) |\n"
    }
  }

  private func rows(_ result: HostResult, _ path: String) -> [String] {
    result.rows(at: path).map { "| `\($0.path)` | `\(escaped($0.type))` | \($0.summary) |\n" }
  }

  private func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
