import Lua
import Testing

@testable import Scripting

/// What `flint check` and the console take for Lua's own names, against a state as scripts have it.
struct `The names of Lua's own` {
  private func names(_ table: String) throws -> [String] {
    let code = """
      local names = {}
      for name in pairs(\(table)) do names[#names + 1] = name end
      table.sort(names)
      return table.concat(names, " ")
      """
    let value = try Playground().run(code).values.first?.text ?? ""
    return value.split(separator: " ").map(String.init)
  }

  @Test(arguments: ScriptCheck.standard.keys.sorted())
  func `are those of the libraries`(library: String) throws {
    #expect(try names(library) == ScriptCheck.standard[library]?.sorted())
  }

  @Test func `are those of the globals, with the API's`() throws {
    let modules = Reference().modules
    let own =
      modules.map(\.name).filter { !$0.isEmpty }
      + (modules.first { $0.name.isEmpty }?.functions.map(\.name) ?? [])
    #expect(
      try names("_G")
        == (ScriptCheck.globals + ScriptCheck.standard.keys + own).sorted())
  }
}
