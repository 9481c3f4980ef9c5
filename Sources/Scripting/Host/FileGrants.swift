import Foundation
import Transfer

/// The files that a script may read and write: those below granted directories, and granted files,
/// except those that are denied.
///
/// Paths are checked with all links resolved, and the checked file is the one that is opened: step
/// by step from the root, without following a link created meanwhile. Never granted are the files
/// of the profile, since closing one of them would drop SQLite's locks, and `/proc`, whose files
/// are not regular files.
package struct FileGrants: Sendable {
  /// The directories with everything below them, and the files, for one kind of access.
  ///
  /// Compares bytes, not characters: for the system a slash before a combining mark is a slash, and
  /// two encodings of one letter are two names.
  private struct Paths: Sendable {
    var roots: [[UInt8]] = []
    var files: Set<[UInt8]> = []

    init(roots: [String] = [], files: [String] = []) {
      self.roots = roots.map { Array($0.utf8) }
      self.files = Set(files.map { Array($0.utf8) })
    }

    func contains(_ path: String) -> Bool {
      let path = Array(path.utf8)
      return files.contains(path)
        || roots.contains { root in
          path == root || path.starts(with: root.last == 47 ? root : root + [47])
        }
    }
  }

  private var readable = Paths()
  /// The script's own directory, below which it may read files that are not hidden.
  private let own: [UInt8]?
  private var writable = Paths()
  private var unreadable = Paths()
  private var unwritable = Paths()
  /// The files that may not be read under any name, and the directories whose files may not.
  private let unreadableFiles: Set<FileIdentity>
  private let unreadableFolders: [String]
  /// The files of the profile, which are never read or written.
  private let kept: [String]

  /// Grants reading and writing. Links are resolved first. A path to be written or denied need not
  /// exist, but its directory must; any other path that does not exist grants nothing.
  ///
  /// - Parameters:
  ///   - paths: files, and directories with everything below them.
  ///   - own: the script's own directory, which grants the files below it except for names that
  ///     begin with a dot, and nothing if it is the home directory, the root, or between them.
  ///   - files: files; directories among them grant nothing.
  ///   - written: files, and directories with everything below them, that may be written.
  ///   - deniedReading: files and directories that may not be read even if granted.
  ///   - deniedWriting: files and directories that may not be written even if granted.
  ///   - kept: the files of the profile.
  package init(
    reading paths: [String], own: String? = nil, files: [String] = [],
    writing written: [String] = [],
    denyingReading deniedReading: [String] = [], denyingWriting deniedWriting: [String] = [],
    keeping kept: [String] = []
  ) {
    readable = Paths(
      roots: paths.compactMap { FileGrants.resolved($0) },
      files: files.compactMap { FileGrants.isDirectory($0) ? nil : FileGrants.resolved($0) })
    self.own = own.flatMap { FileGrants.isTooWide($0) ? nil : FileGrants.resolved($0) }
      .map { Array($0.utf8) }
    writable = Paths(roots: written.compactMap { FileGrants.resolvedOrTarget($0) })
    // A denied link is denied together with its target.
    func denied(_ paths: [String]) -> Paths {
      Paths(
        roots: paths.flatMap { path in
          [FileGrants.resolved(path), FileGrants.target(of: path)].compactMap { $0 }
        })
    }
    unreadable = denied(deniedReading)
    unreadableFolders = deniedReading.filter { FileGrants.isDirectory($0) }
      .compactMap { FileGrants.resolved($0) }
    unreadableFiles = Set(
      deniedReading.filter { !FileGrants.isDirectory($0) }.compactMap { FileIdentity(path: $0) })
    unwritable = denied(deniedWriting)
    self.kept = kept
  }

  /// Returns the same denials, with reading granted in some directories only.
  func reading(only directories: [String]) -> FileGrants {
    var grants = self
    grants.readable = Paths(roots: directories.compactMap { FileGrants.resolved($0) })
    return grants
  }

  /// The reason why a file was not opened.
  package struct Refusal: Error, Sendable {
    enum Kind {
      /// There is no such file.
      case missing
      /// It is of another kind, or the system reports an error.
      case unreadable
      /// It was not granted, by Flint or by the system, or standard input is not there to be read.
      case denied
    }

    var kind: Kind
    /// A description of the refusal, and how to allow the access.
    package var message: String

    static func denied(_ message: String) -> Refusal { Refusal(kind: .denied, message: message) }

    /// - Parameter error: the number of the system's error.
    static func unreadable(_ path: String, _ error: Int32) -> Refusal {
      let kind: Kind =
        switch error {
        case ENOENT: .missing
        case EACCES, EPERM: .denied
        default: .unreadable
        }
      return Refusal(kind: kind, message: "\(path): \(String(cString: strerror(error)))")
    }
  }

  // MARK: Reading

  /// Checks that a file exists and may be read.
  ///
  /// - Returns: the path with links resolved.
  @discardableResult
  func checkReading(_ path: String) throws(Refusal) -> String {
    guard let resolved = FileGrants.resolved(path) else {
      throw Refusal(kind: .missing, message: "\(path): no such file")
    }
    if FileGrants.areChecksOff { return resolved }
    guard readable.contains(resolved) || isOwn(resolved) else {
      throw .denied("\(path): reading is not allowed; allow it with --allow-read \(path)")
    }
    if unreadable.contains(resolved) { throw FileGrants.denied(path) }
    return resolved
  }

  /// - Throws: `Refusal` when there is one that may not be read.
  func exists(_ path: String) throws(Refusal) -> Bool {
    guard FileGrants.resolved(path) != nil else { return false }
    _ = try checkReading(path)
    return true
  }

  /// Whether a file is below the script's own directory, with no hidden name on the way.
  private func isOwn(_ resolved: String) -> Bool {
    guard let own else { return false }
    let path = Array(resolved.utf8)
    if path == own { return true }
    guard path.starts(with: own), path[own.count] == 47 else { return false }
    return !path[own.count...].split(separator: 47).contains { $0.first == 46 }
  }

  /// Checks that a file is not denied under another of its names.
  private func checkIsNotDenied(_ status: stat, _ path: String) throws(Refusal) {
    if FileGrants.areChecksOff { return }
    if unreadableFiles.contains(FileIdentity(status)) { throw FileGrants.denied(path) }
    guard status.st_nlink > 1 else { return }
    for folder in unreadableFolders {
      guard let found = FileGrants.contains(folder, FileIdentity(status)) else {
        throw .denied(
          "\(path): has several names, and it cannot be checked whether one of them is denied by "
            + "--deny-read: \(folder) cannot be listed")
      }
      if found { throw FileGrants.denied(path) }
    }
  }

  /// Whether a file is below a directory, under any name; `nil` if that cannot be listed.
  private static func contains(_ folder: String, _ file: FileIdentity) -> Bool? {
    var isReadable = true
    let found = FileManager.default.enumerator(
      at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil,
      errorHandler: { _, _ in
        isReadable = false
        return false
      })
    while let url = found?.nextObject() as? URL {
      var status = stat()
      if lstat(url.path, &status) == 0, FileIdentity(status) == file { return true }
    }
    return found == nil || !isReadable ? nil : false
  }

  private static func denied(_ path: String) -> Refusal {
    .denied("\(path): reading is denied by --deny-read")
  }

  /// Whether a directory contains far more than a script's own files: the home directory and the
  /// directories that contain it.
  package static func isTooWide(_ directory: String) -> Bool {
    guard let directory = resolved(directory) else { return false }
    if directory == "/" { return true }
    let home = getenv("HOME").map { String(cString: $0) } ?? NSHomeDirectory()
    let resolvedHome = resolved(home) ?? home
    return (resolvedHome + "/").utf8.starts(with: (directory + "/").utf8)
  }

  /// Opens a regular file for reading, if it is granted.
  func open(_ path: String) throws(Refusal) -> FileHandle {
    let resolved = try checkReading(path)
    let (folder, name) = try openFolder(of: resolved, path)
    guard let found = folder.status(of: name) else { throw FileGrants.failure(path) }
    try checkIsOpen(found, path)
    try checkIsNotDenied(found, path)
    // Opening a pipe would wait for its other end.
    let descriptor = openat(
      folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileGrants.failure(path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, FileIdentity(status) == FileIdentity(found) else {
      close(descriptor)
      throw Refusal(kind: .unreadable, message: "\(path): not a regular file")
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Returns the names in a directory, if it is granted, bytewise ascending, with their status.
  func list(_ path: String) throws(Refusal) -> [(name: String, status: stat)] {
    let resolved = try checkReading(path)
    guard let folder = OpenFolder(resolved) else {
      throw Refusal(kind: .unreadable, message: "\(path): not a directory")
    }
    let descriptor = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileGrants.failure(path) }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      throw FileGrants.failure(path)
    }
    defer { closedir(stream) }
    var entries: [(name: String, status: stat)] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != "..", let status = folder.status(of: name) else { continue }
      entries.append((name, status))
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  // MARK: Writing

  /// Checks that a file may be written, and that no other kind of file exists at its path.
  func checkWriting(_ path: String) throws(Refusal) -> FileLocation {
    if path == "-" {
      throw .denied("-: print writes to standard output; a file of this name is ./-")
    }
    guard let target = FileGrants.target(of: path) else {
      throw Refusal(kind: .missing, message: "\(path): no such directory")
    }
    if !FileGrants.areChecksOff {
      guard writable.contains(target) else {
        throw .denied("\(path): writing is not allowed; allow it with --allow-write \(path)")
      }
      if unwritable.contains(target) {
        throw .denied("\(path): writing is denied by --deny-write")
      }
    }
    let (folder, name) = try openFolder(of: target, path)
    // SQLite creates further files beside a profile when it needs them.
    let isKept = kept.contains {
      FileGrants.target(of: $0).map { FileGrants.mayBeOne($0, target) } ?? false
    }
    if !FileGrants.areChecksOff, isKept {
      throw .denied(FileGrants.isProfile(path))
    }
    if let status = folder.status(of: name) {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw Refusal(kind: .unreadable, message: "\(path): exists, and is not a regular file")
      }
      try checkIsOpen(status, path)
    }
    return FileLocation(folder: folder, name: name, path: target)
  }

  // MARK: Paths

  /// Whether no path is checked. Only the program of `Tests/Unchecked` sets it, before any script runs, to show that the
  /// kernel restricts a script where these checks do not.
  package nonisolated(unsafe) static var areChecksOff = false

  /// Checks that a file is a regular file, and not one of the profile's files under any name.
  private func checkIsOpen(_ status: stat, _ path: String) throws(Refusal) {
    if FileGrants.areChecksOff { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(kind: .unreadable, message: "\(path): not a regular file")
    }
    let identity = FileIdentity(status)
    if identity.device == FileIdentity(path: "/proc")?.device {
      throw Refusal(kind: .unreadable, message: "\(path): not a regular file")
    }
    try checkIsNotProfile(status, path)
  }

  /// Checks that a file is not one of the profile's files under any name: closing one of them would drop SQLite's locks.
  func checkIsNotProfile(_ status: stat, _ path: String) throws(Refusal) {
    let identity = FileIdentity(status)
    if kept.contains(where: { FileIdentity(path: $0) == identity }) {
      throw .denied(FileGrants.isProfile(path))
    }
  }

  /// Whether two paths may name the same file that does not exist yet: some file systems (vfat, and
  /// some directories of ext4) ignore the case of letters.
  private static func mayBeOne(_ one: String, _ other: String) -> Bool {
    one.lowercased().utf8.elementsEqual(other.lowercased().utf8)
  }

  private static func isProfile(_ path: String) -> String {
    "\(path): belongs to the profile, which scripts can access through functions only"
  }

  private func openFolder(
    of resolved: String, _ path: String
  ) throws(Refusal) -> (folder: OpenFolder, name: String) {
    let names = OpenFolder.components(of: resolved)
    guard let name = names.last,
      let folder = OpenFolder("/" + names.dropLast().joined(separator: "/"))
    else { throw Refusal(kind: .unreadable, message: "\(path): not a regular file") }
    return (folder, name)
  }

  private static func failure(_ path: String) -> Refusal {
    .unreadable(path, errno)
  }

  /// Returns the path of a file that need not exist, with links to its directory resolved; `nil` if
  /// the directory does not exist, or the path names no file.
  private static func target(of path: String) -> String? {
    let bytes = Array(path.utf8)
    let start = bytes.lastIndex(of: 47).map { $0 + 1 } ?? 0
    let name = bytes[start...]
    guard !name.isEmpty, name != [46], name != [46, 46], !name.contains(0) else { return nil }
    let folder = start == 0 ? "." : String(decoding: bytes[..<start], as: UTF8.self)
    guard let resolved = resolved(folder) else { return nil }
    return (resolved == "/" ? "" : resolved) + "/" + String(decoding: name, as: UTF8.self)
  }

  /// Returns the path of an existing directory with links resolved, or of a file that need not
  /// exist.
  private static func resolvedOrTarget(_ path: String) -> String? {
    isDirectory(path) ? resolved(path) : target(of: path)
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func resolved(_ path: String) -> String? {
    guard !path.isEmpty, !path.utf8.contains(0), let resolved = realpath(path, nil) else {
      return nil
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// The identity of a file, which is the same under all its names.
struct FileIdentity: Hashable {
  let device: UInt64
  let number: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }

  /// Creates the identity of the file that a path leads to; `nil` if there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
