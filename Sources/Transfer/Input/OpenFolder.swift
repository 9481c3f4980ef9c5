package import Foundation
import Synchronization

/// An open directory, which stays the same if its path is changed meanwhile. Files in it are
/// opened, created and renamed relative to it.
package final class OpenFolder {
  /// The file descriptor (O_PATH), which gives access to names in the directory, but cannot be
  /// read.
  package let descriptor: Int32

  /// Opens a directory component by component, without following links.
  ///
  /// - Parameter path: an absolute path whose links are resolved already (`realpath`), so that any
  ///   link on the way was added later and is an error.
  package init?(_ path: String) {
    let flags = OpenFolder.flags | O_NOFOLLOW
    var current = Glibc.open("/", flags)
    for component in OpenFolder.components(of: path) where current >= 0 {
      let next = openat(current, component, flags)
      close(current)
      current = next
    }
    guard current >= 0 else { return nil }
    descriptor = current
  }

  /// Opens a directory, following links.
  package init?(following path: String) {
    let directory = open(path, OpenFolder.flags)
    guard directory >= 0 else { return nil }
    descriptor = directory
  }

  deinit { close(descriptor) }

  /// The flags for opening a directory, with O_PATH, which is not imported: the descriptor cannot
  /// be read, and closing it releases no locks.
  private static let flags = 0o1000_0000 | O_DIRECTORY | O_CLOEXEC

  /// Returns the components of a path, split at bytes like the system does, not at characters.
  package static func components(of path: String) -> [String] {
    path.utf8.split(separator: 47).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes the names in the directory to disk (fsync).
  package func synchronize() {
    let directory = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  /// Returns a temporary name for a file that will get a name. It is almost certainly unused, but
  /// must still be created exclusively (`O_EXCL`).
  package static func temporaryName(for name: String) -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return temporaryPrefix(for: name) + String(repeating: "0", count: 16 - digits.utf8.count)
      + digits
  }

  /// Returns the part of temporary names before the digits; a name has at most 255 bytes.
  private static func temporaryPrefix(for name: String) -> String {
    var name = name[...]
    while name.utf8.count > 234 { name.removeLast() }
    return name + ".new-"
  }

  /// Locks a file with a temporary name as long as it is open, so that it is no leftover.
  package static func lock(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// The device and the inode of a directory.
  private struct Identity: Hashable {
    let device: dev_t
    let inode: ino_t
  }

  /// The temporary names in the directories that this process writes to, as they were at first: a
  /// script that writes many files reads a large directory once.
  private static let temporaryNames = Mutex<[Identity: [String]]>([:])

  /// Returns the temporary names that the directory had when this process first asked.
  private func temporaryNames() -> [String] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return [] }
    let identity = Identity(device: status.st_dev, inode: status.st_ino)
    if let known = OpenFolder.temporaryNames.withLock({ $0[identity] }) { return known }
    let names = readTemporaryNames()
    OpenFolder.temporaryNames.withLock { $0[identity] = names }
    return names
  }

  private func readTemporaryNames() -> [String] {
    let directory = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return [] }
    guard let entries = fdopendir(directory) else {
      close(directory)
      return []
    }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let found = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if found.utf8.count > 21, found.dropLast(16).hasSuffix(".new-"),
        found.utf8.suffix(16).allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
      {
        names.append(found)
      }
    }
    return names
  }

  /// Removes the files with temporary names for a name whose processes have ended.
  package func removeLeftovers(of name: String) {
    let prefix = OpenFolder.temporaryPrefix(for: name)
    for found in temporaryNames()
    where found.hasPrefix(prefix) && found.utf8.count == prefix.utf8.count + 16 {
      let file = openat(descriptor, found, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      if OpenFolder.lock(file) { unlinkat(descriptor, found, 0) }
      close(file)
    }
  }

  /// Returns the status of a name in the directory, for a link that of the link itself; `nil` if
  /// the name does not exist.
  package func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }
}
