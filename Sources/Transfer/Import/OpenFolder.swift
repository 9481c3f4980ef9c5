public import Foundation

/// A directory that stays the same whatever takes the place of its path meanwhile: files in it are
/// opened, made and renamed by it and their names.
public final class OpenFolder {
  /// Nothing can be read by it, only reached.
  public let descriptor: Int32

  /// Opens it step by step, following no link.
  ///
  /// - Parameter path: absolute, and what links were in it followed already (`realpath`): one that is
  ///   found on the way has come since.
  public init?(_ path: String) {
    let flags = OpenFolder.flags | O_NOFOLLOW
    var place = Glibc.open("/", flags)
    for part in OpenFolder.parts(of: path) where place >= 0 {
      let next = openat(place, part, flags)
      close(place)
      place = next
    }
    guard place >= 0 else { return nil }
    descriptor = place
  }

  /// Opens it wherever links lead.
  public init?(following path: String) {
    let place = open(path, OpenFolder.flags)
    guard place >= 0 else { return nil }
    descriptor = place
  }

  deinit { close(descriptor) }

  /// O_PATH, which is not imported: nothing can be read by it, and closing it drops no locks.
  private static let flags = 0o1000_0000 | O_DIRECTORY | O_CLOEXEC

  /// The names in a path, as the system takes it apart: at bytes, not at characters.
  public static func parts(of path: String) -> [String] {
    path.utf8.split(separator: 47).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Waits until the names in it are on the disk.
  public func synchronize() {
    let directory = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  /// A temporary name for what is going to be of a name, which all but certainly nothing has; it is to be
  /// made exclusively all the same (`O_EXCL`).
  public static func temporaryName(for name: String) -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return name + ".new-" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// What a name in it stands for; of a link, the link. `nil` if there is nothing.
  public func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }
}
