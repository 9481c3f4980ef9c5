import Lua

extension Reference {
  /// The API as a definition file for the Lua language server (`---@meta`).
  package var luaLS: String {
    var text = "---@meta flint\n"
    if modules.contains(where: { $0.functions.contains(where: \.canRefuse) }) {
      text += Self.errorClass + Self.libraries
    }
    var named: Set<String> = []
    for result in modules.flatMap({ $0.functions.flatMap(\.returns) }) {
      text += classes(of: result, &named)
    }
    for module in modules {
      text += "\n---\(module.summary)\n"
      if !module.name.isEmpty { text += "\(module.name) = {}\n" }
      for function in module.callable { text += definition(function, of: module) }
    }
    return text
  }

  /// The second result of a function that refuses.
  private static let errorClass = """

    ---A refusal, whose text is its message.
    ---@class flint.Error
    ---@field code string The kind of refusal, such as "not_found"
    ---@field message string What was refused, and why
    ---@field [string] any Other fields, by the kind

    """

  /// What there is of Lua's io, package and debug.
  private static let libraries = """

    ---@class flint.Stream
    local stream = {}
    ---@param ... string|number
    ---@return flint.Stream
    function stream:write(...) end
    ---@param format? "l"|"a" A line, or all
    ---@return string?
    function stream:read(format) end
    ---@return fun(): string
    function stream:lines() end
    ---@return flint.Stream
    function stream:flush() end
    ---The script's output and standard input.
    io = {}
    ---@type flint.Stream
    io.stdout = nil
    ---Each line is logged as a warning.
    ---@type flint.Stream
    io.stderr = nil
    ---@type flint.Stream
    io.stdin = nil
    ---@param ... string|number
    ---@return flint.Stream
    function io.write(...) end
    ---@param format? "l"|"a" A line, or all
    ---@return string?
    function io.read(format) end
    ---@param path? string The file; standard input by default
    ---@return fun(): string
    function io.lines(path) end
    package = {config = "", path = "", cpath = "", loaded = {}, preload = {}}
    debug = {}
    ---@param message? any
    ---@param level? integer
    ---@return string
    function debug.traceback(message, level) end
    ---@param about integer|function
    ---@param what? string
    ---@return table?
    function debug.getinfo(about, what) end

    """

  private func definition(_ function: HostFunction, of module: HostModule) -> String {
    let name = module.fullName(of: function)
    let base = name.replacing(".", with: "_")
    var classes = ""
    var lines = "\n---\(function.summary)\n"
    if let replacement = function.replacement {
      let advice = FormerName.advice("it", now: "\(module.name).\(replacement)")
      lines += "---@deprecated \(advice)\n"
    }
    for parameter in function.parameters {
      let type = type(of: parameter, "\(base)_\(parameter.name)", &classes)
      lines +=
        "---@param \(parameter.name)\(parameter.isOptional ? "?" : "") \(type)"
        + (parameter.summary.isEmpty ? "" : " \(parameter.summary)") + "\n"
    }
    for (index, result) in function.returns.enumerated() {
      var type = type(of: result, "\(base)_\(result.name)", &classes)
      // The error is the second result.
      if function.canRefuse && index == 1 { type += "|flint.Error" }
      lines +=
        "---@return \(type) \(result.name)"
        + (result.summary.isEmpty ? "" : " \(result.summary)") + "\n"
    }
    if function.canRefuse && function.returns.count < 2 {
      lines += "---@return flint.Error? error\n"
    }
    let parameters = function.parameters.map(\.name).joined(separator: ", ")
    return classes + lines + "function \(name)(\(parameters)) end\n"
  }

  /// Returns the type of an argument; tables with fields become classes, the innermost first.
  private func type(of field: HostField, _ name: String, _ classes: inout String) -> String {
    guard case .table(let fields) = field.type else { return field.type.annotation }
    let members = fields.current.map { field in
      (
        field.name + (field.isOptional ? "?" : ""),
        type(of: field, "\(name)_\(field.name)", &classes), field.summary
      )
    }
    classes += luaClass(name, members)
    return name
  }

  /// Returns the classes that have names of their own in a result and its fields, each once.
  private func classes(of result: HostResult, _ named: inout Set<String>) -> String {
    let isNew = result.className.map { named.insert($0).inserted } ?? true
    if !isNew { return "" }
    var text = ""
    for field in result.fields { text += classes(of: field, &named) }
    guard let name = result.className else { return text }
    var inner = ""
    let members = result.fields.map { field in
      (field.name, type(of: field, "\(name)_\(field.name)", &inner), field.summary)
    }
    return text + inner + luaClass(name, members)
  }

  /// Returns the type of a result: `table[]` with fields becomes a list of a class.
  private func type(of result: HostResult, _ name: String, _ classes: inout String) -> String {
    if let name = result.className { return result.type.replacing("table", with: name) }
    if result.fields.isEmpty { return result.type }
    let members = result.fields.map { field in
      (field.name, type(of: field, "\(name)_\(field.name)", &classes), field.summary)
    }
    classes += luaClass(name, members)
    return result.type.replacing("table", with: name)
  }

  private func luaClass(_ name: String, _ fields: [(String, String, String)]) -> String {
    "\n---@class \(name)\n"
      + fields.map { field, type, summary in
        // In an optional field the question mark follows the name.
        let optional = type.hasSuffix("?") && !field.hasSuffix("?")
        return
          "---@field \(field)\(optional ? "?" : "") \(optional ? String(type.dropLast()) : type)"
          + (summary.isEmpty ? "" : " \(summary)") + "\n"
      }.joined()
  }
}
