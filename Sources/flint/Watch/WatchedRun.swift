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
      profile: options.profile.path)
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
      let child = try ChildRun(arguments)
      var changes: [String] = []
      var status: Int32?
      while status == nil && changes.isEmpty {
        if signals.wait() { return try end(child) }
        status = child.status(isWaiting: false)
        changes = WatchedFiles.changes(from: known, to: files.look())
      }
      if status == nil {
        child.stop()
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

  private func end(_ child: ChildRun?) throws {
    child?.stop()
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

/// A run of this program in another process.
private final class ChildRun {
  private let id: pid_t
  private var ended: Int32?

  init(_ arguments: [String]) throws {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // A group of its own: Ctrl-C comes to it by way of the watch, and once.
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))
    var words: [UnsafeMutablePointer<CChar>?] =
      (CommandLine.arguments.prefix(1) + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, "/proc/self/exe", nil, &attributes, &words, &variables)
    guard code == 0 else {
      throw CommandFailure(
        status: .storage,
        message: "--watch: no process can be started: \(String(cString: strerror(code)))")
    }
    self.id = id
  }

  /// What it ended with; `nil` if it has not.
  func status(isWaiting: Bool) -> Int32? {
    if let ended { return ended }
    var raw: Int32 = 0
    var found: pid_t
    repeat { found = waitpid(id, &raw, isWaiting ? 0 : WNOHANG) } while found < 0 && errno == EINTR
    guard found != 0 else { return nil }
    let signal = raw & 0x7F
    ended = signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
    return ended
  }

  func stop() { kill(id, SIGINT) }
}
