import Foundation
import Testing

/// A host call that does not return ends with the process; `timeout` ends tests that would run forever.
struct `A simulation within a script` {
  /// More players than can ever be simulated, while the script's thread waits for them.
  private static let endless = "sim.run{players = 1000000000, days = 3650}"

  private func write(_ text: String, _ name: String, in scratch: borrowing Scratch) throws {
    try text.write(
      to: scratch.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  @Test(arguments: [
    "function day(player, today) \(endless) end return {players = 2, days = 1}",
    "\(endless) return {players = 2, days = 1}",
    "return {players = 2, days = 1, measure = {x = function(player) \(endless) end}, "
      + "sparks = nil} , \(endless)",
  ])
  func `a simulation in a script ends at the time limit`(plan: String) throws {
    let scratch = try Scratch()
    try write(plan, "plan.lua", in: scratch)
    let result = try Shell.run(
      "timeout -s KILL 60 flint simulate --quiet --time 1s plan.lua", in: scratch.url)
    #expect(result.status == 124, "\(result.output)")
    #expect(result.output.contains("the time limit was reached"), "\(result.output)")
  }

  @Test func `a simulation in a script ends with Ctrl-C`() throws {
    let scratch = try Scratch()
    try write(
      "function day(player, today) \(Self.endless) end return {players = 2, days = 1}", "plan.lua",
      in: scratch)
    let result = try Shell.run(
      """
      timeout -s KILL 60 flint simulate --quiet --threads 1 --time none plan.lua & job=$!
      # Until it plays: on a thread beside its own, that of the signals and that of the watch over its memory.
      until ls /proc/$(pgrep -P $job flint)/task 2>/dev/null | grep -c . | grep -q '[4-9]'; do :; done
      kill -INT $(pgrep -P $job flint); wait $job
      """, in: scratch.url)
    #expect(result.status == 130, "\(result.output)")
    #expect(result.output.contains("interrupted"), "\(result.output)")
  }

  @Test func `a simulation with short chunks is stopped with the script's position`() throws {
    let scratch = try Scratch()
    try write("sim.run{players = 1000000000, days = 1}", "s.lua", in: scratch)
    let result = try Shell.run(
      "timeout -s KILL 60 flint run --scratch --quiet --time 500ms s.lua", in: scratch.url)
    #expect(result.status == 124)
    #expect(
      result.output.hasPrefix("flint: s.lua:1: stopped: the time limit was reached"),
      "\(result.output)")
  }
}
