import Foundation

/// A program that runs in a child process.
///
/// Implemented with `posix_spawn` and `waitpid`: Foundation's `Process` of Swift 6.3 on Linux sometimes
/// waits forever for a child that has exited, and creates sockets, which the sandbox denies.
package final class ChildProgram {
  private let id: pid_t
  private var ended: Int32?

  /// Starts a program with the default action for every signal.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - arguments: The arguments, beginning with the program's name.
  ///   - hasOwnGroup: Whether the child has its own process group, so that Ctrl-C in the terminal does
  ///     not reach it directly.
  /// - Throws: `StartError`.
  package init(
    _ path: String, _ arguments: [String], hasOwnGroup: Bool = false
  ) throws(StartError) {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let group = hasOwnGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | group)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, path, nil, &attributes, &words, &variables)
    guard code == 0 else { throw StartError(code: code) }
    self.id = id
  }

  /// An error in starting a program.
  package struct StartError: Error, CustomStringConvertible {
    /// The value of `errno`.
    package var code: Int32

    package var description: String { String(cString: strerror(code)) }
  }

  /// Returns the exit status of the program, or 128 plus the number of the signal that ended it; `nil`
  /// while it is running.
  ///
  /// - Parameter isWaiting: Whether to wait for the program to exit.
  package func status(isWaiting: Bool) -> Int32? {
    if let ended { return ended }
    var raw: Int32 = 0
    var found: pid_t
    repeat { found = waitpid(id, &raw, isWaiting ? 0 : WNOHANG) } while found < 0 && errno == EINTR
    guard found != 0 else { return nil }
    // The exit status is unknown if the parent ignores SIGCHLD.
    if found < 0 { raw = 0xFF00 }
    let signal = raw & 0x7F
    ended = signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
    return ended
  }

  /// Waits for the program to exit and returns its status.
  package func wait() -> Int32 { status(isWaiting: true) ?? 0 }

  package func send(_ signal: Int32) { kill(id, signal) }
}
