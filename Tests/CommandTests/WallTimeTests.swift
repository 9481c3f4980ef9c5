import Foundation
import Testing

/// The time limit of commands that compute with a rulebook, a table or a log from elsewhere.
struct `A computation that takes longer than its limit` {
  @Test(arguments: [
    ("rules check packs.lua --time 1ms", "--time"),
    ("odds disclose --rules packs.lua --time 1ms", "--time"),
    ("odds table chest.json --until all --time 1ms", "--time"),
    ("audit log log.csv --item-column item --rates S=50% --time 1ms", "--time"),
  ])
  func `is ended with a message and its own exit status`(command: String, option: String) throws {
    let scratch = try Scratch()
    let packs = Shell.root.appendingPathComponent("examples/worlds/packs.lua")
    try FileManager.default.copyItem(
      at: packs, to: scratch.url.appendingPathComponent("packs.lua"))
    let entries = (1...3000).map { #"{"item": "i\#($0)", "weight": \#($0)}"# }
    try Data(#"{"entries": [\#(entries.joined(separator: ","))]}"#.utf8)
      .write(to: scratch.url.appendingPathComponent("chest.json"))
    let rows = (1...3000).map { $0 % 3 == 0 ? "S" : "x" }
    try Data(("item\n" + rows.joined(separator: "\n") + "\n").utf8)
      .write(to: scratch.url.appendingPathComponent("log.csv"))
    let stopped = try Shell.run("flint \(command)", in: scratch.url)
    #expect(stopped.status == 124)
    #expect(
      stopped.output == "flint: stopped: the time limit was reached; \(option) sets another\n")
  }

  @Test func `may take as long as it needs without one`() throws {
    let scratch = try Scratch()
    let checked = try Shell.run("flint rules check everyday --quiet --time none", in: scratch.url)
    #expect(checked.status == 0 && checked.output.isEmpty)
  }
}
