import Foundation
import Synchronization

/// The locks of a database file that SQLite takes ("File Locking And Concurrency", and `os.h`).
extension flock {
  /// The lock that every process that starts to read takes for a moment (`PENDING_BYTE`).
  static func pending(_ kind: Int32) -> flock { range(kind, 1 << 30, 1) }

  /// The lock that every reader holds (`SHARED_FIRST` and `SHARED_SIZE`).
  static func shared(_ kind: Int32) -> flock { range(kind, (1 << 30) + 2, 510) }

  /// The lock that keeps a profile from being removed, also while it is not open. SQLite uses the 512
  /// bytes before it.
  static func existing(_ kind: Int32) -> flock { range(kind, (1 << 30) + 512, 1) }

  private static func range(_ kind: Int32, _ start: off_t, _ length: off_t) -> flock {
    flock(
      l_type: Int16(kind), l_whence: Int16(SEEK_SET), l_start: start, l_len: length, l_pid: 0)
  }
}

/// The process that holds a profile's write lock, as far as the system reports it.
enum LockHolder {
  /// Returns the id of the process that holds a database's write lock; `nil` if no process holds it
  /// or the id is unknown.
  ///
  /// SQLite locks with `fcntl`: in WAL mode byte 120 of the shared-memory file ("WAL-mode File
  /// Format", section 2.3.1), else the reserved byte of the file itself, 2³⁰ + 1 (`RESERVED_BYTE`
  /// in SQLite's `os.h`). The kernel lists such locks in `/proc/locks`; asking `F_GETLK` would
  /// need a descriptor, and closing that would drop this process's own locks.
  static func processID(path: String) -> Int32? {
    guard let table = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else {
      return nil
    }
    return holder(of: 120, in: path + "-shm", table) ?? holder(of: (1 << 30) + 1, in: path, table)
  }

  private static func holder(of byte: Int, in path: String, _ table: String) -> Int32? {
    guard let file = fileStatus(path)?.st_ino else { return nil }
    for line in table.split(separator: "\n") {
      // 3: POSIX  ADVISORY  WRITE 4711 fe:00:262433 120 120
      let words = line.split(separator: " ")
      guard words.count >= 8, words[1] == "POSIX", words[3] == "WRITE",
        words[5].split(separator: ":").last == "\(file)", let holder = Int32(words[4]),
        // The id of a process in another container is 0, that of an open file description -1.
        holder > 0,
        let first = Int(words[6]), first <= byte, (Int(words[7]) ?? .max) >= byte
      else { continue }
      return holder
    }
    return nil
  }

  /// Returns a description of a process: its id and, where it can be read, its command line.
  static func describe(_ process: Int32) -> String {
    let arguments = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline"))
    let command = (arguments ?? Data()).split(separator: 0)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    return command.isEmpty ? "process \(process)" : "process \(process) (\(command.prefix(200)))"
  }
}

/// A wait for another process to unlock the file, limited by the clock. SQLite counts its own
/// sleeps instead, which signals may shorten, such as those of the timer that samples a script's
/// position.
///
/// There is no queue of waiting processes: the first one to retry after the unlock gets the lock.
/// The interval between tries therefore shrinks with the time waited, so that newcomers do not
/// overtake.
final class LockWait: Sendable {
  private let most: Duration
  private let start = Mutex(ContinuousClock.now)
  private let isSuspended = Atomic(false)

  init(seconds: TimeInterval) { most = .milliseconds(Int64(seconds * 1000)) }

  /// Runs a closure in which nothing is waited for.
  func suspended(_ body: () -> Void) {
    isSuspended.store(true, ordering: .relaxed)
    defer { isSuspended.store(false, ordering: .relaxed) }
    body()
  }

  /// Sleeps until the next try.
  ///
  /// - Parameter tries: the number of tries so far.
  /// - Returns: whether to try again.
  func wait(_ tries: Int) -> Bool {
    let now = ContinuousClock.now
    let waited = start.withLock { start in
      if tries == 0 { start = now }
      return now - start
    }
    if waited >= most || isSuspended.load(ordering: .relaxed) { return false }
    let pause = LockWait.pause(after: waited)
    // Random, so that processes do not retry at the same moments.
    usleep(UInt32.random(in: pause / 2...pause))
    return true
  }

  /// Returns the maximum pause before the next try, in microseconds: 20 ms at first, 1 ms from the
  /// second second on. The pauses of the first 10 ms are short, because most locks are.
  static func pause(after waited: Duration) -> UInt32 {
    let milliseconds = UInt32(clamping: Int64(waited / .milliseconds(1)))
    if milliseconds < 10 { return 1000 + milliseconds * 1000 }
    return 20_000 - min(milliseconds, 1000) * 19
  }
}
