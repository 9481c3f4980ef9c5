import Foundation
import Testing

@testable import Scripting

/// Faults as authors make them, one in each script. The first line of a script says which finding is expected:
/// its line, its kind and a part of its message.
struct `Seeded faults` {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Seeded")

  private static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { $0.hasSuffix(".lua") }.sorted()

  /// What luacheck 1.1.0 finds with the configuration of `flint check --luacheckrc`, measured on 2026-12-01.
  private static let foundByLuacheck = [
    "15-misspelt-function", "16-misspelt-module", "30-unused-local", "31-assigned-but-never-read",
    "32-unused-parameter", "33-unused-loop-variable", "34-overwritten-value", "35-shadowed-local",
    "36-unreachable-code", "37-accidental-global", "38-duplicate-key",
    "39-not-before-a-comparison", "40-loop-that-counts-down",
  ]

  @Test func `are forty, of which luacheck finds thirteen`() throws {
    let names = try #require(Self.names)
    #expect(names.count == 40)
    #expect(Self.foundByLuacheck.count == 13)
    #expect(Set(Self.foundByLuacheck.map { $0 + ".lua" }).isSubset(of: names))
  }

  @Test(arguments: names ?? [])
  func `are found, and nothing else`(name: String) throws {
    let path = Self.folder.appending(path: name)
    let source = try String(contentsOf: path, encoding: .utf8)
    let expected = try #require(
      source.firstMatch(of: /-- expected: ([0-9]+) \[([a-z-]+)\] (.+)\n/)?.output)
    let check = ScriptCheck(
      files: FileGrants(reading: [Self.folder.path]), environment: EnvironmentGrants(),
      directories: [Self.folder.path])
    let found = try check.findings(in: Array(source.utf8), path: path.path)
    #expect(found.map { "\($0.line) \($0.kind.rawValue)" } == ["\(expected.1) \(expected.2)"])
    #expect(found.first?.message.contains(expected.3) ?? false, "\(found)")
  }
}
