import Foundation

/// A program that runs in a child process.
///
/// Implemented with `posix_spawn` and `waitpid`: Foundation's `Process` of Swift 6.3 on Linux sometimes
/// waits forever for a child that has exited, and creates sockets, which the sandbox denies.
package struct ChildProgram {
  private let id: pid_t

  /// Starts a program with the default action for every signal.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, beginning with the program's name.
  ///   - output: The descriptor that is its standard output, instead of this process's; its messages are dropped
  ///     then.
  /// - Throws: `StartError`.
  package init(
    _ path: String, _ arguments: [String], output: Int32? = nil
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
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    if let output {
      posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO)
      posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, path, &files, &attributes, &words, &variables)
    guard code == 0 else { throw StartError(code: code) }
    self.id = id
  }

  /// Runs a program to the end, and returns what it printed; `nil` if it failed.
  package static func output(of path: String, _ arguments: [String]) -> [UInt8]? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let program = try? ChildProgram(path, arguments, output: ends[1])
    close(ends[1])
    guard let program else { return nil }
    var (found, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 4096))
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      if count > 0 { found += buffer[..<count] } else if count == 0 || errno != EINTR { break }
    }
    return program.wait() == 0 ? found : nil
  }

  /// Returns the path of a program by the variable `PATH`, or the path that a name with a slash is; `nil` if
  /// there is none.
  package static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let paths = name.contains("/") ? [name] : folders.split(separator: ":").map { "\($0)/\(name)" }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
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
