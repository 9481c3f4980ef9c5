import Commands
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

/// The files whose changes cause a script to be run again.
struct WatchedFiles {
  /// Individual files, which may not exist.
  private let files: [String]
  /// Directories in which Lua files are watched, including subdirectories.
  private let directories: [String]

  /// The maximum number of watched files, and the maximum depth of subdirectories.
  private static let most = 2000
  private static let deepest = 4

  /// - Parameter profile: The profile, whose files are not watched, since every run changes them.
  init(files: [String], directories: [String], profile: ProfileOptions) {
    let own = profile.ownFiles
    self.files = files.filter { !own.contains($0) }
    self.directories = directories
  }

  /// The identity, size and modification time of a file. An editor may replace the file by another one.
  struct FileState: Equatable {
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Reads the state of a file; `nil` if it is not an existing regular file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      inode = UInt64(status.st_ino)
      size = Int64(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  /// Returns the state of all watched files by path.
  func states() -> [String: FileState] {
    var states: [String: FileState] = [:]
    for path in files { states[path] = FileState(path) }
    for directory in directories { add(directory, depth: 0, to: &states) }
    return states
  }

  private func add(_ directory: String, depth: Int, to states: inout [String: FileState]) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names.sorted() where states.count < Self.most && !name.hasPrefix(".") {
      let path = directory == "." ? name : "\(directory)/\(name)"
      if name.hasSuffix(".lua") {
        states[path] = FileState(path)
      } else if depth < Self.deepest && ScriptText.isDirectory(path) {
        add(path, depth: depth + 1, to: &states)
      }
    }
  }

  /// Returns the sorted paths of files that differ between two states.
  static func changes(from old: [String: FileState], to new: [String: FileState]) -> [String] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }
}
