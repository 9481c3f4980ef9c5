import Foundation
import Testing

/// Ctrl-C ends a long simulation at once with a message and without output.
struct `An interrupted simulation` {
  @Test(arguments: [
    "return {players = 1000000000, days = 365}",
    // Scripts are stopped in the middle of a day.
    "function day() while true do end end\nreturn {players = 5000}",
    "function day() while true do pcall(error) end end\nreturn {players = 5000}",
  ])
  func `an interrupted simulation exits with status 130`(plan: String) throws {
    let scratch = try Scratch()
    try plan.write(
      to: scratch.url.appendingPathComponent("plan.lua"), atomically: true, encoding: .utf8)
    for part in [[], ["--shard", "1/2", "-o", "part.json"]] {
      var running = try Running(
        ["simulate", "--threads", "2", "--time", "none", "plan.lua"] + part, in: scratch.url)
      // Waits until it simulates: two threads beside the main thread, that of the signals and that of
      // the memory watchdog.
      running.waitForThreads(5)
      let (status, output) = running.end(SIGINT)
      #expect(status == 130)
      #expect(output.hasSuffix("interrupted\n"), "\(output)")
      #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/part.json"))
    }
  }
}
