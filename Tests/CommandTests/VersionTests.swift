import Foundation
import Testing

/// The version of the program, and of what it uses.
struct `The version` {
  @Test(arguments: ["--version", "-V"])
  func `names the release, Lua, SQLite and tzdata`(option: String) throws {
    let scratch = try Scratch()
    let result = try Shell.run("flint \(option)", in: scratch.url)
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].wholeMatch(of: /flint \d+\.\d+\.\d+( \(commit [0-9a-f]{12}(-modified)?\))?/) != nil)
    let release = try Shell.run(
      "sed -n '1s/# version //p' /usr/share/zoneinfo/tzdata.zi", in: scratch.url
    )
    .output.trimmingCharacters(in: .newlines)
    let library = try Shell.run("sqlite3 --version | cut -d ' ' -f 1", in: scratch.url)
      .output.trimmingCharacters(in: .newlines)
    let known = try #require(
      lines[1].wholeMatch(of: /Lua 5\.4\.\d+, SQLite ([0-9.]+), tzdata (\S+)/))
    #expect(known.1 == library)
    #expect(known.2 == release)
  }
}
