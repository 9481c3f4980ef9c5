import Synchronization

/// What this process has committed since its current work began: a command, or an entry of a console.
/// Every message about a failure reads it, so that nothing that was recorded is recorded again.
package struct CommittedWork: Sendable {
  package private(set) var records: Int64 = 0
  private var profile: String?

  /// Whether a profile was created, and was not removed again.
  package var hasProfile: Bool { profile.map(ProfilePath.exists) ?? false }

  private static let state = Mutex(CommittedWork())

  /// What was committed so far.
  package static var current: CommittedWork { state.withLock { $0 } }

  /// Begins another piece of work.
  package static func begin() { state.withLock { $0 = CommittedWork() } }

  static func commit(_ records: Int64, _ body: () throws -> Void) rethrows {
    try state.withLock { work in
      try body()
      work.records += records
    }
  }

  /// Runs a closure that ends the process, during which nothing is committed.
  package static func end(_ body: (CommittedWork) -> Void) { state.withLock { body($0) } }

  static func didCreate(_ profile: String) { state.withLock { $0.profile = profile } }
}
