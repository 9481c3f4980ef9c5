import Foundation

/// Runs a script again and again, in a process of its own each time: what a run confines itself to, it
/// cannot get rid of.
struct WatchedRun {
  private let files: WatchedFiles
  /// What the processes are given.
  private let arguments: [String]

  init(_ command: RunCommand) {
    let script = ScriptText.path(of: command.script)
    let options = command.options
    // What the script writes itself is no reason to run it again.
    let written = options.permissions.allowWrite + (command.samples.map { [$0] } ?? [])
    files = WatchedFiles(
      files: [script] + command.arguments.filter { !Self.isBeneath($0, written) }
        + (options.new.rulebook.map { [$0.name] } ?? []),
      directories: [ScriptText.folder(of: script)] + options.libraries,
      profile: options.profile)
    var words = Array(CommandLine.arguments.dropFirst())
    let end = words.firstIndex(of: "--") ?? words.endIndex
    if let place = words[..<end].firstIndex(of: "--watch") { words.remove(at: place) }
    arguments = words
  }

  private static func isBeneath(_ path: String, _ places: [String]) -> Bool {
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    return places.contains { place in
      let place = URL(fileURLWithPath: place).standardizedFileURL.path
      return path == place || path.hasPrefix(place + "/")
    }
  }

  /// Goes on until Ctrl-C.
  func run() throws {
    let signals = WaitedSignals()
    while true {
      let known = files.look()
      let child = try begin()
      var changes: [String] = []
      var status: Int32?
      while status == nil && changes.isEmpty {
        if signals.wait() { return try end(child) }
        status = child.status(isWaiting: false)
        changes = WatchedFiles.changes(from: known, to: files.look())
      }
      if status == nil {
        child.send(SIGINT)
        _ = child.status(isWaiting: true)
      } else {
        note("watch: ended with status \(status ?? 0); waiting for changes")
      }
      while changes.isEmpty {
        if signals.wait() { return try end(nil) }
        changes = WatchedFiles.changes(from: known, to: files.look())
      }
      // What an editor or a checkout writes may come in pieces.
      var latest = files.look()
      while true {
        if signals.wait() { return try end(nil) }
        let next = files.look()
        if next == latest { break }
        latest = next
      }
      note("watch: \(changes[0])\(changes.count > 1 ? " and others" : "") changed")
    }
  }

  /// A run, in a process with a group of its own: Ctrl-C comes to it by way of the watch, and once.
  private func begin() throws -> ChildProgram {
    do {
      return try ChildProgram(
        "/proc/self/exe", CommandLine.arguments.prefix(1) + arguments, hasOwnGroup: true)
    } catch {
      throw CommandFailure(
        status: .storage, message: "--watch: no process can be started: \(error)")
    }
  }

  private func end(_ child: ChildProgram?) throws {
    child?.send(SIGINT)
    _ = child?.status(isWaiting: true)
    throw CommandFailure(status: .interrupted, message: "")
  }
}

/// The signals that end a watch, and the ends of its processes. Nothing else waits for them: they are
/// blocked, and asked for.
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

  /// Waits a tenth of a second, or until a process ends.
  ///
  /// - Returns: whether the watch is to end.
  func wait() -> Bool {
    var all = all
    var time = timespec(tv_sec: 0, tv_nsec: 100_000_000)
    let signal = sigtimedwait(&all, nil, &time)
    var ends = ends
    return signal > 0 && sigismember(&ends, signal) == 1
  }
}
