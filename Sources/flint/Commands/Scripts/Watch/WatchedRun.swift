import Foundation

/// Repeated runs of a script whenever a file changes, each in a new process: a process cannot leave its
/// sandbox.
struct WatchedRun {
  private let files: WatchedFiles
  /// The arguments of the child processes.
  private let arguments: [String]

  init(_ command: RunCommand) {
    let script = ScriptText.path(of: command.script)
    let options = command.options
    // Files that the script writes do not cause another run.
    let written = options.permissions.allowWrite + (command.samples.map { [$0] } ?? [])
    files = WatchedFiles(
      files: [script] + command.arguments.filter { !Self.isBeneath($0, written) }
        + (options.new.rulebook.map { [$0.name] } ?? []),
      directories: [ScriptText.folder(of: script)] + options.libraries,
      profile: options.profile)
    var remaining = Array(CommandLine.arguments.dropFirst())
    let end = remaining.firstIndex(of: "--") ?? remaining.endIndex
    if let index = remaining[..<end].firstIndex(of: "--watch") { remaining.remove(at: index) }
    arguments = remaining
  }

  private static func isBeneath(_ path: String, _ directories: [String]) -> Bool {
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    return directories.contains { directory in
      let directory = URL(fileURLWithPath: directory).standardizedFileURL.path
      return path == directory || path.hasPrefix(directory + "/")
    }
  }

  /// Runs until Ctrl-C.
  func run() throws {
    let signals = WaitedSignals()
    while true {
      let known = files.states()
      let child = try begin()
      var changes: [String] = []
      var status: Int32?
      while status == nil && changes.isEmpty {
        if signals.wait() { return try end(child) }
        status = child.status(isWaiting: false)
        changes = WatchedFiles.changes(from: known, to: files.states())
      }
      if status == nil {
        child.send(SIGINT)
        _ = child.status(isWaiting: true)
      } else {
        note("watch: exited with status \(status ?? 0); waiting for changes")
      }
      while changes.isEmpty {
        if signals.wait() { return try end(nil) }
        changes = WatchedFiles.changes(from: known, to: files.states())
      }
      // An editor or a checkout may write several files one after the other.
      var latest = files.states()
      while true {
        if signals.wait() { return try end(nil) }
        let next = files.states()
        if next == latest { break }
        latest = next
      }
      note("watch: \(changes[0])\(changes.count > 1 ? " and others" : "") changed")
    }
  }

  /// Starts a run in a process with its own process group, so that Ctrl-C reaches it only through this
  /// process.
  private func begin() throws -> ChildProgram {
    do {
      return try ChildProgram(
        "/proc/self/exe", CommandLine.arguments.prefix(1) + arguments, hasOwnGroup: true)
    } catch {
      throw CommandFailure(.storage, "--watch: cannot start a process: \(error)")
    }
  }

  private func end(_ child: ChildProgram?) throws {
    child?.send(SIGINT)
    _ = child?.status(isWaiting: true)
    throw CommandFailure(.interrupted, "")
  }
}

/// The signals that end the watch, and SIGCHLD. They are blocked and polled, since nothing else handles
/// them.
private struct WaitedSignals {
  private var ends = sigset_t()
  private var all = sigset_t()

  init() {
    sigemptyset(&ends)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ends, signal) }
    all = ends
    sigaddset(&all, SIGCHLD)
    sigprocmask(SIG_BLOCK, &all, nil)
  }

  /// Waits for a tenth of a second, or until a child process exits.
  ///
  /// - Returns: Whether the watch has to end.
  func wait() -> Bool {
    var all = all
    var time = timespec(tv_sec: 0, tv_nsec: 100_000_000)
    let signal = sigtimedwait(&all, nil, &time)
    var ends = ends
    return signal > 0 && sigismember(&ends, signal) == 1
  }
}
