import Foundation

/// A program that runs in a child process.
///
/// Implemented with `posix_spawn` and `waitpid`: Foundation's `Process` of Swift 6.3 on Linux sometimes
/// waits forever for a child that has exited, and creates sockets, which the sandbox denies.
final class ChildProgram {
  private let id: pid_t
  private var ended: Int32?

  /// Starts a program with the default action for every signal.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - arguments: The arguments, beginning with the program's name.
  ///   - streams: The file descriptors for its standard input, output and error; empty to inherit those
  ///     of this process.
  ///   - hasOwnGroup: Whether the child has its own process group, so that Ctrl-C in the terminal does
  ///     not reach it directly.
  /// - Throws: `StartError`.
  init(
    _ path: String, _ arguments: [String], streams: [Int32] = [], hasOwnGroup: Bool = false
  ) throws(StartError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, descriptor) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(stream))
    }
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
    let code = posix_spawn(&id, path, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw StartError(code: code) }
    self.id = id
  }

  /// An error in starting a program.
  struct StartError: Error, CustomStringConvertible {
    /// The value of `errno`.
    var code: Int32

    var description: String { String(cString: strerror(code)) }
  }

  /// Returns the exit status of the program, or 128 plus the number of the signal that ended it; `nil`
  /// while it is running.
  ///
  /// - Parameter isWaiting: Whether to wait for the program to exit.
  func status(isWaiting: Bool) -> Int32? {
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
  func wait() -> Int32 { status(isWaiting: true) ?? 0 }

  func send(_ signal: Int32) { kill(id, signal) }

  /// Runs a program until it exits.
  ///
  /// - Parameter input: The standard input, which the program has to read completely before it prints
  ///   more than a pipe holds.
  /// - Returns: The exit status, and what the program printed to standard output and standard error.
  /// - Throws: `StartError`.
  static func run(
    _ path: String, _ arguments: [String], input: String
  ) throws(StartError) -> (status: Int32, output: String, errors: String) {
    var pipes: [PipeEnds] = []
    for _ in 0..<3 { pipes.append(try PipeEnds()) }
    let program = try ChildProgram(
      path, arguments,
      streams: [pipes[0].reading.number, pipes[1].writing.number, pipes[2].writing.number])
    pipes[0].reading.close()
    pipes[1].writing.close()
    pipes[2].writing.close()
    pipes[0].writing.write(Array(input.utf8))
    pipes[0].writing.close()
    let texts = read(pipes[1].reading, pipes[2].reading)
    return (program.wait(), texts.0, texts.1)
  }

  /// Reads from two file descriptors, as data arrives, until both have ended.
  private static func read(_ first: OpenDescriptor, _ second: OpenDescriptor) -> (String, String) {
    var texts: [[UInt8]] = [[], []]
    var polled = [first, second].map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while polled.contains(where: { $0.fd >= 0 }) {
      guard poll(&polled, 2, -1) >= 0 || errno == EINTR else { break }
      for index in 0..<2 where polled[index].fd >= 0 && polled[index].revents != 0 {
        let count = Glibc.read(polled[index].fd, &bytes, bytes.count)
        if count > 0 { texts[index] += bytes.prefix(count) }
        // `poll` ignores negative descriptors.
        if count == 0 || count < 0 && errno != EINTR { polled[index].fd = -1 }
      }
    }
    return (String(decoding: texts[0], as: UTF8.self), String(decoding: texts[1], as: UTF8.self))
  }
}

/// A file descriptor that is closed once, at the latest when the object is released.
private final class OpenDescriptor {
  private(set) var number: Int32

  init(_ number: Int32) {
    self.number = number
    // Other child processes must not inherit it.
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }

  /// Writes all bytes, unless the reader closes the pipe.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  func close() {
    if number >= 0 { Glibc.close(number) }
    number = -1
  }

  deinit { close() }
}

/// The two ends of a pipe.
private struct PipeEnds {
  let reading: OpenDescriptor
  let writing: OpenDescriptor

  init() throws(ChildProgram.StartError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ChildProgram.StartError(code: errno) }
    (reading, writing) = (OpenDescriptor(ends[0]), OpenDescriptor(ends[1]))
  }
}
