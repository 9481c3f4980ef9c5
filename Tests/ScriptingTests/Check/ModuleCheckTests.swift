import Foundation
import Testing

@testable import Scripting

/// What a script reads of its own modules.
struct `The check of modules` {
  private func messages(_ script: String, module: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(module.utf8).write(to: folder.appending(path: "dates.lua"))
    let check = ScriptCheck(
      files: FileGrants(reading: [folder.path]), environment: EnvironmentGrants(),
      directories: ["/nowhere", folder.path])
    return try check.findings(in: Array(script.utf8), path: "script.lua").map(\.message)
  }

  @Test(arguments: [
    "local M = {} function M.monday() return 1 end return M",
    "local M = {sunday = 7} M.monday = function() return M.sunday end return M",
    "return {monday = function() return 1 end}",
  ])
  func `finds a field that a module does not return`(module: String) throws {
    let script = "local dates = require(\"dates\")\nprint(dates.monday(), dates.mnday())"
    #expect(
      try messages(script, module: module)
        == ["the module \"dates\" returns no \"mnday\" (did you mean \"monday\"?)"])
    #expect(try messages("print(require(\"dates\").mnday)", module: module).count == 1)
  }

  @Test(arguments: [
    "local M = {} M[arg[1]] = 1 return M", "local M = {} fill(M) return M",
    "return setmetatable({}, {__index = math})", "local M = {} M = require(\"other\") return M",
    "return {[\"mn\" .. \"day\"] = print}", "monday = 1",
  ])
  func `finds nothing where a module may return any field`(module: String) throws {
    #expect(try messages("print(require(\"dates\").mnday)", module: module) == [])
  }

  @Test func `knows the libraries of Lua`() throws {
    let script = "local m = require(\"math\") print(m.pi, require(\"string\").trim)"
    #expect(try messages(script, module: "") == ["string has no \"trim\""])
  }

  @Test(arguments: [
    "local d = require(\"dates\") if d.mnday then d.mnday() end",
    "local d = require(\"dates\") d.mnday = print d.mnday()",
    "local d = require(\"dates\") print(d.mnday and 1 or 2)",
  ])
  func `finds nothing in a field that is tested or assigned`(script: String) throws {
    #expect(try messages(script, module: "return {monday = 1}") == [])
  }
}
