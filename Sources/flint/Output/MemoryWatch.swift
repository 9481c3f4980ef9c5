import Confinement
import Foundation
import Lua
import Synchronization

/// Watches how much memory the process holds, and ends it past a limit.
///
/// The limits of a script's memory count what Lua holds and what the host says that it holds for it. Where
/// the host forgets something, or a file makes a command hold more than was foreseen, this is what
/// remains: a thread that looks every so often.
final class MemoryWatch: Sendable {
  /// How often it is looked.
  private static let interval: UInt32 = 20_000
  /// What may be held beside twice the memory of scripts: by threads, by SQLite, by a reply being made.
  private static let margin = 128 << 20
  /// Opened before the process is sandboxed.
  private static let use = MemoryUse()

  private let most: Int
  private let exceeded: @Sendable () -> Void
  /// What was held when the watch began, and what was taken since that is not to be counted.
  private let base = Atomic<Int>(0)
  private let isPaused = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)

  private init(most: Int, exceeded: @escaping @Sendable () -> Void) {
    self.most = most
    self.exceeded = exceeded
  }

  /// Readies watches; to be called before the process is sandboxed.
  static func prepare() { _ = use }

  /// Watches while scripts run.
  ///
  /// Twice what Lua may hold: what it has given back in blocks of one size stays for blocks of that size.
  ///
  /// - Parameters:
  ///   - memory: what Lua may hold, on all threads together.
  ///   - words: what is written, and with which status the process ends, past the limit.
  ///   - body: is given the watch, to have it pass over what is not the script's.
  static func whileScriptRuns<Result>(
    memory: Int, lastWords words: LuaLimits.LastWords?, _ body: (MemoryWatch?) throws -> Result
  ) rethrows -> Result {
    guard let words else { return try body(nil) }
    return try whileRunning(most: 2 * memory + margin, exceeded: words.leave, body)
  }

  /// Watches while a closure runs.
  ///
  /// - Parameters:
  ///   - most: bytes that may be held beside what is held now.
  ///   - exceeded: called on a thread of the watch's own when there are more; is to end the process.
  static func whileRunning<Result>(
    most: Int, exceeded: @escaping @Sendable () -> Void, _ body: (MemoryWatch?) throws -> Result
  ) rethrows -> Result {
    guard let now = use?.bytes else { return try body(nil) }
    let watch = MemoryWatch(most: most, exceeded: exceeded)
    watch.base.store(now, ordering: .relaxed)
    let thread = Thread { watch.look() }
    thread.stackSize = 1 << 18
    thread.start()
    defer { watch.isOver.store(true, ordering: .relaxed) }
    return try body(watch)
  }

  /// Does work whose memory does not count, such as opening the profile.
  func passingOver<Result>(_ body: () throws -> Result) rethrows -> Result {
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

  private func look() {
    while !isOver.load(ordering: .relaxed) {
      usleep(Self.interval)
      guard !isPaused.load(ordering: .relaxed), let now = Self.use?.bytes else { continue }
      if now - base.load(ordering: .relaxed) > most, !isOver.load(ordering: .relaxed) {
        return exceeded()
      }
    }
  }
}

extension LuaLimits.LastWords {
  /// Writes the message and ends the process at once.
  func leave() {
    // Nobody may be reading: then there is nothing to be said, rather than waiting for ever.
    var out = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&out, 1, 0) == 1, out.revents & Int16(POLLOUT) != 0 {
      _ = message.utf8.withContiguousStorageIfAvailable {
        write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
    }
    _exit(status)
  }
}
