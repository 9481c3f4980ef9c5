import Foundation

/// A program that runs in a child process.
///
/// Implemented with `posix_spawn` and `waitpid`: Foundation's `Process` of Swift 6.3 on Linux sometimes
/// waits forever for a child that has exited, and creates sockets, which the sandbox denies.
package struct ChildProgram {
  private let id: pid_t

  /// Starts a program with the default action for every signal.
  ///
  /// - Parameter arguments: The arguments, beginning with the program's name.
  /// - Throws: `StartError`.
  package init(_ path: String, _ arguments: [String]) throws(StartError) {
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
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, path, nil, &attributes, &words, &variables)
    guard code == 0 else { throw StartError(code: code) }
    self.id = id
  }

  package struct StartError: Error, CustomStringConvertible {
    package var code: Int32

    package var description: String { String(cString: strerror(code)) }
  }

  /// Waits for the program to exit and returns its status; 255 if it is unknown, because the parent ignores
  /// SIGCHLD.
  package func wait() -> Int32 {
    var raw: Int32 = 0
    while waitpid(id, &raw, 0) < 0 {
      if errno != EINTR { return 255 }
    }
    let signal = raw & 0x7F
    return signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
  }
}
