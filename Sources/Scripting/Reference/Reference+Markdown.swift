import Lua

extension Reference {
  package var markdown: String { Self.introduction + "\n" + chapters }

  /// The pages of the site: the index, and one page for each module, with their paths.
  package var pages: [(path: String, text: String)] {
    let links = modules.map { module in
      let names = module.functions.map { "`\($0.name)`" }.joined(separator: ", ")
      return "- [\(title(of: module))](\(path(of: module))): \(module.summary) \(names)\n"
    }
    return [("lua.md", Self.introduction + "\n## Modules\n\n" + links.joined())]
      + modules.map { module in
        (path(of: module), String(chapter(of: module, level: "#").dropLast()))
      }
  }

  private func title(of module: HostModule) -> String {
    module.name.isEmpty ? "Globals" : "`\(module.name)`"
  }

  private func path(of module: HostModule) -> String {
    "lua/\(module.name.isEmpty ? "globals" : module.name).md"
  }

  /// What the reference begins with.
  private static var introduction: String {
    let page = """
      # Flint's Lua API

      A function fails in one of two ways, by one rule:

      - It returns `nil` and an error for what a script has to expect: there is no such record or file,
        the rules refuse it, a text is no JSON. The error is a table with `code`, `message` and further
        fields; its text is the message. `assert(f(…))` raises it. Where a question may find nothing, such
        as `spark.get`, the answer is `nil` alone.
      - It raises an error for what is wrong in the script (an argument, a missing permission), and where
        going on would lose something: a file that cannot be written, imported or evaluated. A function
        that returns an iterator raises all errors, since `for` has no use for `nil`. `pcall` catches them.

      Scripts run in Lua 5.4 with `coroutine`, `string`, `table`, `math` and `utf8`, and with the
      functions below. `require` finds modules in the directory of the script. Of `io` there are `write`,
      `lines`, `read` (`"l"` or `"a"`), `stdout`, `stderr` and `stdin`, of `debug` `traceback` and
      `getinfo`, of `os` the functions for time and `getenv`; `package` has no effect. `pairs` and
      `next` iterate over tables in a fixed order: 1, 2, 3 …, then other numbers, strings, booleans,
      and all other keys in the order of their creation.

      The path `-` is standard input in `fs.read`, `fs.lines`, `csv.rows`, `import.run` and `quest.load`.
      It is read once, and needs no permission.

      Of every subject, `each` iterates over what a filter selects, one table each, and `all` returns it as
      a list; `get` returns one, by its id or name; `add` records a new one, `update` changes one, and
      `remove` takes one out with its effects. What a subject contains has the same verbs, such as
      `tracker.add_entry` and `quest.each_node`. A field `day` is the day of a thing.

      A time is a text such as `"2026-03-01T09:30"` (local time of the profile), with an offset such as
      `"2026-03-01T09:30:00+01:00"`, or a number of seconds since 1970 in UTC. A day is a text such as
      `"2026-03-01"`. `string?` is a string or `nil`, and `table[]` is a list of tables.

      `flint api rulebook` describes rulebook files, `flint api quests` the JSON files of quest sets,
      `flint api mapping` mapping files for imports, and `flint api plan` plan files for simulations.

      """
    return page
  }

  /// The reference of the functions for test files, as a Markdown page.
  package static var testPage: String {
    """
    # Tests of scripts

    `flint test` runs files whose names end with `_test.lua`. Such a file can call everything that
    `flint api` lists, and `test`; each test receives `t`. A test runs on a new profile in memory and
    with a fixed clock that only `t.clock` changes. The file is run again for each test, so that tests
    do not affect each other. It has no standard input. Written files are never stored on disk. Files are
    read and written below the directory that `flint test` is given; their paths are relative to the
    current directory, and the path of a script for `t.run` is relative to the directory of the test file.


    """ + Reference.tests.chapters
  }

  /// The chapters, one for each module.
  private var chapters: String {
    modules.map { chapter(of: $0, level: "##") }.joined()
  }

  /// - Parameter level: the mark of the heading.
  private func chapter(of module: HostModule, level: String) -> String {
    "\(level) \(title(of: module))\n\n\(module.summary)\n\n"
      + module.functions.map { markdown($0, of: module, level: level + "#") }.joined()
  }

  private func markdown(
    _ function: HostFunction, of module: HostModule, level: String
  ) -> String {
    var text = "\(level) `\(call(function, of: module))`\n\n\(function.summary)\n\n"
    var rows: [String] = []
    for parameter in function.parameters {
      if function.parameters.count == 1, case .table(let fields) = parameter.type {
        // The table is the only argument of the call, so that its fields are the arguments.
        if !parameter.summary.isEmpty { text += "`{…}`: \(parameter.summary)\n\n" }
        rows += fields.flatMap { self.rows($0, $0.name) }
      } else {
        rows += self.rows(parameter, parameter.name)
      }
    }
    if !rows.isEmpty {
      text += "| argument | type | description |\n|---|---|---|\n" + rows.joined() + "\n"
    }
    for result in function.returns {
      text +=
        "Returns `\(result.name)` (`\(escaped(result.type))`)"
        + (result.summary.isEmpty ? "" : ": \(result.summary)") + "\n\n"
      if !result.fields.isEmpty {
        if result.type.hasPrefix("fun") { text += "Each of the tables has:\n\n" }
        text +=
          "| field | type | description |\n|---|---|---|\n"
          + result.fields.flatMap { self.rows($0, $0.name) }.joined() + "\n"
      }
    }
    return text + "```lua\n\(function.example)\n```\n\n"
  }

  private func rows(_ field: HostField, _ path: String) -> [String] {
    field.rows(at: path).map { row in
      let note = row.isOptional ? " (optional)" : ""
      return "| `\(row.path)`\(note) | \(escaped(row.type)) | \(row.summary) |\n"
    }
  }

  private func rows(_ result: HostResult, _ path: String) -> [String] {
    result.rows(at: path).map { "| `\($0.path)` | `\(escaped($0.type))` | \($0.summary) |\n" }
  }

  private func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
