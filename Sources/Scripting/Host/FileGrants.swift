import Foundation
import Transfer

/// Which files a script may read and write: those beneath granted directories, and granted files,
/// without those that are denied.
///
/// Paths are judged with all links followed, and what was judged is what is opened: step by step from
/// the root, following no link that has come since. Never granted are the profile's own files, as
/// closing one of them would drop SQLite's locks, and `/proc`, whose files are no files.
public struct FileGrants: Sendable {
  /// Directories with everything beneath them, and files, on one way of use.
  ///
  /// Bytes, not characters: a slash before a combining mark is a slash for the system, and two ways
  /// to write one letter are two names.
  private struct Places: Sendable {
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

  private var readable = Places()
  /// The script's own directory, beneath which it may read what is not hidden.
  private let own: [UInt8]?
  private var writable = Places()
  private var unreadable = Places()
  private var unwritable = Places()
  /// Files that may not be read under whatever name, and directories whose files may not.
  private let unreadableFiles: Set<FileIdentity>
  private let unreadableFolders: [String]
  /// Files that are neither read nor written, whatever is granted.
  private let kept: [String]

  /// Grants reading and writing. Links are followed first; what is to be written or is denied need
  /// not be there, but its directory must; what else does not exist grants nothing.
  ///
  /// - Parameters:
  ///   - paths: files, and directories with everything beneath them.
  ///   - own: the script's own directory, which grants what lies beneath it but for names that begin with a
  ///     dot, and nothing if it is the home directory, the root, or on the way from one to the other.
  ///   - files: files; directories among them grant nothing.
  ///   - written: files, and directories with everything beneath them, that may be written.
  ///   - deniedReading: files and directories that may not be read, though granted.
  ///   - deniedWriting: files and directories that may not be written, though granted.
  ///   - kept: files that are the host's own.
  public init(
    reading paths: [String], own: String? = nil, files: [String] = [],
    writing written: [String] = [],
    denyingReading deniedReading: [String] = [], denyingWriting deniedWriting: [String] = [],
    keeping kept: [String] = []
  ) {
    readable = Places(
      roots: paths.compactMap { FileGrants.resolved($0) },
      files: files.compactMap { FileGrants.isDirectory($0) ? nil : FileGrants.resolved($0) })
    self.own = own.flatMap { FileGrants.isTooWide($0) ? nil : FileGrants.resolved($0) }
      .map { Array($0.utf8) }
    writable = Places(roots: written.compactMap { FileGrants.resolvedOrPlace($0) })
    // A link that is denied is denied with what it leads to.
    func denied(_ paths: [String]) -> Places {
      Places(
        roots: paths.flatMap { path in
          [FileGrants.resolved(path), FileGrants.place(of: path)].compactMap { $0 }
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

  /// The same denials, but reading granted in some directories alone.
  func reading(only directories: [String]) -> FileGrants {
    var grants = self
    grants.readable = Places(roots: directories.compactMap { FileGrants.resolved($0) })
    return grants
  }

  /// Why a file was not opened.
  public struct Refusal: Error, Sendable {
    /// What happened and what to do about it.
    public var message: String
  }

  // MARK: Reading

  /// Refuses to read a file that is not there, or is not granted.
  ///
  /// - Returns: the file, links followed.
  @discardableResult
  func checkReading(_ path: String) throws(Refusal) -> String {
    guard let resolved = FileGrants.resolved(path) else {
      throw Refusal(message: "\(path): no such file")
    }
    if FileGrants.areChecksOff { return resolved }
    guard readable.contains(resolved) || isOwn(resolved) else {
      throw Refusal(
        message: "\(path): reading is not allowed; allow it with --allow-read \(path)")
    }
    if unreadable.contains(resolved) { throw FileGrants.denied(path) }
    return resolved
  }

  /// Whether a file lies beneath the script's own directory, and nothing on the way is hidden.
  private func isOwn(_ resolved: String) -> Bool {
    guard let own else { return false }
    let path = Array(resolved.utf8)
    if path == own { return true }
    guard path.starts(with: own), path[own.count] == 47 else { return false }
    return !path[own.count...].split(separator: 47).contains { $0.first == 46 }
  }

  /// Refuses a file that is denied by another of its names.
  private func checkIsNotDenied(_ status: stat, _ path: String) throws(Refusal) {
    if FileGrants.areChecksOff { return }
    if unreadableFiles.contains(FileIdentity(status)) { throw FileGrants.denied(path) }
    guard status.st_nlink > 1 else { return }
    for folder in unreadableFolders {
      guard let found = FileGrants.contains(folder, FileIdentity(status)) else {
        throw Refusal(
          message:
            "\(path): has several names, and whether one of them is denied by --deny-read cannot "
            + "be seen: \(folder) cannot be listed")
      }
      if found { throw FileGrants.denied(path) }
    }
  }

  /// Whether a file lies beneath a directory, under whatever name; `nil` if that cannot be listed.
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
    Refusal(message: "\(path): reading is denied by --deny-read")
  }

  /// Whether a directory holds far more than a script's own files: the home directory and those that it
  /// lies in.
  public static func isTooWide(_ directory: String) -> Bool {
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
    // Opening must not wait for a pipe's other end.
    let descriptor = openat(
      folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileGrants.failure(path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, FileIdentity(status) == FileIdentity(found) else {
      close(descriptor)
      throw Refusal(message: "\(path): not a regular file")
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// The names in a directory, if it is granted, bytewise ascending, with what they stand for.
  func list(_ path: String) throws(Refusal) -> [(name: String, status: stat)] {
    let resolved = try checkReading(path)
    guard let folder = OpenFolder(resolved) else {
      throw Refusal(message: "\(path): not a directory")
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

  /// Refuses to write a file that is not granted, or where something stands that is no ordinary file.
  func checkWriting(_ path: String) throws(Refusal) -> FileLocation {
    guard let place = FileGrants.place(of: path) else {
      throw Refusal(message: "\(path): there is no such directory")
    }
    if !FileGrants.areChecksOff {
      guard writable.contains(place) else {
        throw Refusal(
          message: "\(path): writing is not allowed; allow it with --allow-write \(path)")
      }
      if unwritable.contains(place) {
        throw Refusal(message: "\(path): writing is denied by --deny-write")
      }
    }
    let (folder, name) = try openFolder(of: place, path)
    // Beside a profile SQLite makes files of its own when it needs them.
    let isKept = kept.contains {
      FileGrants.place(of: $0).map { FileGrants.mayBeOne($0, place) } ?? false
    }
    if !FileGrants.areChecksOff, isKept {
      throw Refusal(message: FileGrants.isProfile(path))
    }
    if let status = folder.status(of: name) {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw Refusal(message: "\(path): there is something that is no ordinary file")
      }
      try checkIsOpen(status, path)
    }
    return FileLocation(folder: folder, name: name, path: place)
  }

  // MARK: Paths

  #if DEBUG
    /// Set where a test shows that the kernel keeps a script from what was not granted when these
    /// checks do not. Builds for release have no such thing.
    static let areChecksOff = getenv("FLINT_TEST_UNCHECKED_FILES") != nil
  #else
    static var areChecksOff: Bool { false }
  #endif

  /// Refuses what is no ordinary file, and the host's own files under whatever name.
  private func checkIsOpen(_ status: stat, _ path: String) throws(Refusal) {
    if FileGrants.areChecksOff { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(message: "\(path): not a regular file")
    }
    let identity = FileIdentity(status)
    if identity.device == FileIdentity(path: "/proc")?.device {
      throw Refusal(message: "\(path): not a regular file")
    }
    if kept.contains(where: { FileIdentity(path: $0) == identity }) {
      throw Refusal(message: FileGrants.isProfile(path))
    }
  }

  /// Whether two paths may name one file that is not there yet: some file systems (vfat, and directories of
  /// ext4 that are made so) do not tell letters by their case.
  private static func mayBeOne(_ one: String, _ other: String) -> Bool {
    one.lowercased().utf8.elementsEqual(other.lowercased().utf8)
  }

  private static func isProfile(_ path: String) -> String {
    "\(path): belongs to the profile, which scripts reach by their functions only"
  }

  private func openFolder(
    of resolved: String, _ path: String
  ) throws(Refusal) -> (folder: OpenFolder, name: String) {
    let parts = OpenFolder.components(of: resolved)
    guard let name = parts.last,
      let folder = OpenFolder("/" + parts.dropLast().joined(separator: "/"))
    else { throw Refusal(message: "\(path): not a regular file") }
    return (folder, name)
  }

  private static func failure(_ path: String) -> Refusal {
    Refusal(message: "\(path): \(String(cString: strerror(errno)))")
  }

  /// Where a file is or is going to be: in its directory, links to that followed; `nil` when there
  /// is no such directory, or the path names no file.
  private static func place(of path: String) -> String? {
    let bytes = Array(path.utf8)
    let start = bytes.lastIndex(of: 47).map { $0 + 1 } ?? 0
    let name = bytes[start...]
    guard !name.isEmpty, name != [46], name != [46, 46], !name.contains(0) else { return nil }
    let folder = start == 0 ? "." : String(decoding: bytes[..<start], as: UTF8.self)
    guard let resolved = resolved(folder) else { return nil }
    return (resolved == "/" ? "" : resolved) + "/" + String(decoding: name, as: UTF8.self)
  }

  /// A directory that is there, links followed; of anything else, where it is or is going to be.
  private static func resolvedOrPlace(_ path: String) -> String? {
    isDirectory(path) ? resolved(path) : place(of: path)
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
