import Foundation
import Synchronization

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

  init(seconds: TimeInterval) { most = .milliseconds(Int64(seconds * 1000)) }

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
    if waited >= most { return false }
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
