import Confinement
import Foundation
package import Lua
import Synchronization

/// A watchdog for the memory of the process, which ends it above a limit.
///
/// The memory limit of a script counts what Lua allocates and what host functions report. This watchdog
/// covers memory that a host function does not report or that a file needs unexpectedly: a thread that
/// checks periodically.
package final class MemoryWatch: Sendable {
  /// The interval between checks in microseconds.
  private static let interval: UInt32 = 20_000
  /// The allowance in bytes beside twice the memory of scripts: for threads, SQLite and replies.
  private static let margin = 128 << 20
  /// Opened before the process is sandboxed.
  private static let use = MemoryUse()

  private let most: Int
  private let exceeded: @Sendable () -> Void
  /// The memory in bytes at the start, plus what was allocated since that does not count.
  private let base = Atomic<Int>(0)
  private let isPaused = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)

  private init(most: Int, exceeded: @escaping @Sendable () -> Void) {
    self.most = most
    self.exceeded = exceeded
  }

  /// Prepares for watching; has to be called before the process enters the sandbox.
  package static func prepare() { _ = use }

  /// Watches the memory while scripts run.
  ///
  /// The limit is twice the memory for Lua: freed blocks of one size are reused only for blocks of that
  /// size.
  ///
  /// - Parameters:
  ///   - memory: The memory limit of Lua in bytes, for all threads together.
  ///   - words: The message and the exit status above the limit.
  ///   - body: Receives the watchdog, to exclude memory that is not the script's.
  package static func whileScriptRuns<Result>(
    memory: Int, exitMessages words: LuaLimits.ExitMessage?, _ body: (MemoryWatch?) throws -> Result
  ) rethrows -> Result {
    guard let words else { return try body(nil) }
    return try whileRunning(most: 2 * memory + margin, exceeded: words.leave, body)
  }

  /// Watches the memory while a closure runs.
  ///
  /// - Parameters:
  ///   - most: The limit in bytes, beyond the memory at the start.
  ///   - exceeded: Called on the thread of the watchdog above the limit; has to end the process.
  package static func whileRunning<Result>(
    most: Int, exceeded: @escaping @Sendable () -> Void, _ body: (MemoryWatch?) throws -> Result
  ) rethrows -> Result {
    guard let now = use?.bytes else { return try body(nil) }
    let watch = MemoryWatch(most: most, exceeded: exceeded)
    watch.base.store(now, ordering: .relaxed)
    let thread = Thread { watch.check() }
    thread.stackSize = 1 << 18
    thread.start()
    defer { watch.isOver.store(true, ordering: .relaxed) }
    return try body(watch)
  }

  /// Runs a closure whose memory does not count, such as opening the profile.
  package func excluding<Result>(_ body: () throws -> Result) rethrows -> Result {
    isPaused.store(true, ordering: .relaxed)
    let before = Self.use?.bytes
    defer {
      if let before, let after = Self.use?.bytes, after > before {
        base.wrappingAdd(after - before, ordering: .relaxed)
      }
      isPaused.store(false, ordering: .relaxed)
    }
    return try body()
  }

  private func check() {
    while !isOver.load(ordering: .relaxed) {
      usleep(Self.interval)
      guard !isPaused.load(ordering: .relaxed), let now = Self.use?.bytes else { continue }
      if now - base.load(ordering: .relaxed) > most, !isOver.load(ordering: .relaxed) {
        return exceeded()
      }
    }
  }
}

extension LuaLimits.ExitMessage {
  /// Writes the message and ends the process at once.
  package func leave() {
    // If nobody reads standard error, the message is dropped rather than waiting forever.
    var out = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&out, 1, 0) == 1, out.revents & Int16(POLLOUT) != 0 {
      _ = message.utf8.withContiguousStorageIfAvailable {
        write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
    }
    _exit(status)
  }
}
