import Lua

extension Reference {
  /// The API as a definition file for the Lua language server (`---@meta`).
  package var luaLS: String {
    var text = "---@meta flint\n"
    for module in modules {
      text += "\n---\(module.summary)\n"
      if !module.name.isEmpty { text += "\(module.name) = {}\n" }
      for function in module.functions { text += definition(function, of: module) }
    }
    return text
  }

  private func definition(_ function: HostFunction, of module: HostModule) -> String {
    let name = module.fullName(of: function)
    let base = name.replacing(".", with: "_")
    var classes = ""
    var lines = "\n---\(function.summary)\n"
    for (index, parameter) in function.parameters.enumerated() {
      let type = type(of: parameter, "\(base)_\(parameter.name)", &classes)
      // A question mark would allow the parameter to be omitted, though a required one follows.
      let isNil = isNilBeforeOthers(index, of: function)
      lines +=
        "---@param \(parameter.name)\(parameter.isOptional && !isNil ? "?" : "") \(type)"
        + (isNil ? "|nil" : "") + (parameter.summary.isEmpty ? "" : " \(parameter.summary)") + "\n"
    }
    for result in function.returns {
      lines +=
        "---@return \(type(of: result, "\(base)_\(result.name)", &classes)) \(result.name)"
        + (result.summary.isEmpty ? "" : " \(result.summary)") + "\n"
    }
    let parameters = function.parameters.map(\.name).joined(separator: ", ")
    return classes + lines + "function \(name)(\(parameters)) end\n"
  }

  /// Returns the type of an argument; tables with fields become classes, the innermost first.
  private func type(of field: HostField, _ name: String, _ classes: inout String) -> String {
    guard case .table(let fields) = field.type else { return field.type.annotation }
    let members = fields.map { field in
      (
        field.name + (field.isOptional ? "?" : ""),
        type(of: field, "\(name)_\(field.name)", &classes), field.summary
      )
    }
    classes += luaClass(name, members)
    return name
  }

  /// Returns the type of a result: `table[]` with fields becomes a list of a class.
  private func type(of result: HostResult, _ name: String, _ classes: inout String) -> String {
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
