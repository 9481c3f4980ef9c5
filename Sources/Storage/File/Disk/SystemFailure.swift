import Foundation

/// What the system reports about the file of a failed operation. SQLite has one error for several causes.
enum SystemFailure {
  /// The space below which SQLite cannot create the index of a log (32 KiB) with its file, in bytes.
  private static let leastSpace: UInt64 = 64 << 10

  /// Returns whether the disk of a path has no room for another file.
  static func isDiskFull(_ path: String) -> Bool {
    var status = statvfs()
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard statvfs(path, &status) == 0 || statvfs(folder, &status) == 0 else { return false }
    // A part may be reserved for the administrator. Some file systems have no number of files.
    let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
    return UInt64(blocks) * UInt64(status.f_frsize) < leastSpace
      || status.f_files > 0 && status.f_ffree == 0
  }

  /// Returns the number of the error with which a file cannot be opened; `nil` if it can.
  static func opening(_ path: String, _ mode: Int32) -> Int32? {
    // The descriptor of a file that can be opened is left open, and the process ends soon: closing it
    // would drop the locks of SQLite.
    open(path, mode | O_NONBLOCK | O_CLOEXEC) < 0 ? errno : nil
  }

  /// Returns whether the disk cannot read a part of a file, which SQLite reports as damage.
  static func isUnreadable(_ path: String) -> Bool {
    guard fileStatus(path)?.kind == S_IFREG else { return false }
    // Left open, as above.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var position: off_t = 0
    while true {
      let count = pread(descriptor, &buffer, buffer.count, position)
      if count < 0 && errno != EINTR { return errno == EIO }
      if count == 0 { return false }
      position += off_t(max(count, 0))
    }
  }

  static func text(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }
}
