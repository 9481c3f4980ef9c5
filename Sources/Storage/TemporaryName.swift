import Foundation

/// How a temporary file or directory is named that is to take a place: `TARGET.new-` and 16 random
/// hexadecimal digits; and how one is told that its process has left behind.
public enum TemporaryName {
  private static let infix = ".new-"
  private static let digits = 16
  /// How one is named while it is removed.
  static let asideSuffix = "-gone"

  /// A name that all but certainly nothing has; it is to be made exclusively all the same (`O_EXCL`).
  public static func random(for target: String) -> String {
    let text = String(UInt64.random(in: .min ... .max), radix: 16)
    return target + infix + String(repeating: "0", count: digits - text.utf8.count) + text
  }

  /// What came of trying to lock a temporary file.
  enum Locking {
    /// It is this process's.
    case locked
    /// Another process has it, or has removed it.
    case taken
    /// The file system knows no such locks.
    case unknown
  }

  /// Locks a temporary file for as long as its descriptor is open.
  static func lock(_ descriptor: Int32, _ path: String) -> Locking {
    var code: Int32
    repeat { code = flock(descriptor, LOCK_EX | LOCK_NB) } while code != 0 && errno == EINTR
    if code != 0 { return errno == EWOULDBLOCK ? .taken : .unknown }
    var (open, named) = (stat(), stat())
    guard fstat(descriptor, &open) == 0, lstat(path, &named) == 0, open.st_ino == named.st_ino,
      open.st_dev == named.st_dev
    else { return .taken }
    return .locked
  }

  /// Removes the temporary files of a target whose processes are gone.
  public static func removeLeftovers(of target: String) {
    let url = URL(fileURLWithPath: target)
    let folder = url.deletingLastPathComponent().path
    let prefix = Array((url.lastPathComponent + infix).utf8)
    guard let stream = opendir(folder) else { return }
    var found: Set<String> = []
    while let entry = readdir(stream) {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = bytes.prefix { $0 != 0 }
        guard name.starts(with: prefix), name.count >= prefix.count + digits else { return }
        let number = name[prefix.count..<prefix.count + digits]
        let suffix = String(decoding: name[(prefix.count + digits)...], as: UTF8.self)
        // Of what lies beside one, as SQLite makes it, the same one is known.
        guard number.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
          ([""] + suffixes).contains(suffix)
        else { return }
        found.insert(
          folder + "/" + String(decoding: name[..<(prefix.count + digits)], as: UTF8.self))
      }
    }
    closedir(stream)
    for path in found { removeLeftover(path) }
  }

  /// Removes one, unless its process lives.
  private static func removeLeftover(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 {
      // Nothing of that name: what lay beside it goes.
      if errno == ENOENT { erase(path) }
      return
    }
    defer { close(descriptor) }
    if lock(descriptor, path) == .locked { erase(path) }
  }

  private static var suffixes: [String] { Store.companions + [asideSuffix] }

  /// Removes a temporary file or directory and what lies beside it.
  static func erase(_ path: String) {
    for path in ([asideSuffix, ""] + Store.companions).map({ path + $0 }) {
      // Again where a file was put into a directory while it was emptied: none can be opened in it
      // any more, but one may have been on its way.
      for _ in 0..<100 where Store.isAnything(path) {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }
}
