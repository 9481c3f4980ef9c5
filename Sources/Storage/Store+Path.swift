import Foundation

extension Store {
  /// The path that symbolic links at the end of a path lead to, whether a file is there or not; one
  /// without such a link as it is.
  ///
  /// SQLite follows those links too, and keeps its journal, log and index beside the file that they
  /// lead to: whoever looks for them, protects them or makes a profile has to go by that path.
  public static func resolved(_ path: String) -> String {
    var resolved = path
    // As many as the system follows.
    for _ in 0..<40 {
      guard let target = linkTarget(resolved) else { return resolved }
      let slash = resolved.utf8.lastIndex(of: UInt8(ascii: "/"))
      let folder = slash.map { String(resolved[...$0]) } ?? ""
      resolved = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }

  /// What a symbolic link says; `nil` if there is none at the path.
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
