import Foundation
import Testing

/// A command that gets a signal at a certain system call, which strace counts and sends: where a test fails,
/// it fails there again.
struct TracedCommand {
  /// The command line of a `flint` that is traced.
  var command: String
  /// The directory in which it runs.
  var directory: URL

  /// System calls of one name, of which a thread made so many.
  struct Calls {
    var name: String
    var count: Int
  }

  /// Runs the command to its end.
  ///
  /// - Returns: how often the thread that made the most calls of a name made one, since strace counts for each
  ///   thread.
  func calls(_ name: String) throws -> Calls {
    let result = try run("-e trace=\(name) -o .trace")
    #expect(result.status == 0, "\(command): \(result.output)")
    let trace = directory.appendingPathComponent(".trace")
    defer { try? FileManager.default.removeItem(at: trace) }
    var counts: [Substring: Int] = [:]
    for line in try String(contentsOf: trace, encoding: .utf8).split(separator: "\n")
    where !line.contains(" resumed>") {
      counts[line.prefix { $0 != " " }, default: 0] += 1
    }
    return Calls(name: name, count: try #require(counts.values.max(), "\(command) made no call"))
  }

  /// Runs the command, and sends it a signal when a thread makes its `number`th of the calls, from 1 on.
  func end(by signal: Int32, at number: Int, of calls: Calls) throws -> Shell.Result {
    try run(
      "-e trace=\(calls.name) -e inject=\(calls.name):signal=\(signal):when=\(number) -o /dev/null")
  }

  private func run(_ options: String) throws -> Shell.Result {
    try Shell.run("strace -f -qq -e signal=none \(options) \(command)", in: directory)
  }
}
