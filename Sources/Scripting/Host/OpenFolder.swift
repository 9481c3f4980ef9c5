import Foundation

/// A directory that stays the same whatever takes the place of its path meanwhile: files in it are
/// opened, made and renamed by it and their names.
final class OpenFolder {
  let descriptor: Int32

  /// Opens it step by step, following no link.
  ///
  /// - Parameter path: absolute, and what links were in it followed already (`realpath`): one that is
  ///   found on the way has come since.
  init?(_ path: String) {
    // O_PATH, which is not imported: nothing can be read by it, and closing it drops no locks.
    let flags = 0o1000_0000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var place = Glibc.open("/", flags)
    for part in OpenFolder.parts(of: path) where place >= 0 {
      let next = openat(place, part, flags)
      close(place)
      place = next
    }
    guard place >= 0 else { return nil }
    descriptor = place
  }

  deinit { close(descriptor) }

  /// The names in a path, as the system takes it apart: at bytes, not at characters.
  static func parts(of path: String) -> [String] {
    path.utf8.split(separator: 47).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What a name in it stands for; of a link, the link. `nil` if there is nothing.
  func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }
}

/// What tells a file from all others, under whatever name.
struct FileIdentity: Hashable {
  let device: UInt64
  let number: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }

  /// Of what a path leads to; `nil` if there is nothing.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
