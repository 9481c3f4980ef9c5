import Lua

extension Reference {
  /// The API as a definition file for the Lua language server (`---@meta`).
  public var luaLS: String {
    var text = "---@meta flint\n"
    for module in modules {
      text += "\n---\(module.summary)\n"
      if !module.name.isEmpty { text += "\(module.name) = {}\n" }
      for function in module.functions { text += definition(function, of: module) }
    }
    return text
  }

  private func definition(_ function: HostFunction, of module: HostModule) -> String {
    let name = fullName(function, of: module)
    let base = name.replacing(".", with: "_")
    var classes = ""
    var lines = "\n---\(function.summary)\n"
    for parameter in function.parameters {
      var type = parameter.type.annotation
      if case .table(let fields) = parameter.type {
        type = "\(base)_\(parameter.name)"
        classes += luaClass(
          type,
          fields.map { ($0.name + ($0.isOptional ? "?" : ""), $0.type.annotation, $0.summary) })
      }
      lines +=
        "---@param \(parameter.name)\(parameter.isOptional ? "?" : "") \(type)"
        + (parameter.summary.isEmpty ? "" : " \(parameter.summary)") + "\n"
    }
    for result in function.returns {
      var type = result.type
      if !result.fields.isEmpty {
        let optional = type.hasSuffix("?")
        type = "\(base)_\(result.name)"
        classes += luaClass(type, result.fields.map { ($0.name, $0.type, $0.summary) })
        if optional { type += "?" }
      }
      lines +=
        "---@return \(type) \(result.name)"
        + (result.summary.isEmpty ? "" : " \(result.summary)") + "\n"
    }
    let parameters = function.parameters.map(\.name).joined(separator: ", ")
    return classes + lines + "function \(name)(\(parameters)) end\n"
  }

  private func luaClass(_ name: String, _ fields: [(String, String, String)]) -> String {
    "\n---@class \(name)\n"
      + fields.map { field, type, summary in
        // The server writes an optional field with the mark at its name.
        let optional = type.hasSuffix("?") && !field.hasSuffix("?")
        return
          "---@field \(field)\(optional ? "?" : "") \(optional ? String(type.dropLast()) : type)"
          + (summary.isEmpty ? "" : " \(summary)") + "\n"
      }.joined()
  }
}
