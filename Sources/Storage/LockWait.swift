import Foundation
import Synchronization

/// How a store waits for another process to let go of the file: by the clock. SQLite counts the times
/// that it slept instead, and signals may cut these short, as the timer does that looks where a script
/// is.
final class LockWait: Sendable {
  private let most: Duration
  private let deadline = Mutex(ContinuousClock.now)

  init(seconds: TimeInterval) { most = .milliseconds(Int64(seconds * 1000)) }

  /// Waits a little.
  ///
  /// - Parameter tries: how often this lock was waited for already.
  /// - Returns: whether it is to be tried again.
  func wait(_ tries: Int) -> Bool {
    let now = ContinuousClock.now
    let end = deadline.withLock { deadline in
      if tries == 0 { deadline = now + most }
      return deadline
    }
    if now >= end { return false }
    usleep(UInt32(min(50, tries + 1)) * 1000)
    return true
  }
}
