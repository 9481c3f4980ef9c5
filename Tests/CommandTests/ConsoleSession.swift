import Foundation
import TestSupport
import Testing

/// A session at a terminal, written down: commands behind `$ `, what each prints (both streams, in
/// order of writing) below it, and `[exit N]` when it does not end with 0.
///
/// Golden files and the README's `console` blocks are such sessions. With `FLINT_RECORD=1` in the
/// environment golden files are written anew from what the commands print.
struct ConsoleSession {
  struct Step: Equatable {
    var command: String
    var output: String
  }

  var steps: [Step]

  init(_ text: String) {
    steps = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), output: ""))
      } else if let last = steps.indices.last {
        steps[last].output += line + "\n"
      }
    }
    for index in steps.indices { steps[index].output = Self.trimmed(steps[index].output) }
  }

  var text: String {
    steps.map { "$ \($0.command)\n" + ($0.output.isEmpty ? "" : $0.output + "\n") }
      .joined(separator: "\n")
  }

  /// Runs the commands one after the other in a directory.
  func played(in directory: URL) throws -> ConsoleSession {
    var played = self
    // ROOT stands for the checkout and HERE for the test's directory, wherever they are. Where the
    // path of the checkout would need quotes, commands name a link to it.
    var root = Shell.root.path
    if root.contains(where: { !($0.isLetter || $0.isNumber || "/._-".contains($0)) }) {
      root = directory.path + ".root"
      try FileManager.default.createSymbolicLink(
        atPath: root, withDestinationPath: Shell.root.path)
    }
    defer { if root != Shell.root.path { try? FileManager.default.removeItem(atPath: root) } }
    for index in steps.indices {
      let result = try Shell.run(
        steps[index].command.replacing("ROOT", with: root), in: directory)
      var output = result.output
      for (path, name) in [(root, "ROOT"), (Shell.root.path, "ROOT"), (directory.path, "HERE")] {
        output = Self.replacing(path, with: name, in: output)
      }
      output = Self.trimmed(output)
      if result.status != 0 { output += (output.isEmpty ? "" : "\n") + "[exit \(result.status)]" }
      played.steps[index].output = output
    }
    return played
  }

  /// Replaces a path, but not the beginning of a longer name: `/a/b` is not in `/a/bc` or `/a/b-c`.
  static func replacing(_ path: String, with name: String, in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let range = rest.firstRange(of: path) {
      let isWhole = rest[range.upperBound...].first.map {
        !($0.isLetter || $0.isNumber || "_-".contains($0))
      }
      result += rest[..<range.lowerBound] + (isWhole ?? true ? name[...] : rest[range])
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.hasSuffix("\n") { text = text.dropLast() }
    return String(text)
  }
}

/// Commands run by `sh`, with `flint` first on the path and nothing of the user's.
enum Shell {
  struct Result {
    var status: Int32
    var output: String
  }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The program as it ships: `FLINT_PROGRAM`, or what scripts/build built.
  static let binary = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["FLINT_PROGRAM"]
      ?? root.path + "/.build/release/flint"
  ).resolvingSymlinksInPath()

  /// A program beside the test bundle, which respects the environment variables that switch checks off, and
  /// has the commands `run`, `eval` and `simulate` only.
  static let unchecked = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("flint-unchecked")

  /// The commands that `flint --help` lists.
  static let commandNames: [String] = Tool.described.commands.map(\.commandName).filter {
    $0 != "help"
  }

  /// Runs a command to its end, which it must reach within two minutes.
  static func run(_ command: String, in directory: URL) throws -> Result {
    let file = directory.appendingPathComponent(".output-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    var child = try ChildProcess(
      ["/usr/bin/timeout", "--foreground", "120", "/bin/sh", "-c", "exec 2>&1; " + command],
      directory: directory.path,
      environment: [
        "PATH": binary.deletingLastPathComponent().path + ":/usr/bin:/bin",
        "HOME": directory.path + ".home", "TZ": "UTC", "LC_ALL": "C.UTF-8", "COLUMNS": "80",
      ], output: file.path)
    let status = child.wait()
    let output = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    return Result(status: status, output: output)
  }

  /// Does work that waits most of the time, while other tests use the thread. The test may go on minutes
  /// after the work has ended, behind the tests that wait for a thread: no process may be left running.
  static func aside<Outcome: Sendable>(
    _ work: @escaping @Sendable () throws -> Outcome
  ) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Swift.Result(catching: work)) }
    }
  }
}

/// A `flint` that is left running while a test does something else.
struct Running: ~Copyable {
  private var child: ChildProcess
  private let file: URL

  init(
    _ arguments: [String], in directory: URL, program: URL = Shell.binary,
    environment: [String: String] = [:]
  ) throws {
    file = directory.appendingPathComponent(".running-\(UUID().uuidString)")
    child = try ChildProcess(
      [program.path] + arguments, directory: directory.path,
      environment: ["HOME": directory.path + ".home", "TZ": "UTC"].merging(environment) { $1 },
      output: file.path)
  }

  /// The process's id.
  var id: Int32 { child.id }

  /// Whether it has ended.
  var hasEnded: Bool {
    var found = siginfo_t()
    return waitid(P_PID, id_t(id), &found, WEXITED | WNOHANG | WNOWAIT) == 0
      && found.si_signo == SIGCHLD
  }

  /// The most memory that it has held so far, in MiB; `nil` once it has ended.
  var peakMemory: Int? {
    let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 / 1024 }
  }

  /// What it has printed so far.
  var output: String {
    (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  /// Waits until it has printed something.
  func waitForOutput() { wait(for: "output") { !output.isEmpty } }

  /// Waits until it has so many threads.
  func waitForThreads(_ count: Int) {
    wait(for: "\(count) threads") {
      let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")
      return (threads?.count ?? 0) >= count
    }
  }

  /// Waits for something that has to happen within half a minute.
  private func wait(for what: String, _ hasHappened: () -> Bool) {
    for _ in 0..<1500 {
      if hasHappened() { return }
      Thread.sleep(forTimeInterval: 0.02)
    }
    Issue.record("waited for \(what)")
  }

  /// Sends a signal, without waiting for its effect.
  func send(_ signal: Int32) { child.send(signal) }

  /// Sends a signal and waits for the end.
  mutating func end(_ signal: Int32) -> (status: Int32, output: String) {
    child.send(signal)
    let status = child.wait()
    return (status, output)
  }

  deinit { try? FileManager.default.removeItem(at: file) }
}

/// A directory of its own for a test, gone when the test is. The home directory lies beside it, if it is made.
struct Scratch: ~Copyable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "flint-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
    try? FileManager.default.removeItem(atPath: url.path + ".home")
  }
}
