import Lua
import Testing

@testable import Scripting

/// Compares the names that `flint check` and the console know as Lua's own with those of a Lua state for
/// scripts.
struct `The names of Lua's standard library` {
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
