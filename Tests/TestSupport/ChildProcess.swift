import Foundation

/// A process started by a test.
///
/// It uses `posix_spawn` and `waitpid`, because `Process` in Foundation of Swift 6.3 on Linux
/// occasionally waits forever for a child that has ended, when several tests wait at once.
package struct ChildProcess: ~Copyable {
  /// An error on starting a process.
  package struct Failure: Error {
    /// The system's error number.
    package var code: Int32
  }

  /// The id of the process.
  package let id: Int32
  private var status: Int32?
  /// The processor time that the process and its own children took; zero until it was waited for.
  package private(set) var processorTime = Duration.zero

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - arguments: the path of the program, and its arguments.
  ///   - directory: the working directory.
  ///   - environment: the complete environment; by default that of this process.
  ///   - input: the file for standard input; empty if not given.
  ///   - output: the file for both output streams; discarded if not given.
  package init(
    _ arguments: [String], directory: String = ".", environment: [String: String]? = nil,
    input: String = "/dev/null", output: String = "/dev/null"
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // The child starts with the system's default signal handling, even if the test runner blocks
    // signals.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    // `env` changes to the directory and then executes the program.
    let line = ["/usr/bin/env", "-C", directory] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    let own = ProcessInfo.processInfo.environment
    // The options for sanitizers also apply to the programs that tests start.
    let kept = own.filter { $0.key == "ASAN_OPTIONS" || $0.key == "TSAN_OPTIONS" }
    var variables: [UnsafeMutablePointer<CChar>?] =
      (environment.map { $0.merging(kept) { $1 } } ?? own)
      .map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, line[0], &actions, &attributes, &words, &variables)
    guard code == 0 else { throw Failure(code: code) }
    self.id = id
  }

  /// Waits for the end of the process.
  ///
  /// - Returns: its exit status, or 128 plus the signal that ended it.
  package mutating func wait() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    var usage = rusage()
    while wait4(id, &raw, 0, &usage) < 0 && errno == EINTR {}
    processorTime =
      .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    let signal = raw & 0x7f
    let ended = signal == 0 ? (raw >> 8) & 0xff : 128 + signal
    status = ended
    return ended
  }

  /// Sends a signal to the process.
  package func send(_ signal: Int32) { kill(id, signal) }

  deinit {
    if status == nil {
      kill(id, SIGKILL)
      var raw: Int32 = 0
      waitpid(id, &raw, 0)
    }
  }
}
