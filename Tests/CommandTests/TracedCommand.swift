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
  /// - Returns: the calls that a single thread made most often, of those by which files are read and written
  ///   or of one name. strace counts for each thread and name.
  func calls(_ name: String? = nil) throws -> Calls {
    let result = try run("-e trace=\(name ?? "openat,read,pread64,write,pwrite64") -o .trace")
    #expect(result.status == 0, "\(command): \(result.output)")
    let trace = directory.appendingPathComponent(".trace")
    defer { try? FileManager.default.removeItem(at: trace) }
    var counts: [[Substring]: Int] = [:]
    for line in try String(contentsOf: trace, encoding: .utf8).split(separator: "\n")
    where !line.contains(" resumed>") {
      let words = line.split(maxSplits: 2) { $0 == " " || $0 == "(" }
      counts[Array(words.prefix(2)), default: 0] += 1
    }
    let most = try #require(counts.max { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") })
    return Calls(name: String(most.key[1]), count: most.value)
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
