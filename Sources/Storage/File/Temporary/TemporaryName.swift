import Foundation

/// The names of temporary files and directories: `TARGET.new-` and 16 random hexadecimal digits, where
/// a long name of the target is shortened; and the removal of those whose processes are gone.
package enum TemporaryName {
  private static let infix = ".new-"
  private static let digits = 16
  /// The suffix of one that is being removed.
  static let asideSuffix = "-gone"

  /// Returns a name that is almost certainly unused; the file must be created exclusively
  /// nevertheless (`O_EXCL`).
  package static func random(for target: String) -> String {
    let text = String(UInt64.random(in: .min ... .max), radix: 16)
    return shortened(target) + infix + String(repeating: "0", count: digits - text.utf8.count)
      + text
  }

  /// The maximum length of a name in a directory, in bytes.
  static let longest = 255

  /// Returns a path whose last name is so short that those of the temporary file, and of the files beside
  /// it, are not too long.
  private static func shortened(_ target: String) -> String {
    let most = longest - infix.utf8.count - digits - (suffixes.map(\.utf8.count).max() ?? 0)
    let start = target.utf8.lastIndex(of: UInt8(ascii: "/")).map(target.utf8.index(after:))
    var name = target[(start ?? target.startIndex)...]
    if name.utf8.count <= most { return target }
    while name.utf8.count > most { name.removeLast() }
    return String(target[..<name.startIndex] + name)
  }

  /// The result of locking a temporary file.
  enum Locking {
    case locked
    /// Another process has locked or removed it.
    case taken
    /// The file system does not support such locks.
    case unknown
  }

  /// Locks a temporary file as long as its descriptor is open.
  static func lock(_ descriptor: Int32, _ path: String) -> Locking {
    var code: Int32
    repeat { code = flock(descriptor, LOCK_EX | LOCK_NB) } while code != 0 && errno == EINTR
    if code != 0 { return errno == EWOULDBLOCK ? .taken : .unknown }
    return isOpenFile(descriptor, at: path, followsLinks: false) ? .locked : .taken
  }

  /// Removes the temporary files of a target whose processes have ended.
  package static func removeLeftovers(of target: String) {
    let url = URL(fileURLWithPath: target)
    let folder = url.deletingLastPathComponent().path
    let prefix = Array((shortened(url.lastPathComponent) + infix).utf8)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    var found: Set<String> = []
    for name in names.map({ Array($0.utf8) }) where name.starts(with: prefix) {
      let number = name[prefix.count...].prefix(digits)
      let suffix = String(decoding: name[number.endIndex...], as: UTF8.self)
      // The same applies to the files that SQLite creates beside it.
      guard number.count == digits,
        number.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
        suffix.isEmpty || suffixes.contains(suffix)
      else { continue }
      found.insert(folder + "/" + String(decoding: name[..<number.endIndex], as: UTF8.self))
    }
    for path in found { removeLeftover(path) }
  }

  /// Removes a temporary file, unless its process is alive.
  private static func removeLeftover(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 {
      // The file itself does not exist: remove the files beside it.
      if errno == ENOENT { erase(path) }
      return
    }
    defer { close(descriptor) }
    if lock(descriptor, path) == .locked { erase(path) }
  }

  private static var suffixes: [String] { ProfilePath.companions + [asideSuffix] }

  /// Removes a temporary file or directory and the files beside it.
  static func erase(_ path: String) {
    for path in ([asideSuffix, ""] + ProfilePath.companions).map({ path + $0 }) {
      // Repeated, because another thread may have created a file in a directory while it was
      // emptied. No file can be opened in it any more, but one may have been about to be created.
      for _ in 0..<100 where ProfilePath.exists(path) {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }
}
