import Foundation

/// The directory of what Flint remembers of a person's use on this device: `flint` in `$XDG_STATE_HOME`.
package enum StateDirectory {
  /// The path; `nil` where the environment names none. A relative path in the variable is ignored ("XDG Base
  /// Directory Specification").
  package static let path: String? = {
    let environment = ProcessInfo.processInfo.environment
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (state ?? environment["HOME"].map { $0 + "/.local/state" }).map { $0 + "/flint" }
  }()

  /// Creates a directory with everything above it, for the user alone.
  ///
  /// - Returns: Whether it exists now.
  package static func create(_ folder: String) -> Bool {
    (try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])) != nil
  }
}
