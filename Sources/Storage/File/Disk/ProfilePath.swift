import Foundation

/// The path of a profile, and the files that SQLite keeps beside it.
package enum ProfilePath {
  /// Returns the path to which symbolic links at the end of a path lead, whether a file exists
  /// there or not; a path without such a link is returned unchanged.
  ///
  /// SQLite follows those links too, and keeps its journal, log and index beside the target. Code
  /// that searches or protects these files or creates a profile therefore needs the resolved path.
  package static func resolved(_ path: String) -> String {
    var resolved = path
    // The maximum number of links that the system follows.
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: resolved)
      else { return resolved }
      let slash = resolved.utf8.lastIndex(of: UInt8(ascii: "/"))
      let folder = slash.map { String(resolved[...$0]) } ?? ""
      resolved = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }

  /// Returns the path of a directory without slashes at its end.
  package static func withoutSlashes(_ path: String) -> String {
    var path = path
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The suffixes of the files that SQLite keeps beside a database while it is in use.
  package static let companions = ["-wal", "-shm", "-journal"]

  /// Throws if the names of the files beside a profile would be too long.
  static func checkName(_ path: String) throws(StoreError) {
    let most = TemporaryName.longest - (companions.map(\.utf8.count).max() ?? 0)
    let count = URL(fileURLWithPath: path).lastPathComponent.utf8.count
    if count <= most { return }
    throw StoreError(
      .io, path: path,
      detail: "the name is too long: that of a profile has at most \(most) bytes, got \(count)")
  }

  /// Throws if something exists at a path, or if a file beside it would be used by SQLite for a new
  /// profile there: the log of a deleted profile would be replayed into the new one.
  ///
  /// - Throws: `StoreError`: `exists`.
  package static func checkIsFree(_ path: String) throws(StoreError) {
    let manager = FileManager.default
    // In this order: while another process creates a profile, such files do not exist before the
    // profile itself. While one is being removed, they still exist for a moment.
    for attempt in 1...5 {
      guard
        let suffix = companions.first(where: {
          isLeft($0, of: path) && !manager.fileExists(atPath: path)
        })
      else { break }
      guard attempt == 5 else {
        usleep(2000)
        continue
      }
      throw StoreError(
        .exists, path: path + suffix,
        detail: "left over from a profile that no longer exists; move it away first")
    }
    guard !manager.fileExists(atPath: path) else { throw StoreError(.exists, path: path) }
  }

  /// Returns whether a file that SQLite kept beside a profile may still have content: an empty log,
  /// which a script leaves behind, and its index have none.
  private static func isLeft(_ suffix: String, of path: String) -> Bool {
    if suffix == "-shm", exists(path + "-wal"), !hasContent(path + "-wal") { return false }
    return hasContent(path + suffix)
  }

  /// Returns a name with which nothing exists, nor beside it: the given one, or one with a number.
  package static func unused(_ path: String) -> String {
    var name = path
    var number = 1
    while ([""] + companions).contains(where: { exists(name + $0) }) {
      number += 1
      name = "\(path)-\(number)"
    }
    return name
  }

  /// Returns whether anything exists at a path, including a dangling link.
  package static func exists(_ path: String) -> Bool {
    fileStatus(path, followsLinks: false) != nil
  }

  /// Returns whether something other than an empty file exists at a path.
  static func hasContent(_ path: String) -> Bool {
    guard let status = fileStatus(path, followsLinks: false) else { return false }
    return status.kind != S_IFREG || status.st_size > 0
  }
}
