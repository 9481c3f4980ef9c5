import Confinement
import Foundation
import Testing

/// The walls that the kernel holds up around scripts, and the doctor's word on them.
struct `A confined script` {
  private static let isConfining = Walls.available.landlock > 0

  /// Runs code with Flint's own checks of files switched off, as after a break-out of Lua.
  private func unchecked(
    _ code: String, _ options: String = "--scratch", in directory: URL
  ) throws -> Shell.Result {
    try Shell.run(
      "FLINT_TEST_UNCHECKED_FILES=1 flint eval \(options) '\(code)'", in: directory)
  }

  @Test(arguments: [
    #"fs.read("HERE/outside/secret")"#, #"fs.read("outside/../outside/secret")"#,
    #"fs.read("inside/link")"#, #"fs.list("HERE/outside")"#, #"fs.lines("HERE/outside/secret")()"#,
    #"for row in csv.rows("HERE/outside/secret") do print(row) end"#,
    #"import.run{file = "HERE/outside/secret"}"#, #"fs.read("/etc/passwd")"#,
    #"fs.read("/proc/self/environ")"#, #"fs.write("HERE/outside/new", "x")"#,
    #"fs.write("HERE/outside/secret", "x")"#,
  ])
  func `reads and writes nothing that was not granted even without Flint's checks`(
    code: String
  ) throws {
    let scratch = try Scratch()
    _ = try Shell.run(
      "mkdir inside outside && echo hidden >outside/secret && ln -s ../outside/secret inside/link",
      in: scratch.url)
    let inside = scratch.url.appendingPathComponent("inside")
    let here = code.replacing("HERE", with: scratch.url.path)
      .replacing("\"outside", with: "\"../outside").replacing("inside/link", with: "link")
    let result = try unchecked(here, in: inside)
    if Self.isConfining {
      #expect(result.status != 0)
      #expect(result.output.contains("Permission denied"), "\(result.output)")
      #expect(!result.output.contains("hidden"))
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/outside")
    #expect(left == ["secret"] || !Self.isConfining)
  }

  @Test func `reads and writes what was granted, the profile's directory included`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      mkdir data out lib && echo 'return 7' >lib/seven.lua && echo one >data/a.txt
      echo 'print(fs.read("data/a.txt"), require("seven")) fs.write("out/b.txt", "two")
        spark.add{title = "s", category = "idea"}' >lib/s.lua
      flint run --db own/p.db --allow-read data --allow-write out --quiet lib/s.lua
      cat out/b.txt; ls own; ls out; flint eval --db own/p.db 'spark.count()'
      """, in: scratch.url)
    #expect(result.output == "one\n\t7\ntwop.db\nb.txt\n1\n", "\(result.output)")
  }

  @Test func `doctor tells what is held`() throws {
    let scratch = try Scratch()
    let result = try Shell.run("flint doctor", in: scratch.url)
    #expect(result.status == (result.output.contains("MISSING") ? 1 : 0))
    #expect(result.output.hasPrefix("flint 0.1.0, Lua 5.4."))
    if Self.isConfining {
      #expect(result.output.contains("held:    files that were not granted, by Landlock"))
      #expect(result.output.contains("held:    network, by a filter"))
    }
    // Debian 12's Lua has the fault, and no other version is told off for it.
    #expect(
      result.output.contains("warning: this Lua compiles 1 ~ (2 or 3) wrongly")
        == ["Lua 5.4.0", "Lua 5.4.1", "Lua 5.4.2", "Lua 5.4.3", "Lua 5.4.4"].contains {
          result.output.contains($0)
        })
  }
}
