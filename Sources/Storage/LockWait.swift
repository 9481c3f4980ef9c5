import Foundation
import Synchronization

/// How a store waits for another process to let go of the file: by the clock. SQLite counts the times
/// that it slept instead, and signals may cut these short, as the timer does that looks where a script
/// is.
///
/// There is no queue of those who wait: whoever asks first once the file is free has it. So the longer
/// one has waited the more often it asks, and newcomers do not pass it by.
final class LockWait: Sendable {
  private let most: Duration
  private let start = Mutex(ContinuousClock.now)

  init(seconds: TimeInterval) { most = .milliseconds(Int64(seconds * 1000)) }

  /// Waits a little.
  ///
  /// - Parameter tries: how often this lock was waited for already.
  /// - Returns: whether it is to be tried again.
  func wait(_ tries: Int) -> Bool {
    let now = ContinuousClock.now
    let waited = start.withLock { start in
      if tries == 0 { start = now }
      return now - start
    }
    if waited >= most { return false }
    let pause = LockWait.pause(after: waited)
    // Not all at the same moments.
    usleep(UInt32.random(in: pause / 2...pause))
    return true
  }

  /// How long to wait at most before asking again, in microseconds: 20 ms at first, 1 ms from the second
  /// second on. The very first times are short, since most locks are.
  static func pause(after waited: Duration) -> UInt32 {
    let milliseconds = UInt32(clamping: Int64(waited / .milliseconds(1)))
    if milliseconds < 10 { return 1000 + milliseconds * 1000 }
    return 20_000 - min(milliseconds, 1000) * 19
  }
}
