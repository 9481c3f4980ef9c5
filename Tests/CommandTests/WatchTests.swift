import Foundation
import Testing

/// Tests of `flint run --watch`.
struct `A watched script` {
  private func write(_ text: String, to name: String, _ folder: URL) throws {
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  /// Waits until a text was printed, for at most half a minute.
  private func wait(for text: String, _ running: borrowing Running) -> Bool {
    for _ in 0..<1500 {
      if running.output.contains(text) { return true }
      Thread.sleep(forTimeInterval: 0.02)
    }
    Issue.record("\(text) was not printed: \(running.output)")
    return false
  }

  @Test func `a watched script runs again when it, a module or an argument changes`() throws {
    let scratch = try Scratch()
    try write("print(require('words').hello, arg[1])", to: "main.lua", scratch.url)
    try write("return {hello = 'first'}", to: "words.lua", scratch.url)
    var running = try Running(
      ["run", "--watch", "--create", "--db", "p.db", "main.lua", "--", "--watch"], in: scratch.url)
    guard wait(for: "first\t--watch\n", running),
      wait(for: "watch: exited with status 0; waiting for changes", running)
    else { return }
    try write("return {hello = 'second'}", to: "words.lua", scratch.url)
    guard wait(for: "watch: words.lua changed\nsecond\t--watch\n", running) else { return }
    try write("log.info('third') while true do end", to: "main.lua", scratch.url)
    guard wait(for: "third\n", running) else { return }
    try write("error('fourth')", to: "main.lua", scratch.url)
    guard wait(for: "main.lua:1: fourth", running),
      wait(for: "watch: exited with status 1; waiting for changes", running)
    else { return }
    let (status, output) = running.end(SIGINT)
    #expect(status == 130)
    #expect(output.contains("stopped: interrupted"))
    // Its own changes of the profile do not count.
    #expect(output.components(separatedBy: "changed\n").count == 4)
  }

  @Test func `files that a watched script writes do not run it again`() throws {
    let scratch = try Scratch()
    try write("fs.write(arg[1], tostring(clock.now())) log.info('ran')", to: "w.lua", scratch.url)
    var running = try Running(
      ["run", "--watch", "--scratch", "--allow-write", "out.txt", "w.lua", "--", "out.txt"],
      in: scratch.url)
    guard wait(for: "waiting for changes", running) else { return }
    // Several checks.
    Thread.sleep(forTimeInterval: 1)
    let (status, output) = running.end(SIGINT)
    #expect(status == 130)
    #expect(output.components(separatedBy: "info: ran").count == 2, "\(output)")
  }

  @Test func `standard input cannot be watched`() throws {
    let scratch = try Scratch()
    let result = try Shell.run("echo 'print(1)' | flint run --watch -", in: scratch.url)
    #expect(result.status == 2)
    #expect(result.output.contains("standard input cannot be read again"))
  }
}
