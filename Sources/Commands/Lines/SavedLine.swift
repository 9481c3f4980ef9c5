package import FlintRules
import Synchronization

/// The command lines that a profile keeps. What they may contain depends on the commands of the program.
package enum SavedLine {
  package typealias Check = @Sendable (_ line: String, _ name: SavedName) throws -> Void

  private static let current = Mutex<Check>({ _, _ in })

  /// Sets what checks a line, before a command runs.
  package static func setCheck(_ check: @escaping Check) { current.withLock { $0 = check } }

  /// Throws if a profile cannot keep a line under a name.
  package static func check(_ line: String, for name: SavedName) throws {
    try current.withLock { $0 }(line, name)
  }
}
