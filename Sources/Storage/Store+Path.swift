import Foundation

extension Store {
  /// Returns the path to which symbolic links at the end of a path lead, whether a file exists
  /// there or not; a path without such a link is returned unchanged.
  ///
  /// SQLite follows those links too, and keeps its journal, log and index beside the target. Code
  /// that searches or protects these files or creates a profile therefore needs the resolved path.
  public static func resolved(_ path: String) -> String {
    var resolved = path
    // The maximum number of links that the system follows.
    for _ in 0..<40 {
      guard let target = linkTarget(resolved) else { return resolved }
      let slash = resolved.utf8.lastIndex(of: UInt8(ascii: "/"))
      let folder = slash.map { String(resolved[...$0]) } ?? ""
      resolved = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }

  /// Returns the target of a symbolic link; `nil` if there is no link at the path.
  private static func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, buffer.count)
      guard count > 0 else { return nil }
      return String(
        decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]),
        as: UTF8.self)
    }
  }
}
